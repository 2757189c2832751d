//! Properties of every document: no panic, signatures that obey every rule, diagnostics that are inert;
//! and a signature that is exported and imported is the same, up to what the dialects do not carry.

use std::time::Instant;

use a2t_core::signature::{Hints, SAFE_MAX, Text, rule};
use a2t_core::{
    AllowedValue, InputParameter, InputType, OutputParameter, OutputType, ToolId, ToolSignature,
};
use a2t_dialect::import::{self, Imported, Kind, Options};
use a2t_dialect::{Dialect, Selection};
use proptest::collection::{hash_set, vec};
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn input_type() -> impl Strategy<Value = InputType> {
    let range = (option::of(-SAFE_MAX..=SAFE_MAX), 0..=SAFE_MAX).prop_map(|(min, width)| {
        let max = min.map_or(width, |min| min.saturating_add(width));
        InputType::Int { min, max }
    });
    let names = hash_set("[A-Z][A-Z0-9]{0,2}(_[A-Z0-9])?", 1..5);
    let choices = names.prop_map(|names| {
        let value = |name: String| AllowedValue { name: name.into(), description: "".into() };
        let allowed_values: Vec<_> = names.into_iter().map(value).collect();
        InputType::Enum { allowed_values: allowed_values.into() }
    });
    prop_oneof![
        option::of(0..5_000_u64).prop_map(|max_length| InputType::String { max_length }),
        range,
        Just(InputType::Boolean),
        choices,
    ]
}

/// Signatures with what a JSON schema and a list of tools carry.
fn signature() -> impl Strategy<Value = ToolSignature> {
    let input = (input_type(), any::<bool>(), "[a-z]{1,8}( [a-z]{1,8}){0,3}");
    let output = prop_oneof![
        Just(OutputType::String),
        Just(OutputType::Int),
        Just(OutputType::Boolean),
        Just(OutputType::Json),
    ];
    let names = || hash_set("[a-z]{1,6}", 1..6);
    let head = ("[a-z]{1,9}(_[a-z]{1,9}){0,3}", "[A-Z][a-z]{0,9}( [a-z]{1,9}){0,5}");
    (head, names(), vec(input, 6), names(), vec(output, 6)).prop_map(
        |((name, description), inputs, kinds, outputs, results)| {
            let inputs = inputs.into_iter().zip(kinds);
            let inputs = inputs.map(|(name, (kind, required, text))| InputParameter {
                id: name.clone().into(),
                name: name.into(),
                kind,
                description: text.into(),
                required,
                format: None,
            });
            let outputs = outputs.into_iter().zip(results);
            let outputs = outputs.map(|(name, kind)| OutputParameter {
                id: name.clone().into(),
                description: format!("The {name}.").into(),
                name: name.into(),
                kind,
            });
            let mut inputs: Vec<_> = inputs.collect();
            inputs.sort_by(|a, b| (b.required, &a.name).cmp(&(a.required, &b.name)));
            let mut outputs: Vec<_> = outputs.collect();
            outputs.sort_by(|a, b| a.name.cmp(&b.name));
            ToolSignature {
                tool_id: Options::new("round").tool_id(&name),
                name: name.into(),
                title: None,
                description: description.into(),
                img: None,
                version: 1,
                current_version: 1,
                deprecated: None,
                hints: Hints::NONE,
                preconditions: Some(Default::default()),
                errors: Default::default(),
                tags: Vec::new().into(),
                input_parameters: inputs.into(),
                output_parameters: outputs.into(),
            }
        },
    )
}

/// Title, picture and hints, which MCP has and providers have not.
fn labels() -> impl Strategy<Value = (Option<Text>, Option<Text>, Hints)> {
    let text = |text: &'static str| option::of(Just(Text::Borrowed(text)));
    let hints = (any::<bool>(), any::<bool>(), option::of(any::<bool>()));
    let hints = hints.prop_map(|(read_only, idempotent, destructive)| Hints {
        read_only,
        idempotent,
        long_running: false,
        destructive: destructive.filter(|destructive| !(read_only && *destructive)),
    });
    (text("Look it up"), text("https://example.com/it.png"), hints)
}

/// What comes back of a signature through a dialect.
fn round(dialect: &str, tool: &ToolSignature, strict: bool) -> Imported {
    let selection = Selection::approved([tool.clone()]);
    let dialect = Dialect::find(dialect).unwrap();
    let written = if strict { dialect.strict_tools(&selection) } else { dialect.tools(&selection) };
    import::read(&written.unwrap(), &Options::new("round")).unwrap()
}

