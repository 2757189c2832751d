//! Streams with a fault or an oddity, in each dialect that has them.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::Given;

fn stream(dialect: Dialect) -> Accumulator {
    dialect.accumulator().unwrap()
}

/// Passes all events, and returns the name and the arguments of each call with the event that completed it.
fn calls(stream: &mut Accumulator, events: &[Value]) -> Vec<(usize, String, Given)> {
    let mut found = Vec::new();
    for (at, event) in events.iter().enumerate() {
        for streamed in stream.push_value(event).unwrap_or_else(|e| panic!("{event}: {e}")) {
            if let Streamed::Call(call) = streamed {
                found.push((at, call.name().to_owned(), call.given().clone()));
            }
        }
    }
    found
}

fn given(value: Value) -> Given {
    Given::from_value(Some(&value))
}

fn error(dialect: Dialect, events: &[Value]) -> String {
    let mut stream = stream(dialect);
    let pushed: Result<Vec<_>> = events.iter().map(|event| stream.push_value(event)).collect();
    pushed.map(|_| ()).and_then(|()| stream.finish().map(|_| ())).unwrap_err().to_string()
}

fn start(index: u64, id: &str, name: &str) -> Value {
    json!({"type": "content_block_start", "index": index,
        "content_block": {"type": "tool_use", "id": id, "name": name, "input": {}}})
}

fn more(index: u64, text: &str) -> Value {
    json!({"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": text}})
}

fn stop(index: u64) -> Value {
    json!({"type": "content_block_stop", "index": index})
}

fn ended(reason: &str) -> Value {
    json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 5}})
}

fn message_stop() -> Value {
    json!({"type": "message_stop"})
}

