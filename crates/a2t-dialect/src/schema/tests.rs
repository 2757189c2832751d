//! A definition's schema accepts exactly the arguments that the signature accepts, except for what its
//! style has no place for. Numbers with a point beyond 2^53 are left out: a schema without a minimum
//! takes `-1e300` for an integer, the signature does not.

use a2t_core::invocation::{Arguments, check_arguments};
use a2t_core::signature::Hints;
use a2t_core::{AllowedValue, InputParameter, InputType, ToolId, ToolSignature};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::Style;
use crate::{Call, Dialect, Given, Mode, Selection};

fn kind() -> impl Strategy<Value = InputType> {
    let allowed = prop::collection::hash_set("[A-Z]{1,2}(_[A-Z])?", 1..4);
    let value =
        |name: String| AllowedValue { name: name.into(), description: "One of them.".into() };
    prop_oneof![
        prop::option::of(0..5_u64).prop_map(|max_length| InputType::String { max_length }),
        (prop::option::of(-9..3_i64), 3..9_i64).prop_map(|(min, max)| InputType::Int { min, max }),
        prop::sample::select(InputType::unconstrained().collect::<Vec<_>>()),
        allowed.prop_map(move |names| InputType::Enum {
            allowed_values: names.into_iter().map(value).collect::<Vec<_>>().into()
        }),
    ]
}

/// A value that the type may take, or not.
fn value(kind: &InputType) -> BoxedStrategy<Value> {
    let right = match kind {
        InputType::String { .. } => "[a漢😀]{0,6}".prop_map(Value::from).boxed(),
        InputType::Int { .. } => (-11..11_i64).prop_map(Value::from).boxed(),
        InputType::Enum { allowed_values } => {
            let names = allowed_values.iter().map(|value| value.name.to_string());
            let names: Vec<_> = names.chain(["A".to_owned(), "a".to_owned()]).collect();
            prop::sample::select(names).prop_map(Value::from).boxed()
        }
        kind => prop::sample::select(kind.boundaries()).boxed(),
    };
    let any_type = prop::sample::select(vec![
        json!(5.0),
        json!(5.5),
        json!("5"),
        json!(true),
        json!([5]),
        json!({ "value": 5 }),
        json!(i64::MIN),
        json!(i64::MAX),
    ]);
    prop_oneof![6 => right, 1 => any_type, 1 => Just(Value::Null)].boxed()
}

/// A tool, and the arguments of a call by the names of the signature.
fn call() -> impl Strategy<Value = (ToolSignature, Map<String, Value>)> {
    let names = prop::collection::hash_set("[a-zA-Z é_.0-9]{1,5}", 0..5);
    let input = |name: String| {
        let given = (kind(), any::<bool>()).prop_flat_map(|(kind, required)| {
            let given = prop::option::weighted(0.8, value(&kind));
            (Just(kind), Just(required), given)
        });
        (Just(name), given)
    };
    let inputs = names.prop_flat_map(move |names| names.into_iter().map(input).collect::<Vec<_>>());
    let unknown = prop::option::weighted(0.1, Just(("unknown!".to_owned(), json!(1))));
    (inputs, unknown).prop_map(|(inputs, unknown)| {
        let mut arguments: Map<_, _> = unknown.into_iter().collect();
        let mut parameters = Vec::new();
        for (name, (kind, required, given)) in inputs {
            arguments.extend(given.map(|given| (name.clone(), given)));
            parameters.push(InputParameter {
                id: name.clone().into(),
                name: name.into(),
                kind,
                description: "What it is.".into(),
                required,
                format: None,
            });
        }
        let mut tool = ToolSignature {
            tool_id: ToolId::from_u128(1),
            name: "tool".into(),
            title: None,
            description: "What it does.".into(),
            img: None,
            version: 1,
            current_version: 1,
            deprecated: None,
            hints: Hints::NONE,
            preconditions: Some(Default::default()),
            errors: Default::default(),
            tags: Vec::new().into(),
            input_parameters: Vec::new().into(),
            output_parameters: Vec::new().into(),
        };
        tool.input_parameters = parameters.into();
        (tool, arguments)
    })
}

