//! Documents as servers and providers have them, each with the signatures and the report that it
//! must give; written for these tests. `UPDATE_GOLDEN=1` writes both again: read the difference.

mod lost;
mod properties;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use a2t_core::catalog;
use a2t_dialect::import::{self, Effect, Imported, Kind, Loss, Options};
use serde_json::{Value, json};

const DOCUMENTS: [(&str, Kind); 6] = [
    ("mcp-files", Kind::Mcp),
    ("mcp-issues", Kind::Mcp),
    ("anthropic", Kind::Anthropic),
    ("openai", Kind::OpenAi),
    ("petstore", Kind::OpenApi),
    ("tickets-31", Kind::OpenApi),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/import")
}

fn read(name: &str) -> Imported {
    let bytes = fs::read(folder().join(format!("{name}.json"))).unwrap();
    import::parse(&bytes, &Options::new(name)).unwrap()
}

fn inputs(schema: Value) -> Imported {
    let tools =
        json!([{"name": "t", "inputSchema": {"type": "object", "properties": {"a": schema}}}]);
    import::read(&tools, &Options::new("test")).unwrap()
}

/// The one input, as JSON.
fn input(schema: Value) -> Value {
    json!(inputs(schema).tools[0].input_parameters[0])
}

fn rule(schema: Value) -> Loss {
    inputs(schema).diagnostics.as_slice()[0].rule
}

#[test]
fn documents_give_their_signatures_and_reports() {
    for (name, kind) in DOCUMENTS {
        let found = read(name);
        assert_eq!(found.kind, kind, "{name}");
        let mut signatures = serde_json::to_string_pretty(&found.tools).unwrap();
        signatures.push('\n');
        let mut report = String::new();
        for diagnostic in &found.diagnostics {
            writeln!(report, "{diagnostic}").unwrap();
        }
        writeln!(report, "dropped: {}", found.dropped.join(", ")).unwrap();
        for (ending, text) in [("signatures.json", &signatures), ("report.txt", &report)] {
            let path = folder().join(format!("{name}.{ending}"));
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                fs::write(&path, text).unwrap();
            }
            assert_eq!(&fs::read_to_string(&path).unwrap(), text, "{}", path.display());
        }
    }
}

#[test]
fn what_is_imported_is_a_catalog_that_obeys_every_rule() {
    for (name, _) in DOCUMENTS {
        let found = read(name);
        let page = serde_json::to_vec(&json!({ "items": found.tools })).unwrap();
        assert_eq!(catalog::parse(&page).unwrap().tools, found.tools, "{name}");
    }
}

#[test]
fn diagnostics_point_into_the_document() {
    for (name, _) in DOCUMENTS {
        let bytes = fs::read(folder().join(format!("{name}.json"))).unwrap();
        let document: Value = serde_json::from_slice(&bytes).unwrap();
        for diagnostic in &read(name).diagnostics {
            let parent = diagnostic.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
            assert!(document.pointer(parent).is_some(), "{name}: {diagnostic}");
        }
    }
}

#[test]
fn an_id_is_that_of_the_source_and_the_name_whatever_the_document() {
    let mcp = json!([{"name": "add", "inputSchema": {"type": "object"}}]);
    let anthropic =
        json!([{"name": "add", "input_schema": {"type": "object"}, "description": "Adds."}]);
    let id = |document: &Value, source: &str| {
        import::read(document, &Options::new(source)).unwrap().tools[0].tool_id
    };
    assert_eq!(id(&mcp, "sums"), id(&anthropic, "sums"));
    assert_ne!(id(&mcp, "sums"), id(&mcp, "others"));
    assert_eq!(id(&mcp, "sums"), Options::new("sums").tool_id("add"));
    // What it was when it was written down; it never changes.
    assert_eq!(id(&mcp, "sums").to_string(), "4d2b64e5-7f0d-5ba6-991b-88df538eba65");
    let (a, b) = (Options::new("a/b"), Options::new("a"));
    assert_ne!(a.tool_id("c"), b.tool_id("b/c"));
}

