//! Strategies for names, texts and catalogs, most of them near to each other or to markup.

use std::collections::HashSet;

use a2t_core::signature::{Deprecated, Hints, PROBLEM_STATUSES};
use a2t_core::{
    AllowedValue, InputParameter, InputType, JsonMember, JsonShape, OutputParameter, OutputType,
    ProblemType, ToolId, ToolSignature,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::ident;

const SHORT: &[&str] = &[
    "\n", "\n\n", "    ", "\t", "```", "~~~", "rust", "<script>", "<!--", "-->", "[a](b)", "[a]",
    "![", "www.x.y", "*/", "/*", "//", "///", "//!", "\\", "\"", "'", "#", "# ", "- ", "* ", "+ ",
    "1. ", "1) ", "> ", "| a |", "|-", "---", "===", "...", "&amp;", "&#x41;", "{#id}", "$x$",
    "[^1]:", "[ ] ", ": ", "~~x~~", "a@b.c", "_a_", "*a*", "`a`", "#[x]", "cargo::x", "\u{e9}",
    "\u{202e}", "\0", "\r", "\u{2028}", "a", "b", "A", "B", "1", "2", "_", "-", " ", "type",
    "self", "Self", "new", "send", "Client", "=", "unknown",
];

const LONG: &[&str] = &["https://x.y", "<https://x.y>", "\u{1f642}"];

pub(super) fn text(most: usize) -> impl Strategy<Value = String> {
    let part = prop_oneof![4 => select([SHORT, LONG].concat()).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    vec(part, 0..most).prop_map(|parts| parts.concat())
}

pub(super) fn name() -> impl Strategy<Value = String> {
    prop_oneof![text(4), "[a-b]{1,2}(_[a-b1-2]{1,2}){0,2}"]
        .prop_map(|name| if name.is_empty() { "a".to_owned() } else { name })
}

const NAMES: [&str; 12] =
    ["A", "A1", "A_1", "A1_2", "A12", "AB", "A_B", "SELF", "UNKNOWN", "NONE", "Z9_9", "Z99"];

fn values() -> impl Strategy<Value = Vec<AllowedValue>> {
    let value = |(name, description): (&str, String)| AllowedValue {
        name: name.to_owned().into(),
        description: description.into(),
    };
    (vec(text(5), 12), 0..12_usize)
        .prop_map(move |(texts, from)| NAMES.into_iter().zip(texts).skip(from).map(value).collect())
}

fn shape() -> impl Strategy<Value = JsonShape> {
    let leaf = prop_oneof![
        Just(JsonShape::Any),
        Just(JsonShape::String),
        Just(JsonShape::Int),
        Just(JsonShape::Number),
        Just(JsonShape::Boolean),
        values().prop_map(|values| JsonShape::Enum { allowed_values: values.into() }),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|items| JsonShape::List { items: items.into() }),
            inner.clone().prop_map(|shape| JsonShape::Nullable { shape: shape.into() }),
            vec(member(inner), 0..4).prop_map(record),
        ]
    })
}

fn member(shape: impl Strategy<Value = JsonShape>) -> impl Strategy<Value = JsonMember> {
    (name(), text(5), shape, any::<bool>()).prop_map(|(name, description, shape, required)| {
        JsonMember {
            name: name.into(),
            description: description.into(),
            shape: shape.into(),
            required,
        }
    })
}

fn record(members: Vec<JsonMember>) -> JsonShape {
    JsonShape::Record { members: unique(members, |member| member.name.to_string()).into() }
}

/// Errors, of which some have one type.
fn errors() -> impl Strategy<Value = Vec<ProblemType>> {
    let uri = prop::option::of(select(vec!["https://x.y", "urn:x:problem:y"]));
    let parts = (text(5), uri, select(PROBLEM_STATUSES.to_vec()), vec(member(shape()), 0..5));
    let error = parts.prop_map(|(description, uri, status, members)| ProblemType {
        name: "".into(),
        uri: uri.map(|uri: &str| uri.to_owned().into()),
        status,
        description: description.into(),
        members: unique(members, |member| member.name.to_string()).into(),
    });
    let named = |(name, error): (&str, ProblemType)| {
        let name = name.to_owned().into();
        ProblemType { name, ..error }
    };
    (vec(error, 0..6), 0..8_usize).prop_map(move |(errors, from)| {
        NAMES.into_iter().skip(from).zip(errors).map(named).collect()
    })
}

fn input_type() -> impl Strategy<Value = InputType> {
    prop_oneof![
        select(InputType::unconstrained().collect::<Vec<_>>()),
        Just(InputType::Int { min: None, max: 9 }),
        values().prop_map(|values| InputType::Enum { allowed_values: values.into() }),
    ]
}

fn output_type() -> impl Strategy<Value = OutputType> {
    prop_oneof![
        Just(OutputType::String),
        Just(OutputType::Int),
        Just(OutputType::Boolean),
        Just(OutputType::Json),
        shape().prop_map(|shape| OutputType::Described { shape: shape.into() }),
        values().prop_map(|values| OutputType::Enum { allowed_values: values.into() }),
    ]
}

pub(super) fn unique<T>(items: Vec<T>, key: impl Fn(&T) -> String) -> Vec<T> {
    let mut seen = HashSet::new();
    items.into_iter().filter(|item| seen.insert(key(item))).collect()
}

fn input() -> impl Strategy<Value = InputParameter> {
    (name(), input_type(), text(9), any::<bool>()).prop_map(|(id, kind, description, required)| {
        InputParameter {
            name: id.clone().into(),
            id: id.into(),
            kind,
            description: description.into(),
            required,
            format: None,
        }
    })
}

fn output() -> impl Strategy<Value = OutputParameter> {
    (name(), output_type(), text(9)).prop_map(|(id, kind, description)| OutputParameter {
        name: id.clone().into(),
        id: id.into(),
        kind,
        description: description.into(),
    })
}

pub(super) fn tool() -> impl Strategy<Value = ToolSignature> {
    let parts = (
        name(),
        text(15),
        0..4_u128,
        vec(input(), 0..6),
        vec(output(), 0..6),
        prop::option::of(text(9)),
        errors(),
    );
    parts.prop_map(|(name, description, id, inputs, outputs, note, errors)| ToolSignature {
        tool_id: ToolId::from_u128(id << 126 | u128::from(ident::digest(&name).len() as u32)),
        name: name.into(),
        title: None,
        description: description.into(),
        img: None,
        version: 1,
        current_version: 1,
        deprecated: note.map(|note| Deprecated {
            since: "2026-11-01".into(),
            note: format!("Use {note}").into(),
        }),
        hints: Hints::NONE,
        preconditions: Some(Default::default()),
        errors: errors.into(),
        tags: Vec::new().into(),
        input_parameters: unique(inputs, |input| input.id.to_string()).into(),
        output_parameters: unique(outputs, |output| output.id.to_string()).into(),
    })
}

/// Ids that share their first digits, in part or whole, as a hostile vendor's would.
pub(super) fn catalog() -> impl Strategy<Value = Vec<ToolSignature>> {
    vec(tool(), 0..12).prop_map(|tools| {
        let mut tools = unique(tools, |tool| tool.name.to_string());
        for (index, tool) in tools.iter_mut().enumerate() {
            tool.tool_id =
                ToolId::from_u128(tool.tool_id.as_u128() ^ (index as u128) << (index % 2 * 100));
        }
        unique(tools, |tool| tool.tool_id.to_string())
    })
}
