//! Random splits: of the bytes of recorded streams, and of the arguments of random calls.

use a2t_dialect::{Dialect, Given};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{dialect, read, recorded};

/// A small reader of server-sent events, as a program has one.
#[derive(Default)]
pub(super) struct Reader {
    bytes: Vec<u8>,
}

impl Reader {
    /// Takes some bytes, and returns name and data of each event that they complete.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<(String, String)> {
        self.bytes.extend(bytes);
        let mut events = Vec::new();
        while let Some(end) = self.bytes.windows(2).position(|pair| pair == b"\n\n") {
            let event: Vec<u8> = self.bytes.drain(..end + 2).collect();
            let event = String::from_utf8(event).unwrap();
            let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
            let name = field("event: ").unwrap_or("message");
            events.push((name.to_owned(), field("data: ").unwrap().to_owned()));
        }
        events
    }
}

fn arguments() -> impl Strategy<Value = Map<String, Value>> {
    let leaf = prop_oneof![
        any::<i32>().prop_map(|number| json!(number)),
        any::<bool>().prop_map(|value| json!(value)),
        Just(Value::Null),
        "[a-zé☂😀\"\\\\{}\\[\\]\n ]{0,12}".prop_map(|text| json!(text)),
    ];
    let value = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-zé\"]{1,4}", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    });
    prop::collection::btree_map("[a-zé\"\\\\]{1,6}", value, 0..4)
        .prop_map(|members| members.into_iter().collect())
}

/// JSON with every letter beyond ASCII as escapes, which may be cut.
fn escaped(text: &str) -> String {
    let mut units = [0; 2];
    let escape = |unit: &u16| format!("\\u{unit:04x}");
    let letters = text.chars().map(|letter| {
        if letter.is_ascii() {
            letter.to_string()
        } else {
            letter.encode_utf16(&mut units).iter().map(escape).collect()
        }
    });
    letters.collect()
}

/// Pieces of a text, cut at these positions.
fn pieces(text: &str, cuts: &[prop::sample::Index]) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut positions: Vec<_> = cuts.iter().map(|cut| cut.index(letters.len() + 1)).collect();
    positions.extend([0, letters.len()]);
    positions.sort_unstable();
    positions.windows(2).map(|pair| letters[pair[0]..pair[1]].iter().collect()).collect()
}

/// The events of two calls, whose pieces come in this order.
fn events(dialect: Dialect, calls: &[Vec<String>], order: &[bool]) -> Vec<Value> {
    let open = |index: usize| {
        let (id, name) = (format!("call_{index}"), "now");
        match dialect {
            Dialect::Anthropic => json!({"type": "content_block_start", "index": index,
                "content_block": {"type": "tool_use", "id": id, "name": name, "input": {}}}),
            Dialect::BedrockConverse => json!({"contentBlockStart": {"contentBlockIndex": index,
                "start": {"toolUse": {"toolUseId": id, "name": name}}}}),
            Dialect::Gemini => json!({"event_type": "step.start", "index": index,
                "step": {"type": "function_call", "id": id, "name": name, "arguments": {}}}),
            Dialect::OpenaiChat => {
                json!({"choices": [{"index": 0, "delta": {"tool_calls": [{"index": index,
                "id": id, "type": "function", "function": {"name": name, "arguments": ""}}]}}]})
            }
            _ => {
                json!({"type": "response.output_item.added", "output_index": index, "item": item(index, "in_progress")})
            }
        }
    };
    let more = |index: usize, text: &str| match dialect {
        Dialect::Anthropic => json!({"type": "content_block_delta", "index": index,
            "delta": {"type": "input_json_delta", "partial_json": text}}),
        Dialect::BedrockConverse => json!({"contentBlockDelta": {"contentBlockIndex": index,
            "delta": {"toolUse": {"input": text}}}}),
        Dialect::Gemini => json!({"event_type": "step.delta", "index": index,
            "delta": {"type": "arguments_delta", "arguments": text}}),
        Dialect::OpenaiChat => json!({"choices": [{"index": 0, "delta": {"tool_calls": [
            {"index": index, "function": {"arguments": text}}]}}]}),
        _ => {
            json!({"type": "response.function_call_arguments.delta", "output_index": index, "delta": text})
        }
    };
    let close = |index: usize| match dialect {
        Dialect::Anthropic => Some(json!({"type": "content_block_stop", "index": index})),
        Dialect::BedrockConverse => Some(json!({"contentBlockStop": {"contentBlockIndex": index}})),
        Dialect::Gemini => Some(json!({"event_type": "step.stop", "index": index})),
        Dialect::OpenaiChat => None,
        // Without the arguments, which some servers leave out.
        _ => Some(
            json!({"type": "response.output_item.done", "output_index": index, "item": item(index, "completed")}),
        ),
    };
    let end = match dialect {
        Dialect::Anthropic => {
            json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}})
        }
        Dialect::BedrockConverse => json!({"messageStop": {"stopReason": "tool_use"}}),
        Dialect::Gemini => {
            json!({"event_type": "interaction.completed", "interaction": {"status": "requires_action"}})
        }
        Dialect::OpenaiChat => {
            json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
        }
        _ => json!({"type": "response.completed", "response": {"status": "completed"}}),
    };
    let mut left: Vec<_> = calls.iter().map(|pieces| pieces.iter()).collect();
    let mut events: Vec<_> = (0..calls.len()).map(open).collect();
    let turns = order.iter().map(|second| usize::from(*second));
    for index in turns.chain(0..calls.len()) {
        if let Some(text) = left[index].next() {
            events.push(more(index, text));
        }
    }
    for (index, pieces) in left.into_iter().enumerate() {
        events.extend(pieces.map(|text| more(index, text)));
        events.extend(close(index));
    }
    events.push(end);
    events
}

