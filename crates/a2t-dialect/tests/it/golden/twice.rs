//! Calls that stand in a message twice, and calls that name no tool, in every dialect.

use a2t_dialect::{Dialect, Given, ToolCallError};
use serde_json::Value;

use super::{CASES, Case};

fn case() -> &'static Case {
    let mut cases = CASES.iter();
    cases.find(|case| case.label == "draft_flight").unwrap()
}

/// A message with two calls of one tool, with other arguments each.
fn message(dialect: Dialect) -> Value {
    case().message(dialect, true, &[&case().arguments, &case().other_arguments])
}

/// The list in a message that has the calls.
fn calls_in<'m>(message: &'m mut Value, name: &str) -> Option<&'m mut Vec<Value>> {
    let is_list = |value: &Value| {
        let named = |item: &Value| item.to_string().contains(name);
        value.as_array().is_some_and(|items| items.iter().filter(|item| named(item)).count() > 1)
    };
    if is_list(message) {
        return message.as_array_mut();
    }
    match message {
        Value::Array(items) => items.iter_mut().find_map(|item| calls_in(item, name)),
        Value::Object(members) => members.values_mut().find_map(|member| calls_in(member, name)),
        _ => None,
    }
}

/// Dialects that give all calls of a message one id.
const SHARED: &[&str] = &["a2a", "bedrock-agents"];

#[test]
fn a_call_that_stands_there_twice_is_one() {
    for dialect in Dialect::ALL {
        let mut message = message(*dialect);
        let name = case().shown(*dialect, &case().arguments).0;
        let calls = calls_in(&mut message, &name).unwrap();
        calls.extend(calls.clone());
        let read = dialect.calls(&message).unwrap();
        let ids = read.iter().map(|call| call.id());
        let expected = if SHARED.contains(&dialect.id()) { 4 } else { 2 };
        assert_eq!(read.len(), expected, "{dialect}: {:?}", ids.collect::<Vec<_>>());
    }
}

#[test]
fn another_call_under_a_known_id_is_answered_and_not_run() {
    for dialect in Dialect::ALL.iter().filter(|one| !SHARED.contains(&one.id())) {
        let mut text = message(*dialect).to_string();
        for (second, first) in [
            ("\"call_2\"", "\"call_1\""),
            ("\"toolu_02\"", "\"toolu_01\""),
            ("\"tooluse_2\"", "\"tooluse_1\""),
            ("\"id2\"", "\"id1\""),
            ("\"id\":2,", "\"id\":1,"),
            ("\"id\":2}", "\"id\":1}"),
        ] {
            text = text.replace(second, first);
        }
        let read = dialect.calls(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(read.len(), 2, "{dialect}");
        assert_eq!(read[0].id(), read[1].id(), "{dialect}");
        assert!(matches!(read[0].given(), Given::Object(_)), "{dialect}");
        assert!(matches!(read[1].given(), Given::Withheld { .. }), "{dialect}");
        let refusal = case().selection().validate(&read[1]).unwrap_err().to_string();
        assert!(refusal.contains("has the same id\nCall it again."), "{refusal}");
    }
}

/// Sets each text that is the tool's name, in this value, to another value.
fn rename(value: &mut Value, name: &str, other: &Value) {
    match value {
        Value::String(text) if text == name => *value = other.clone(),
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, name, other)),
        Value::Object(members) => {
            members.values_mut().for_each(|member| rename(member, name, other))
        }
        _ => {}
    }
}

#[test]
fn a_call_without_a_name_does_not_spoil_the_others() {
    for dialect in Dialect::ALL {
        for other in [Value::Null, Value::from(7), Value::from("")] {
            let mut message = message(*dialect);
            let name = case().shown(*dialect, &case().arguments).0;
            let calls = calls_in(&mut message, &name).unwrap();
            let first = calls.iter_mut().find(|call| call.to_string().contains(&name)).unwrap();
            rename(first, &name, &other);
            let read = dialect.calls(&message).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(read.len(), 2, "{dialect}: {other}");
            let refusal = case().selection().validate(&read[0]).unwrap_err();
            assert!(matches!(&refusal, ToolCallError::UnknownTool { .. }), "{dialect}: {refusal}");
            assert!(refusal.to_string().starts_with("the call names no tool\n"), "{refusal}");
            assert_eq!(read[1].name(), name, "{dialect}");
        }
    }
}
