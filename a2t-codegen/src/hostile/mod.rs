//! Catalogs made to break a generator: for each of them the file is Rust, ASCII, and has the items
//! that were planned.

mod catalogs;
mod format;
mod items;
mod pairs;
mod templates;

use std::collections::HashSet;
use std::path::Path;

use a2t_core::{ToolId, ToolSignature};
use proc_macro2::{TokenStream, TokenTree};
use proptest::collection::vec;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use self::catalogs::{catalog, name, text, unique};
use self::items::items;
use crate::Selection;
use crate::emit::Target;
use crate::expand::expand;
use crate::names::{Memory, Table};
use crate::overrides::Applied;
use crate::plan::called::{self, Called};
use crate::plan::{Plan, plan};
use crate::snapshot::{Snapshot, following, renames};
use crate::types::{Choice, Content, Types};
use crate::{docs, ident};

/// Runs more often than by default, unless `PROPTEST_CASES` sets a number.
fn often(cases: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(cases),
    }
}

fn target() -> Target {
    Target {
        module: ident::Ident::parse("catalog").unwrap(),
        a2t: ident::Path::parse("::a2t").unwrap(),
    }
}

/// A catalog that no client was generated from before.
fn whole(tools: &[ToolSignature]) -> Vec<Called<'_>> {
    called::whole(tools, &Selection::default(), &Table::new())
}

fn snapshot(tools: &[ToolSignature]) -> Snapshot {
    Snapshot::new("https://x", tools.to_vec())
}

/// Values of the string literals, documentation apart, in order.
fn strings(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if is_doc(&group) => {}
            TokenTree::Group(group) => strings(group.stream(), found),
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    found.push(text.value());
                }
            }
            _ => {}
        }
    }
}

fn is_doc(group: &proc_macro2::Group) -> bool {
    let first = group.stream().into_iter().next();
    first.is_some_and(|first| first.to_string() == "doc")
}

/// Values of the string literals of the templates, those of attributes apart.
fn planned_strings(plan: &Plan<'_>) -> Vec<String> {
    let tools = plan.tools.iter().map(|tool| {
        let text = String::from_utf8(tool.signature.canonical()).unwrap();
        let unit = |unit: &u16| format!("\\u{unit:04x}");
        let ascii = |c: char| {
            if c.is_ascii() {
                return c.to_string();
            }
            c.encode_utf16(&mut [0; 2]).iter().map(unit).collect()
        };
        text.chars().map(ascii).collect()
    });
    let wires = |choice: &Choice<'_>| -> Vec<String> {
        let values = choice.values.iter();
        values.map(|(_, value)| value.name.to_string()).collect()
    };
    let enums = plan.inputs.iter().chain(&plan.outputs);
    let sent = plan.tools.iter().flat_map(|tool| declared_strings(&tool.sent));
    let listed = plan.tools.iter().flat_map(|tool| &tool.errors.listed).flat_map(|listed| {
        let members = listed.members.iter().map(|member| member.wire.clone());
        members.chain([listed.error.name.to_string()])
    });
    let types = plan.tools.iter().flat_map(|tool| declared_strings(&tool.errors.types));
    tools.chain(enums.flat_map(wires)).chain(sent).chain(listed).chain(types).collect()
}

/// Names on the wire of the values of enums, and then of the members of objects.
fn declared_strings(types: &Types) -> Vec<String> {
    let values = types.declared.iter().flat_map(|declared| match &declared.content {
        Content::Enum(values) => values.iter().map(|(_, value)| value.name.to_string()).collect(),
        Content::Object(_) | Content::Union(_) => Vec::new(),
    });
    let members = types.declared.iter().flat_map(|declared| match &declared.content {
        Content::Object(members) => members.iter().map(|member| member.wire.clone()).collect(),
        Content::Enum(_) | Content::Union(_) => Vec::new(),
    });
    values.chain(members).collect()
}

/// Numbers of objects and enums of outputs whose shape is described, and of errors.
fn planned_types(plan: &Plan<'_>) -> [usize; 2] {
    let types = plan.tools.iter().flat_map(|tool| [&tool.sent, &tool.errors.types]);
    let types = types.flat_map(|types| &types.declared);
    let objects = types.clone().filter(|types| matches!(types.content, Content::Object(_))).count();
    let enums = plan.tools.iter().filter(|tool| !tool.errors.is_empty()).count();
    [objects, types.count() - objects + enums]
}

fn distinct(names: impl Iterator<Item = String>) {
    let mut seen = HashSet::new();
    for name in names {
        assert!(!seen.contains(&name), "`{name}` twice");
        seen.insert(name);
    }
}

fn is_plain(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start(Tag::Paragraph)
            | Event::End(TagEnd::Paragraph)
            | Event::Text(_)
            | Event::SoftBreak
    )
}

fn markdown(lines: &[docs::Line]) -> String {
    lines.iter().map(|line| format!(" {}\n", line.as_str())).collect()
}