fn chunk(call: Value) -> Value {
    json!({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": [call]}}]})
}

fn finish(reason: &str) -> Value {
    json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
}

#[test]
fn items_that_interleave_are_returned_as_each_ends() {
    let mut stream = stream(Dialect::Anthropic);
    let events = [
        start(0, "a", "now"),
        start(1, "b", "look"),
        more(1, "{\"q\":"),
        more(0, "{\"city\": \"\\"),
        more(1, "1}"),
        more(0, "u00e9\"}"),
        stop(1),
        stop(0),
        ended("tool_use"),
        message_stop(),
    ];
    let found = calls(&mut stream, &events);
    let expected = [(6, "look", json!({"q": 1})), (7, "now", json!({"city": "é"}))];
    let expected = expected.map(|(at, name, value)| (at, name.to_owned(), given(value)));
    assert_eq!(found, expected);
    let reply = stream.finish().unwrap();
    let names: Vec<_> =
        reply.turn.called().unwrap().iter().map(|call| call.name().to_owned()).collect();
    assert_eq!(names, ["now", "look"]);
}

#[test]
fn a_call_without_arguments_waits_until_the_model_has_gone_on() {
    let events = |next: Value| [start(0, "a", "now"), more(0, ""), stop(0), next];
    let mut next = stream(Dialect::Anthropic);
    assert_eq!(
        calls(&mut next, &events(start(1, "b", "look"))),
        [(3, "now".into(), given(json!({})))]
    );
    let mut end = stream(Dialect::Anthropic);
    assert_eq!(calls(&mut end, &events(ended("tool_use"))), [(3, "now".into(), given(json!({})))]);
    let mut cut = stream(Dialect::Anthropic);
    assert_eq!(calls(&mut cut, &events(ended("max_tokens"))), []);
    assert_eq!(cut.finish().unwrap().turn, Turn::CutOff("max_tokens".into()));
}

#[test]
fn arguments_that_are_no_json_are_returned_at_the_end_for_the_model_to_mend() {
    for text in ["{\"city\": \"Oma", "{\"a\":1}{\"a\":2}", "{\"a\":1,\"a\":2}", "[1]", "7"] {
        let mut stream = stream(Dialect::Anthropic);
        let events =
            [start(0, "a", "now"), more(0, text), stop(0), ended("tool_use"), message_stop()];
        let found = calls(&mut stream, &events);
        let [(3, name, Given::Unreadable { .. })] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(name, "now");
        let turn = stream.finish().unwrap().turn;
        let Turn::Called(calls) = turn else { panic!("{turn:?}") };
        assert_eq!(calls[0].given(), &found[0].2);
    }
}

#[test]
fn a_refusal_in_the_middle_of_a_call_returns_no_half_of_it() {
    let mut anthropic = stream(Dialect::Anthropic);
    let events = [start(0, "a", "wire"), more(0, "{\"amo"), ended("refusal"), message_stop()];
    assert_eq!(calls(&mut anthropic, &events), []);
    assert_eq!(anthropic.finish().unwrap().turn, Turn::Refused("refusal".into()));

    let mut chat = stream(Dialect::OpenaiChat);
    let call = json!({"index": 0, "id": "a", "function": {"name": "wire", "arguments": "{\"amo"}});
    let refusal = json!({"choices": [{"index": 0, "delta": {"refusal": "I cannot."}, "finish_reason": "stop"}]});
    assert_eq!(calls(&mut chat, &[chunk(call), finish("content_filter"), refusal]), []);
    let reply = chat.finish().unwrap();
    assert_eq!(reply.turn, Turn::Refused("content_filter".into()));
    assert_eq!(reply.message["choices"][0]["message"]["refusal"], "I cannot.");
}

#[test]
fn unknown_events_are_counted_by_name_and_change_nothing() {
    let mut stream = stream(Dialect::Anthropic);
    let odd = json!({"type": "content_block_delta", "index": 0, "delta": {"type": "mood_delta", "mood": 1}});
    let events = [
        json!({"type": "weather"}),
        start(0, "a", "now"),
        odd,
        json!({"type": "weather", "index": [[]]}),
        json!({}),
        stop(0),
        ended("tool_use"),
        message_stop(),
    ];
    assert_eq!(calls(&mut stream, &events).len(), 1);
    let ignored = stream.finish().unwrap().ignored;
    let expected =
        [("an event without a name", 1), ("content_block_delta mood_delta", 1), ("weather", 2)];
    assert_eq!(ignored, expected.map(|(name, count)| (name.to_owned(), count)).into());

    let mut many = stream_of_unknown_events();
    many.push_value(&ended("end_turn")).unwrap();
    assert_eq!(many.finish().unwrap().ignored.len(), 33);
}

#[test]
fn events_of_items_are_counted_unless_the_whole_item_has_what_they_report() {
    let mut responses = stream(Dialect::OpenaiResponses);
    for name in ["response.web_search_call.searching", "response.weather.delta"] {
        responses.push_value(&json!({"type": name, "output_index": 0})).unwrap();
    }
    let end =
        json!({"type": "response.completed", "response": {"status": "completed", "output": []}});
    responses.push_value(&end).unwrap();
    let ignored = responses.finish().unwrap().ignored;
    assert_eq!(ignored, [("response.weather.delta".to_owned(), 1)].into());
}

fn stream_of_unknown_events() -> Accumulator {
    let mut stream = stream(Dialect::Anthropic);
    for number in 0..1000 {
        stream.push_value(&json!({ "type": format!("odd {number}") })).unwrap();
    }
    stream
}

#[test]
fn an_id_is_returned_once() {
    let mut same = stream(Dialect::Anthropic);
    let twice = |index| [start(index, "a", "now"), more(index, "{}"), stop(index)];
    let mut events = [twice(0), twice(1)].concat();
    events.extend([ended("tool_use"), message_stop()]);
    assert_eq!(calls(&mut same, &events).len(), 1);
    assert_eq!(same.finish().unwrap().turn.called().unwrap().len(), 1);

    let mut other = stream(Dialect::Anthropic);
    events[4] = more(1, "{\"a\":1}");
    let found = calls(&mut other, &events);
    assert_eq!(found.len(), 2);
    assert!(matches!(found[1], (6, _, Given::Withheld { .. })), "{found:?}");
}

#[test]
fn a_call_without_an_id_is_an_error_at_the_end_as_in_a_whole_message() {
    let call = json!({"index": 0, "function": {"name": "now", "arguments": "{}"}});
    let error = error(Dialect::OpenaiChat, &[chunk(call), finish("tool_calls")]);
    assert!(error.contains("/choices/0/message/tool_calls/0/id: expected a string"), "{error}");
}

#[test]
fn servers_that_number_calls_badly_are_read() {
    let whole = |index: Option<u64>, id: &str| {
        let mut call = json!({"id": id, "type": "function", "function": {"name": "now", "arguments": "{\"a\":1}"}});
        if let Some(index) = index {
            call["index"] = json!(index);
        }
        chunk(call)
    };
    for index in [None, Some(0), Some(u64::MAX)] {
        let mut stream = stream(Dialect::OpenaiChat);
        let found = calls(&mut stream, &[whole(index, "a"), whole(index, "b"), finish("stop")]);
        assert_eq!(found.iter().map(|(at, ..)| *at).collect::<Vec<_>>(), [1, 2], "{index:?}");
    }
    // Id and name in each piece, even after the end of the call.
    let piece = |id: &str, text: &str| {
        let function = json!({"name": "now", "arguments": text});
        chunk(
            json!({"index": u64::from(id != "a"), "id": id, "type": "function", "function": function}),
        )
    };
    let mut repeated = stream(Dialect::OpenaiChat);
    let pieces = [piece("a", "{\"a\""), piece("a", ":1}"), piece("b", "{}"), piece("a", "")];
    let found = calls(&mut repeated, &[pieces.as_slice(), &[finish("tool_calls")]].concat());
    let expected = [(2, json!({"a": 1})), (4, json!({}))];
    assert_eq!(found, expected.map(|(at, value)| (at, "now".into(), given(value))));
}

#[test]
fn a_stream_that_was_cut_names_what_is_incomplete() {
    let expected = "anthropic: the stream ended too early, without the rest of the call `now` (item 0), `message_stop`";
    assert_eq!(error(Dialect::Anthropic, &[start(0, "a", "now"), more(0, "{\"a\":1}")]), expected);
    let open = error(Dialect::Anthropic, &[start(3, "a", "now"), ended("tool_use")]);
    assert!(open.ends_with("without the rest of the call `now` (item 3)"), "{open}");
    let call = json!({"index": 0, "id": "a", "function": {"name": "now", "arguments": "{}"}});
    assert!(
        error(Dialect::OpenaiChat, &[chunk(call)]).ends_with("`now` (item 0), `finish_reason`")
    );
    for dialect in Dialect::ALL {
        let Ok(stream) = dialect.accumulator() else { continue };
        assert!(matches!(stream.finish(), Err(StreamError::Cut { .. })), "{dialect}");
    }
}

#[test]
fn an_end_that_comes_twice_ends_the_message_once() {
    let mut anthropic = stream(Dialect::Anthropic);
    let mut events = vec![start(0, "a", "now"), more(0, "{}"), stop(0), stop(0)];
    events.extend([ended("tool_use"), message_stop(), ended("max_tokens"), message_stop()]);
    assert_eq!(calls(&mut anthropic, &events).len(), 1);
    assert_eq!(anthropic.stop_reason(), Some("tool_use"));
    assert_eq!(anthropic.finish().unwrap().turn.called().map(|calls| calls.len()), Some(1));

    let mut chat = stream(Dialect::OpenaiChat);
    let call = json!({"index": 0, "id": "a", "function": {"name": "now", "arguments": "{}"}});
    assert_eq!(calls(&mut chat, &[chunk(call), finish("tool_calls"), finish("stop")]).len(), 1);
    assert!(chat.push("message", "[DONE]").unwrap().is_empty());
    assert!(chat.push("message", " [DONE]\n").unwrap().is_empty());
    assert_eq!(chat.finish().unwrap().stop_reason.as_deref(), Some("tool_calls"));
}

#[test]
fn an_item_that_ends_after_its_message_completes_the_calls() {
    let mut anthropic = stream(Dialect::Anthropic);
    let events = [start(0, "a", "now"), ended("tool_use"), stop(0)];
    assert_eq!(calls(&mut anthropic, &events), [(2, "now".into(), given(json!({})))]);
    assert_eq!(anthropic.finish().unwrap().turn.called().map(|calls| calls.len()), Some(1));

    let mut converse = stream(Dialect::BedrockConverse);
    let used = json!({"toolUse": {"toolUseId": "a", "name": "now"}});
    let events = [
        json!({"contentBlockStart": {"contentBlockIndex": 0, "start": used}}),
        json!({"messageStop": {"stopReason": "tool_use"}}),
        json!({"contentBlockStop": {"contentBlockIndex": 0}}),
    ];
    assert_eq!(calls(&mut converse, &events), [(2, "now".into(), given(json!({})))]);
    assert_eq!(converse.finish().unwrap().turn.called().map(|calls| calls.len()), Some(1));
}

#[test]
fn nothing_follows_on_what_is_complete() {
    let whole = [start(0, "a", "now"), more(0, "{}"), stop(0)];
    let after = |event: Value| error(Dialect::Anthropic, &[whole.to_vec(), vec![event]].concat());
    assert!(after(more(0, "{\"a\":1}")).contains("nothing more of item 0, which is complete"));
    assert!(after(start(0, "b", "now")).contains("one start of item 0"));
    let mut events = whole.to_vec();
    events.extend([ended("tool_use"), start(1, "b", "now")]);
    assert!(error(Dialect::Anthropic, &events).contains("the message has ended"));
    let begun = json!({"type": "message_start", "message": {"role": "assistant", "content": []}});
    let twice = error(Dialect::Anthropic, &[begun.clone(), begun]);
    assert_eq!(twice, "anthropic: message_start: expected the events of one message");
    let sdk_events = ["start-step", "finish", "reset-step"].map(|kind| json!({ "type": kind }));
    assert!(error(Dialect::VercelAi, &sdk_events).contains("the message has ended"));
    let call = |index: u64, text: &str| {
        chunk(
            json!({"index": index, "id": format!("call_{index}"), "function": {"name": "now", "arguments": text}}),
        )
    };
    let late = error(Dialect::OpenaiChat, &[call(0, "{}"), call(1, ""), call(0, "{\"a\":1}")]);
    assert!(late.contains("nothing more of item 0"), "{late}");
}

/// Items that are held until the end must not be read again for each new item, which would take minutes.
#[test]
fn many_calls_of_one_id_are_read() {
    let mut stream = stream(Dialect::Anthropic);
    let text = format!("{{\"a\":\"{}\"}}", "x".repeat(8 << 10));
    for index in 0..1000 {
        let twice = index / 2;
        for event in [start(index, &format!("id_{twice}"), "now"), more(index, &text), stop(index)]
        {
            stream.push_value(&event).unwrap();
        }
    }
    // Half of them have the id of another one.
    assert!(stream.push_value(&ended("tool_use")).is_ok());
}

#[test]
fn an_index_far_out_of_range_allocates_nothing() {
    let far = u64::MAX;
    let mut anthropic = stream(Dialect::Anthropic);
    let events =
        [start(far, "a", "now"), more(far, "{}"), stop(far), ended("tool_use"), message_stop()];
    assert_eq!(calls(&mut anthropic, &events).len(), 1);
    let before = error(Dialect::Anthropic, &[more(far, "{}")]);
    assert!(before.contains("the start of item 18446744073709551615 first"), "{before}");
    for index in [json!(-1), json!(1.5), json!("0"), json!(null)] {
        let event = json!({"type": "content_block_stop", "index": index});
        assert!(error(Dialect::Anthropic, &[event]).contains("a whole number `index`"));
    }
    let partial = json!({"jsonPath": "$.a[4000000000]", "numberValue": 1});
    let part =
        json!({"functionCall": {"name": "now", "willContinue": true, "partialArgs": [partial]}});
    let reply = json!({"candidates": [{"content": {"parts": [part]}}]});
    assert!(error(Dialect::Gemini, &[reply]).contains("the next of a list"));
}

#[test]
fn a_hostile_stream_does_not_grow_without_limit() {
    let mut arguments = stream(Dialect::Anthropic).max_bytes(1000);
    arguments.push_value(&start(0, "a", "now")).unwrap();
    let error = (0..200).find_map(|_| arguments.push_value(&more(0, "\"0123456789\",")).err());
    let limit = "1000 bytes".to_owned();
    assert_eq!(error, Some(StreamError::TooLarge { dialect: "anthropic", limit }));
    assert_eq!(
        arguments.finish().unwrap_err().to_string(),
        "anthropic: the message has more than 1000 bytes"
    );

    let mut items = stream(Dialect::Anthropic);
    let error = (0..2000).find_map(|at| items.push_value(&start(at, &at.to_string(), "now")).err());
    assert_eq!(error.unwrap().to_string(), "anthropic: the message has more than 1024 items");

    let mut around = stream(Dialect::OpenaiChat).max_bytes(1000);
    let other = |at: usize| json!({ "choices": [], format!("member {at}"): "x".repeat(20) });
    assert!((0..100).any(|at| around.push_value(&other(at)).is_err()));
    // The same member again takes no more.
    let mut same = stream(Dialect::OpenaiChat).max_bytes(1000);
    assert!((0..100).all(|_| same.push_value(&other(0)).is_ok()));

    // The whole item takes the place of the arguments that came before it.
    let mut whole = stream(Dialect::OpenaiResponses).max_bytes(1000);
    let arguments = format!("{{\"a\":\"{}\"}}", "x".repeat(600));
    let item = |arguments: &str| {
        json!({"type": "function_call", "call_id": "a", "name": "now",
        "arguments": arguments, "status": "completed"})
    };
    let events = [
        json!({"type": "response.output_item.added", "output_index": 0, "item": item("")}),
        json!({"type": "response.function_call_arguments.delta", "output_index": 0, "delta": arguments}),
        json!({"type": "response.output_item.done", "output_index": 0, "item": item(&arguments)}),
    ];
    assert_eq!(calls(&mut whole, &events).len(), 1);

    let mut text = stream(Dialect::Gemini).max_bytes(1000);
    let reply = json!({"candidates": [{"content": {"parts": [{"text": "0123456789"}]}}]});
    assert!((0..200).any(|_| text.push_value(&reply).is_err()));
    let docs = include_str!("mod.rs");
    assert!(docs.contains("1,024 items") && docs.contains("16 MiB") && LIMIT == 16 << 20);
}

#[test]
fn errors_of_the_provider_end_the_stream() {
    let overloaded =
        json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded\n"}});
    let cases = [
        (Dialect::Anthropic, overloaded, "Overloaded\\n"),
        (Dialect::OpenaiChat, json!({"error": {"message": "no", "code": 500}}), "no"),
        (Dialect::OpenaiResponses, json!({"type": "error", "code": "x", "message": "no"}), "no"),
        (Dialect::BedrockConverse, json!({"throttlingException": {"message": "no"}}), "no"),
        (Dialect::Gemini, json!({"error": {"code": 503, "message": "no"}}), "no"),
        (Dialect::Gemini, json!({"event_type": "error", "error": {"message": "no"}}), "no"),
        (Dialect::VercelAi, json!({"type": "error", "errorText": "no"}), "no"),
        (Dialect::VercelAi, json!({"type": "abort", "reason": "no"}), "the server stopped: no"),
    ];
    for (dialect, event, expected) in cases {
        let expected = format!("{dialect}: the provider reported an error: {expected}");
        assert_eq!(error(dialect, std::slice::from_ref(&event)), expected);
        let mut stream = stream(dialect);
        let first = stream.push_value(&event).unwrap_err();
        assert_eq!(stream.push_value(&json!({"type": "ping"})).unwrap_err(), first);
        assert_eq!(stream.finish().unwrap_err(), first);
    }
}

#[test]
fn data_that_is_not_json_is_an_error() {
    let mut stream = stream(Dialect::Anthropic);
    let error = stream.push("ping", "{\"type\":").unwrap_err().to_string();
    assert!(error.starts_with("anthropic: ping: expected JSON: EOF"), "{error}");
}

#[test]
fn the_name_of_an_event_counts_where_its_data_has_none() {
    let mut anthropic = stream(Dialect::Anthropic);
    let block =
        r#"{"index":0,"content_block":{"type":"tool_use","id":"a","name":"now","input":{}}}"#;
    anthropic.push("content_block_start", block).unwrap();
    anthropic.push("content_block_stop", r#"{"index":0}"#).unwrap();
    let end = anthropic.push("message_stop", "{}").unwrap();
    assert!(matches!(end.as_slice(), [Streamed::Call(_)]), "{end:?}");

    // Amazon's event stream has the name in a header, and a padding.
    let mut converse = stream(Dialect::BedrockConverse);
    let events = [
        ("messageStart", json!({"role": "assistant", "p": "abc"})),
        (
            "contentBlockStart",
            json!({"contentBlockIndex": 0, "start": {"toolUse": {"toolUseId": "a", "name": "now"}}}),
        ),
        (
            "contentBlockDelta",
            json!({"contentBlockIndex": 0, "delta": {"toolUse": {"input": "{}"}}, "p": "abc"}),
        ),
        ("contentBlockStop", json!({"contentBlockIndex": 0})),
        ("messageStop", json!({"stopReason": "tool_use", "p": "abc"})),
        ("metadata", json!({"usage": {"inputTokens": 2, "outputTokens": 3}})),
    ];
    for (name, data) in events {
        converse.push(name, &data.to_string()).unwrap();
    }
    let reply = converse.finish().unwrap();
    assert_eq!(reply.usage.map(|usage| usage.output_tokens), Some(Some(3)));
    assert_eq!(reply.message["output"]["message"]["content"][0]["toolUse"]["input"], json!({}));
    assert_eq!(reply.message.get("p"), None);
}

#[test]
fn alternatives_are_refused_as_in_a_whole_message() {
    let second = json!({"choices": [{"index": 1, "delta": {"content": "It"}}]});
    assert!(error(Dialect::OpenaiChat, &[second]).contains("expected one choice, of index 0"));
    let both = json!({"candidates": [{"content": {}}, {"content": {}}]});
    assert!(error(Dialect::Gemini, &[both]).contains("expected one candidate, of index 0"));
}

#[test]
fn dialects_without_a_stream_refuse_by_a_typed_error() {
    let without = [
        Dialect::A2a,
        Dialect::AzureFoundry,
        Dialect::Autogen,
        Dialect::BedrockAgents,
        Dialect::Crewai,
        Dialect::Langchain,
        Dialect::Mcp,
        Dialect::OpenaiAssistants,
    ];
    for dialect in Dialect::ALL {
        match dialect.accumulator() {
            Ok(_) => assert!(!without.contains(dialect), "{dialect}"),
            Err(StreamError::NoStream { .. }) => assert!(without.contains(dialect), "{dialect}"),
            Err(other) => panic!("{dialect}: {other}"),
        }
    }
    let error = Dialect::Mcp.accumulator().unwrap_err().to_string();
    assert_eq!(
        error,
        "mcp: a2t reads no stream of this dialect: each message of the protocol is whole"
    );
}

#[test]
fn a_response_that_has_its_items_only_at_its_end_is_read() {
    let item = |id: &str, status: &str| {
        json!({"type": "function_call", "id": format!("fc_{id}"), "call_id": id,
        "name": "now", "arguments": "{}", "status": status})
    };
    let end = |status: &str, output: Value| {
        let response = json!({"status": status, "output": output});
        json!({"type": format!("response.{status}"), "response": response})
    };
    let mut resumed = stream(Dialect::OpenaiResponses);
    let done = json!({"type": "response.output_item.done", "output_index": 1, "item": item("b", "completed")});
    let all = json!([item("a", "completed"), item("b", "completed")]);
    let found = calls(&mut resumed, &[done.clone(), end("completed", all)]);
    assert_eq!(found.iter().map(|(at, ..)| *at).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(resumed.finish().unwrap().turn.called().unwrap()[0].id(), Some("a"));
    // Some servers leave the items out of the last event.
    let mut bare = stream(Dialect::OpenaiResponses);
    assert_eq!(calls(&mut bare, &[done, end("completed", json!([]))]).len(), 1);
    assert_eq!(bare.finish().unwrap().turn.called().unwrap().len(), 1);
    let added = json!({"type": "response.output_item.added", "output_index": 0, "item": item("a", "in_progress")});
    let open = error(Dialect::OpenaiResponses, &[added, end("completed", json!([]))]);
    assert!(open.ends_with("the rest of the call `now` (item 0)"), "{open}");
}

#[test]
fn a_part_of_google_that_ends_with_the_limit_is_not_returned() {
    let part = json!({"functionCall": {"name": "wire", "args": {"amount": 1}}});
    let reply = |finish: &str| json!({"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": finish}]});
    let mut cut = stream(Dialect::Gemini);
    assert_eq!(calls(&mut cut, &[reply("MAX_TOKENS")]), []);
    assert_eq!(cut.finish().unwrap().turn, Turn::CutOff("MAX_TOKENS".into()));
    // Calls without ids, as often as they are there.
    let mut twice = stream(Dialect::Gemini);
    let both = json!({"candidates": [{"content": {"role": "model", "parts": [part, part]}}]});
    assert_eq!(calls(&mut twice, &[both, reply("STOP")]).len(), 3);
    assert_eq!(twice.finish().unwrap().turn.called().unwrap().len(), 3);
}

#[test]
fn calls_without_ids_are_returned_as_often_as_they_are_there() {
    let step = |index: u64| {
        [
            json!({"event_type": "step.start", "index": index, "step": {"type": "function_call", "name": "now", "arguments": {}}}),
            json!({"event_type": "step.stop", "index": index}),
        ]
    };
    let interaction = json!({"status": "requires_action"});
    let end = json!({"event_type": "interaction.completed", "interaction": interaction});
    let mut stream = stream(Dialect::Gemini);
    let events = [step(0).as_slice(), &step(1), &[end]].concat();
    let at: Vec<_> = calls(&mut stream, &events).into_iter().map(|(at, ..)| at).collect();
    assert_eq!(at, [2, 4]);
    assert_eq!(stream.finish().unwrap().turn.called().map(|calls| calls.len()), Some(2));
}

#[test]
fn parts_of_google_are_added_up_only_where_nothing_is_lost() {
    let reply =
        |parts: Value| json!({"candidates": [{"content": {"role": "model", "parts": parts}}]});
    let end = json!({"candidates": [{"content": {}, "finishReason": "STOP"}]});
    let mut stream = stream(Dialect::Gemini);
    let signed = json!({"text": "c", "thoughtSignature": "sig"});
    let parts = [json!([{"text": "a"}]), json!([{"text": "b"}]), json!([signed, {"text": "d"}])];
    for event in parts.map(reply).iter().chain([&end]) {
        stream.push_value(event).unwrap();
    }
    let message = stream.finish().unwrap().message;
    let expected = json!([{"text": "ab"}, signed, {"text": "d"}]);
    assert_eq!(message["candidates"][0]["content"]["parts"], expected);

    let half = json!([{"functionCall": {"name": "wire", "willContinue": true}}]);
    let other = json!([{"functionCall": {"name": "now", "args": {}}}]);
    let error = error(Dialect::Gemini, &[reply(half), reply(other), end]);
    assert!(error.ends_with("without the rest of the call `wire` (item 0)"), "{error}");
}

#[test]
fn only_the_answer_is_returned_as_text() {
    let step = |index: u64, kind: &str| json!({"event_type": "step.start", "index": index, "step": {"type": kind}});
    let delta = |index: u64| json!({"event_type": "step.delta", "index": index, "delta": {"type": "text", "text": "It"}});
    let mut stream = stream(Dialect::Gemini);
    for event in [step(0, "thought"), delta(0), step(1, "model_output")] {
        assert_eq!(stream.push_value(&event).unwrap(), []);
    }
    assert_eq!(stream.push_value(&delta(1)).unwrap(), [Streamed::Text("It".into())]);
}

fn is_withheld(call: &Call) -> bool {
    matches!(call.given(), Given::Withheld { .. })
}

/// Events of the members and words that streams are made of.
fn event() -> impl Strategy<Value = Value> {
    let names = "candidates choices citation content contentBlockDelta contentBlockStart contentBlockStop content_block \
        delta error event_type functionCall function finishReason finish_reason id index input item messageStop name \
        output_index parts partialArgs response start status step stopReason stop_reason text toolCallId toolUse \
        tool_calls type usage willContinue";
    let words = "a now STOP completed content_block_delta content_block_start content_block_stop finish function \
        function_call interaction.completed input_json_delta message_delta response.completed reset-step \
        response.output_item.added response.output_item.done step.start step.stop stop text text-delta text-start \
        tool-input-available tool_calls tool_use";
    let pick = |all: &'static str| prop::sample::select(all.split_whitespace().collect::<Vec<_>>());
    let leaf = prop_oneof![
        Just(Value::Null),
        Just(json!(true)),
        (0..3u8).prop_map(|number| json!(number)),
        pick(words).prop_map(|word| json!(word)),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            4 => prop::collection::vec((pick(names), inner), 0..6).prop_map(|members| {
                members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            }),
        ]
    })
}