proptest! {
    #[test]
    fn a_signature_survives_the_way_through_mcp(
        mut tool in signature(),
        (title, img, hints) in labels(),
    ) {
        (tool.title, tool.img, tool.hints) = (title, img, hints);
        let back = round("mcp", &tool, false);
        prop_assert_eq!(back.kind, Kind::Mcp);
        prop_assert!(back.diagnostics.as_slice().is_empty(), "{:?}", back.diagnostics);
        prop_assert_eq!(&back.tools[0], &tool);
    }

    #[test]
    fn a_signature_survives_the_way_through_providers_but_for_its_outputs(
        tool in signature(),
        dialect in proptest::sample::select(vec!["anthropic", "openai-chat", "openai-responses", "openai-assistants"]),
    ) {
        let back = round(dialect, &tool, false);
        prop_assert!(back.diagnostics.as_slice().is_empty(), "{:?}", back.diagnostics);
        let mut back = back.tools[0].clone();
        prop_assert_eq!(&*back.output_parameters[0].name, "result");
        back.output_parameters = tool.output_parameters.clone();
        prop_assert_eq!(&back, &tool);
    }

    #[test]
    fn strict_modes_keep_names_types_and_what_is_optional(
        tool in signature(),
        dialect in proptest::sample::select(vec!["anthropic", "openai-chat", "openai-responses"]),
    ) {
        let back = round(dialect, &tool, true);
        prop_assert!(back.diagnostics.is_lossless(), "{:?}", back.diagnostics);
        let back = &back.tools[0];
        for input in &*tool.input_parameters {
            let found = back.input_parameters.iter().find(|found| found.name == input.name).unwrap();
            prop_assert_eq!(found.required, input.required);
            prop_assert_eq!(found.kind.name(), input.kind.name());
            prop_assert!(found.description.starts_with(&*input.description));
        }
        prop_assert_eq!(back.input_parameters.len(), tool.input_parameters.len());
    }

    #[test]
    fn any_document_is_imported_or_refused(document in document(), kind in kind()) {
        holds(&document, kind)?;
    }

    #[test]
    fn any_bytes_are_imported_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(import::parse(&bytes, &Options::new("any")).is_err());
    }
}

fn holds(document: &Value, kind: Option<Kind>) -> Result<(), TestCaseError> {
    let options = Options::new("any");
    let options = kind.map_or(options.clone(), |kind| options.kind(kind));
    let found = match import::read(document, &options) {
        Ok(found) => found,
        Err(refusal) => {
            prop_assert!(!refusal.to_string().chars().any(rule::is_forbidden));
            return Ok(());
        }
    };
    let page = serde_json::to_vec(&json!({ "items": found.tools })).unwrap();
    let read = a2t_core::catalog::parse(&page);
    prop_assert!(read.is_ok(), "{:?}", read);
    prop_assert_eq!(read.unwrap().tools, found.tools);
    for diagnostic in &found.diagnostics {
        let text = diagnostic.to_string();
        prop_assert!(!text.contains('\n') && !text.chars().any(rule::is_forbidden), "{}", text);
        let parent = diagnostic.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        prop_assert!(document.pointer(parent).is_some(), "{}", text);
    }
    Ok(())
}

fn kind() -> impl Strategy<Value = Option<Kind>> {
    option::of(proptest::sample::select(Kind::ALL))
}

/// A document of some kind, whose parts are any JSON with the words of schemas among them.
fn document() -> impl Strategy<Value = Value> {
    let tools = vec((text(), any_schema()), 0..4);
    (tools, any_schema(), 0..4_u8).prop_map(|(tools, other, shape)| {
        let tool = |(name, schema): (String, Value)| match shape {
            0 => json!({"name": name, "inputSchema": schema, "outputSchema": other}),
            1 => json!({"name": name, "input_schema": schema, "description": other}),
            _ => json!({"type": "function", "function": {"name": name, "parameters": schema}}),
        };
        if shape < 3 {
            return json!({ "tools": tools.into_iter().map(tool).collect::<Vec<_>>() });
        }
        let mut paths = Map::new();
        for (name, schema) in tools {
            let body =
                json!({"required": true, "content": {"application/json": {"schema": schema}}});
            let parameter = json!({"name": name, "in": "query", "schema": other});
            let operation = json!({"parameters": [parameter, other], "requestBody": body,
                "responses": {"200": {"content": {"application/json": {"schema": other}}}}});
            paths.insert(format!("/{name}"), json!({"get": operation, "post": schema}));
        }
        json!({"openapi": "3.1.0", "paths": paths, "properties": other})
    })
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-z]{1,5}", 1 => any::<String>()]
}

