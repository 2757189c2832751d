//! Requirements of RAP that a message can keep or break, each named in its test: CB of the
//! specification, CBA where a reading of ours decides.

use a2t_rap::message::{
    Address, Callback, CancelToolCall, CloseThread, Content, Invocation, Manifest, Migrate,
    Reading, ReturnAddress, Segment, Selection, SubscriptionEvent, Tool, ToolResult, UserChoice,
    limit,
};
use a2t_schema::Schema;
use serde_json::{Value, json};

const URL: &str = "https://agent.example/callback?token=s3cret";

fn invocation() -> Value {
    json!({
        "operation": "report", "arguments": {"year": 2025}, "id": "call_1", "call_id": "p_1",
        "callback_url": URL, "group_id": "thread_1", "thread_ancestors": ["root", "parent"],
        "user_id": "user_42",
    })
}

fn manifest() -> Value {
    json!({
        "name": "weather", "endpoint": "https://tool.example/invoke", "tools": [
            {"name": "report", "description": "Reports.", "inputSchema": {"type": "object"}},
        ],
    })
}

fn result() -> Value {
    json!({"type": "tool_result", "group_id": "thread_1", "id": "call_1", "text": "done"})
}

fn choice() -> Value {
    json!({
        "type": "user_choice", "group_id": "thread_1", "id": "call_1", "prompt": "Allow?",
        "choices": ["Yes", "No"], "default": 1, "response_url": "http://127.0.0.1:9000/choice",
    })
}

/// The message with one member set, or removed where `value` is `None`.
fn with(mut message: Value, pointer: &str, value: Option<Value>) -> Value {
    let (parent, member) = pointer.rsplit_once('/').unwrap();
    let parent = message.pointer_mut(parent).unwrap();
    match value {
        Some(value) => parent[member] = value,
        None => drop(parent.as_object_mut().unwrap().remove(member)),
    }
    message
}

fn invoke(
    message: &Value,
    reading: Reading,
) -> Result<Invocation, a2t_rap::message::InvocationError> {
    Invocation::parse(message.to_string().as_bytes(), reading)
}

fn call(message: &Value, reading: Reading) -> Result<Callback, String> {
    let parsed = Callback::parse(message.to_string().as_bytes(), reading);
    parsed.map_err(|problem| problem.to_string())
}

fn toolset(message: &Value) -> Result<Manifest, String> {
    Manifest::parse(message.to_string().as_bytes()).map_err(|problem| problem.to_string())
}

fn address() -> ReturnAddress {
    ReturnAddress::new(URL.parse().unwrap(), "thread_1", "call_1")
}

/// Written by `rap-protocol` 0.2.0; `interop` has the test that writes them.
#[test]
fn messages_of_the_published_types_are_read_and_written() {
    let lines: Vec<&str> = include_str!("theirs.jsonl").lines().collect();
    assert!(lines.len() >= 80, "{}", lines.len());
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap();
        let text = line["text"].as_str().unwrap();
        match line["kind"].as_str().unwrap() {
            "callback" => {
                let read = Callback::parse(text.as_bytes(), Reading::Strict).unwrap();
                let again = Callback::parse(read.to_text().as_bytes(), Reading::Strict);
                assert_eq!(again.unwrap(), read);
            }
            "invocation" => {
                let read = Invocation::parse(text.as_bytes(), Reading::Strict).unwrap();
                let again = Invocation::parse(read.to_text().as_bytes(), Reading::Strict);
                assert_eq!(again.unwrap(), read);
            }
            _ => {
                let read = Manifest::parse(text.as_bytes()).unwrap();
                let again = Manifest::parse(read.to_text().unwrap().as_bytes());
                assert_eq!(again.unwrap(), read);
            }
        }
    }
}