/// The signature without what the style has no place for.
fn seen(tool: &ToolSignature, style: Style) -> ToolSignature {
    let mut tool = tool.clone();
    for input in tool.input_parameters.to_mut() {
        input.kind = match input.kind.clone() {
            InputType::String { .. } if !style.lengths => InputType::String { max_length: None },
            InputType::Int { .. } if !style.bounds => InputType::Int { min: None, max: i64::MAX },
            InputType::Enum { .. } if !style.enums => InputType::String { max_length: None },
            kind => kind,
        };
    }
    tool
}

/// The signature takes these arguments, as far as the style sees them.
fn accepts(tool: &ToolSignature, style: Style, arguments: &Map<String, Value>) -> bool {
    let is_input = |name: &String| tool.input_parameters.iter().any(|input| input.name == *name);
    let given = arguments.iter().filter(|(name, _)| style.closed || is_input(name));
    let given: Arguments = given.map(|(name, value)| (name, value.clone())).collect();
    check_arguments(&seen(tool, style), &given).is_empty()
}

/// The arguments as a model sends them that keeps to this style: under the dialect's names, and
/// optional inputs that have no value as null, or not at all.
fn sent(
    tool: &ToolSignature,
    style: Style,
    dialect: Dialect,
    arguments: &Map<String, Value>,
) -> Map<String, Value> {
    let mut left = arguments.clone();
    let mut sent = Map::new();
    for (input, name) in tool.input_parameters.iter().zip(dialect.input_names(tool)) {
        let given = left.remove(&*input.name).filter(|value| !value.is_null() || input.required);
        let absent = (style.null_union && !input.required).then_some(Value::Null);
        sent.extend(given.or(absent).map(|value| (name, value)));
    }
    sent.extend(left);
    sent
}

fn wire(arguments: &Map<String, Value>) -> Arguments {
    arguments.clone().into_iter().collect()
}

fn pairs(arguments: &Arguments) -> Vec<(String, Value)> {
    let pairs = arguments.iter();
    pairs.map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

/// Integers as such: `5.0` is 5.
fn whole(mut arguments: Map<String, Value>) -> Map<String, Value> {
    for (_, value) in &mut arguments {
        if *value == json!(5.0) {
            *value = json!(5);
        }
    }
    arguments
}

/// The schema of the one tool that is exported, as JSON Schema spells it; a skill has none.
fn schema(dialect: Dialect, exported: &Value) -> Option<Value> {
    match dialect {
        Dialect::A2a => None,
        Dialect::BedrockAgents => {
            let parameters = exported["functions"][0]["parameters"].as_object().unwrap();
            let mut properties = parameters.clone();
            let is_required = |property: &mut Value| {
                let required = property.as_object_mut().unwrap().remove("required");
                required == Some(json!(true))
            };
            let required: Vec<_> = properties
                .iter_mut()
                .filter_map(|(name, property)| is_required(property).then(|| name.clone()))
                .collect();
            Some(json!({ "type": "object", "properties": properties, "required": required }))
        }
        Dialect::Gemini => {
            let declaration = &exported[0]["functionDeclarations"][0];
            let none = json!({ "type": "OBJECT" });
            let mut schema = declaration.get("parameters").unwrap_or(&none).clone();
            lower(&mut schema);
            Some(schema)
        }
        _ => Some(flat(exported).unwrap().clone()),
    }
}

/// Google writes types in capitals.
fn lower(schema: &mut Value) {
    let word = schema["type"].as_str().unwrap().to_lowercase();
    schema["type"] = json!(word);
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flatten().for_each(|(_, property)| lower(property));
}

/// The first schema of an object with inputs, wherever a dialect has it.
fn flat(value: &Value) -> Option<&Value> {
    match value {
        Value::Object(members)
            if value["type"] == "object" && members.contains_key("properties") =>
        {
            Some(value)
        }
        // Declared outputs have a schema too.
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| *name != "outputSchema")
            .find_map(|(_, inner)| flat(inner)),
        Value::Array(items) => items.iter().find_map(flat),
        _ => None,
    }
}

