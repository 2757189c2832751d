//! Documents as vendors may write them, with the next version of each.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use serde_json::{Map, Value, json};

use super::schema;

const SAFE: i64 = (1 << 53) - 1;

/// A tool with up to three inputs and outputs, in any of its spellings.
pub(crate) fn document() -> impl Strategy<Value = Value> {
    let texts =
        (select(vec!["Finds.", "Books – or 😀/é."]), option::of(Just("https://a.example/i.png")));
    let title = option::of(Just("Search"));
    let hints = select(vec![
        json!(null),
        json!({"readOnlyHint": true}),
        json!({"idempotentHint": true, "destructiveHint": true}),
        json!({"destructiveHint": false}),
        json!({"longRunningHint": true}),
    ]);
    let tags = vec(select(vec!["air", "rail"]), 0..3);
    let head = (texts, title, hints, tags);
    (head, parameters(input()), parameters(output())).prop_map(
        |(((description, img), title, hints, tags), inputs, outputs)| {
            json!({
                "toolId": "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91", "name": "flight_search",
                "description": description, "img": img, "version": 1, "currentVersion": 1,
                "title": title, "annotations": hints,
                "tags": tags, "input_parameters": inputs, "output_parameters": outputs,
            })
        },
    )
}

fn parameters(each: BoxedStrategy<Value>) -> impl Strategy<Value = Vec<Value>> {
    (subsequence(vec!["a", "b", "c"], 0..=3).prop_shuffle(), vec(each, 3)).prop_map(
        |(names, shapes)| {
            let named = |(name, shape): (&str, Value)| with(shape, "id", json!(name));
            let parameters = names.iter().copied().zip(shapes).map(named);
            parameters
                .map(|p| {
                    let name = p["id"].clone();
                    with(p, "name", name)
                })
                .collect()
        },
    )
}

fn with(mut value: Value, member: &str, content: Value) -> Value {
    value[member] = content;
    value
}

/// An input without id and name.
fn input() -> BoxedStrategy<Value> {
    let required = select(vec![json!(null), json!(true), json!(false)]);
    (described(), required, prop_oneof![string(), int(), boolean(), choice()])
        .prop_map(|(description, required, shape)| {
            merged(json!({"description": description, "required": required}), &shape)
        })
        .boxed()
}

/// An output without id and name.
fn output() -> BoxedStrategy<Value> {
    let plain = select(vec![
        json!({}),
        json!({"type": "string"}),
        json!({"type": "int"}),
        json!({"type": "boolean"}),
        json!({"type": "json"}),
        json!({"type": "enum"}),
    ]);
    (described(), prop_oneof![2 => plain, 1 => choice(), 2 => shaped()])
        .prop_map(|(description, shape)| merged(json!({"description": description}), &shape))
        .boxed()
}

/// An output of type `json` that has a schema, unless that is of any JSON.
fn shaped() -> BoxedStrategy<Value> {
    schema::schema().prop_map(|schema| described_json(&schema)).boxed()
}

fn described_json(schema: &Value) -> Value {
    match schema {
        Value::Object(any) if any.is_empty() => json!({"type": "json"}),
        schema => json!({"type": "json", "schema": schema}),
    }
}

/// Every step from the schema of an output, with the output after it.
pub(crate) fn steps(output: &Value) -> Vec<schema::Step> {
    let Some(schema) = output.get("schema") else { return Vec::new() };
    let after = |(rule, to): schema::Step| {
        let mut output = output.clone();
        output.as_object_mut().unwrap().remove("schema");
        (rule, merged(output, &described_json(&to)))
    };
    schema::steps(schema).into_iter().map(after).collect()
}

/// The members of both, but those that are `null`.
fn merged(mut value: Value, more: &Value) -> Value {
    let members = value.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    members.retain(|_, value| !value.is_null());
    value
}

fn described() -> impl Strategy<Value = &'static str> {
    select(vec!["In cents.", "In euros."])
}

fn string() -> BoxedStrategy<Value> {
    let kind = select(vec![json!(null), json!("string")]);
    (kind, select(vec![json!(null), json!(0), json!(1), json!(3), json!(4)]))
        .prop_map(|(kind, most)| json!({"type": kind, "max-length": most}))
        .boxed()
}

