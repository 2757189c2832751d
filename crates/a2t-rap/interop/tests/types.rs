//! Every message of `rap-protocol` 0.2.0 is read by us, and every one of ours by it.

use std::fmt::Debug;
use std::fs;
use std::path::Path;

use a2t_rap::message::{
    Callback, Content, Invocation, Manifest, OAuth, Reading, ReturnAddress, Segment,
    SubscriptionEvent, ToolResult, UserChoice, ViewUpdate,
};
use rap_protocol::{
    DiffContent, DisplaySegment, ImageContent, RapCallback, RapInvocation, RapOAuth,
    RapSubscriptionEvent, RapToolResult, RapToolResultContent, RapUserChoice, RapViewUpdate,
    ToolDef, ToolsetManifest,
};
use serde_json::{Value, json};

const URL: &str = "https://agent.example/callback?token=t";

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn option<T: Clone>(some: bool, value: &T) -> Option<T> {
    some.then(|| value.clone())
}

fn segments() -> Vec<DisplaySegment> {
    vec![
        DisplaySegment::Diff(DiffContent { path: "a.rs".into(), patch: "@@ -1 +1 @@".into() }),
        DisplaySegment::Image(ImageContent {
            data: "iVBORw0KGgo=".into(),
            media_type: "image/png".into(),
        }),
        DisplaySegment::Text("Deployed \u{1f600}".into()),
    ]
}

fn contents() -> Vec<RapToolResultContent> {
    vec![
        RapToolResultContent::Text { text: "Read logo.png".into() },
        RapToolResultContent::Image { data: "iVBORw0KGgo=".into(), media_type: "image/png".into() },
    ]
}

/// Their callback messages, with and without each optional member.
fn theirs() -> Vec<RapCallback> {
    let mut all = Vec::new();
    for bits in 0..32_u32 {
        let on = |bit: u32| bits & (1 << bit) != 0;
        all.push(RapCallback::ToolResult(RapToolResult {
            group_id: "thread_xyz".into(),
            id: "call_abc".into(),
            call_id: option(on(0), &"provider_1".into()),
            text: option(on(1) || !on(2), &"Error: rate limit \"exceeded\"\n".into()),
            content: option(on(2), &contents()),
            display_as: option(on(3), &segments()),
            subscription: option(on(4), &on(1)),
        }));
    }
    for bits in 0..8_u32 {
        let on = |bit: u32| bits & (1 << bit) != 0;
        all.push(RapCallback::SubscriptionEvent(RapSubscriptionEvent {
            group_id: "thread_xyz".into(),
            tool_call_id: "call_abc".into(),
            text: "[exit code: 0]".into(),
            associative: on(0),
            r#final: option(on(1), &on(2)),
        }));
        all.push(RapCallback::UserChoice(RapUserChoice {
            group_id: "thread_xyz".into(),
            id: "call_abc".into(),
            call_id: option(on(0), &"provider_1".into()),
            prompt: "Allow writing?".into(),
            choices: vec!["Yes".into(), "No".into()],
            default: usize::from(on(1)),
            response_url: "http://127.0.0.1:9000/user_choice_response".into(),
        }));
    }
    for call_id in [None, Some("provider_1".into())] {
        all.push(RapCallback::OAuth(RapOAuth {
            group_id: "thread_xyz".into(),
            id: "call_abc".into(),
            call_id,
            auth_url: "https://github.example/authorize?client_id=abc".into(),
        }));
    }
    for content in [json!({}), json!({"patch": "diff", "n": [1, {"a": null}]})] {
        all.push(RapCallback::ViewUpdate(RapViewUpdate {
            group_id: "thread_xyz".into(),
            view_type: "diff".into(),
            content,
        }));
    }
    all
}

fn their_invocations() -> Vec<RapInvocation> {
    let invocation = |bits: u32| {
        let on = |bit: u32| bits & (1 << bit) != 0;
        RapInvocation {
            operation: "report_weather_of_year".into(),
            arguments: if on(3) { json!({}) } else { json!({"year": 2025, "deep": {"a": [1.5]}}) },
            id: "call_abc".into(),
            call_id: option(on(0), &"provider_1".into()),
            callback_url: URL.into(),
            group_id: "thread_xyz".into(),
            thread_ancestors: option(on(1), &vec!["root".into(), "parent".into()]),
            user_id: option(on(2), &"user_42".into()),
        }
    };
    (0..16).map(invocation).collect()
}

