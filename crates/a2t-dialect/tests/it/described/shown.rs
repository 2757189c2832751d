//! Definitions of tools of MCP: what each dialect takes, and a note for what it has no place for.

use a2t_dialect::{Dialect, Mode};
use jsonschema::Validator;
use serde_json::{Value, json};

use super::samples::all;
use super::{is_strict, keywords, schema_in, tool};

/// A validator of the draft that the dialect speaks.
fn validator(dialect: Dialect, schema: &Value) -> Validator {
    let built = match dialect {
        Dialect::VercelAi => jsonschema::draft7::new(schema),
        _ => jsonschema::draft202012::new(schema),
    };
    built.unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// Dialects whose schemas are JSON Schema, and not Google's or a flat list.
fn json_schemas() -> impl Iterator<Item = Dialect> {
    let others = [Dialect::Gemini, Dialect::BedrockAgents, Dialect::A2a];
    Dialect::ALL.iter().copied().filter(move |dialect| !others.contains(dialect))
}

#[test]
fn open_schemas_take_what_the_approved_one_takes() {
    for sample in all() {
        let tools = tool(&sample.schema);
        for dialect in json_schemas() {
            let shown = schema_in(dialect, &tools, Mode::Open).unwrap();
            let shown_takes = validator(dialect, &shown);
            for good in &sample.good {
                assert!(shown_takes.is_valid(good), "{dialect}, {}: {good} {shown}", sample.name);
            }
        }
    }
}

#[test]
fn nothing_is_lost_of_a_flat_schema_where_the_dialect_takes_json_schema() {
    let sample = &all()[0];
    let tools = tool(&sample.schema);
    for dialect in json_schemas() {
        let shown = schema_in(dialect, &tools, Mode::Open).unwrap();
        for bad in &sample.bad {
            assert!(!validator(dialect, &shown).is_valid(bad), "{dialect}: {bad} {shown}");
        }
        let notes = dialect.export(&tools, Mode::Open).unwrap().notes;
        let of_tool: Vec<_> = notes.iter().filter(|note| note.tool.is_some()).collect();
        assert!(of_tool.is_empty(), "{dialect}: {of_tool:?}");
    }
}

/// What the schema takes, as a strict mode has it written: an optional property that is absent is null.
fn in_full(schema: &Value, value: &Value) -> Value {
    let (Value::Object(members), Some(Value::Object(known))) = (value, schema.get("properties"))
    else {
        let items = schema.get("items");
        return match (value, items) {
            (Value::Array(all), Some(items)) => {
                all.iter().map(|item| in_full(items, item)).collect()
            }
            _ => value.clone(),
        };
    };
    let member = |(name, schema): (&String, &Value)| {
        let value = members.get(name).map_or(Value::Null, |value| in_full(schema, value));
        (name.clone(), value)
    };
    known.iter().map(member).collect()
}

#[test]
fn strict_schemas_take_every_call_and_are_strict_only_where_they_can_be() {
    for sample in all() {
        let tools = tool(&sample.schema);
        for dialect in [
            Dialect::OpenaiChat,
            Dialect::OpenaiResponses,
            Dialect::Anthropic,
            Dialect::BedrockConverse,
            Dialect::VercelAi,
            Dialect::Autogen,
        ] {
            assert_eq!(is_strict(dialect, &tools), sample.strict, "{dialect}, {}", sample.name);
            if !sample.strict {
                let notes = dialect.export(&tools, Mode::Strict).unwrap().notes;
                assert!(notes.iter().any(|note| note.words.contains("left open")), "{notes:?}");
                continue;
            }
            let shown = schema_in(dialect, &tools, Mode::Strict).unwrap();
            let is_full = !matches!(dialect, Dialect::Anthropic | Dialect::BedrockConverse);
            for good in &sample.good {
                let given = if is_full { in_full(&shown, good) } else { good.clone() };
                let takes = validator(dialect, &shown).is_valid(&given);
                assert!(takes, "{dialect}, {}: {given} {shown}", sample.name);
            }
        }
    }
}

const OPENAI: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "description",
    "enum",
    "anyOf",
    "items",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
];
const CLAUDE: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "description",
    "enum",
    "anyOf",
    "items",
    "format",
    "minItems",
];
const GEMINI: &[&str] = &[
    "type",
    "properties",
    "required",
    "description",
    "enum",
    "anyOf",
    "items",
    "format",
    "nullable",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
    "propertyOrdering",
];

