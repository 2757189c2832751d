//! Inputs and tools that an import loses are reported, and travel in another form where that is
//! asked for.

use a2t_core::InputType;
use a2t_dialect::import::{self, Diagnostics, Effect, Imported, Loss, Options};
use serde_json::{Value, json};

fn parsed(document: Value) -> Imported {
    import::parse(document.to_string().as_bytes(), &Options::new("test")).unwrap()
}

/// The tool is dropped, and the diagnostic has the location of its inputs.
#[track_caller]
fn assert_lost(document: Value, pointer: &str) {
    let found = parsed(document);
    assert_eq!(found.tools, [], "{:?}", found.diagnostics);
    assert_eq!(found.dropped, ["now"]);
    let diagnostic = &found.diagnostics.as_slice()[0];
    assert_eq!(diagnostic.pointer, pointer, "{diagnostic}");
    assert!(diagnostic.to_string().contains("lost"), "{diagnostic}");
}

#[test]
fn a_definition_whose_inputs_are_not_where_they_belong_is_not_one_without_inputs() {
    let city = json!({"type": "string"});
    let inside = json!({"type": "object", "properties": {"city": city}});
    assert_lost(json!([{"name": "now", "inputSchema": {"json": inside}}]), "/0/inputSchema/json");
    assert_lost(
        json!([{"name": "now", "inputSchema": {"type": "object", "city": city}}]),
        "/0/inputSchema/city",
    );
    assert_lost(json!([{"name": "now", "input_schema": {"city": city}}]), "/0/input_schema/city");
    assert_lost(
        json!([{"type": "function", "function": {"name": "now", "input_schema": inside}}]),
        "/0/function/input_schema",
    );
    let list = json!([{"name": "now", "inputSchema": {"type": "object", "properties": [city]}}]);
    assert_eq!(parsed(list).diagnostics.as_slice()[0].rule, Loss::NotAnObject);
    let beside = json!([{"name": "now", "inputSchema": {"type": "object", "properties": {"city": city}, "days": {"type": "integer"}}}]);
    let found = parsed(beside);
    assert_eq!(found.diagnostics.as_slice()[0].effect, Effect::InputDropped);
    let bedrock = json!({"toolConfig": [], "tools": [{"toolSpec": {"name": "now", "inputSchema": {"json": inside}}}]});
    let refusal = import::parse(bedrock.to_string().as_bytes(), &Options::new("test")).unwrap_err();
    assert!(
        refusal.to_string().starts_with("/tools/0/toolSpec: Amazon Bedrock's form"),
        "{refusal}"
    );
    // Words of the schema itself, and a tool that has no inputs.
    for fine in [
        json!({}),
        json!({"type": "object", "x-order": {"type": "a"}, "$defs": {"a": {"type": "string"}}}),
    ] {
        assert_eq!(
            parsed(json!([{"name": "now", "inputSchema": fine}])).diagnostics.as_slice(),
            []
        );
    }
}

