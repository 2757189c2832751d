//! Arbitrary signatures, values and JSON for property tests.

use proptest::collection::{btree_map, hash_set, vec};
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::signature::{
    AllowedValue, DEFAULT_MAX, Deprecated, Hints, InputParameter, InputType, JsonMember, JsonShape,
    Nested, OutputParameter, OutputType, PROBLEM_STATUSES, Preconditions, ProblemType, SAFE_MAX,
    Text, ToolId, ToolSignature, rule,
};

/// Text that every rule accepts, escapes and all planes of Unicode included.
pub(crate) fn text(most: usize) -> impl Strategy<Value = String> {
    let plain: Vec<char> = "abcXYZ019 _.,\"\\/~-é漢😀".chars().collect();
    let shown =
        any::<char>().prop_map(|c| if rule::is_forbidden(c) || c == '\n' { 'x' } else { c });
    let character = prop_oneof![4 => proptest::sample::select(plain), 1 => shown];
    vec(character, 1..=most).prop_map(String::from_iter)
}

/// A title that every rule accepts: text that does not only consist of spaces (spec note AMB-42).
fn title() -> impl Strategy<Value = String> {
    text(9).prop_map(|title| if title.trim().is_empty() { "Title".into() } else { title })
}

fn choices(fewest: usize) -> impl Strategy<Value = Vec<AllowedValue>> {
    let names = hash_set("[A-Z][A-Z0-9]{0,2}(_[A-Z0-9])?", fewest..6);
    (names, text(8)).prop_map(|(names, description)| {
        let value = |name: String| AllowedValue {
            name: name.into(),
            description: description.clone().into(),
        };
        names.into_iter().map(value).collect()
    })
}

fn input_type() -> impl Strategy<Value = InputType> {
    let range = (option::of(-SAFE_MAX..=SAFE_MAX), 0..=SAFE_MAX).prop_map(|(min, width)| {
        let max = min.map_or(width, |min| min.saturating_add(width));
        InputType::Int { min, max }
    });
    prop_oneof![
        option::of(0..12_u64).prop_map(|max_length| InputType::String { max_length }),
        range,
        Just(InputType::Int { min: None, max: DEFAULT_MAX }),
        unconstrained(),
        choices(1).prop_map(|values| InputType::Enum { allowed_values: values.into() }),
    ]
}

fn unconstrained() -> impl Strategy<Value = InputType> {
    proptest::sample::select(InputType::unconstrained().collect::<Vec<_>>())
}

fn output_type() -> impl Strategy<Value = OutputType> {
    prop_oneof![
        Just(OutputType::String),
        Just(OutputType::Int),
        Just(OutputType::Boolean),
        Just(OutputType::Json),
        choices(0).prop_map(|values| OutputType::Enum { allowed_values: values.into() }),
        shape()
            .prop_filter("not any", |shape| *shape != JsonShape::Any)
            .prop_map(|shape| OutputType::Described { shape: shape.into() }),
    ]
}

/// A shape of at most three nested records and lists.
fn shape() -> impl Strategy<Value = JsonShape> {
    let leaf = prop_oneof![
        Just(JsonShape::Any),
        Just(JsonShape::String),
        Just(JsonShape::Int),
        Just(JsonShape::Number),
        Just(JsonShape::Boolean),
        choices(1).prop_map(|values| JsonShape::Enum { allowed_values: values.into() }),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let members = members("[a-z]{1,6}", inner.clone().boxed());
        let members = members.prop_map(|members| JsonShape::Record { members: members.into() });
        let nullable = |shape: JsonShape| {
            if shape.takes_null() { shape } else { JsonShape::Nullable { shape: shape.into() } }
        };
        prop_oneof![
            members,
            inner.clone().prop_map(|items| JsonShape::List { items: items.into() }),
            inner.prop_map(nullable),
        ]
    })
}

fn members(
    names: &'static str,
    shape: BoxedStrategy<JsonShape>,
) -> impl Strategy<Value = Vec<JsonMember>> {
    btree_map(names, (shape, any::<bool>(), text(9)), 0..4).prop_map(|members| {
        let member = |(name, (shape, required, description)): (String, (_, _, String))| {
            let (name, description) = (name.into(), description.into());
            JsonMember { name, description, shape: Nested::from(shape), required }
        };
        members.into_iter().map(member).collect()
    })
}