/// Events of which many selections, in this order, are a reply with calls.
fn replies() -> Vec<Vec<Value>> {
    vec![
        anthropic_reply(),
        converse_reply(),
        chat_reply(),
        response(),
        gemini_reply(),
        interaction(),
        sdk_reply(),
    ]
}

fn anthropic_reply() -> Vec<Value> {
    vec![
        start(0, "a", "now"),
        more(0, "{}"),
        stop(0),
        start(1, "b", "now"),
        start(2, "a", "now"),
        more(2, "{\"q\":1}"),
        stop(2),
        ended("tool_use"),
        stop(0),
        stop(1),
        message_stop(),
    ]
}

fn converse_reply() -> Vec<Value> {
    let start = |index: u64, id: &str| {
        let used = json!({"toolUse": {"toolUseId": id, "name": "now"}});
        json!({"contentBlockStart": {"contentBlockIndex": index, "start": used}})
    };
    let stop = |index: u64| json!({"contentBlockStop": {"contentBlockIndex": index}});
    let end = json!({"messageStop": {"stopReason": "tool_use"}});
    vec![start(0, "a"), start(1, "b"), stop(0), end, stop(0), stop(1)]
}

fn chat_reply() -> Vec<Value> {
    let call = |index: u64, id: &str, text: &str| {
        chunk(json!({"index": index, "id": id, "function": {"name": "now", "arguments": text}}))
    };
    let ends = [finish("tool_calls"), finish("stop")];
    [[call(0, "a", "{}"), call(1, "b", "")], [call(1, "b", "{}"), call(2, "a", "{}")], ends]
        .concat()
}