#[test]
fn an_object_of_another_shape_is_reported_by_its_members() {
    let refusal = import::parse(br#"{"data": [], "next": 1}"#, &Options::new("test")).unwrap_err();
    assert!(refusal.to_string().ends_with("got an object with `data`, `next`"), "{refusal}");
}

#[test]
fn the_size_is_reported_and_can_be_raised() {
    let document = json!([{"name": "now", "inputSchema": {}}]).to_string();
    let options = Options::new("test");
    let small = import::parse(document.as_bytes(), &options.clone().max_bytes(20)).unwrap_err();
    let expected =
        format!("a document of {} bytes, more than the 20 that are read", document.len());
    assert!(small.to_string().starts_with(&expected), "{small}");
    let blanks = " ".repeat(9 << 20);
    let large = format!("{document}{blanks}");
    assert!(import::parse(large.as_bytes(), &options).is_err());
    assert_eq!(
        import::parse(large.as_bytes(), &options.max_bytes(10 << 20)).unwrap().tools.len(),
        1
    );
}

#[test]
fn no_lost_tool_stands_behind_notes() {
    let tool = |index: usize| {
        let free = json!({"type": "integer"});
        let lost = json!({"type": "array"});
        let names = (0..20).map(|input| (format!("i{input}"), free.clone()));
        let mut inputs: serde_json::Map<_, _> = names.collect();
        if index >= 60 {
            inputs.insert("lost".to_owned(), lost);
        }
        let required = if index >= 60 { json!(["lost"]) } else { json!([]) };
        json!({"name": format!("t{index}"), "inputSchema": {"type": "object", "properties": inputs, "required": required}})
    };
    let found = parsed((0..150).map(tool).collect());
    assert_eq!(found.dropped.len(), 90);
    let errors = found.diagnostics.iter().filter(|found| found.effect == Effect::ToolDropped);
    assert_eq!(errors.count(), 90);
    assert_eq!(found.diagnostics.as_slice().len() + found.diagnostics.more(), 60 * 20 + 90);
    assert_eq!(found.diagnostics.as_slice().len(), Diagnostics::MAX);
    assert!(!found.diagnostics.is_lossless());
}

#[test]
fn what_no_signature_has_travels_in_another_form_where_that_is_asked_for() {
    let schema = json!({"type": "object", "required": ["at", "rows", "note"], "properties": {
        "at": {"type": "number", "minimum": 0.5, "maximum": 10, "description": "Where."},
        "rows": {"type": "array", "items": {"type": "string"}},
        "where": {"type": "object", "properties": {"x": {"type": "integer"}}},
        "any": {}, "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "note": {"type": ["string", "null"]},
    }});
    let document = json!([{"name": "draw", "inputSchema": schema}]).to_string();
    let strict = import::parse(document.as_bytes(), &Options::new("test")).unwrap();
    assert_eq!(strict.dropped, ["draw"]);
    let found = import::parse(document.as_bytes(), &Options::new("test").lossy(true)).unwrap();
    let inputs = &found.tools[0].input_parameters;
    let names: Vec<_> = inputs.iter().map(|input| (&*input.name, input.required)).collect();
    assert_eq!(
        names,
        [
            ("at", true),
            ("rows", true),
            ("note", false),
            ("where", false),
            ("any", false),
            ("either", false)
        ]
    );
    assert_eq!(inputs[0].kind, InputType::Int { min: Some(1), max: 10 });
    assert_eq!(inputs[1].kind, InputType::String { max_length: None });
    assert_eq!(inputs[1].description, "(JSON as text: an array)");
    assert!(!found.diagnostics.is_lossless());
    let reshaped = found.diagnostics.iter().filter(|found| found.effect == Effect::Reshaped);
    assert_eq!(reshaped.count(), 5);
    assert!(found.tools[0].check().is_empty());
}

#[test]
fn a_tool_that_looks_like_another_is_not_imported() {
    let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}});
    let names = ["add", "x1", "xl", "\u{430}dd", "day"];
    let imported = parsed(json!({"tools": names.map(tool)}));
    assert_eq!(imported.dropped, ["\u{430}dd"]);
    let diagnostic = imported.diagnostics.iter().next().unwrap();
    assert_eq!(diagnostic.rule, Loss::DuplicateTool);
    assert_eq!(
        diagnostic.message,
        "expected a name that does not look like `add`, got `\\u{430}dd`"
    );
    assert_eq!(imported.tools.len(), 4);
}

/// An operation with these members, in a description of OpenAPI.
fn operation(path: &str, operation: Value) -> Imported {
    let mut operation = operation;
    operation["operationId"] = json!("now");
    parsed(json!({"openapi": "3.1.0", "paths": {path: {"post": operation}}}))
}

fn effects(found: &Imported) -> Vec<(&'static str, Effect)> {
    found.diagnostics.iter().map(|one| (one.rule.slug(), one.effect)).collect()
}

fn with_schema(schema: Value) -> Imported {
    operation("/a", json!({"parameters": [{"name": "n", "in": "query", "schema": schema}]}))
}