/// Errors, whose members are too short for the names of those that every problem has.
fn errors() -> impl Strategy<Value = Vec<ProblemType>> {
    let names = hash_set("[A-Z][A-Z0-9]{0,2}(_[A-Z0-9])?", 0..4);
    let members = members("[a-z]{1,3}", shape().boxed());
    let status = proptest::sample::select(&PROBLEM_STATUSES[..]);
    (names, vec((any::<bool>(), status, text(9), members), 3)).prop_map(|(names, rest)| {
        let error = |(name, rest): (String, (bool, u16, String, Vec<JsonMember>))| {
            let (own, status, description, members) = rest;
            let uri = own.then(|| format!("https://x.example/{name}").into());
            let (name, description) = (name.into(), description.into());
            ProblemType { name, uri, status, description, members: members.into() }
        };
        names.into_iter().zip(rest).map(error).collect()
    })
}

/// Names of which no two look alike.
fn names() -> impl Strategy<Value = Vec<String>> {
    hash_set(text(6), 0..6).prop_map(|names| {
        let mut distinct: Vec<String> = Vec::new();
        for name in names {
            if !distinct.iter().any(|known| rule::is_look_alike(known, &name)) {
                distinct.push(name);
            }
        }
        distinct
    })
}

fn inputs() -> impl Strategy<Value = Vec<InputParameter>> {
    let names = names();
    let rest = (input_type(), any::<bool>(), text(9), option::of("[a-z-]{1,3}"));
    (names, vec(rest, 6)).prop_map(|(names, rest)| {
        let input = |(name, rest): (String, (InputType, bool, String, Option<String>))| {
            let (kind, required, description, format) = rest;
            let format = format.filter(|_| matches!(kind, InputType::String { .. }));
            InputParameter {
                id: name.clone().into(),
                name: name.into(),
                kind,
                description: description.into(),
                required,
                format: format.map(Text::from),
            }
        };
        names.into_iter().zip(rest).map(input).collect()
    })
}

fn outputs() -> impl Strategy<Value = Vec<OutputParameter>> {
    let names = names();
    (names, vec((output_type(), text(9)), 6)).prop_map(|(names, rest)| {
        let output =
            |(name, (kind, description)): (String, (OutputType, String))| OutputParameter {
                id: name.clone().into(),
                name: name.into(),
                kind,
                description: description.into(),
            };
        names.into_iter().zip(rest).map(output).collect()
    })
}

fn deprecated() -> impl Strategy<Value = Deprecated> {
    let day = (1..9999_u16, 1..13_u8, 1..29_u8);
    (day, text(9)).prop_map(|((year, month, day), note)| Deprecated {
        since: format!("{year:04}-{month:02}-{day:02}").into(),
        note: format!("Use {note}").into(),
    })
}

fn hints() -> impl Strategy<Value = Hints> {
    let hints = (any::<bool>(), any::<bool>(), option::of(any::<bool>()), any::<bool>());
    hints.prop_map(|(read_only, idempotent, destructive, long_running)| Hints {
        read_only,
        idempotent,
        destructive: destructive.filter(|destructive| !(read_only && *destructive)),
        long_running,
    })
}

fn preconditions() -> impl Strategy<Value = Preconditions> {
    let scopes = proptest::collection::btree_set("[a-z:]{1,3}", 0..3);
    (scopes, any::<bool>()).prop_map(|(scopes, key_required)| Preconditions {
        scopes: scopes.into_iter().map(Text::from).collect::<Vec<_>>().into(),
        key_required,
    })
}