const MODES: [Mode; 2] = [Mode::Open, Mode::Strict];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_schema_accepts_exactly_what_the_signature_accepts((tool, arguments) in call()) {
        let tools = Selection::approved([tool.clone()]);
        for (dialect, mode) in Dialect::ALL.iter().flat_map(|one| MODES.map(|mode| (*one, mode))) {
            let exported = dialect.export(&tools, mode).unwrap().value;
            let style = dialect.shape().style(mode == Mode::Strict);
            let Some(schema) = schema(dialect, &exported) else {
                continue;
            };
            let validator = jsonschema::validator_for(&schema).unwrap();
            let sent = sent(&tool, style, dialect, &arguments);
            let expected = accepts(&tool, style, &arguments);
            let verdict = validator.is_valid(&Value::Object(sent.clone()));
            prop_assert_eq!(verdict, expected, "{} {:?}: {:?} by {}", dialect, mode, sent, schema);
            // The check of a call takes it as it was meant.
            let call = Call {
                dialect,
                id: None,
                name: "tool".to_owned(),
                given: Given::Object(sent.clone()),
                raw: Value::Null,
                is_approved: false,
            };
            if check_arguments(&tool, &wire(&arguments)).is_empty() {
                let validated = tools.validate(&call).map(|validated| validated.arguments);
                let present = arguments.clone().into_iter().filter(|(_, value)| !value.is_null());
                let validated: Map<_, _> = validated.iter().flat_map(pairs).collect();
                prop_assert_eq!(whole(validated), whole(present.collect()), "{}", dialect);
            }
            // The other spelling of an absent input is not this mode's.
            let named = tool.input_parameters.iter().zip(dialect.input_names(&tool));
            for (_, name) in named.filter(|(input, _)| !input.required) {
                let mut other = sent.clone();
                if style.null_union {
drop(other.remove(&name))
                } else {
drop(other.insert(name, Value::Null))
                }
                prop_assert!(!validator.is_valid(&Value::Object(other)), "{}: {}", dialect, schema);
            }
        }
    }

    #[test]
    fn a_schema_has_only_keywords_that_every_provider_reads((tool, _) in call()) {
        let tools = Selection::approved([tool.clone()]);
        for (dialect, mode) in Dialect::ALL.iter().flat_map(|one| MODES.map(|mode| (*one, mode))) {
            let style = dialect.shape().style(mode == Mode::Strict);
            let exported = dialect.export(&tools, mode).unwrap();
            let Some(schema) = schema(dialect, &exported.value) else {
                continue;
            };
            prop_assert_eq!(&schema["type"], "object");
            let unions = |property: &Value| property["type"].is_array();
            for (_, property) in schema["properties"].as_object().into_iter().flatten() {
                for (keyword, _) in property.as_object().unwrap() {
                    let has_place = match &**keyword {
                        "type" | "description" => true,
                        "enum" => style.enums,
                        "minimum" | "maximum" => style.bounds,
                        "maxLength" => style.lengths,
                        _ => false,
                    };
                    prop_assert!(has_place, "{} {:?}: {}", dialect, mode, keyword);
                }
                prop_assert!(style.null_union || !unions(property));
            }
            // There is a note of all that the style has no place for.
            for (input, seen) in tool.input_parameters.iter().zip(&*seen(&tool, style).input_parameters) {
                let noted = exported.notes.iter().any(|note| {
                    note.parameter.as_deref() == Some(&*input.name) && note.words.contains("no place")
                });
                prop_assert_eq!(noted, input.kind != seen.kind, "{} {:?}", dialect, mode);
            }
        }
    }
}

#[test]
fn inputs_are_required_in_the_order_of_the_signature() {
    let input = |name: &'static str, required| InputParameter {
        id: name.into(),
        name: name.into(),
        kind: InputType::Boolean,
        description: "".into(),
        required,
        format: None,
    };
    let inputs = vec![input("z", true), input("m", false), input("a", true)];
    let tool = || ToolSignature {
        tool_id: ToolId::from_u128(1),
        name: "tool".into(),
        title: None,
        description: "".into(),
        img: None,
        version: 1,
        current_version: 1,
        deprecated: None,
        hints: Hints::NONE,
        preconditions: Some(Default::default()),
        errors: Default::default(),
        tags: Vec::new().into(),
        input_parameters: inputs.clone().into(),
        output_parameters: Vec::new().into(),
    };
    let tools = Selection::approved([tool()]);
    let open = Dialect::OpenaiChat.tools(&tools).unwrap();
    let required = "/0/function/parameters/required";
    assert_eq!(open.pointer(required), Some(&json!(["z", "a"])));
    let strict = Dialect::OpenaiChat.strict_tools(&tools).unwrap();
    assert_eq!(strict.pointer(required), Some(&json!(["z", "m", "a"])));
}