#[test]
fn cb_1_cba_25_a_message_is_a_json_object() {
    for text in ["", "[]", "null", "7", "\"x\"", "{", "{}{}", "{\"id\": 1, \"id\": 2}"] {
        assert!(Invocation::parse(text.as_bytes(), Reading::Lenient).is_err(), "{text}");
        assert!(Callback::parse(text.as_bytes(), Reading::Lenient).is_err(), "{text}");
        assert!(Manifest::parse(text.as_bytes()).is_err(), "{text}");
        assert!(Selection::parse(text.as_bytes()).is_err(), "{text}");
    }
    let deep = format!("{{\"a\": {}}}", "[".repeat(40));
    assert!(Callback::parse(deep.as_bytes(), Reading::Strict).is_err());
}

#[test]
fn cb_2_a_message_is_utf_8_without_a_byte_order_mark() {
    let text = invocation().to_string();
    let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    assert!(Invocation::parse(&marked, Reading::Strict).is_err());
    let latin = text.replace("user_42", "user_\u{e9}").into_bytes();
    assert!(Invocation::parse(&latin, Reading::Strict).is_ok());
    let broken = latin.iter().copied().filter(|byte| *byte != 0xa9).collect::<Vec<_>>();
    assert!(Invocation::parse(&broken, Reading::Strict).is_err());
}

#[test]
fn messages_are_read_within_limits() {
    let long = |max: usize| format!("{{\"x\": \"{}\"}}", "x".repeat(max));
    let bad = Invocation::parse(long(limit::INVOCATION_BYTES_MAX).as_bytes(), Reading::Strict);
    assert!(bad.unwrap_err().to_string().contains("at most 262144 bytes"));
    let bad = CloseThread::parse(long(limit::BODY_BYTES_MAX).as_bytes()).unwrap_err();
    assert!(bad.to_string().contains("at most 65536 bytes"), "{bad}");
    let bad = Callback::parse(long(limit::CALLBACK_BYTES_MAX).as_bytes(), Reading::Strict);
    assert!(bad.unwrap_err().to_string().contains("at most 8388608 bytes"));
    for (member, value) in [
        ("/id", json!("x".repeat(1025))),
        ("/callback_url", json!(format!("https://a.example/{}", "x".repeat(8192)))),
        ("/thread_ancestors", json!(vec!["x"; 1001])),
    ] {
        assert!(invoke(&with(invocation(), member, Some(value)), Reading::Lenient).is_err());
    }
}

#[test]
fn cb_46_to_49_an_invocation_has_eight_members() {
    let read = invoke(&invocation(), Reading::Strict).unwrap();
    assert_eq!((&*read.operation, &read.arguments["year"]), ("report", &json!(2025)));
    assert_eq!((&*read.address.group_id, &*read.address.id), ("thread_1", "call_1"));
    assert_eq!(read.address.call_id.as_deref(), Some("p_1"));
    assert_eq!(read.address.callback_url.as_str(), URL);
    assert_eq!(read.thread_ancestors, ["root", "parent"]);
    assert_eq!(read.user_id.as_deref(), Some("user_42"));
    let text: Value = serde_json::from_str(&read.to_text()).unwrap();
    assert_eq!(text, invocation());
}

#[test]
fn optional_members_are_absent_or_null() {
    for member in ["/call_id", "/thread_ancestors", "/user_id"] {
        let absent = invoke(&with(invocation(), member, None), Reading::Strict).unwrap();
        let null = invoke(&with(invocation(), member, Some(Value::Null)), Reading::Strict);
        assert_eq!(absent, null.unwrap(), "{member}");
    }
}