#[test]
fn a_subset_has_no_keyword_that_its_provider_refuses() {
    for sample in all() {
        let tools = tool(&sample.schema);
        for (dialect, mode, known) in [
            (Dialect::OpenaiChat, Mode::Strict, OPENAI),
            (Dialect::OpenaiResponses, Mode::Strict, OPENAI),
            (Dialect::Anthropic, Mode::Strict, CLAUDE),
            (Dialect::BedrockConverse, Mode::Strict, CLAUDE),
            (Dialect::Gemini, Mode::Open, GEMINI),
        ] {
            if mode == Mode::Strict && !sample.strict {
                continue;
            }
            let Some(shown) = schema_in(dialect, &tools, mode) else {
                continue;
            };
            let mut found = Vec::new();
            keywords(&shown, &mut found);
            for (word, value) in found {
                assert!(known.contains(&word), "{dialect}, {}: {word}: {value}", sample.name);
                if dialect == Dialect::Gemini && word == "type" {
                    assert_eq!(value, &json!(value.as_str().unwrap().to_uppercase()));
                }
            }
        }
    }
}

#[test]
fn no_dialect_but_mcp_shows_a_reference() {
    for sample in all() {
        let tools = tool(&sample.schema);
        for dialect in Dialect::ALL {
            let text = dialect.tools(&tools).unwrap().to_string();
            let refers = text.contains("$ref") || text.contains("$defs");
            assert_eq!(refers, *dialect == Dialect::Mcp && sample.schema.get("$defs").is_some());
        }
    }
}

#[test]
fn gemini_is_not_shown_empty_values_of_an_enum_and_lint_knows_it() {
    let schema = json!({"type": "object", "properties": {
        "qualifier": {"type": "string", "enum": ["\"", "'", ""]},
        "nested": {"type": "object", "properties": {"z": {"enum": [""]}, "a": {"type": "string"}}}}});
    let tools = tool(&schema);
    let export = Dialect::Gemini.export(&tools, Mode::Open).unwrap();
    let properties = &export.value[0]["functionDeclarations"][0]["parameters"]["properties"];
    assert_eq!(properties["qualifier"]["enum"], json!(["\"", "'"]));
    let nested = &properties["nested"];
    assert_eq!(nested["properties"]["z"], json!({"type": "STRING"}));
    assert_eq!(nested["propertyOrdering"].as_array().map(Vec::len), Some(2));
    let left_out =
        |note: &&a2t_dialect::Note| note.to_string().contains("is left out, since the API refuses");
    assert_eq!(export.notes.iter().filter(left_out).count(), 2);
    let listed = json!({"name": "split", "inputSchema": schema});
    let listed = a2t_schema::Tool::read(&listed, "").unwrap();
    let found = a2t_dialect::check([&listed], "", a2t_dialect::limits::ALL);
    let empty = found.iter().filter(|found| found.rule.slug() == "provider-empty-value");
    let pointers: Vec<_> = empty.map(|found| (&*found.pointer, &found.dialects[..])).collect();
    let gemini: &[&str] = &["gemini"];
    assert_eq!(
        pointers,
        [
            ("/inputSchema/properties/nested/properties/z/enum/0", gemini),
            ("/inputSchema/properties/qualifier/enum/2", gemini),
        ]
    );
}

#[test]
fn tools_of_mcp_whose_names_differ_only_in_case_are_one_for_crewai() {
    let read = |name: &str| {
        let listed = json!({"name": name, "inputSchema": {"type": "object"}});
        a2t_schema::Tool::read(&listed, "").unwrap()
    };
    let tools = ["get_time", "Get_Time", "get_date"].map(read);
    let found = a2t_dialect::check(&tools, "", a2t_dialect::limits::ALL);
    let duplicates = found.iter().filter(|found| found.rule.slug() == "provider-tool-name-twins");
    let duplicates: Vec<_> = duplicates.map(|found| (found.tool, &*found.pointer)).collect();
    assert_eq!(duplicates, [(Some(1), "/name")]);
}

