//! How much code a tool of MCP becomes, and that any schema becomes Rust with no name twice.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use a2t_codegen::{Builder, snapshot};
use a2t_schema::{Listed, Server, Snapshot, Source};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn snapshot_of(tools: &[Value]) -> Snapshot {
    let listed = Listed::read(tools, "");
    let source = Source::Http { url: "https://tools.example/mcp".to_owned() };
    Snapshot::new(source, listed.tools).of_server(Server::new("tools", "1"), "2026-07-28")
}

/// A separate file for each text, as tests run at once.
fn path() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed) % 64;
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mcp_shape_{count}.json"))
}

fn generated(snapshot: &Snapshot) -> String {
    let path = path();
    fs::write(&path, snapshot.to_text()).unwrap();
    Builder::new(path).module("tools").source().unwrap()
}

/// A tool with so many required and optional inputs, of all types in turn.
fn tool(number: usize, required: usize, optional: usize) -> Value {
    let described = |index: usize| {
        let kind = match index % 5 {
            0 => json!({"type": "string", "maxLength": 100}),
            1 => json!({"type": "integer", "minimum": 0, "maximum": 14}),
            2 => json!({"type": "boolean"}),
            3 => json!({"type": "array", "items": {"type": "string"}}),
            _ => json!({"anyOf": [{"type": "number"}, {"type": "null"}]}),
        };
        let mut kind = kind.as_object().unwrap().clone();
        kind.insert("description".to_owned(), "What it means.".into());
        Value::Object(kind)
    };
    let properties: Map<_, _> = (0..required + optional)
        .map(|index| (format!("input_{index:02}"), described(index)))
        .collect();
    let names: Vec<_> = properties.keys().take(required).cloned().collect();
    json!({"name": format!("look_up_x{number}"), "description": "Looks it up.",
        "inputSchema": {"type": "object", "properties": properties, "required": names}})
}

#[test]
fn a_tool_of_ten_parameters_is_at_most_60_lines() {
    for required in 0..=10 {
        let lines = |count: usize| {
            let tools: Vec<_> =
                (0..count).map(|number| tool(number, required, 10 - required)).collect();
            generated(&snapshot_of(&tools)).lines().count()
        };
        let each = lines(2) - lines(1);
        assert!(each <= 60, "{each} lines with {required} required");
    }
}

/// `true` and `{}` next to named properties mean the same as their absence: they do not limit other members.
#[test]
fn inputs_stay_typed_if_other_members_may_be_anything() {
    let line = |rest: Option<Value>| {
        let mut tool = tool(0, 1, 1);
        if let Some(rest) = rest {
            tool["inputSchema"]["additionalProperties"] = rest;
        }
        let text = generated(&snapshot_of(&[tool]));
        text.lines().find(|line| line.contains("fn look_up_x0(")).unwrap().to_owned()
    };
    let absent = line(None);
    for rest in [json!(true), json!({}), json!({"description": "More."})] {
        assert_eq!(line(Some(rest)), absent);
    }
    assert_ne!(line(Some(json!({"type": "string"}))), absent);
}

/// Returns the type of an input of this schema.
fn map_of(schema: &Value) -> String {
    let input = json!({"type": "object", "properties": {"map": schema}});
    let text = generated(&snapshot_of(&[json!({"name": "a", "inputSchema": input})]));
    let line = text.lines().find_map(|line| line.trim().strip_prefix("map: "));
    line.unwrap().split(" =").next().unwrap().to_owned()
}

#[test]
fn an_object_of_any_names_and_one_type_is_a_map() {
    let map = |values: Value| map_of(&json!({"type": "object", "additionalProperties": values}));
    let point = json!({"type": "object", "properties": {"x": {"type": "number"}}});
    for (values, kind) in [
        (json!({"type": "string", "maxLength": 3}), "t::Dict<t::Text<3>>"),
        (json!({"type": ["integer", "null"]}), "t::Dict<t::Nullable<t::AnyInt>>"),
        (json!({"enum": ["a"]}), "t::Dict<super::input::a::Map>"),
        (json!({"type": "array", "items": point}), "t::Dict<t::List<super::input::a::Map>>"),
        (
            json!({"type": "object", "additionalProperties": point}),
            "t::Dict<t::Dict<super::input::a::Map>>",
        ),
        // Of any JSON, it is any JSON.
        (json!(true), "t::Value"),
        (json!({"type": "object"}), "t::Value"),
        (
            json!({"type": "object", "additionalProperties": {"type": ["string", "integer"]}}),
            "t::Value",
        ),
    ] {
        assert_eq!(map(values), kind);
    }
    let strings = json!({"type": "object", "additionalProperties": {"type": "string"}});
    let with = |keyword: &str, value: Value| {
        let mut schema = strings.clone();
        schema[keyword] = value;
        map_of(&schema)
    };
    for (keyword, value) in [
        ("propertyNames", json!({"pattern": "^a"})),
        ("properties", json!({})),
        ("patternProperties", json!({})),
        ("minProperties", json!(1)),
    ] {
        assert_eq!(with(keyword, value), "t::Dict<t::String>");
    }
    for (keyword, value) in [
        ("patternProperties", json!({"^x": {"type": "integer"}})),
        ("properties", json!({"x": {"type": "integer"}})),
        ("required", json!(["x"])),
    ] {
        assert_eq!(with(keyword, value), "t::Value", "{keyword}");
    }
}

