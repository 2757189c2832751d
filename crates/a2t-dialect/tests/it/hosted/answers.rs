//! What the program answers the calls of a computer or an editor, as `golden/answers.json` has it.

use a2t_dialect::Dialect;
use a2t_dialect::hosted::{Answer, Computer, Fragment, HostedEvent, RunBy};
use serde_json::{Map, Value, json};

use super::assert_golden;
use super::events::messages;

fn answers() -> [(&'static str, Answer); 4] {
    let screenshot = Answer::Screenshot {
        media_type: "image/png".to_owned(),
        base64: "iVBORw0KGgo=".to_owned(),
    };
    [
        ("screenshot", screenshot),
        ("text", Answer::Text("fn main() {}".to_owned())),
        ("failed", Answer::Failed("no such file".to_owned())),
        ("approved", Answer::Approved(true)),
    ]
}

/// Everything that waits for the program in the recorded messages, with each answer.
#[test]
fn what_waits_for_the_program_is_answered_in_the_words_of_the_provider() {
    let mut golden = Map::new();
    for dialect in Dialect::ALL {
        let mut events = Vec::new();
        for case in messages(*dialect) {
            events.extend(HostedEvent::all(*dialect, &case["message"]));
        }
        if *dialect == Dialect::Gemini {
            let click = json!({ "functionCall": { "id": "f_1", "name": "click_at", "args": {} } });
            let fragment = Fragment::new(*dialect).hosted(Computer::new(1, 1)).unwrap();
            events.extend(fragment.events(&json!({ "role": "model", "parts": [click] })));
        }
        let mut written = Vec::new();
        for event in &events {
            for (name, answer) in answers() {
                let found = event.answer(&answer);
                if event.run_by() == RunBy::Provider {
                    assert_eq!(found, None, "{event:?}");
                }
                let line = format!("{} {name}", event.word());
                written.extend(found.map(|found| json!({ line: found })));
            }
        }
        if !written.is_empty() {
            golden.insert(dialect.to_string(), Value::Array(written));
        }
    }
    assert_golden("answers.json", &Value::Object(golden));
}

/// The results of functions and the answers of a computer go back in one message.
#[test]
fn answers_and_results_make_one_message() {
    for (dialect, pointer) in [
        (Dialect::Anthropic, "/content"),
        (Dialect::BedrockAgents, "/returnControlInvocationResults"),
    ] {
        let cases = messages(dialect);
        let both = |case: &&Value| {
            let events = HostedEvent::all(dialect, &case["message"]);
            let program = events.iter().any(|event| event.run_by() == RunBy::Program);
            program && case["calls"] == json!(["get_weather"])
        };
        let message = &cases.iter().find(both).unwrap()["message"];
        let calls = dialect.calls(message).unwrap();
        let done = a2t_dialect::Outcome::Done(Map::new());
        let mut results: Vec<_> = calls.iter().map(|call| call.result(&done)).collect();
        let text = Answer::Text("ok".to_owned());
        let events = HostedEvent::all(dialect, message);
        results.extend(events.iter().filter_map(|event| event.answer(&text)));
        let count = calls.len() + events.len();
        let message = dialect.message(results);
        let list = message.pointer(pointer).and_then(Value::as_array);
        assert_eq!(list.map(Vec::len), Some(count), "{message}");
    }
}