fn response() -> Vec<Value> {
    let item = |index: u64, id: &str, event: &str| {
        let item =
            json!({"type": "function_call", "call_id": id, "name": "now", "arguments": "{}"});
        json!({"type": format!("response.output_item.{event}"), "output_index": index, "item": item})
    };
    let end = json!({"type": "response.completed", "response": {"status": "completed"}});
    let begun = [item(0, "a", "added"), item(1, "b", "added"), item(1, "b", "done")];
    [begun.as_slice(), &[end, item(0, "a", "done")]].concat()
}

fn gemini_reply() -> Vec<Value> {
    let part = |call: Value, finish: Option<&str>| {
        let content = json!({"role": "model", "parts": [{"functionCall": call}]});
        json!({"candidates": [{"content": content, "finishReason": finish}]})
    };
    vec![
        part(json!({"name": "now", "args": {}}), None),
        part(json!({"name": "now", "willContinue": true}), None),
        part(json!({"name": "look", "args": {}}), Some("STOP")),
        part(json!({}), None),
    ]
}

fn interaction() -> Vec<Value> {
    let step = |index: u64, event: &str| {
        let step = json!({"type": "function_call", "name": "now", "arguments": {}});
        json!({"event_type": format!("step.{event}"), "index": index, "step": step})
    };
    let end = json!({"status": "requires_action"});
    let end = json!({"event_type": "interaction.completed", "interaction": end});
    let begun = [step(0, "start"), step(1, "start"), step(0, "stop")];
    [begun.as_slice(), &[end, step(0, "stop"), step(1, "stop")]].concat()
}