/// The order of the author, not that of the names, from the server and from a snapshot; no digest depends on it.
#[test]
fn gemini_gets_the_order_in_which_the_source_lists_properties() {
    let ordered = r#"{"type":"object","properties":{"to":{"type":"string"},"amount":{"type":"integer"},
        "at":{"type":"object","properties":{"zone":{"type":"string"},"hour":{"type":"integer"}}}},"required":["to"]}"#;
    let read = |schema: &str| {
        let listed = format!(r#"{{"name":"pay","inputSchema":{schema}}}"#);
        let listed = serde_json::from_str(&listed).unwrap();
        a2t_schema::Tool::read(&listed, "").unwrap()
    };
    let tool = read(ordered);
    let sorted = read(&tool.input.canonical());
    assert_eq!((&tool, tool.digest()), (&sorted, sorted.digest()));
    let source = a2t_schema::Source::Http { url: "https://a.example/mcp".to_owned() };
    let server = a2t_schema::Server::new("a", "1");
    let snapshot =
        a2t_schema::Snapshot::new(source, vec![tool.clone()]).of_server(server, "2025-11-25");
    let text = snapshot.to_text();
    let approved = a2t_schema::Snapshot::parse(text.as_bytes()).unwrap();
    let table: Value = serde_json::from_str(&tool.to_text()).unwrap();
    let generated = a2t_schema::Tool::read(&table, "").unwrap();
    for tool in [&tool, &approved.tools[0], &generated] {
        let tools = a2t_dialect::Selection::approved_schemas([tool.clone()]);
        let shown =
            &Dialect::Gemini.tools(&tools).unwrap()[0]["functionDeclarations"][0]["parameters"];
        assert_eq!(shown["propertyOrdering"], json!(["to", "amount", "at"]));
        assert_eq!(shown["properties"]["at"]["propertyOrdering"], json!(["zone", "hour"]));
        let own = Dialect::Mcp.tools(&tools).unwrap()[0].to_string();
        assert!(!own.contains("dev.a2t/order"), "{own}");
    }
    // Another layout is no edit; another order is none of a tool, but has to be one of its properties.
    let other = text.replace("dev.a2t/order", "dev.a2t/other");
    assert!(a2t_schema::Snapshot::parse(other.as_bytes()).is_err());
    let edited = text.replacen("\"zone\",", "\"zine\",", 1);
    assert_ne!(edited, text);
    assert!(a2t_schema::Snapshot::parse(edited.as_bytes()).is_err());
    let mut relaid: Value = serde_json::from_str(&text).unwrap();
    relaid["tools"][0].as_object_mut().unwrap().remove("_meta");
    relaid["tools"][0]["inputSchema"] = serde_json::from_str(ordered).unwrap();
    assert!(a2t_schema::Snapshot::parse(relaid.to_string().as_bytes()).is_ok());
}

#[test]
fn what_has_no_place_stands_in_the_description_and_in_a_note() {
    let schema = json!({"type": "object", "required": ["a"], "properties": {
        "a": {"type": "string", "minLength": 2, "description": "Name."}, "b": {"type": "string", "format": "uri"}}});
    let export = Dialect::Anthropic.export(&tool(&schema), Mode::Strict).unwrap();
    let shown = &export.value[0]["input_schema"]["properties"];
    assert_eq!(shown["a"]["description"], "Name. MinLength: 2.");
    assert_eq!(shown["b"]["description"], "Format: \"uri\".");
    let notes: Vec<_> = export.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes[0],
        "`probe`, `a`: `minLength` stands in the description, since the schema has no place for it"
    );
    let lost =
        json!({"type": "object", "properties": {"a": {"type": "string", "not": {"const": "x"}}}});
    let export = Dialect::Gemini.export(&tool(&lost), Mode::Open).unwrap();
    assert_eq!(export.notes[0].to_string(), "`probe`, `a`: `not` is left out");
}

#[test]
fn mcp_has_the_tool_as_it_was_approved() {
    let listed = json!({"name": "probe", "title": "Probe", "description": "Probes.", "inputSchema": all()[5].schema,
        "outputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "openWorldHint": false}});
    let approved = a2t_schema::Tool::read(&listed, "").unwrap();
    let tools = a2t_dialect::Selection::approved_schemas([approved]);
    assert_eq!(Dialect::Mcp.tools(&tools).unwrap()[0], listed);
    assert!(tools.read_only().len() == 1 && tools.iter().next().unwrap().signature().is_none());
}
