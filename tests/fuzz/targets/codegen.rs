//! Names and texts of a catalog: the client parses, is ASCII, and has no item twice.
//! The input is text; U+0001 ends a piece, and pieces become names, texts and types in turn.
#![no_main]

use std::collections::HashSet;

use a2t_codegen::Builder;
use a2t_core::signature::{Deprecated, Hints, check_catalog};
use a2t_core::{
    AllowedValue, InputParameter, InputType, OutputParameter, OutputType, ToolId, ToolSignature,
};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut pieces = text.split('\u{1}');
    let mut tools = Vec::new();
    while let Some(tool) = tool(tools.len(), &mut pieces) {
        tools.push(tool);
    }
    tools.retain(|tool| tool.check().is_empty());
    if !check_catalog(&tools).is_empty() {
        return;
    }
    let documents: Vec<_> = tools.iter().map(|tool| tool.canonical()).collect();
    let document = [b"[".as_slice(), &documents.join(&b','), b"]"].concat();
    let path = std::env::temp_dir().join(format!("a2t-fuzz-{}.json", std::process::id()));
    std::fs::write(&path, document).expect("a folder to write to");
    let text = Builder::new(&path).module("catalog").source().expect("a client");
    assert!(text.is_ascii());
    let file = syn::parse_file(&text).expect("Rust");
    let module = file.items.into_iter().find_map(|item| match item {
        syn::Item::Mod(module) => module.content,
        _ => None,
    });
    distinct(&module.expect("a module").1);
});

fn tool<'a>(number: usize, pieces: &mut impl Iterator<Item = &'a str>) -> Option<ToolSignature> {
    let (name, description) = (pieces.next()?, pieces.next()?);
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for index in 0..pieces.next()?.len() % 7 {
        let (id, description) = (pieces.next()?.to_owned(), pieces.next()?.to_owned());
        let kind = id.len() + index;
        inputs.push(InputParameter {
            name: id.clone().into(),
            id: id.clone().into(),
            kind: match kind % 4 {
                0 => InputType::Boolean,
                1 => InputType::Int { min: None, max: 9 },
                2 => InputType::Enum { allowed_values: values(&description).into() },
                _ => InputType::String { max_length: None },
            },
            description: description.clone().into(),
            required: kind % 3 == 0,
            format: None,
        });
        outputs.push(OutputParameter {
            name: id.clone().into(),
            id: id.into(),
            kind: match kind % 3 {
                0 => OutputType::Json,
                1 => OutputType::Enum { allowed_values: values(&description).into() },
                _ => OutputType::String,
            },
            description: description.into(),
        });
    }
    Some(ToolSignature {
        tool_id: ToolId::from_u128(number as u128),
        name: name.to_owned().into(),
        title: Some(name.to_owned().into()),
        description: description.to_owned().into(),
        img: None,
        version: 1,
        current_version: 1,
        deprecated: Some(Deprecated {
            since: "2026-11-01".into(),
            note: format!("{description}.").into(),
        }),
        hints: Hints { idempotent: number % 2 == 0, ..Hints::NONE },
        preconditions: Some(Default::default()),
        errors: Vec::new().into(),
        tags: Vec::new().into(),
        input_parameters: inputs.into(),
        output_parameters: outputs.into(),
    })
}

fn values(text: &str) -> Vec<AllowedValue> {
    let mut seen = HashSet::new();
    let words = text.split_whitespace().map(str::to_uppercase);
    let words = words.filter(|word| seen.insert(word.clone())).take(9);
    let value = |name: String| AllowedValue { name: name.into(), description: "".into() };
    words.map(value).collect()
}

/// No two types of a module, and no two methods or variants of a type, have one name.
fn distinct(items: &[syn::Item]) {
    let mut types = HashSet::new();
    for item in items {
        match item {
            syn::Item::Struct(item) => assert!(types.insert(item.ident.to_string())),
            syn::Item::Enum(item) => {
                let mut variants = HashSet::new();
                assert!(
                    item.variants.iter().all(|variant| variants.insert(variant.ident.to_string()))
                );
                assert!(types.insert(item.ident.to_string()));
            }
            syn::Item::Impl(item) => {
                let mut methods = HashSet::new();
                for item in &item.items {
                    if let syn::ImplItem::Fn(method) = item {
                        assert!(methods.insert(method.sig.ident.to_string()));
                    }
                }
            }
            syn::Item::Mod(item) => {
                distinct(item.content.as_ref().map_or(&[], |content| &content.1));
            }
            _ => {}
        }
    }
}