#[test]
fn cb_10_cba_7_whoever_can_be_answered_is_answered() {
    for (member, value, answered) in [
        ("/operation", None, true),
        ("/operation", Some(json!("")), true),
        ("/arguments", Some(json!([1])), true),
        ("/arguments", Some(json!("{}")), true),
        ("/thread_ancestors", Some(json!("root")), true),
        ("/user_id", Some(json!(42)), true),
        ("/id", None, false),
        ("/id", Some(json!("")), false),
        ("/id", Some(json!("a\nb")), false),
        ("/group_id", Some(Value::Null), false),
        ("/id", Some(json!("x".repeat(513))), false),
        ("/group_id", Some(json!("é".repeat(257))), false),
        ("/call_id", Some(json!(1)), true),
        ("/call_id", Some(json!("x".repeat(1025))), true),
        ("/user_id", Some(json!("x".repeat(1025))), true),
        ("/callback_url", None, false),
        ("/callback_url", Some(json!("callback")), false),
        ("/callback_url", Some(json!("ftp://agent.example/")), false),
    ] {
        let bad = invoke(&with(invocation(), member, value), Reading::Strict).unwrap_err();
        assert_eq!(bad.address.is_some(), answered, "{member}: {bad}");
        assert!(bad.address.is_none_or(|address| address.call_id.is_none_or(|id| id == "p_1")));
    }
    let longest = with(invocation(), "/id", Some(json!("x".repeat(512))));
    assert!(invoke(&longest, Reading::Strict).is_ok());
}