fn any_schema() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|float| json!(float)),
        text().prop_map(Value::from),
        proptest::sample::select(WORDS).prop_map(Value::from),
    ];
    scalar.prop_recursive(6, 64, 6, |inner| {
        let member = prop_oneof![
            6 => proptest::sample::select(WORDS).prop_map(str::to_owned),
            1 => any::<String>(),
        ];
        prop_oneof![
            1 => vec(inner.clone(), 0..4).prop_map(Value::from),
            3 => vec((member, inner), 0..7)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

const WORDS: &[&str] = &[
    "type",
    "properties",
    "required",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "allOf",
    "$ref",
    "items",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "format",
    "description",
    "default",
    "nullable",
    "additionalProperties",
    "string",
    "integer",
    "boolean",
    "number",
    "object",
    "array",
    "null",
    "#",
    "#/properties/type",
    "#/tools/0/inputSchema",
    "#/paths",
    "A_B",
    "name",
    "in",
    "query",
    "schema",
    "parameters",
    "content",
    "application/json",
    "readOnly",
];

fn refused(document: &Value) -> String {
    import::read(document, &Options::new("bomb")).unwrap_err().to_string()
}

#[test]
fn references_do_not_make_a_small_document_a_big_catalog() {
    let text = "word ".repeat(390);
    let members: Map<_, _> = (0..64)
        .map(|index| (format!("p{index}"), json!({"$ref": "#/components/schemas/Text"})))
        .collect();
    let body = json!({"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/All"}}}});
    let paths: Map<_, _> = (0..3_000)
        .map(|index| (format!("/{index}"), json!({"get": {"requestBody": body}})))
        .collect();
    let bomb = |schema: Value| {
        json!({"openapi": "3.0.0", "paths": paths, "components": {"schemas": {
            "Text": schema, "All": {"type": "object", "properties": members, "required": ["p0"]}}}})
    };
    let started = Instant::now();
    let big = refused(&bomb(json!({"type": "string", "description": text})));
    assert!(big.contains("8388608 bytes") || big.contains("more work"), "{big}");
    // Tools without a signature have no bytes, but their texts are work all the same.
    let lost = refused(&bomb(json!({"type": "number", "description": text})));
    assert!(lost.contains("more work"), "{lost}");
    // Not a time to hold anybody to, but the end of a test that would not end.
    assert!(started.elapsed().as_secs() < 60);
}

#[test]
fn unions_of_unions_end() {
    let mut schema = json!({"type": "string"});
    for _ in 0..60 {
        schema = json!({"anyOf": [schema]});
    }
    let tools =
        json!([{"name": "t", "inputSchema": {"type": "object", "properties": {"a": schema}}}]);
    let found = import::read(&tools, &Options::new("deep")).unwrap();
    assert_eq!(found.diagnostics.as_slice()[0].rule, import::Loss::Cycle);
    // Each level nine times: nine to the power of its depth.
    let mut parts = Map::new();
    for level in 0..10 {
        let below = json!({"$ref": format!("#/components/schemas/{}", level + 1)});
        parts.insert(level.to_string(), json!({"allOf": vec![below; 9]}));
    }
    parts.insert("10".to_owned(), json!({"type": "string"}));
    let parameter =
        json!({"name": "a", "in": "query", "schema": {"$ref": "#/components/schemas/0"}});
    let document = json!({"openapi": "3.1.0", "components": {"schemas": parts},
        "paths": {"/a": {"get": {"parameters": [parameter]}}}});
    assert!(refused(&document).contains("more work"));
}

#[test]
fn long_names_and_many_members_are_bounded() {
    let long = "x".repeat(100_000);
    let tools = json!([{"name": long, "inputSchema": {"type": "object"}},
        {"name": "a", "inputSchema": {"type": "object", "properties": {long.clone(): {"type": "array"}}}},
        {"name": "b", "inputSchema": {"type": "object", "properties": {"e": {"enum": vec!["A"; 2_000]}}}}]);
    let found = import::read(&tools, &Options::new("long")).unwrap();
    for diagnostic in &found.diagnostics {
        assert!(diagnostic.to_string().len() < 1_500, "{}", diagnostic.to_string().len());
    }
    let members: Map<_, _> = (0..5_000).map(|index| (index.to_string(), json!({}))).collect();
    let wide = json!([{"name": "w", "inputSchema": {"type": "object", "properties": members}}]);
    let found = import::read(&wide, &Options::new("wide")).unwrap();
    assert_eq!(found.diagnostics.as_slice()[0].rule, import::Loss::TooMany);
    let many: Vec<_> =
        (0..10_001).map(|index| json!({"name": index.to_string(), "inputSchema": {}})).collect();
    assert!(refused(&json!(many)).contains("more than 10000 tools"));
}

#[test]
fn ids_are_those_of_the_source() {
    let id: ToolId = Options::new("a").tool_id("b");
    assert_eq!(id, ToolId::derive("import:a", "b"));
}