fn sdk_reply() -> Vec<Value> {
    let call = |kind: &str, id: &str| json!({"type": kind, "toolCallId": id, "toolName": "now", "input": {}});
    let step = json!({"type": "start-step"});
    vec![
        step.clone(),
        call("tool-input-available", "a"),
        step,
        call("tool-input-start", "b"),
        json!({"type": "finish"}),
        json!({"type": "reset-step"}),
        call("tool-input-available", "b"),
    ]
}

/// A selection of the events of a reply.
fn selected() -> impl Strategy<Value = Vec<Value>> {
    prop::sample::select(replies()).prop_flat_map(|events| {
        let count = events.len();
        prop::sample::subsequence(events, 1..=count)
    })
}

proptest! {
    /// Any events give an error or the turn of their message, and each id once.
    #[test]
    fn any_events_are_an_error_or_the_turn_of_their_message(
        events in prop_oneof![prop::collection::vec(event(), 1..12), selected()],
    ) {
        for dialect in Dialect::ALL {
            let Ok(mut stream) = dialect.accumulator() else { continue };
            let mut pushed = Vec::new();
            for event in &events {
                for streamed in stream.push_value(event).unwrap_or_default() {
                    if let Streamed::Call(call) = streamed {
                        pushed.push(call);
                    }
                }
            }
            let carried_out = pushed.iter().filter(|call| !is_withheld(call));
            let mut ids: Vec<_> = carried_out.filter_map(Call::id).map(str::to_owned).collect();
            let count = ids.len();
            ids.sort_unstable();
            ids.dedup();
            prop_assert_eq!(count, ids.len());
            if let Ok(reply) = stream.finish() {
                prop_assert_eq!(dialect.turn(&reply.message), Ok(reply.turn.clone()));
                let Turn::Called(called) = reply.turn else { continue };
                for call in &called {
                    let at = pushed.iter().position(|pushed| pushed == call);
                    prop_assert!(at.is_some(), "{}: {:?} was not pushed", dialect, call);
                    at.map(|at| pushed.remove(at));
                }
                // An id that came again, with other arguments, is withheld at the end.
                let withheld = called.iter().filter(|call| is_withheld(call));
                pushed.retain(|call| !withheld.clone().any(|other| other.id() == call.id()));
                prop_assert_eq!(pushed, [], "{}: not in the turn", dialect);
            }
        }
    }
}

