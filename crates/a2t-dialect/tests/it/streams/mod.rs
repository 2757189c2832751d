//! Recorded streams give the calls that the providers' own SDKs read from them (`calls.json`, written by
//! `tests/sdks/streams.py`), and any split of a stream gives the same calls.

mod split;

use std::fs;
use std::path::{Path, PathBuf};

use a2t_dialect::{Accumulator, Call, Dialect, Given, Reply, Streamed, Turn};
use serde_json::{Value, json};

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/streams"))
}

/// Every recorded stream, by its path below the folder.
fn recorded() -> Vec<PathBuf> {
    let folders = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|path| fs::read_dir(path).unwrap());
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

fn dialect(file: &Path) -> Dialect {
    Dialect::find(file.parent().unwrap().file_name().unwrap().to_str().unwrap()).unwrap()
}

/// Name and data of each event: server-sent events, or lines of JSON for Amazon's event stream.
fn events(file: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(file).unwrap();
    if file.extension().unwrap() == "jsonl" {
        return text.lines().map(|line| (String::new(), line.to_owned())).collect();
    }
    let mut reader = split::Reader::default();
    reader.take(text.as_bytes())
}

/// What a stream gives: its calls and its pieces of text with the event that completed each, and
/// its reply.
#[derive(Debug, PartialEq)]
struct Read {
    calls: Vec<(usize, Call)>,
    text: Vec<(usize, String)>,
    reply: Reply,
}

fn read(mut stream: Accumulator, events: &[(String, String)]) -> Read {
    let (mut calls, mut text) = (Vec::new(), Vec::new());
    for (at, (name, data)) in events.iter().enumerate() {
        for streamed in stream.push(name, data).unwrap() {
            match streamed {
                Streamed::Call(call) => calls.push((at, call)),
                Streamed::Text(more) => text.push((at, more)),
                other => panic!("{other:?}"),
            }
        }
    }
    Read { calls, text, reply: stream.finish().unwrap() }
}

fn read_file(file: &str) -> Read {
    let file = folder().join(file);
    read(dialect(&file).accumulator().unwrap(), &events(&file))
}

fn shown<'a>(calls: impl IntoIterator<Item = &'a Call>) -> Value {
    let shown = calls.into_iter().map(|call| {
        let Given::Object(arguments) = call.given() else { panic!("{call:?}") };
        json!({"id": call.id(), "name": call.name(), "arguments": arguments})
    });
    shown.collect()
}

#[test]
fn recorded_streams_give_the_calls_of_the_sdks() {
    let known = fs::read_to_string(folder().join("calls.json")).unwrap();
    let known: Value = serde_json::from_str(&known).unwrap();
    let streams = known["streams"].as_object().unwrap();
    assert!(streams.len() > 10);
    for (file, sdks) in streams {
        let read = read_file(file);
        let called = read.reply.turn.called().unwrap_or_default();
        for (sdk, calls) in sdks.as_object().unwrap() {
            assert_eq!(&shown(&called), calls, "{file}: {sdk}");
        }
    }
}

#[test]
fn each_stream_ends_in_the_turn_of_its_message() {
    for file in recorded() {
        let dialect = dialect(&file);
        let read = read(dialect.accumulator().unwrap(), &events(&file));
        let turn = dialect.turn(&read.reply.message).unwrap();
        assert_eq!(read.reply.turn, turn, "{}", file.display());
        if let Turn::Called(mut called) = turn {
            // In another order if a later call was complete first.
            let mut calls: Vec<_> = read.calls.into_iter().map(|(_, call)| call).collect();
            let by_id = |one: &Call, other: &Call| one.id().cmp(&other.id());
            calls.sort_by(by_id);
            called.sort_by(by_id);
            assert_eq!(calls, called, "{}", file.display());
        }
        assert!(read.reply.ignored.is_empty(), "{}: {:?}", file.display(), read.reply.ignored);
        assert!(read.reply.stop_reason.is_some(), "{}", file.display());
    }
}

#[test]
fn streams_that_end_without_calls_give_none() {
    let cases = [
        ("anthropic/cut_off.sse", Turn::CutOff("max_tokens".to_owned())),
        ("bedrock-converse/cut_off.jsonl", Turn::CutOff("max_tokens".to_owned())),
        ("gemini/malformed.sse", Turn::Malformed("MALFORMED_FUNCTION_CALL".to_owned())),
        ("openai-chat/cut_off.sse", Turn::CutOff("length".to_owned())),
        ("openai-chat/refused.sse", Turn::Refused("content_filter".to_owned())),
        ("openai-responses/cut_off.sse", Turn::CutOff("max_output_tokens".to_owned())),
    ];
    for (file, turn) in cases {
        let read = read_file(file);
        assert_eq!(read.reply.turn, turn, "{file}");
        assert!(read.calls.is_empty(), "{file}: {:?}", read.calls);
    }
    let approval = read_file("vercel-ai/approval.sse");
    assert!(matches!(approval.reply.turn, Turn::Waiting(_)), "{:?}", approval.reply.turn);
    // The first call was whole, the second was not.
    let refused = read_file("anthropic/refused.sse");
    assert_eq!(refused.reply.turn, Turn::Refused("refusal".to_owned()));
    assert_eq!(
        shown(refused.calls.iter().map(|(_, call)| call)),
        json!([
        {"id": "toolu_01T", "name": "lookup_weather", "arguments": {"city": "Omaha"}}])
    );
}

