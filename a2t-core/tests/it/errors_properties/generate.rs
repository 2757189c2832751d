//! Lists of errors, and later forms of them: few names, types and members, so that nearly equal ones are common.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use serde_json::{Map, Value, json};

/// A list and a later form with up to three edits.
pub(crate) fn pair() -> impl Strategy<Value = (Vec<Value>, Vec<Value>)> {
    (errors(), vec(edit(), 0..=3)).prop_map(|(old, edits)| {
        let new = edits.into_iter().fold(old.clone(), apply);
        (old, new)
    })
}

/// Lists of which each is an edit of the one before.
pub(crate) fn chain() -> impl Strategy<Value = Vec<Vec<Value>>> {
    (errors(), vec(vec(edit(), 1..=2), 0..8)).prop_map(|(first, steps)| {
        let mut lists = vec![first];
        for edits in steps {
            let last = lists.last().unwrap().clone();
            lists.push(edits.into_iter().fold(last, apply));
        }
        lists
    })
}

fn errors() -> impl Strategy<Value = Vec<Value>> {
    vec(error(), 0..4).prop_map(|errors| errors.into_iter().fold(Vec::new(), with))
}

/// The list with one more, unless its name or its type is there.
fn with(mut list: Vec<Value>, error: Value) -> Vec<Value> {
    list.push(error);
    well_formed(list.clone()).unwrap_or_else(|| {
        list.pop();
        list
    })
}

fn well_formed(list: Vec<Value>) -> Option<Vec<Value>> {
    let mut seen: Vec<Value> = Vec::new();
    for error in &list {
        let own = [error["name"].clone(), super::reference::kind(error)];
        if own.iter().any(|one| seen.contains(one)) {
            return None;
        }
        seen.extend(own);
    }
    Some(list)
}

fn name() -> impl Strategy<Value = &'static str> {
    select(vec!["A", "B", "C", "D"])
}

fn uri() -> impl Strategy<Value = Option<&'static str>> {
    select(vec![None, None, Some("https://x.example/1"), Some("https://x.example/2")])
}

fn status() -> impl Strategy<Value = u16> {
    select(vec![404, 409])
}

fn words() -> impl Strategy<Value = &'static str> {
    select(vec!["In cents.", "In euros."])
}

fn error() -> impl Strategy<Value = Value> {
    (name(), uri(), status(), words(), record(shape().boxed())).prop_map(
        |(name, uri, status, words, schema)| {
            let mut error = json!({"name": name, "status": status, "description": words});
            if let Some(uri) = uri {
                error["type"] = json!(uri);
            }
            if schema["properties"] != json!({}) {
                error["schema"] = schema;
            }
            error
        },
    )
}

fn record(shape: BoxedStrategy<Value>) -> impl Strategy<Value = Value> {
    let member = (shape, words(), any::<bool>());
    (subsequence(vec!["a", "b", "c"], 0..=3), vec(member, 3)).prop_map(|(names, members)| {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for (name, (mut shape, words, is_required)) in names.into_iter().zip(members) {
            shape["description"] = json!(words);
            properties.insert(name.to_owned(), shape);
            required.extend(is_required.then_some(name));
        }
        json!({"type": "object", "properties": properties, "required": required})
    })
}

fn shape() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            record(inner.boxed()),
        ]
    })
}

fn leaf() -> impl Strategy<Value = Value> {
    let plain = select(vec!["string", "integer", "number", "boolean"]);
    prop_oneof![
        1 => Just(json!({})),
        4 => (plain, any::<bool>()).prop_map(|(kind, null)| {
            if null { json!({"type": [kind, "null"]}) } else { json!({"type": kind}) }
        }),
        3 => (subsequence(vec!["A", "BB"], 1..=2).prop_shuffle(), words()).prop_map(|(names, words)| {
            let choice = |name| json!({"const": name, "description": words});
            json!({"type": "string", "oneOf": names.into_iter().map(choice).collect::<Vec<_>>()})
        }),
    ]
}

#[derive(Clone, Debug)]
enum Edit {
    Add(Value),
    Drop(Index),
    Swap(Index, Index),
    /// Another value of one member, or none.
    Set(Index, &'static str, Value),
    /// Another shape, other words or another need of one member of the problem.
    Member(Index, &'static str, Value),
    Require(Index, &'static str),
    Forget(Index, &'static str),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    let member = || select(vec!["a", "b", "c"]);
    let described = (shape(), words()).prop_map(|(mut shape, words)| {
        shape["description"] = json!(words);
        shape
    });
    prop_oneof![
        3 => error().prop_map(Edit::Add),
        1 => at().prop_map(Edit::Drop),
        1 => (at(), at()).prop_map(|(a, b)| Edit::Swap(a, b)),
        1 => (at(), name()).prop_map(|(at, name)| Edit::Set(at, "name", json!(name))),
        1 => (at(), uri()).prop_map(|(at, uri)| Edit::Set(at, "type", json!(uri))),
        1 => (at(), status()).prop_map(|(at, status)| Edit::Set(at, "status", json!(status))),
        1 => (at(), words()).prop_map(|(at, words)| Edit::Set(at, "description", json!(words))),
        6 => (at(), member(), described).prop_map(|(at, name, shape)| Edit::Member(at, name, shape)),
        2 => (at(), member()).prop_map(|(at, name)| Edit::Require(at, name)),
        1 => (at(), member()).prop_map(|(at, name)| Edit::Forget(at, name)),
    ]
}

/// The edited list, or the one before if names or types would be there twice.
fn apply(before: Vec<Value>, edit: Edit) -> Vec<Value> {
    let (mut after, count) = (before.clone(), before.len());
    match edit {
        Edit::Add(error) => after.push(error),
        Edit::Drop(at) if count > 0 => drop(after.remove(at.index(count))),
        Edit::Swap(a, b) if count > 0 => after.swap(a.index(count), b.index(count)),
        Edit::Set(at, member, value) if count > 0 => {
            let error = after[at.index(count)].as_object_mut().unwrap();
            error.insert(member.to_owned(), value);
            error.retain(|_, value| !value.is_null());
        }
        Edit::Member(at, name, shape) if count > 0 => {
            schema(&mut after[at.index(count)])["properties"][name] = shape;
        }
        Edit::Require(at, name) if count > 0 => {
            let schema = schema(&mut after[at.index(count)]);
            if schema["properties"].get(name).is_some() {
                let required = schema["required"].as_array_mut().unwrap();
                match required.iter().position(|known| known == name) {
                    Some(at) => drop(required.remove(at)),
                    None => required.push(json!(name)),
                }
            }
        }
        Edit::Forget(at, name) if count > 0 => {
            let schema = schema(&mut after[at.index(count)]);
            schema["properties"].as_object_mut().unwrap().remove(name);
            schema["required"].as_array_mut().unwrap().retain(|known| known != name);
        }
        _ => {}
    }
    well_formed(after).unwrap_or(before)
}

fn schema(error: &mut Value) -> &mut Value {
    let none = json!({"type": "object", "properties": {}, "required": []});
    error.as_object_mut().unwrap().entry("schema").or_insert(none)
}