#[test]
fn cba_7_what_cannot_be_read_of_the_arguments_is_answered_too() {
    let whole = invocation().to_string();
    let arguments = |text: &str| whole.replace(r#"{"year":2025}"#, text);
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let digits = format!(r#"{{"year": 1{}}}"#, "0".repeat(400));
    for (text, answered) in [
        (arguments(&digits), true),
        (arguments(r#"{"year": 1e400}"#), true),
        (arguments(&deep), true),
        (arguments(r#"{"year": 1, "year": 2}"#), true),
        (arguments(r#"{"year": "\ud800"}"#), true),
        (arguments(r#"{"year": }"#), false),
        (arguments(r#"{"year": 1e400}, "id": "call_2""#), false),
        (arguments(r#"{"year": 1e400}"#).replace("call_1", ""), false),
        (format!("{} 7", arguments(r#"{"year": 1e400}"#)), false),
    ] {
        let bad = Invocation::parse(text.as_bytes(), Reading::Strict).unwrap_err();
        assert_eq!(bad.address.is_some(), answered, "{text:.200}: {bad}");
    }
}

#[test]
fn everything_that_is_wrong_is_reported_at_once() {
    let bad = json!({"operation": 1, "arguments": [], "id": "a", "callback_url": URL});
    let bad = invoke(&bad, Reading::Strict).unwrap_err().to_string();
    assert_eq!(bad.lines().count(), 3, "{bad}");
    assert!(bad.contains("the member `group_id`") && bad.contains("/arguments"), "{bad}");
    let bad = Selection::parse(b"{}").unwrap_err().to_string();
    assert_eq!(bad.lines().count(), 2, "{bad}");
}

#[test]
fn cba_8_absent_arguments_are_an_empty_object_when_reading_is_lenient() {
    let absent = with(invocation(), "/arguments", None);
    assert!(invoke(&absent, Reading::Lenient).unwrap().arguments.is_empty());
    assert!(invoke(&absent, Reading::Strict).is_err());
    let array = with(invocation(), "/arguments", Some(json!([])));
    assert!(invoke(&array, Reading::Lenient).is_err());
}

#[test]
fn cba_29_undefined_members_are_ignored() {
    let versioned = with(invocation(), "/toolset_version", Some(json!(3)));
    assert_eq!(
        invoke(&versioned, Reading::Strict).unwrap(),
        invoke(&invocation(), Reading::Strict).unwrap()
    );
    assert!(call(&with(result(), "/x", Some(json!({}))), Reading::Strict).is_ok());
    assert!(toolset(&with(manifest(), "/version", Some(json!(1)))).is_ok());
}

#[test]
fn cb_26_urls_and_arguments_are_not_shown() {
    let mut message = invocation();
    message["arguments"] = json!({"password": "s3cret"});
    let shown = format!("{:?}", invoke(&message, Reading::Strict).unwrap());
    assert!(!shown.contains("s3cret"), "{shown}");
    for member in ["/callback_url", "/arguments"] {
        for value in [json!(["s3cret"]), json!("s3cret")] {
            let bad = with(message.clone(), member, Some(value));
            let bad = format!("{:?}", invoke(&bad, Reading::Strict).unwrap_err());
            assert!(!bad.contains("s3cret"), "{bad}");
        }
    }
    let shown = format!("{:?}", call(&choice(), Reading::Strict).unwrap());
    assert!(!shown.contains("9000"), "{shown}");
}

#[test]
fn cb_13_cb_33_cb_34_results_repeat_the_ids_of_their_call() {
    let read = invoke(&invocation(), Reading::Strict).unwrap();
    let text = Callback::from(ToolResult::text(&read.address, "done")).to_text();
    let text: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(text["group_id"], "thread_1");
    assert_eq!((&text["id"], &text["call_id"]), (&json!("call_1"), &json!("p_1")));
}

#[test]
fn cb_32_the_result_alone_ends_a_call() {
    assert!(call(&result(), Reading::Strict).unwrap().is_terminal());
    assert!(!call(&choice(), Reading::Strict).unwrap().is_terminal());
}

#[test]
fn cb_51_a_callback_is_of_one_of_five_types() {
    for kind in [json!("tool_results"), json!("error"), json!(""), json!(1), Value::Null] {
        assert!(call(&with(result(), "/type", Some(kind)), Reading::Lenient).is_err());
    }
    let problem = call(&with(result(), "/type", Some(json!("tool_reslt"))), Reading::Strict);
    assert!(problem.unwrap_err().contains("did you mean `tool_result`?"));
    for member in ["/type", "/group_id", "/id"] {
        assert!(call(&with(result(), member, None), Reading::Lenient).is_err(), "{member}");
    }
}

#[test]
fn cb_66_a_result_has_text_or_content() {
    let neither = with(result(), "/text", None);
    assert!(call(&neither, Reading::Strict).is_err());
    let Ok(Callback::ToolResult(read)) = call(&neither, Reading::Lenient) else { panic!() };
    assert_eq!(read.text.as_deref(), Some(""));
    let empty = with(neither.clone(), "/content", Some(json!([])));
    assert!(call(&empty, Reading::Strict).is_err());
    let content = json!([{"type": "text", "text": "a"},
        {"type": "image", "data": "AAAA", "mediaType": "image/png"}]);
    let whole = with(neither, "/content", Some(content));
    let Ok(Callback::ToolResult(read)) = call(&whole, Reading::Strict) else { panic!() };
    let image = Content::Image { data: "AAAA".into(), media_type: "image/png".into() };
    assert_eq!(read.content, [Content::Text("a".into()), image]);
}

#[test]
fn cb_71_segments_of_unknown_types_are_skipped() {
    let shown = json!([{"type": "video", "content": 7}, {"type": "text", "content": "a"}]);
    let read = call(&with(result(), "/display_as", Some(shown)), Reading::Strict);
    let Ok(Callback::ToolResult(read)) = read else { panic!() };
    assert_eq!(read.display_as, [Segment::Text("a".into())]);
    for bad in [json!([{"type": "diff", "content": "x"}]), json!([{}]), json!(["x"]), json!({})] {
        assert!(call(&with(result(), "/display_as", Some(bad)), Reading::Lenient).is_err());
    }
}

#[test]
fn cb_72_content_of_unknown_types_is_refused() {
    let bad = with(result(), "/content", Some(json!([{"type": "audio", "data": "AAAA"}])));
    let problem = call(&bad, Reading::Lenient).unwrap_err();
    assert!(problem.starts_with("/content/0/type: expected `text` or `image`"), "{problem}");
}

#[test]
fn cb_75_cba_9_failures_have_a_prefix_and_a_member_of_ours() {
    let failed = ToolResult::error(&address(), "Error: retry in 60 seconds");
    assert_eq!(failed.text.as_deref(), Some("Error: retry in 60 seconds"));
    assert!(failed.seems_error() && !ToolResult::text(&address(), "fine").seems_error());
    let text = Callback::from(failed.clone()).to_text();
    assert_eq!(Callback::parse(text.as_bytes(), Reading::Strict).unwrap(), failed.into());
    let foreign = with(result(), "/text", Some(json!("Error: no")));
    let Ok(Callback::ToolResult(foreign)) = call(&foreign, Reading::Strict) else { panic!() };
    assert!(foreign.seems_error() && !foreign.is_error);
}

#[test]
fn cb_80_cb_97_cb_98_a_manifest_is_right_as_a_whole() {
    assert!(toolset(&manifest()).is_ok());
    let tool = |member: &str, value| with(manifest(), &format!("/tools/0/{member}"), value);
    for bad in [
        with(manifest(), "/name", None),
        with(manifest(), "/name", Some(json!(""))),
        with(manifest(), "/name", Some(json!("x".repeat(129)))),
        with(manifest(), "/name", Some(json!("a\nb"))),
        with(manifest(), "/endpoint", None),
        with(manifest(), "/endpoint", Some(json!("/invoke"))),
        with(manifest(), "/endpoint", Some(json!("file:///invoke"))),
        with(manifest(), "/tools", None),
        with(manifest(), "/tools", Some(json!([]))),
        with(manifest(), "/tools", Some(json!({}))),
        with(manifest(), "/needsMigration", Some(json!("yes"))),
        tool("description", None),
        tool("description", Some(json!("a\u{202e}b"))),
        tool("inputSchema", None),
        tool("inputSchema", Some(json!(true))),
        tool("inputSchema", Some(json!({"type": "string"}))),
        tool("inputSchema", Some(json!({"type": "object", "properties": 7}))),
        tool("annotations", Some(json!([]))),
        tool("annotations", Some(json!({"readOnly": "yes"}))),
        tool("displayScript", Some(json!(7))),
    ] {
        assert!(toolset(&bad).is_err(), "{bad}");
    }
}

#[test]
fn cb_81_names_of_tools_are_unique() {
    let mut duplicates = manifest();
    let tool = duplicates["tools"][0].clone();
    duplicates["tools"].as_array_mut().unwrap().push(tool);
    let problem = toolset(&duplicates).unwrap_err();
    assert!(problem.starts_with("/tools/1/name: expected a name that no other"), "{problem}");
    // Compared with case (CB-82).
    duplicates["tools"][1]["name"] = json!("Report");
    assert!(toolset(&duplicates).is_ok());
}

#[test]
fn cb_82_cba_20_names_of_tools_have_plain_characters() {
    let long = "x".repeat(129);
    for name in ["", "a b", "a.b", "a/b", "\u{e9}", "a\n", "a\u{200b}", &*long] {
        let bad = with(manifest(), "/tools/0/name", Some(json!(name)));
        assert!(toolset(&bad).is_err(), "{name:?}");
        let input = Schema::read(&json!({"type": "object"}), "").unwrap();
        let endpoint = "https://tool.example/invoke".parse().unwrap();
        let emitted = Manifest::new("weather", endpoint, vec![Tool::new(name, "", input)]);
        assert!(emitted.to_text().is_err(), "{name:?}");
    }
    let longest = "x".repeat(128);
    for name in ["a", "A-z_0", &*longest] {
        let good = with(manifest(), "/tools/0/name", Some(json!(name)));
        assert!(toolset(&good).is_ok(), "{name:?}");
    }
}

#[test]
fn cb_86_annotations_are_kept_with_those_of_others() {
    let annotations = json!({"requiresAuth": "github", "destructive": true, "x-acme": [1]});
    let read = toolset(&with(manifest(), "/tools/0/annotations", Some(annotations))).unwrap();
    let annotations = &read.tools[0].annotations;
    assert_eq!(annotations.requires_auth.as_deref(), Some("github"));
    assert_eq!((annotations.destructive, annotations.read_only), (Some(true), None));
    assert_eq!(annotations.custom["x-acme"], json!([1]));
    let schema = read.tools[0].to_schema();
    assert_eq!((&*schema.name, schema.annotations.destructive), ("report", Some(true)));
}

#[test]
fn cb_101_cb_102_cb_108_events_name_their_subscription_and_end_it() {
    let mut event = SubscriptionEvent::new(&address(), "closed");
    (event.is_final, event.associative) = (true, true);
    let text = Callback::from(event).to_text();
    let text: Value = serde_json::from_str(&text).unwrap();
    let expected = json!({"type": "subscription_event", "group_id": "thread_1",
        "tool_call_id": "call_1", "text": "closed", "associative": true, "final": true});
    assert_eq!(text, expected);
    assert!(call(&with(text, "/tool_call_id", None), Reading::Lenient).is_err());
}

#[test]
fn cba_10_an_event_may_have_an_id_of_its_own() {
    let mut event = SubscriptionEvent::new(&address(), "a");
    event.event_id = Some("event_1".into());
    let event = Callback::from(event);
    assert_eq!(Callback::parse(event.to_text().as_bytes(), Reading::Strict).unwrap(), event);
}

#[test]
fn cb_117_authorisation_is_encrypted() {
    let oauth = |url: &str| json!({"type": "oauth", "group_id": "thread_1", "id": "call_1", "auth_url": url});
    assert!(call(&oauth("https://tool.example/login"), Reading::Strict).is_ok());
    assert!(call(&oauth("http://127.0.0.1:9/login"), Reading::Strict).is_err());
    assert!(call(&oauth("http://127.0.0.1:9/login"), Reading::Lenient).is_ok());
    assert!(call(&oauth("javascript:alert(1)"), Reading::Lenient).is_err());
}

#[test]
fn cb_125_cba_13_a_default_is_the_index_of_a_choice() {
    assert!(call(&choice(), Reading::Strict).is_ok());
    for default in [json!(2), json!(-1), json!(0.5), json!("0"), json!(u64::MAX)] {
        let bad = with(choice(), "/default", Some(default));
        assert!(call(&bad, Reading::Lenient).is_err(), "{bad}");
    }
    for choices in [json!([]), json!("Yes"), json!([1]), json!(vec!["x"; 101]), Value::Null] {
        let bad = with(choice(), "/choices", Some(choices));
        assert!(call(&bad, Reading::Lenient).is_err(), "{bad}");
    }
    let absent = with(choice(), "/default", None);
    assert!(call(&absent, Reading::Strict).is_err());
    let Ok(Callback::UserChoice(read)) = call(&absent, Reading::Lenient) else { panic!() };
    assert_eq!(read.default, 0);
    let response: Address = "https://tool.example/choice".parse().unwrap();
    let made = UserChoice::new(&address(), "Allow?", Vec::new(), response);
    assert!(Callback::from(made).check().is_err());
}

#[test]
fn cb_126_cba_14_a_selection_answers_its_own_question() {
    let Ok(Callback::UserChoice(asked)) = call(&choice(), Reading::Strict) else { panic!() };
    let selected = |text: &str| Selection::parse_for(text.as_bytes(), &asked);
    let answer = selected(r#"{"id": "call_1", "selected": 1}"#).unwrap();
    assert_eq!(answer.to_text(), r#"{"id":"call_1","selected":1}"#);
    for bad in [
        r#"{"id": "call_1", "selected": 2}"#,
        r#"{"id": "call_1", "selected": -1}"#,
        r#"{"id": "call_1", "selected": "1"}"#,
        r#"{"id": "call_2", "selected": 1}"#,
        r#"{"selected": 1}"#,
    ] {
        assert!(selected(bad).is_err(), "{bad}");
    }
}

#[test]
fn cb_133_cba_16_a_view_has_an_object_and_an_empty_one_clears_it() {
    let view = |content: Value| json!({"type": "view_update", "group_id": "t", "view_type": "diff", "content": content});
    let Ok(Callback::ViewUpdate(read)) = call(&view(json!({})), Reading::Strict) else { panic!() };
    assert!(read.content.is_empty());
    for bad in [json!([]), json!("x"), Value::Null] {
        assert!(call(&view(bad), Reading::Lenient).is_err());
    }
}

#[test]
fn cb_141_cb_142_cb_151_ids_of_closing_and_cancelling_are_checked() {
    let close = CloseThread::parse(br#"{"thread_id": "thread_1"}"#).unwrap();
    assert_eq!(close.to_text(), r#"{"thread_id":"thread_1"}"#);
    let cancel = br#"{"thread_id": "thread_1", "tool_call_id": "call_1"}"#;
    let cancel = CancelToolCall::parse(cancel).unwrap();
    assert_eq!(cancel.to_text(), r#"{"thread_id":"thread_1","tool_call_id":"call_1"}"#);
    for bad in
        [r#"{}"#, r#"{"thread_id": ""}"#, r#"{"thread_id": 7}"#, r#"{"thread_id": "\u0000"}"#]
    {
        assert!(CloseThread::parse(bad.as_bytes()).is_err(), "{bad}");
        assert!(CancelToolCall::parse(bad.as_bytes()).is_err(), "{bad}");
    }
}

#[test]
fn cb_152_a_migration_names_session_and_destination() {
    let text = r#"{"destination_url":"https://other.example/","session_id":"root"}"#;
    let written: Value =
        serde_json::from_str(&Migrate::parse(text.as_bytes()).unwrap().to_text()).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(text).unwrap());
    let bad = r#"{"destination_url":"other","session_id":"root"}"#;
    assert!(Migrate::parse(bad.as_bytes()).is_err());
}

/// SplitMix64.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap()
}

/// One member, somewhere, becomes a value of another type, or goes.
fn damaged(value: &mut Value, state: &mut u64) {
    let members = match value {
        Value::Object(members) => members.values_mut().collect::<Vec<_>>(),
        Value::Array(items) => items.iter_mut().collect(),
        _ => Vec::new(),
    };
    let count = members.len();
    if count > 0 && !next(state).is_multiple_of(4) {
        let at = next(state) % count;
        return damaged(members.into_iter().nth(at).unwrap(), state);
    }
    let others = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("x"),
        json!([]),
        json!({}),
        json!([null]),
        json!({"type": "text"}),
        json!("\u{202e}"),
        json!(u64::MAX),
    ];
    *value = others[next(state) % others.len()].clone();
}

#[test]
fn damaged_messages_are_refused_or_mean_what_is_written_of_them() {
    let now = std::time::UNIX_EPOCH.elapsed().unwrap();
    let given = std::env::var("A2T_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut state: u64 = given.unwrap_or(now.as_secs());
    println!("A2T_SEED={state}");
    let lines: Vec<Value> = include_str!("theirs.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..20_000 {
        let line = &lines[round % lines.len()];
        let mut message: Value = serde_json::from_str(line["text"].as_str().unwrap()).unwrap();
        damaged(&mut message, &mut state);
        let text = message.to_string();
        let text = text.as_bytes();
        let held = match line["kind"].as_str().unwrap() {
            "callback" => Callback::parse(text, Reading::Strict).ok().map(|read| {
                let again = Callback::parse(read.to_text().as_bytes(), Reading::Strict);
                read.check().is_ok() && again.unwrap() == read
            }),
            "invocation" => Invocation::parse(text, Reading::Lenient).ok().map(|read| {
                let again = Invocation::parse(read.to_text().as_bytes(), Reading::Strict);
                again.unwrap() == read
            }),
            _ => Manifest::parse(text)
                .ok()
                .map(|read| Manifest::parse(read.to_text().unwrap().as_bytes()).unwrap() == read),
        };
        assert!(held != Some(false), "{message}");
        accepted += usize::from(held.is_some());
        refused += usize::from(held.is_none());
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 1000 && refused > 1000, "{accepted} accepted, {refused} refused");
}