#[test]
fn a_call_is_returned_while_others_still_stream() {
    let early = [
        "anthropic/parallel.sse",
        "bedrock-converse/parallel.jsonl",
        "gemini/interaction.sse",
        "gemini/parallel.sse",
        "gemini/partial_args.sse",
        "openai-chat/parallel.sse",
        "openai-responses/interleaved.sse",
        "openai-responses/parallel.sse",
    ];
    for file in early {
        let read = read_file(file);
        let ends: Vec<_> = read.calls.iter().map(|(at, _)| *at).collect();
        assert!(ends.first() < ends.last(), "{file}: {ends:?}");
    }
    // The second call of this stream ends first.
    let read = read_file("openai-responses/interleaved.sse");
    let ids: Vec<_> = read.calls.iter().filter_map(|(_, call)| call.id()).collect();
    assert_eq!(ids, ["call_b", "call_a"]);
}

#[test]
fn text_comes_in_pieces_and_reasoning_does_not() {
    for file in recorded().iter().filter(|file| file.file_stem().unwrap() == "parallel") {
        let read = read(dialect(file).accumulator().unwrap(), &events(file));
        let expected = if file.starts_with(folder().join("openai-chat")) {
            ""
        } else {
            "I will look it up: ☂"
        };
        let (events, text): (Vec<_>, Vec<_>) = read.text.into_iter().unzip();
        assert_eq!(text.concat(), expected, "{}", file.display());
        let is_in_pieces = events.first() < events.last();
        assert_eq!(is_in_pieces, !expected.is_empty(), "{}: {events:?}", file.display());
    }
}

#[test]
fn usage_is_read_in_each_dialect() {
    let tokens = |file: &str| {
        let usage = read_file(file).reply.usage.unwrap();
        (usage.input_tokens, usage.output_tokens)
    };
    let (input, output) = (Some(472), Some(89));
    assert_eq!(tokens("anthropic/parallel.sse"), (input, output));
    assert_eq!(tokens("bedrock-converse/parallel.jsonl"), (input, output));
    assert_eq!(tokens("gemini/parallel.sse"), (Some(88), Some(41)));
    assert_eq!(tokens("gemini/interaction.sse"), (Some(88), Some(41)));
    assert_eq!(tokens("openai-chat/parallel.sse"), (Some(82), Some(63)));
    assert_eq!(tokens("openai-responses/parallel.sse"), (Some(82), Some(63)));
    assert_eq!(read_file("vercel-ai/parallel.sse").reply.usage, None);
}

/// The message can be sent back: what models sign is as it was.
#[test]
fn a_message_has_what_the_next_request_needs() {
    let at = |file: &str, pointer: &str| read_file(file).reply.message.pointer(pointer).cloned();
    let cases = [
        ("anthropic/parallel.sse", "/content/0/signature", json!("EqQBCkYIBxgCKkDk")),
        ("anthropic/parallel.sse", "/content/0/thinking", json!("Two cities, one clock.")),
        ("anthropic/parallel.sse", "/content/3/input", json!({})),
        ("anthropic/parallel.sse", "/usage/output_tokens", json!(89)),
        ("anthropic/hosted.sse", "/content/1/input", json!({"query": "umbrellas"})),
        ("anthropic/hosted.sse", "/content/3/citations/0/title", json!("Rain")),
        (
            "bedrock-converse/parallel.jsonl",
            "/output/message/content/0/reasoningContent/reasoningText",
            json!({"text": "Two cities.", "signature": "EqQBCkYI"}),
        ),
        ("gemini/parallel.sse", "/candidates/0/content/parts/2/thoughtSignature", json!("CiQB")),
        (
            "gemini/parallel.sse",
            "/candidates/0/content/parts/1/text",
            json!("I will look it up: ☂"),
        ),
        ("gemini/interaction.sse", "/steps/0/signature", json!("CiQB")),
        ("gemini/interaction.sse", "/steps/1/content/0/text", json!("I will look it up: ☂")),
        ("openai-chat/parallel.sse", "/object", json!("chat.completion")),
        ("openai-chat/parallel.sse", "/choices/0/message/content", json!(null)),
        (
            "openai-chat/parallel.sse",
            "/choices/0/message/tool_calls/1",
            json!({"id": "call_Qp1",
            "type": "function", "function": {"name": "now", "arguments": "{}"}}),
        ),
        (
            "openai-responses/parallel.sse",
            "/output/1/content/0/text",
            json!("I will look it up: ☂"),
        ),
        (
            "vercel-ai/parallel.sse",
            "/content/1/providerOptions/google/thoughtSignature",
            json!("CiQB"),
        ),
        (
            "vercel-ai/answered.sse",
            "/content/2/output",
            json!({"type": "json", "value": {"temperature": 4}}),
        ),
    ];
    for (file, pointer, expected) in cases {
        assert_eq!(at(file, pointer), Some(expected), "{file}: {pointer}");
    }
    let message = read_file("gemini/partial_args.sse").reply.message;
    let call = &message["candidates"][0]["content"]["parts"][0]["functionCall"];
    assert_eq!(
        *call,
        json!({"id": "q1", "name": "lookup_weather",
        "args": {"city": "São Paulo \"centro\"", "days": 3, "tags": ["☂", "été"]}})
    );
}