pub(crate) fn signature() -> impl Strategy<Value = ToolSignature> {
    let head = (
        any::<u128>(),
        (text(20), option::of(title())),
        text(40),
        option::of(text(9)),
        1..9_u32,
        1..9_u32,
        (option::of(deprecated()), hints(), option::of(preconditions()), errors()),
    );
    (head, vec(text(4), 0..3), inputs(), outputs()).prop_map(|(head, tags, inputs, outputs)| {
        let (id, (name, title), description, img, version, current_version, remarks) = head;
        let (deprecated, hints, preconditions, errors) = remarks;
        ToolSignature {
            tool_id: ToolId::from_u128(id),
            name: name.into(),
            title: title.map(Text::from),
            description: description.into(),
            img: img.map(Text::from),
            version,
            current_version,
            deprecated,
            hints,
            preconditions,
            errors: errors.into(),
            tags: tags.into_iter().map(Text::from).collect::<Vec<_>>().into(),
            input_parameters: inputs.into(),
            output_parameters: outputs.into(),
        }
    })
}

/// A value for the input, more often right than wrong.
pub(crate) fn value(input: &InputParameter) -> BoxedStrategy<Value> {
    let right = match input.kind.clone() {
        InputType::String { max_length } => {
            let most = max_length.map_or(12, |max| max as usize + 1).max(1);
            text(most).prop_map(Value::from).boxed()
        }
        InputType::Int { min, max } => {
            let low = min.unwrap_or(max.saturating_sub(10));
            (low.saturating_sub(1)..=max.saturating_add(1)).prop_map(Value::from).boxed()
        }
        kind => proptest::sample::select(kind.boundaries()).boxed(),
    };
    prop_oneof![8 => right, 1 => json(), 1 => number(), 1 => Just(Value::Null)].boxed()
}

/// A signature and a body that is nearly right for it.
pub(crate) fn invocation() -> impl Strategy<Value = (ToolSignature, Value)> {
    signature().prop_flat_map(|signature| {
        let values: Vec<_> = signature.input_parameters.iter().map(value).collect();
        let names: Vec<_> =
            signature.input_parameters.iter().map(|one| one.name.to_string()).collect();
        let keep = vec(prop::bool::weighted(0.95), names.len());
        let odd = option::weighted(0.2, (any::<prop::sample::Index>(), json()));
        (Just(signature), Just(names), values, keep, any::<u8>(), odd).prop_map(
            |(signature, names, values, keep, twist, odd)| {
                let pairs = names.into_iter().zip(values).zip(keep).filter(|(_, keep)| *keep);
                let mut pairs: Vec<_> =
                    pairs.map(|((name, value), _)| json!({"name": name, "value": value})).collect();
                if twist & 1 == 1 {
                    pairs.reverse();
                }
                if let Some((at, odd)) = odd {
                    let at = at.index(pairs.len() + 1);
                    pairs.insert(
                        at,
                        if twist & 2 == 2 { odd } else { pairs.first().cloned().unwrap_or(odd) },
                    );
                }
                let mut body = json!({"input_parameters": pairs});
                if twist & 4 == 4 {
                    body["name"] = json!(signature.name);
                }
                (signature, body)
            },
        )
    })
}

/// Any JSON, with the words of the protocol among its members.
pub(crate) fn json() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number(),
        any::<String>().prop_map(Value::from),
        proptest::sample::select(WORDS).prop_map(Value::from),
    ];
    scalar.prop_recursive(5, 48, 6, |inner| {
        let member = prop_oneof![
            4 => proptest::sample::select(WORDS).prop_map(str::to_owned),
            1 => any::<String>(),
        ];
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((member, inner), 0..9)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

pub(crate) fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(|float| json!(float)),
        (-70_000..70_000_i32).prop_map(|small| json!(f64::from(small))),
        (-70_000..70_000_i32).prop_map(Value::from),
        Just(json!(9_007_199_254_740_993_u64)),
    ]
}

const WORDS: &[&str] = &[
    "toolId",
    "name",
    "description",
    "img",
    "version",
    "currentVersion",
    "tags",
    "input_parameters",
    "output_parameters",
    "id",
    "type",
    "required",
    "min",
    "max",
    "max-length",
    "allowed-values",
    "items",
    "paging",
    "next",
    "pageLimit",
    "value",
    "string",
    "int",
    "boolean",
    "enum",
    "json",
    "arguments",
    "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
    "A_VALUE",
    "/~0~1",
];