#[test]
fn a_step_of_the_ai_sdk_that_is_tried_again_is_taken_back() {
    let call = |id: &str| json!({"type": "tool-input-available", "toolCallId": id, "toolName": "now", "input": {}});
    let mut stream = stream(Dialect::VercelAi);
    let events = [
        json!({"type": "start-step"}),
        call("a"),
        json!({"type": "tool-output-error", "toolCallId": "a", "errorText": "no"}),
        json!({"type": "start-step"}),
        call("b"),
        json!({"type": "reset-step"}),
        call("c"),
        json!({"type": "tool-input-error", "toolCallId": "d", "toolName": "now", "input": "{", "errorText": "no"}),
        json!({"type": "finish-step"}),
        json!({"type": "finish"}),
    ];
    let found = calls(&mut stream, &events);
    assert_eq!(found.len(), 1);
    let reply = stream.finish().unwrap();
    assert_eq!(reply.turn.called().unwrap()[0].id(), Some("c"));
    assert_eq!(reply.message["content"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_streamed_call_keeps_who_calls_it_and_where_it_belongs() {
    let caller = json!({"type": "code_execution_20250825", "tool_id": "srvtoolu_1"});
    let mut started = start(0, "a", "now");
    started["content_block"]["caller"] = caller;
    let anthropic = [started, stop(0), ended("tool_use"), message_stop()];
    let item = json!({"type": "function_call", "id": "fc_1", "call_id": "c", "name": "now", "arguments": "{}", "status": "completed",
        "caller": {"type": "program", "caller_id": "prog_1"}, "namespace": "travel", "async": true});
    let added = json!({"type": "response.output_item.added", "output_index": 0, "item": item});
    let done = json!({"type": "response.output_item.done", "output_index": 0, "item": item});
    for (dialect, events, id) in [
        (Dialect::Anthropic, &anthropic[..], "srvtoolu_1"),
        (Dialect::OpenaiResponses, &[added, done][..], "prog_1"),
    ] {
        let mut stream = stream(dialect);
        let streamed = events.iter().flat_map(|event| stream.push_value(event).unwrap());
        let calls = streamed.filter_map(|streamed| match streamed {
            Streamed::Call(call) => Some(call),
            _ => None,
        });
        let calls: Vec<_> = calls.collect();
        assert_eq!(calls.len(), 1, "{dialect}");
        assert_eq!(calls[0].caller(), crate::Caller::Program(id), "{dialect}");
        let is_openai = dialect == Dialect::OpenaiResponses;
        assert_eq!(
            (calls[0].namespace().is_some(), calls[0].is_asynchronous()),
            (is_openai, is_openai)
        );
    }
}