#[test]
fn a_tool_that_takes_any_names_takes_a_map() {
    let line = |input: Value| {
        let text = generated(&snapshot_of(&[json!({"name": "set", "inputSchema": input})]));
        let line = text.lines().find_map(|line| line.trim().strip_prefix("pub fn set("));
        line.unwrap().to_owned()
    };
    let strings = line(json!({"type": "object", "additionalProperties": {"type": "string"}}));
    assert!(strings.contains("arguments: impl Into<t::Dict<t::String>>"), "{strings}");
    let anything = line(json!({"type": "object", "additionalProperties": true}));
    assert!(anything.contains("arguments: impl Into<t::Map>"), "{anything}");
}

#[test]
fn a_deep_schema_is_read_from_its_snapshot() {
    let mut deep = json!({"type": "string"});
    for _ in 0..24 {
        deep = json!({"type": "object", "properties": {"a": deep}});
    }
    let tool = json!({"name": "deep", "inputSchema": deep});
    assert!(generated(&snapshot_of(&[tool])).contains("fn deep("));
}

fn name() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "a",
        "A",
        "b",
        "_",
        "-",
        " ",
        "1",
        "2",
        "type",
        "self",
        "Client",
        "\u{1f642}",
        "=",
        "\u{e9}",
        "new",
        "send",
        "t",
        "Self",
        "r#",
        "*/",
        "\"",
        "\\",
        "{",
        "get",
        "Get",
        ".",
    ]);
    vec(parts, 1..5).prop_map(|parts| parts.concat())
}

/// A schema of any kind, sound or not.
fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({"type": "string"})),
        (any::<i64>(), any::<i64>()).prop_map(|(min, max)| json!({"type": "integer", "minimum": min, "maximum": max})),
        any::<f64>().prop_map(|max| json!({"type": "number", "maximum": max})),
        (name(), any::<u16>()).prop_map(|(name, max)| json!({"type": "string", "maxLength": max, "description": name, "default": name})),
        vec(name(), 1..5).prop_map(|names| json!({"enum": names})),
        vec(any::<i8>(), 1..3).prop_map(|values| json!({"enum": values})),
        name().prop_map(|name| json!({"const": name})),
        Just(json!({"$ref": "#/$defs/one"})),
        Just(json!({"$ref": "#"})),
        Just(json!(true)),
        Just(json!({"type": "null"})),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            inner.clone().prop_map(|inner| json!({"anyOf": [inner, {"type": "null"}]})),
            vec(inner.clone(), 2..4).prop_map(|ways| json!({"oneOf": ways})),
            map(inner.clone()),
            union(inner.clone()),
            object(inner),
        ]
    })
}

fn union(inner: impl Strategy<Value = Value> + Clone) -> impl Strategy<Value = Value> {
    (name(), vec((name(), object(inner)), 2..4)).prop_map(|(tag, ways)| {
        let way = |(value, mut object): (String, Value)| {
            object["properties"][&tag] = json!({"const": value});
            object["required"].as_array_mut().unwrap().push(json!(tag));
            object
        };
        json!({"oneOf": ways.into_iter().map(way).collect::<Vec<_>>()})
    })
}

fn map(values: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    values.prop_map(|values| json!({"type": "object", "additionalProperties": values}))
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let properties = vec((name(), inner, any::<bool>()), 0..6);
    (properties, 0..3).prop_map(|(properties, closed)| {
        let required: HashSet<_> =
            properties.iter().filter(|one| one.2).map(|one| one.0.clone()).collect();
        let properties: Map<_, _> =
            properties.into_iter().map(|(name, schema, _)| (name, schema)).collect();
        let mut object = json!({"type": "object", "properties": properties, "required": required});
        if closed < 2 {
            object["additionalProperties"] = json!(closed == 1);
        }
        object
    })
}