fn int() -> BoxedStrategy<Value> {
    let min = select(vec![json!(null), json!(-SAFE), json!(-1), json!(0), json!(9)]);
    let max = select(vec![
        json!(null),
        json!(9),
        json!(65_534),
        json!(65_535),
        json!(65_536),
        json!(SAFE),
    ]);
    (min, max).prop_map(|(min, max)| json!({"type": "int", "min": min, "max": max})).boxed()
}

fn boolean() -> BoxedStrategy<Value> {
    Just(json!({"type": "boolean"})).boxed()
}

fn choice() -> BoxedStrategy<Value> {
    (subsequence(vec!["A", "BB", "CCC"], 1..=3).prop_shuffle(), described())
        .prop_map(|(names, description)| {
            let value = |name| json!({"name": name, "description": description});
            json!({"type": "enum", "allowed-values": names.into_iter().map(value).collect::<Vec<_>>()})
        })
        .boxed()
}

/// One change of a list of parameters.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// The members of a shape over those that are there.
    Shape(Index, Value),
    /// One other member.
    Member(Index, &'static str, Value),
    /// Other constraints, of which those of the parameter's own type are taken.
    Tune(Index, Value),
    Drop(Index),
    Add(&'static str, Value),
    Swap(Index, Index),
    SwapNames(Index, Index),
    /// One step of the schema of an output.
    Step(Index, Index),
    /// One step of the schema of an output that a later version may take.
    Grow(Index, Index),
}

fn edit(shape: BoxedStrategy<Value>) -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    let name = || select(vec!["a", "b", "c", "d", "A"]);
    prop_oneof![
        3 => (at(), shape.clone()).prop_map(|(at, shape)| Edit::Shape(at, shape)),
        6 => (at(), constraints()).prop_map(|(at, constraints)| Edit::Tune(at, constraints)),
        2 => (at(), member()).prop_map(|(at, (member, value))| Edit::Member(at, member, value)),
        1 => at().prop_map(Edit::Drop),
        2 => (name(), shape).prop_map(|(name, shape)| Edit::Add(name, shape)),
        1 => (at(), at()).prop_map(|(a, b)| Edit::Swap(a, b)),
        1 => (at(), at()).prop_map(|(a, b)| Edit::SwapNames(a, b)),
        1 => (at(), name()).prop_map(|(at, name)| Edit::Member(at, "id", json!(name))),
        1 => (at(), name()).prop_map(|(at, name)| Edit::Member(at, "name", json!(name))),
        3 => (at(), at()).prop_map(|(at, step)| Edit::Step(at, step)),
    ]
}

fn member() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        any::<bool>().prop_map(|required| ("required", json!(required))),
        described().prop_map(|text| ("description", json!(text))),
    ]
}

fn constraints() -> impl Strategy<Value = Value> {
    (int(), string(), choice()).prop_map(|(int, string, choice)| {
        json!({
            "min": int["min"], "max": int["max"], "max-length": string["max-length"],
            "allowed-values": choice["allowed-values"],
        })
    })
}

/// The members that constrain a parameter of this type.
fn of_type(kind: Option<&str>) -> &'static [&'static str] {
    match kind {
        None | Some("string") => &["max-length"],
        Some("int") => &["min", "max"],
        Some("enum") => &["allowed-values"],
        _ => &[],
    }
}