#[test]
fn integers_have_the_bounds_that_a_call_may_have() {
    let (max, safe) = (i64::MAX, (1_i64 << 53) - 1);
    let text = [("import-range", Effect::Text)];
    let cut = [("import-range", Effect::Narrowed)];
    for (schema, bounds, expected) in [
        (json!({"format": "int64"}), (None, max), &[][..]),
        (json!({"format": "int64", "minimum": 1}), (Some(1), max), &[]),
        (json!({"minimum": i64::MIN, "maximum": max}), (Some(i64::MIN), max), &[]),
        (json!({"maximum": 1e18}), (None, 1_000_000_000_000_000_000), &[]),
        (json!({}), (None, safe), &text),
        (json!({"minimum": 9_007_199_254_740_993_i64}), (Some(9_007_199_254_740_993), max), &text),
        (json!({"format": "uint64"}), (Some(0), max), &cut),
        (json!({"maximum": u64::MAX}), (None, max), &cut),
        (json!({"exclusiveMaximum": 1e300, "minimum": 0}), (Some(0), max), &cut),
        (json!({"minimum": -1e300, "maximum": 9}), (None, 9), &cut),
        (json!({"exclusiveMaximum": 9_223_372_036_854_775_808_u64}), (None, max), &[]),
    ] {
        let mut schema = schema;
        schema["type"] = json!("integer");
        let found = with_schema(schema.clone());
        let (min, max) = bounds;
        assert_eq!(
            found.tools[0].input_parameters[0].kind,
            InputType::Int { min, max },
            "{schema}"
        );
        assert_eq!(effects(&found), expected, "{schema}");
    }
    for none in [
        json!({"minimum": u64::MAX}),
        json!({"maximum": -1e300}),
        json!({"minimum": 3, "maximum": 2}),
    ] {
        let mut schema = none;
        schema["type"] = json!("integer");
        let found = with_schema(schema);
        assert_eq!(effects(&found), [("import-no-schema", Effect::InputDropped)]);
    }
}

#[test]
fn a_tool_without_its_body_is_another_one_and_dropped() {
    let body = |content: Value| operation("/a", json!({"requestBody": {"content": content}}));
    let object = |properties: Value| {
        body(json!({"application/json": {"schema": {"type": "object", "properties": properties}}}))
    };
    for found in [
        body(json!({"multipart/form-data": {"schema": {"type": "object"}}})),
        body(json!({"application/json": {"schema": {"type": "array"}}})),
        body(json!({"application/json": {}})),
        object(
            json!({"a": {"type": "array"}, "b": {"type": "number"}, "id": {"type": "string", "readOnly": true}}),
        ),
    ] {
        assert_eq!((&*found.tools, &*found.dropped), (&[][..], &["now".to_owned()][..]));
        assert!(
            effects(&found).contains(&("import-body", Effect::ToolDropped)),
            "{:?}",
            effects(&found)
        );
    }
    let rest = object(json!({"a": {"type": "array"}, "b": {"type": "string"}}));
    assert_eq!(rest.tools[0].input_parameters.len(), 1);
    let written = object(json!({"id": {"type": "string", "readOnly": true}}));
    assert_eq!((written.tools.len(), effects(&written)), (1, vec![]));
}

#[test]
fn undeclared_parts_of_a_path_are_inputs_and_reported() {
    let declared = json!([
        {"name": "b", "in": "path", "required": true, "schema": {"type": "integer", "maximum": 9}},
        {"name": "a", "in": "header", "schema": {"$ref": "#/none"}},
        {"name": "q", "in": "query", "schema": {"type": "string"}},
    ]);
    let found = operation("/x/{a}/{b}/{a}/y-{c}", json!({"parameters": declared}));
    assert_eq!(found.tools.len(), 1, "{:?}", found.diagnostics);
    let inputs = found.tools[0].input_parameters.iter();
    let inputs: Vec<_> = inputs.map(|input| (&*input.name, input.required)).collect();
    assert_eq!(inputs, [("b", true), ("q", false), ("a", true), ("c", true)]);
    let messages: Vec<_> = found.diagnostics.iter().map(|one| &*one.message).collect();
    assert!(
        messages.contains(&"no parameter declares `{a}` of the path: a required text"),
        "{messages:?}"
    );
    assert!(
        messages.contains(&"no parameter declares `{c}` of the path: a required text"),
        "{messages:?}"
    );
}

#[test]
fn findings_beyond_those_that_are_kept_are_counted_by_rule() {
    let arrays: serde_json::Map<_, _> =
        (0..60).map(|n| (format!("a{n}"), json!({"type": "array"}))).collect();
    let tool = |n: u32| json!({"name": format!("t{n}"), "inputSchema": {"type": "object", "properties": arrays}});
    let found = parsed(Value::Array((0..30).map(tool).collect()));
    assert_eq!((found.diagnostics.as_slice().len(), found.diagnostics.more()), (1_000, 800));
    assert_eq!(found.diagnostics.counts().collect::<Vec<_>>(), [(Loss::Array, 1_800)]);
}