proptest! {
    #![proptest_config(often(2_000))]

    #[test]
    fn a_description_is_text_and_nothing_else(text in text(40)) {
        let lines = docs::lines(&text);
        for line in &lines {
            let line = line.as_str();
            prop_assert!(line.is_ascii() && !line.contains(['\n', '\r', '\0']));
        }
        let markdown = markdown(&lines);
        for event in Parser::new_ext(&markdown, Options::all()) {
            prop_assert!(is_plain(&event), "{event:?} of {markdown:?}");
        }
        let line = docs::line(&text);
        for event in Parser::new_ext(&format!("* `city`: {}", line.as_str()), Options::all()).skip(2) {
            let inside = matches!(event, Event::Code(_) | Event::End(TagEnd::Item | TagEnd::List(_)));
            prop_assert!(inside || is_plain(&event), "{event:?} of {line:?}");
        }
    }

    #[test]
    fn a_description_reads_as_it_was_written(words in vec("[a-zA-Z0-9.,:;()*_#`'\"<>&\u{e9}\u{6771}-]{1,9}", 1..9)) {
        let text = words.join(" ");
        let markdown = markdown(&docs::lines(&text));
        let options = Options::all() - Options::ENABLE_SMART_PUNCTUATION;
        let shown: String = Parser::new_ext(&markdown, options).filter_map(|event| match event {
            Event::Text(text) => Some(text.into_string()),
            _ => None,
        }).collect();
        prop_assert_eq!(shown, text);
    }

    #[test]
    fn members_have_names_of_their_own(ids in vec(name(), 0..30)) {
        use ident::Scope::{Enum, Field, Kind, Method, OpenVariant, Variant};
        let ids = unique(ids, Clone::clone);
        for scope in [Method, Field, Kind, Enum, Variant, OpenVariant] {
            let names = ident::members(scope, ids.iter().map(String::as_str), "input", |_| None);
            distinct(names.iter().map(ToString::to_string));
            for name in names {
                let parsed = syn::parse_str::<syn::Ident>(name.as_str());
                prop_assert!(parsed.is_ok() && name.as_str().len() < 240, "{}", name);
            }
        }
    }
}

proptest! {
    #![proptest_config(often(100))]

    #[test]
    fn any_catalog_becomes_the_items_that_were_planned(tools in catalog()) {
        let plan = plan(whole(&tools), Memory::NONE, &mut Applied::default());
        let text = expand(&plan, &target());
        prop_assert!(text.is_ascii());

        let file = syn::parse_file(&text).unwrap();
        let mut count = [0; 3];
        items(&file.items, &mut count);
        let (inputs, outputs) = (plan.inputs.len(), plan.outputs.len());
        let [objects, enums] = planned_types(&plan);
        let structs = 2 + 2 * plan.tools.len() + objects;
        prop_assert_eq!(count, [structs, inputs + outputs + enums, 7 + plan.pairs.len()]);

        let mut read = Vec::new();
        strings(text.parse().unwrap(), &mut read);
        let attributes = ["2026\\-11\\-01", "2026-11-01"];
        let notes: Vec<_> = plan.tools.iter().filter_map(|tool| {
            Some(docs::line(&tool.signature.deprecated.as_ref()?.note).as_str().to_owned())
        }).collect();
        read.retain(|text| !attributes.contains(&text.as_str()) && !notes.contains(text));
        prop_assert_eq!(planned_strings(&plan), read);
        prop_assert_eq!(plan.tools.len(), tools.len());
    }

    #[test]
    fn a_client_is_token_by_token_what_the_templates_write(tools in catalog()) {
        let plan = plan(whole(&tools), Memory::NONE, &mut Applied::default());
        let text = expand(&plan, &target());
        prop_assert!(text.bytes().all(|byte| byte == b'\n' || byte == b' ' || byte.is_ascii_graphic()));
        templates::is_of_the_templates(&plan, &text);
    }

    #[test]
    fn a_tool_that_comes_or_goes_renames_no_other(tools in catalog(), gone in any::<prop::sample::Index>()) {
        // Ids that were made one after the other, so that they begin alike.
        let mut tools: Vec<_> = tools.into_iter().enumerate().map(|(index, mut tool)| {
            tool.tool_id = ToolId::from_u128((0x0199 << 112) + index as u128);
            tool
        }).collect();
        let all = snapshot(&tools);
        if !tools.is_empty() {
            tools.remove(gone.index(tools.len()));
        }
        let rest = snapshot(&tools);
        for (before, after) in [(&rest, &all), (&all, &rest)] {
            let after = following(after.clone(), before);
            prop_assert_eq!(renames(before, &after), []);
        }
    }

    #[test]
    fn a_document_of_any_bytes_is_checked_without_a_panic(bytes in vec(any::<u8>(), 0..200), text in text(20)) {
        for bytes in [bytes, text.into_bytes()] {
            if let Err(error) = crate::source::read_bytes(Path::new("catalog.json"), bytes) {
                let text = error.to_string();
                let lines = text.lines().skip(1);
                prop_assert!(lines.clone().count() > 0);
                prop_assert!(lines.clone().all(|line| line.starts_with("  catalog.json:")), "{text}");
            }
        }
    }
}