/// One change, and the side it is on.
pub(crate) type Change = (&'static str, Edit);

const INPUTS: &str = "input_parameters";
const OUTPUTS: &str = "output_parameters";

/// A document and its next version, with up to three changes that leave it well-formed.
pub(crate) fn pair() -> impl Strategy<Value = (Value, Value)> {
    let inputs = vec(edit(input()), 0..=2);
    let outputs = vec(edit(output()), 0..=1);
    (document(), inputs, outputs).prop_map(|(old, inputs, outputs)| {
        let inputs = inputs.into_iter().map(|edit| (INPUTS, edit));
        let outputs = outputs.into_iter().map(|edit| (OUTPUTS, edit));
        let new = changed(&old, inputs.chain(outputs));
        (old, next(new))
    })
}

/// Changes of which many are allowed in a later version.
pub(crate) fn additions() -> impl Strategy<Value = Vec<Change>> {
    let name = || select(vec!["a", "b", "c", "d", "e", "f", "g", "h"]);
    let optional = |shape: Value| merged(shape, &json!({"required": false}));
    let change = prop_oneof![
        4 => (name(), input()).prop_map(move |(name, shape)| (INPUTS, Edit::Add(name, optional(shape)))),
        3 => (name(), output()).prop_map(|(name, shape)| (OUTPUTS, Edit::Add(name, shape))),
        1 => any::<(Index, Index)>().prop_map(|(a, b)| (INPUTS, Edit::Swap(a, b))),
        1 => any::<(Index, Index)>().prop_map(|(a, b)| (OUTPUTS, Edit::Swap(a, b))),
        6 => any::<(Index, Index)>().prop_map(|(at, step)| (OUTPUTS, Edit::Grow(at, step))),
        6 => slight().prop_map(|edit| (INPUTS, edit)),
        2 => edit(input()).prop_map(|edit| (INPUTS, edit)),
        3 => edit(output()).prop_map(|edit| (OUTPUTS, edit)),
    ];
    vec(change, 0..6)
}

/// One other member of an input.
fn slight() -> impl Strategy<Value = Edit> {
    let one = (constraints(), select(vec!["min", "max", "max-length", "allowed-values"]));
    let one = one.prop_map(|(constraints, member)| json!({ member: constraints[member] }));
    prop_oneof![
        3 => (any::<Index>(), one).prop_map(|(at, one)| Edit::Tune(at, one)),
        1 => (any::<Index>(), member()).prop_map(|(at, (member, value))| Edit::Member(at, member, value)),
    ]
}

/// The document after those changes that leave it well-formed.
pub(crate) fn changed(old: &Value, changes: impl IntoIterator<Item = Change>) -> Value {
    let mut new = old.clone();
    for (side, edit) in changes {
        let mut after = new.clone();
        apply(after[side].as_array_mut().unwrap(), edit);
        let unknown = |read: a2t_core::signature::Parsed| read.unknown.is_empty();
        if a2t_core::signature::parse_value(&after, "").is_ok_and(unknown) {
            new = after;
        }
    }
    new
}

/// The document as version 2.
pub(crate) fn next(mut document: Value) -> Value {
    document["version"] = json!(2);
    document["currentVersion"] = json!(2);
    document
}

fn apply(list: &mut Vec<Value>, edit: Edit) {
    let count = list.len();
    match edit {
        Edit::Add(name, shape) => {
            list.push(merged(json!({"id": name, "name": name}), &shape));
        }
        Edit::Shape(at, shape) if count > 0 => {
            let kept = &list[at.index(count)];
            let kept = json!({"id": kept["id"], "name": kept["name"]});
            list[at.index(count)] = merged(kept, &shape);
        }
        Edit::Member(at, member, value) if count > 0 => {
            let one: Map<_, _> = [(member.to_owned(), value)].into_iter().collect();
            let kept = list[at.index(count)].take();
            list[at.index(count)] = merged(kept, &Value::Object(one));
        }
        Edit::Tune(at, constraints) if count > 0 => {
            let parameter = &mut list[at.index(count)];
            for member in of_type(parameter["type"].as_str()) {
                if let Some(constraint) = constraints.get(*member) {
                    parameter[*member] = constraint.clone();
                }
            }
            *parameter = merged(parameter.take(), &json!({}));
        }
        Edit::Step(at, step) => take_step(list, at, step, |_| true),
        Edit::Grow(at, step) => take_step(list, at, step, |rule| schema::ALLOWED.contains(&rule)),
        Edit::Drop(at) if count > 0 => drop(list.remove(at.index(count))),
        Edit::Swap(a, b) if count > 0 => list.swap(a.index(count), b.index(count)),
        Edit::SwapNames(a, b) if count > 0 => {
            let (a, b) = (a.index(count), b.index(count));
            let name = list[a]["name"].take();
            list[a]["name"] = std::mem::replace(&mut list[b]["name"], name.clone());
            if a == b {
                list[a]["name"] = name;
            }
        }
        _ => {}
    }
}

/// One step of one of the outputs that have a schema.
fn take_step(list: &mut [Value], at: Index, step: Index, takes: fn(&str) -> bool) {
    let mut described: Vec<_> = list.iter_mut().filter(|one| one.get("schema").is_some()).collect();
    if described.is_empty() {
        return;
    }
    let index = at.index(described.len());
    let mut steps = steps(described[index]);
    steps.retain(|(rule, _)| takes(rule));
    if !steps.is_empty() {
        *described[index] = steps.swap_remove(step.index(steps.len())).1;
    }
}