#[test]
fn integers_get_the_widest_range_that_json_keeps_and_not_the_default_of_the_protocol() {
    let plain = input(json!({"type": "integer"}));
    assert_eq!((&plain["max"], plain.get("min")), (&json!(9_007_199_254_740_991_i64), None));
    for (schema, min, max) in [
        (json!({"type": "integer", "minimum": 1.5, "maximum": 3.5}), 2, 3),
        (json!({"type": "integer", "exclusiveMinimum": 1.5, "exclusiveMaximum": 4.0}), 2, 3),
        (json!({"type": "integer", "minimum": 1, "exclusiveMinimum": true, "maximum": 3}), 2, 3),
        (json!({"type": "integer", "format": "int8"}), -128, 127),
        (json!({"type": "integer", "format": "uint32", "maximum": 9}), 0, 9),
        (json!({"type": "integer", "enum": [5, 3, 4]}), 3, 5),
        (json!({"const": 7}), 7, 7),
        (json!({"allOf": [{"type": "integer", "minimum": 2}, {"maximum": 5}]}), 2, 5),
    ] {
        let found = input(schema.clone());
        assert_eq!((&found["min"], &found["max"]), (&json!(min), &json!(max)), "{schema}");
    }
    let empty = inputs(json!({"type": "integer", "minimum": 3, "maximum": 2}));
    assert_eq!(empty.diagnostics.as_slice()[0].rule, Loss::NoSchema);
}

#[test]
fn null_makes_an_input_optional_in_each_of_its_spellings() {
    for schema in [
        json!({"type": ["string", "null"]}),
        json!({"anyOf": [{"type": "null"}, {"type": "string"}]}),
        json!({"oneOf": [{"type": "string"}, {"const": null}]}),
        json!({"type": "string", "nullable": true}),
        json!({"enum": ["A", null]}),
    ] {
        let tools = json!([{"name": "t", "inputSchema": {"type": "object", "properties": {"a": schema}, "required": ["a"]}}]);
        let found = import::read(&tools, &Options::new("test")).unwrap();
        assert!(!found.tools[0].input_parameters[0].required, "{schema}");
        assert!(found.diagnostics.as_slice().is_empty(), "{schema}");
    }
}

#[test]
fn what_has_no_type_in_the_protocol_is_named() {
    for (schema, expected) in [
        (json!({"type": "number"}), Loss::Number),
        (json!({"type": "array"}), Loss::Array),
        (json!({"items": {"type": "string"}}), Loss::Array),
        (json!({"type": "object"}), Loss::FreeForm),
        (json!({"properties": {"b": {}}}), Loss::Nested),
        (json!({"type": ["string", "integer"]}), Loss::Union),
        (json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}), Loss::Union),
        (json!({"enum": ["a", 1]}), Loss::Union),
        (json!({"description": "Anything."}), Loss::Untyped),
        (json!(true), Loss::Untyped),
        (json!(false), Loss::NoSchema),
        (json!(3), Loss::NoSchema),
        (json!({"enum": []}), Loss::NoSchema),
        (json!({"type": "null"}), Loss::NoSchema),
        (json!({"$ref": "#/properties/a"}), Loss::Cycle),
        (json!({"$ref": "other.json#/a"}), Loss::Reference),
        (json!({"$ref": "#/nowhere"}), Loss::Reference),
        (json!({"$ref": 1}), Loss::Reference),
        (json!({"type": "string", "allOf": [{"type": "integer"}]}), Loss::Union),
    ] {
        assert_eq!(rule(schema.clone()), expected, "{schema}");
        assert!(inputs(schema).tools[0].input_parameters.is_empty());
    }
}

#[test]
fn what_a_string_loses_stands_in_its_description() {
    let found = inputs(
        json!({"type": "string", "description": "Day.", "format": "date", "minLength": 10, "default": "2026-01-01"}),
    );
    let text = &found.tools[0].input_parameters[0].description;
    assert_eq!(text, "Day. (at least 10 characters; format: `date`; default `2026-01-01`)");
    let effects: Vec<_> = found.diagnostics.iter().map(|found| found.effect).collect();
    assert_eq!(effects, [Effect::Widened, Effect::Widened, Effect::Text]);
}

#[test]
fn documents_that_are_no_list_of_tools_are_refused_in_words() {
    let refused = |document: Value| {
        let refusal = import::read(&document, &Options::new("test")).unwrap_err();
        refusal.to_string()
    };
    for (document, words) in [
        (json!({"swagger": "2.0"}), "Swagger 2.0 is not read"),
        (json!({"openapi": "4.0.0", "paths": {}}), "expected OpenAPI 3.0 or 3.1, got \"4.0.0\""),
        (json!({"openapi": "3.1.0"}), "expected `paths`"),
        (json!({"items": []}), "an A2T catalog"),
        (
            json!({"jsonrpc": "2.0", "error": {"message": "no\u{1b}"}}),
            "answered with an error: no\\u{1b}",
        ),
        (json!("tools"), "expected a list of tools"),
        (json!([{"name": "a"}]), "no entry shows what kind"),
    ] {
        let text = refused(document);
        assert!(text.contains(words), "{text}");
    }
    let twice = import::parse(br#"{"tools": [], "tools": []}"#, &Options::new("test"));
    assert!(twice.unwrap_err().message.contains("duplicate member"));
}