fn tools() -> impl Strategy<Value = Vec<Value>> {
    let tool = (name(), object(schema()), schema(), schema(), name()).prop_map(
        |(name, mut input, one, output, text)| {
            input["$defs"] = json!({"one": one.clone()});
            let mut output = output;
            if let Some(members) = output.as_object_mut() {
                members.insert("$defs".to_owned(), json!({"one": one}));
            }
            let output = if text.len() % 2 == 0 { input.clone() } else { output };
            json!({"name": name, "description": text, "inputSchema": input, "outputSchema": output})
        },
    );
    vec(tool, 0..6)
}

/// No two items of a module, fields of a struct, variants of an enum or methods have one name.
fn distinct(items: &[syn::Item], count: &mut usize) {
    let mut names = HashSet::new();
    let mut modules = HashSet::new();
    for item in items {
        match item {
            syn::Item::Macro(item) => {
                let mut found = Vec::new();
                declared(item.mac.tokens.clone(), &mut found);
                for name in found {
                    *count += 1;
                    assert!(names.insert(name.clone()), "{name} twice");
                }
            }
            syn::Item::Struct(item) => assert!(names.insert(item.ident.to_string())),
            syn::Item::Type(item) => assert!(names.insert(item.ident.to_string())),
            syn::Item::Trait(item) => assert!(names.insert(item.ident.to_string())),
            syn::Item::Mod(item) => {
                assert!(modules.insert(item.ident.to_string()), "{} twice", item.ident);
                distinct(&item.content.as_ref().unwrap().1, count);
            }
            syn::Item::Impl(item) => {
                let methods = item.items.iter().filter_map(|item| match item {
                    syn::ImplItem::Fn(method) => Some(method),
                    _ => None,
                });
                let mut found = HashSet::new();
                for method in methods {
                    assert!(found.insert(method.sig.ident.to_string()));
                    let mut arguments = HashSet::new();
                    for argument in &method.sig.inputs {
                        if let syn::FnArg::Typed(argument) = argument {
                            let syn::Pat::Ident(name) = &*argument.pat else { panic!() };
                            assert!(arguments.insert(name.ident.to_string()));
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// Names after `struct` and `enum`; those of members stand before a colon or `=` in the group behind.
fn declared(tokens: proc_macro2::TokenStream, found: &mut Vec<String>) {
    use proc_macro2::TokenTree;
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        let is_item = matches!(token, TokenTree::Ident(word) if word == "struct" || word == "enum");
        let (true, Some(TokenTree::Ident(name))) = (is_item, tokens.get(index + 1)) else {
            continue;
        };
        found.push(name.to_string());
        let mut members = HashSet::new();
        let groups =
            tokens.iter().skip(index + 2).take_while(|token| matches!(token, TokenTree::Group(_)));
        for group in groups {
            let TokenTree::Group(group) = group else { continue };
            let inner: Vec<_> = group.stream().into_iter().collect();
            let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
            for (index, pair) in inner.windows(2).enumerate() {
                let [TokenTree::Ident(member), TokenTree::Punct(mark)] = pair else { continue };
                // A type stands behind a colon.
                let is_type = index > 0 && is_colon(&inner[index - 1]);
                let begins = mark.as_char() == ':' && mark.spacing() == proc_macro2::Spacing::Alone
                    || mark.as_char() == '=' && !is_type;
                if begins {
                    assert!(members.insert(member.to_string()), "{member} twice in {name}");
                }
            }
        }
    }
}

/// The enums of an input and of an output that become one another.
fn pairs(text: &str) -> Vec<&str> {
    let pair = |line| str::strip_prefix(str::trim(line), "impl From<input::")?.strip_suffix(" {}");
    text.lines().filter_map(pair).collect()
}

#[test]
fn enums_that_say_the_same_become_one_another_while_they_are_few() {
    let named = |count: usize, values: [&str; 2]| {
        let tool = |number: usize| {
            let mut values = values.to_vec();
            values.rotate_left(number % 2);
            let side = json!({"type": "object", "properties": {"state": {"enum": values}}});
            json!({"name": format!("t{number:02}"), "inputSchema": side, "outputSchema": side})
        };
        let mut tools: Vec<_> = (0..count).map(tool).collect();
        tools.push(json!({"name": "other", "inputSchema": {"type": "object", "properties": {
            "state": {"enum": ["open"]}, "status": {"enum": ["open", "shut"]}}}}));
        generated(&snapshot_of(&tools))
    };
    let text = named(16, ["open", "shut"]);
    assert_eq!(pairs(&text).len(), 256);
    assert!(text.contains("impl From<input::t00::State> for output::t15::State {}"));
    // Of more, those within a tool.
    let text = named(17, ["open", "shut"]);
    let own = (0..17).map(|number| format!("t{number:02}::State> for output::t{number:02}::State"));
    assert_eq!(pairs(&text), own.collect::<Vec<_>>());
}

/// Fewer than by default, because a case is a whole client, unless `PROPTEST_CASES` sets a number.
fn cases() -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.unwrap_or(96)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tools_become_rust_with_no_name_twice(tools in tools()) {
        let snapshot = snapshot_of(&tools);
        let text = generated(&snapshot);
        prop_assert!(text.is_ascii());
        let file = syn::parse_file(&text).unwrap();
        let mut count = 0;
        distinct(&file.items, &mut count);
        prop_assert!(count >= 2 * snapshot.tools.len());
        let pairs = pairs(&text);
        prop_assert_eq!(pairs.iter().collect::<HashSet<_>>().len(), pairs.len());
    }

    #[test]
    fn a_tool_that_comes_or_goes_renames_no_other(tools in tools(), others in tools()) {
        let methods = |snapshot: &Snapshot| -> Vec<(String, String)> {
            let text = generated(snapshot);
            let calls = text.lines().filter_map(|line| line.trim().strip_prefix("/// A call of [`"));
            let names = calls.map(|line| line.split('`').next().unwrap().to_owned());
            snapshot.tools.iter().map(|tool| tool.name.clone()).zip(names).collect()
        };
        let old = snapshot_of(&tools);
        let had = methods(&old);
        let new = snapshot::following(snapshot_of(&[tools, others].concat()), &old);
        let have = methods(&new);
        for name in had {
            // A name that two tools of the list have is that of neither.
            prop_assert!(have.contains(&name) || new.tool(&name.0).is_none(), "{name:?} in {have:?}");
        }
    }
}

#[test]
fn what_was_edited_since_it_was_approved_is_refused_by_place_and_tool() {
    let text = snapshot_of(&[tool(1, 1, 1)]).to_text();
    let path = path();
    let mistaken = |text: &str| {
        fs::write(&path, text).unwrap();
        Builder::new(&path).module("tools").source().unwrap_err().to_string()
    };
    let edited = mistaken(&text.replace("Looks it up.", "Looks it up, and tells."));
    assert!(edited.contains("look_up_x1") && edited.contains(".json:1"), "{edited}");
    let broken = mistaken(&text.replace("\"type\": \"object\"", "\"type\": \"object"));
    assert!(broken.contains("not valid JSON"), "{broken}");
    let fetched = mistaken(&text.replace("\"snapshot\"", "\"snapshots\""));
    assert!(fetched.contains("expected `\"a2t\": \"snapshot\"`"), "{fetched}");
}

#[test]
fn a_selection_of_nothing_is_reported_with_what_was_meant() {
    let path = path();
    fs::write(&path, snapshot_of(&[tool(1, 1, 1), tool(2, 0, 0)]).to_text()).unwrap();
    let builder = || Builder::new(&path).module("tools");
    let one = builder().tool("look_up_x2").source().unwrap();
    assert!(one.contains("fn look_up_x2") && !one.contains("fn look_up_x1"));
    let error = builder().tool("look_up_x3").tag("a").source().unwrap_err().to_string();
    assert!(error.contains("no tool is called `look_up_x3`; did you mean `look_up_x"), "{error}");
    assert!(error.contains("no tool has the tag `a`"), "{error}");
    let error =
        builder().rename("look_up_x1.inputs.input_0", "x").source().unwrap_err().to_string();
    assert!(error.contains("did you mean `look_up_x1.inputs.input_00`?"), "{error}");
}

#[test]
fn a_crate_of_another_name_is_named_everywhere() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/codegen/catalogs/mcp_every_shape.json");
    let text = Builder::new(&path).crate_path("::renamed").source().unwrap();
    assert!(text.contains("::renamed::mcp::client::") && !text.contains("a2t::"));
    let same = Builder::new(&path).source().unwrap();
    assert_eq!(text.replace("::renamed::", "::a2t::"), same);
}
