//! Every way in which one value of a document can be another.

use serde_json::{Value, json};

/// The one member that may change under a version.
const POINTER: &str = "currentVersion";

/// The document with one value, one member or one item changed, each with its location.
pub(crate) fn mutations(document: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    walk(document, String::new(), document, &mut found);
    found
}

fn walk(root: &Value, at: String, value: &Value, found: &mut Vec<(String, Value)>) {
    let mut put = |what: &str, other: Value| {
        let mut root = root.clone();
        *root.pointer_mut(&at).unwrap() = other;
        found.push((format!("{at} {what}"), root));
    };
    match value {
        Value::Object(members) => {
            for name in members.keys().filter(|name| *name != POINTER) {
                let mut without = members.clone();
                without.remove(name);
                put(&format!("without {name}"), Value::Object(without));
            }
            for name in ["nullable", "Required"] {
                let mut more = members.clone();
                more.insert(name.to_owned(), json!(true));
                put(&format!("with {name}"), Value::Object(more));
            }
        }
        Value::Array(items) => arrays(items, &mut put),
        scalar => {
            for other in others(scalar) {
                put(&format!("is {other}"), other);
            }
        }
    }
    match value {
        Value::Object(members) => {
            for (name, value) in members.iter().filter(|(name, _)| *name != POINTER) {
                walk(root, format!("{at}/{name}"), value, found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(root, format!("{at}/{index}"), item, found);
            }
        }
        _ => {}
    }
}

fn arrays(items: &[Value], put: &mut impl FnMut(&str, Value)) {
    for (index, item) in items.iter().enumerate() {
        let mut changed = items.to_vec();
        changed.remove(index);
        put(&format!("without item {index}"), json!(changed));
        changed = items.to_vec();
        changed.push(item.clone());
        put(&format!("with item {index} twice"), json!(changed));
        if index > 0 {
            changed = items.to_vec();
            changed.swap(index - 1, index);
            put(&format!("with item {index} earlier"), json!(changed));
        }
    }
    put("is no list", json!("x"));
}

fn others(value: &Value) -> Vec<Value> {
    let known = ["string", "int", "boolean", "enum", "json", "STRING", "x", "", "a", "A", "D"];
    let mut others: Vec<_> = known.map(Value::from).to_vec();
    others.extend([
        json!(null),
        json!(true),
        json!(false),
        json!(7),
        json!(1.5),
        json!([]),
        json!({}),
    ]);
    if let Some(number) = value.as_i64() {
        others.extend([number - 1, number + 1, -number].map(Value::from));
        others.push(json!(number.to_string()));
    }
    if let Some(text) = value.as_str() {
        let spelt =
            [format!("{text} "), text.to_uppercase(), text.to_lowercase(), text.replace('5', "6")];
        others.extend(spelt.map(Value::from));
    }
    others.retain(|other| other != value);
    others
}