fn their_manifests() -> Vec<ToolsetManifest> {
    let manifest = |bits: u32| {
        let on = |bit: u32| bits & (1 << bit) != 0;
        let annotations = json!({"readOnly": true, "requiresAuth": "github", "x-acme-priority": 3});
        let tool = |name: &str| ToolDef {
            name: name.into(),
            description: "Gets a pull request.".into(),
            input_schema: json!({"type": "object", "properties": {"number": {"type": "integer"}}}),
            annotations: option(on(0), &annotations),
            display_script: option(on(1), &"args.number".into()),
        };
        ToolsetManifest {
            name: "github-tools".into(),
            description: option(on(2), &"Tools of GitHub".into()),
            endpoint: "https://tool.example/invoke".into(),
            tools: vec![tool("get_pull_request"), tool("Get-2")],
            needs_migration: on(3),
        }
    };
    (0..16).map(manifest).collect()
}

fn text(message: &impl serde::Serialize) -> String {
    serde_json::to_string(message).unwrap()
}

fn parsed<T: Debug, E: Debug>(read: Result<T, E>, text: &str) -> T {
    read.unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

#[test]
fn their_callbacks_are_read_by_us_and_ours_by_them() {
    for message in theirs() {
        let text = text(&message);
        let read = parsed(Callback::parse(text.as_bytes(), Reading::Strict), &text);
        let ours = read.to_text();
        // What they read of ours is what they wrote, except for members whose value means the same
        // as absence.
        let theirs: RapCallback = serde_json::from_str(&ours).unwrap();
        let again = self::text(&theirs);
        let meant = |text: &str| {
            let mut value = value(text);
            let members = value.as_object_mut().unwrap();
            members.retain(|name, value| {
                !matches!(name.as_str(), "subscription" | "associative" | "final")
                    || *value != json!(false)
            });
            value
        };
        assert_eq!(meant(&again), meant(&text));
        assert_eq!(Callback::parse(again.as_bytes(), Reading::Strict).unwrap(), read);
    }
}

#[test]
fn their_invocations_are_read_by_us_and_ours_by_them() {
    for message in their_invocations() {
        let text = text(&message);
        let read = parsed(Invocation::parse(text.as_bytes(), Reading::Strict), &text);
        let theirs: RapInvocation = serde_json::from_str(&read.to_text()).unwrap();
        assert_eq!(value(&self::text(&theirs)), value(&text));
    }
}

#[test]
fn their_manifests_are_read_by_us_and_ours_by_them() {
    for message in their_manifests() {
        let text = text(&message);
        let read = parsed(Manifest::parse(text.as_bytes()), &text);
        let theirs: ToolsetManifest = serde_json::from_str(&read.to_text().unwrap()).unwrap();
        assert_eq!(value(&self::text(&theirs)), value(&text));
    }
}

/// Messages that we make rather than read, extensions included.
#[test]
fn messages_that_we_make_are_read_by_them() {
    let address = ReturnAddress::new(URL.parse().unwrap(), "thread_1", "call_1");
    let mut rich = ToolResult::text(&address, "text");
    rich.content = vec![
        Content::Text("a".into()),
        Content::Image { data: "AAAA".into(), media_type: "image/png".into() },
    ];
    rich.display_as = vec![
        Segment::Diff { path: "a".into(), patch: "b".into() },
        Segment::Image { data: "AAAA".into(), media_type: "image/png".into() },
        Segment::Text("c".into()),
    ];
    rich.subscription = true;
    let mut event = SubscriptionEvent::new(&address, "event");
    (event.is_final, event.associative, event.event_id) = (true, true, Some("e1".into()));
    let choices = vec!["Yes".to_owned(), "No".to_owned()];
    let response = "http://127.0.0.1:9/choice".parse().unwrap();
    let messages: [Callback; 6] = [
        rich.into(),
        ToolResult::error(&address, "no").into(),
        event.into(),
        OAuth::new(&address, "https://tool.example/login".parse().unwrap()).into(),
        UserChoice::new(&address, "Allow?", choices, response).into(),
        ViewUpdate::new("thread_1", "diff", serde_json::Map::new()).into(),
    ];
    for message in messages {
        message.check().unwrap();
        let ours = message.to_text();
        let theirs: RapCallback = serde_json::from_str(&ours).unwrap();
        let back = text(&theirs);
        let again = Callback::parse(back.as_bytes(), Reading::Strict).unwrap();
        assert_eq!(again.group_id(), message.group_id());
        assert_eq!(again.id(), message.id());
        assert_eq!(again.is_terminal(), message.is_terminal());
    }
}

/// `UPDATE_GOLDEN=1` writes the file that the tests of `a2t-rap` read without these types.
#[test]
fn the_committed_messages_are_theirs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/theirs.jsonl");
    let line = |kind: &str, text: String| format!("{}\n", json!({"kind": kind, "text": text}));
    let callbacks = theirs().iter().map(|one| line("callback", text(one))).collect::<String>();
    let invocations: String =
        their_invocations().iter().map(|one| line("invocation", text(one))).collect();
    let manifests: String =
        their_manifests().iter().map(|one| line("manifest", text(one))).collect();
    let all = callbacks + &invocations + &manifests;
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &all).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), all);
}