fn item(index: usize, status: &str) -> Value {
    json!({"type": "function_call", "id": format!("fc_{index}"), "call_id": format!("call_{index}"),
        "name": "now", "arguments": "", "status": status})
}

const DIALECTS: [Dialect; 5] = [
    Dialect::Anthropic,
    Dialect::BedrockConverse,
    Dialect::Gemini,
    Dialect::OpenaiChat,
    Dialect::OpenaiResponses,
];

proptest! {
    #[test]
    fn any_split_of_the_bytes_gives_the_same_reply(
        file in prop::sample::select(recorded()),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        prop_assume!(file.extension().is_some_and(|extension| extension == "sse"));
        let bytes = std::fs::read(&file).unwrap();
        let mut positions: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len())).collect();
        positions.extend([0, bytes.len()]);
        positions.sort_unstable();
        let mut reader = Reader::default();
        let events: Vec<_> =
            positions.windows(2).flat_map(|pair| reader.take(&bytes[pair[0]..pair[1]])).collect();
        let dialect = dialect(&file);
        let whole = Reader::default().take(&bytes);
        let stream = || dialect.accumulator().unwrap();
        prop_assert_eq!(read(stream(), &events), read(stream(), &whole));
    }

    #[test]
    fn any_split_of_the_arguments_gives_the_same_calls(
        given in prop::collection::vec(arguments(), 2),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        order in prop::collection::vec(any::<bool>(), 0..12),
        as_escapes in any::<bool>(),
    ) {
        let text = |given: &Map<String, Value>| {
            let text = Value::Object(given.clone()).to_string();
            if as_escapes { escaped(&text) } else { text }
        };
        let calls: Vec<_> = given.iter().map(|given| pieces(&text(given), &cuts)).collect();
        for dialect in DIALECTS {
            let events = events(dialect, &calls, &order);
            let events: Vec<_> = events.iter().map(|event| (String::new(), event.to_string())).collect();
            let read = read(dialect.accumulator().unwrap(), &events);
            let mut called = read.calls;
            called.sort_by_key(|(_, call)| call.id().map(str::to_owned));
            let called: Vec<_> = called.iter().map(|(_, call)| call.given().clone()).collect();
            let given: Vec<_> = given.iter().cloned().map(Given::Object).collect();
            prop_assert_eq!(called, given, "{}", dialect);
        }
    }
}
