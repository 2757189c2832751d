//! What a model reads of a call has nothing hidden in it, for every tool, protocol and provider.

use a2t_core::signature::rule::classify;
use a2t_dialect::{Dialect, Outcome, Part};
use serde_json::{Value, json};

use super::CASES;

/// Characters of each kind that is hidden: controls, format and bidi controls, tags, selectors, fillers, blanks, private
/// use, what is not assigned. `a2t-core/tests/it/hostile_characters.rs` has all.
const HIDDEN: &str = "\u{0}\u{1b}\u{85}\u{ad}\u{61c}\u{34f}\u{115f}\u{17b4}\u{180e}\u{200b}\u{200d}\u{200e}\u{2028}\u{202e}\u{2060}\
    \u{2066}\u{2800}\u{2d7f}\u{3164}\u{e000}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\u{fffc}\u{1107f}\u{1d173}\u{e0001}\u{e0069}\u{e0100}\u{10ffff}";

fn strings(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            found.push(name.clone());
            strings(value, found);
        }),
        _ => {}
    }
}

fn outcomes() -> Vec<Outcome> {
    let text = format!("ok {HIDDEN} end");
    let Value::Object(outputs) = json!({
        "plain": text, (text.as_str()): [{ (text.as_str()): [text] }, 1, null], "tab": "a\tb\r\nc",
    }) else {
        unreachable!()
    };
    vec![
        Outcome::Done(outputs),
        Outcome::Text(text.clone()),
        Outcome::Parts(vec![
            Part::Text(text.clone()),
            Part::Link { uri: text.clone(), name: text.clone() },
            Part::file(&format!("audio/{text}"), "AAAA", Some(text.clone())),
        ]),
        Outcome::Refused(text.clone()),
        Outcome::Failed(text),
    ]
}

#[test]
fn results_in_every_dialect_have_the_escapes_of_hidden_characters() {
    for dialect in Dialect::ALL {
        let case = &CASES[0];
        let message = case.message(*dialect, true, &[&case.arguments]);
        let call = dialect.calls(&message).unwrap().remove(0);
        for outcome in outcomes() {
            let mut found = Vec::new();
            strings(&call.result(&outcome), &mut found);
            let hides = |text: &String| {
                classify(text).any(|(one, hidden)| hidden && !matches!(one, '\t' | '\r'))
            };
            assert_eq!(found.iter().find(|text| hides(text)), None, "{dialect} {outcome:?}");
            let escapes =
                found.iter().any(|text| text.contains("u{e0069}") && text.contains("u{2d7f}"));
            assert!(escapes, "{dialect}: {found:?}");
        }
    }
}

#[test]
fn names_that_become_one_keep_their_values() {
    let Value::Object(outputs) = json!({"a\u{202e}": 1, "a\\u{202e}": 2, "a\\u{202e}_1": 3}) else {
        unreachable!()
    };
    let Outcome::Done(clean) = Outcome::Done(outputs).sanitized() else { panic!() };
    let values: Vec<_> = clean.values().cloned().collect();
    assert_eq!(values, [json!(1), json!(2), json!(3)]);
}
