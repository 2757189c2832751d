//! Invocations and their one result.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use a2t::rap::store::{self, Memory};
use a2t::rap::{Server, Shown, WorkerLimits};
use a2t::{ToolError, Value};
use axum::extract::State;
use http::HeaderMap;
use serde_json::json;
use tokio::sync::Semaphore;

use super::rig::{Runtime, Vendor, set, stores};

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 2, read_only)]
async fn add(
    /// First addend.
    #[a2t(max = 100)]
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

/// Adds two numbers, as it was.
///
/// # Returns
/// The sum.
#[a2t::tool(name = "add", version = 1, read_only)]
async fn add_first(
    /// First addend.
    #[a2t(max = 100)]
    a: i32,
    /// Second addend; 1,000 if absent.
    b: Option<i32>,
) -> i32 {
    a + b.unwrap_or(1000)
}

/// What tests watch and hold.
#[derive(Default)]
pub(crate) struct Bench {
    pub(crate) runs: AtomicUsize,
    pub(crate) gate: Gate,
}

pub(crate) struct Gate(pub(crate) Semaphore);

impl Default for Gate {
    fn default() -> Self {
        Self(Semaphore::new(0))
    }
}

/// Waits until it is let through.
///
/// # Returns
/// The number of the run.
#[a2t::tool(version = 1)]
async fn wait(#[a2t(context)] State(bench): State<Arc<Bench>>) -> u32 {
    let run = bench.runs.fetch_add(1, Ordering::SeqCst);
    bench.gate.0.acquire().await.unwrap().forget();
    run as u32
}

#[derive(a2t::Error)]
enum Lent {
    /// The archive is lent.
    #[a2t(status = 423)]
    Archive {
        /// The day.
        until: &'static str,
    },
}

/// Fails in a way of its own.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
async fn fail(
    /// Panics, refuses, or fails.
    #[a2t(max_length = 10)]
    how: String,
) -> Result<bool, ToolError> {
    match &*how {
        "panic" => panic!("the password is hunter2"),
        "lend" => Err(Lent::Archive { until: "2026-12-01" })?,
        "refuse" => Err(ToolError::refused("no weather is known of 1700")),
        "err" => Err(ToolError::invalid("how", "is the wrong way")),
        "misname" => Err(ToolError::invalid("why", "is the wrong way")),
        "busy" => Err(ToolError::unavailable("the archive is closed")),
        _ => Err(ToolError::internal("connection to 10.0.0.7 refused")),
    }
}

/// Returns the user of the request.
///
/// # Returns
/// The user and the group.
#[a2t::tool(version = 1)]
async fn who(
    #[a2t(context)] headers: HeaderMap,
    #[a2t(context)] call: a2t::rap::Call,
) -> Result<String, ToolError> {
    let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap().to_owned());
    call.show(Shown::Image { bytes: vec![1, 2, 3], media_type: "image/png".to_owned() })?;
    Ok(format!(
        "{:?} {:?} {:?} {:?} {:?}",
        header("x-user"),
        header("x-other"),
        call.group(),
        call.user(),
        call.ancestors()
    ))
}

fn calculator() -> Server<()> {
    set(Server::new(a2t::toolset![add, add_first, fail, who], ()).name("calculator"))
}

fn bench(bench: &Arc<Bench>) -> Server<Arc<Bench>> {
    set(Server::new(a2t::toolset![wait], Arc::clone(bench)))
}

#[tokio::test]
async fn cb_006_cb_028_cb_033_cb_065_cb_066_an_invocation_is_acknowledged_and_its_result_is_posted()
{
    for (name, store) in stores("results").await {
        let (runtime, vendor) =
            (Runtime::start().await, Vendor::start(calculator().store(store)).await);
        vendor.invoke(&runtime.invocation("add", "call_1", json!({"a": 1, "b": 2}))).await;
        let result = runtime.one().await;
        let text: Value = serde_json::from_str(result["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, json!({"result": 3}), "{name}");
        let expected = json!({
            "type": "tool_result", "group_id": "thread_1", "id": "call_1", "text": result["text"],
        });
        assert_eq!(result, expected);
        vendor.stop().await;
    }
}

#[tokio::test]
async fn cb_001_cb_002_cb_012_messages_are_json_in_utf_8() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(calculator()).await);
    let invocation = runtime.invocation("add", "zwölf 😀", json!({"a": 1, "b": 2}));
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let headers = [("content-type", kind)];
        let reply = vendor.send("POST", "/invoke", &headers, invocation.to_string()).await;
        assert_eq!(reply.status, 415, "{kind}");
    }
    let coded = [("content-type", "application/json"), ("content-encoding", "gzip")];
    assert_eq!(vendor.send("POST", "/invoke", &coded, invocation.to_string()).await.status, 415);
    let kind = [("content-type", "Application/JSON; charset=utf-8")];
    assert_eq!(vendor.send("POST", "/invoke", &kind, invocation.to_string()).await.status, 200);
    let posted = runtime.wait(1).await.remove(0);
    assert_eq!(posted.headers["content-type"], "application/json");
    assert_eq!(posted.body["id"], "zwölf 😀");
}

#[tokio::test]
async fn cba_007_what_has_no_readable_address_is_not_accepted() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(calculator()).await);
    let whole = runtime.invocation("add", "call_1", json!({"a": 1, "b": 2}));
    for member in ["id", "callback_url", "group_id"] {
        for wrong in [Value::Null, json!(7), json!("")] {
            let mut broken = whole.clone();
            broken[member] = wrong;
            let reply = vendor.post("/invoke", &broken).await;
            assert_eq!(reply.status, 400, "{member}");
            assert!(reply.text.contains(member), "{}", reply.text);
        }
    }
    let raw = async |body: String| {
        vendor.send("POST", "/invoke", &[("content-type", "application/json")], body).await.status
    };
    assert_eq!(raw(format!("[{whole}]")).await, 400);
    assert_eq!(raw(whole.to_string().replacen('{', "", 1)).await, 400);
    assert_eq!(raw(String::new()).await, 400);
    assert_eq!(raw(" ".repeat(300 * 1024)).await, 413);
    for member in ["id", "group_id"] {
        let mut long = whole.clone();
        long[member] = json!("x".repeat(513));
        let reply = vendor.post("/invoke", &long).await;
        assert!(reply.status == 400 && reply.text.contains("512 bytes"), "{}", reply.text);
    }
    assert_eq!(vendor.get("/invoke").await.status, 405);
    assert!(runtime.all().is_empty());
    // The result reports what is wrong elsewhere.
    let number = whole.to_string().replace("\"a\":1", &format!("\"a\":1{}", "0".repeat(400)));
    assert_eq!(raw(number).await, 200);
    let mut second = whole.clone();
    (second["id"], second["call_id"]) = (json!("call_2"), json!(7));
    assert_eq!(vendor.post("/invoke", &second).await.status, 200);
    for posted in runtime.wait(2).await {
        let text = posted.body["text"].as_str().unwrap();
        assert!(text.starts_with("Error: "), "{text}");
    }
}

#[tokio::test]
async fn cb_007_cb_008_the_acknowledgement_does_not_wait_for_the_tool() {
    let (runtime, state) = (Runtime::start().await, Arc::default());
    let vendor = Vendor::start(bench(&state)).await;
    for id in ["call_1", "call_2"] {
        // Both are acknowledged while neither tool has been let through.
        vendor.invoke(&runtime.invocation("wait", id, json!({}))).await;
    }
    assert!(runtime.all().is_empty());
    state.gate.0.add_permits(2);
    let ids: Vec<_> =
        runtime.wait(2).await.iter().map(|posted| posted.body["id"].clone()).collect();
    assert!(ids.contains(&json!("call_1")) && ids.contains(&json!("call_2")), "{ids:?}");
}

#[tokio::test]
async fn cb_010_cb_027_cb_031_cb_037_cb_038_every_mistake_is_reported_by_the_result() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(calculator()).await);
    let mut results = Vec::new();
    let invocations = [
        ("ad", json!({}), "Error: no tool is called `ad`; did you mean `add`?"),
        ("add", json!({"a": 101}), "\n- /a: expected an integer from"),
        ("add", json!({"a": 101}), "\n- /b: expected an integer from"),
        ("add", json!([1]), "Error: "),
        ("../../add", json!({}), "Error: no tool is called `../../add`"),
    ];
    for (number, (operation, arguments, words)) in invocations.into_iter().enumerate() {
        vendor.invoke(&runtime.invocation(operation, &number.to_string(), arguments)).await;
        results.push(words);
    }
    let mut unreadable = runtime.invocation("add", "5", json!({}));
    unreadable.as_object_mut().unwrap().remove("arguments");
    vendor.invoke(&unreadable).await;
    results.push("the member `arguments`");
    for posted in runtime.wait(6).await {
        let (body, number) = (&posted.body, posted.body["id"].as_str().unwrap());
        let text = body["text"].as_str().unwrap();
        assert_eq!((&body["type"], &body["is_error"]), (&json!("tool_result"), &json!(true)));
        assert!(text.starts_with("Error: ") && !text.starts_with("Error: Error"), "{text}");
        assert!(text.contains(results[number.parse::<usize>().unwrap()]), "{number}: {text}");
    }
}

#[tokio::test]
async fn cb_030_cb_032_cb_042_every_failure_is_a_result_without_internals() {
    let (runtime, faults) = (Runtime::start().await, Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&faults);
    let server = calculator().on_fault(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
    });
    let vendor = Vendor::start(server).await;
    let expected = [
        ("panic", "Error: the tool failed"),
        ("refuse", "Error: the tool refused the call: no weather is known of 1700"),
        ("lend", "Error: the tool refused the call: The archive is lent.\n- until: \"2026-12-01\""),
        ("err", "Error: the arguments are not what the tool takes:\n- `how`: is the wrong way"),
        ("misname", "Error: the arguments are not what the tool takes:\n- `why` is the wrong way"),
        ("busy", "Error: the tool fails at the moment, it may work later: the archive is closed"),
        ("break", "Error: the tool fails at the moment, it may work later"),
    ];
    for (how, _) in expected {
        vendor.invoke(&runtime.invocation("fail", how, json!({"how": how}))).await;
    }
    let all = runtime.wait(expected.len()).await;
    for (how, words) in expected {
        let found = all.iter().find(|posted| posted.body["id"] == how).unwrap();
        assert_eq!(found.body["text"], words);
    }
    assert_eq!(faults.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn cb_034_the_second_id_is_echoed_if_it_was_given() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(calculator()).await);
    for (id, call_id) in [("1", json!("provider_1")), ("2", Value::Null)] {
        let mut invocation = runtime.invocation("add", id, json!({"a": 1, "b": 2}));
        invocation["call_id"] = call_id;
        vendor.invoke(&invocation).await;
    }
    for posted in runtime.wait(2).await {
        let expected = if posted.body["id"] == "1" { json!("provider_1") } else { Value::Null };
        assert_eq!(posted.body.get("call_id").cloned().unwrap_or_default(), expected);
    }
}

#[tokio::test]
async fn cb_013_cb_017_cb_018_cb_036_no_result_goes_to_another_url_or_has_other_ids() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(calculator()).await);
    let calls = (0..40).map(|number: i32| {
        let mut call =
            runtime.invocation("add", &format!("{}", number % 10), json!({"a": number, "b": 0}));
        call["group_id"] = json!(format!("thread_{}", number / 10));
        // The URL is used exactly as it was given.
        let path = format!("/c/{number}/%7E//x?a=&b=%2F{number}");
        call["callback_url"] = json!(format!("http://{}{path}", runtime.address));
        call
    });
    for call in calls {
        vendor.invoke(&call).await;
    }
    for posted in runtime.wait(40).await {
        let text: Value = serde_json::from_str(posted.body["text"].as_str().unwrap()).unwrap();
        let number = text["result"].as_i64().unwrap();
        assert_eq!(posted.path, format!("/c/{number}/%7E//x?a=&b=%2F{number}"));
        assert_eq!(posted.body["group_id"], format!("thread_{}", number / 10));
        assert_eq!(posted.body["id"], format!("{}", number % 10));
    }
}

#[tokio::test]
async fn cba_003_a_repeated_invocation_runs_once_and_another_one_of_its_name_is_refused() {
    for (name, store) in stores("repeated").await {
        let (runtime, state) = (Runtime::start().await, Arc::default());
        let vendor = Vendor::start(bench(&state).store(store)).await;
        let invocation = runtime.invocation("wait", "call_1", json!({}));
        for _ in 0..3 {
            vendor.invoke(&invocation).await;
        }
        let mut other = invocation.clone();
        other["arguments"] = json!({"a": 1});
        assert_eq!(vendor.post("/invoke", &other).await.status, 409, "{name}");
        state.gate.0.add_permits(3);
        runtime.wait(1).await;
        // Known after its end as well.
        vendor.invoke(&invocation).await;
        let mut elsewhere = invocation.clone();
        elsewhere["group_id"] = json!("thread_2");
        vendor.invoke(&elsewhere).await;
        let all = runtime.wait(2).await;
        assert_eq!(all.len(), 2, "{all:#?}");
        assert_eq!(state.runs.load(Ordering::SeqCst), 2);
        vendor.stop().await;
    }
}

#[tokio::test]
async fn a_full_store_refuses_before_the_200_and_a_full_house_keeps_calls_waiting() {
    let (runtime, state) = (Runtime::start().await, Arc::default());
    let limits = store::Limits { calls: 2, ..store::Limits::default() };
    let server =
        bench(&state).limits(WorkerLimits::new().max_running_calls(1)).store(Memory::new(limits));
    let vendor = Vendor::start(server).await;
    for id in ["call_1", "call_2"] {
        vendor.invoke(&runtime.invocation("wait", id, json!({}))).await;
    }
    let reply = vendor.post("/invoke", &runtime.invocation("wait", "call_3", json!({}))).await;
    assert_eq!(reply.status, 503);
    assert!(reply.headers.contains_key("retry-after"));
    state.gate.0.add_permits(2);
    let all = runtime.wait(2).await;
    assert_eq!(all.len(), 2);
    vendor.invoke(&runtime.invocation("wait", "call_3", json!({}))).await;
    state.gate.0.add_permits(1);
    assert_eq!(runtime.wait(3).await.len(), 3);
}

#[tokio::test]
async fn cb_045_an_older_version_is_called_by_its_name() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(calculator()).await);
    vendor.invoke(&runtime.invocation("add_v1", "call_1", json!({"a": 1}))).await;
    let result = runtime.one().await;
    let text: Value = serde_json::from_str(result["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, json!({"result": 1001}));
}

#[tokio::test]
async fn cb_039_contexts_see_the_headers_that_are_kept_and_nothing_else() {
    let runtime = Runtime::start().await;
    let vendor = Vendor::start(calculator().keep_header("x-user".parse().unwrap())).await;
    let mut invocation = runtime.invocation("who", "call_1", json!({}));
    invocation["user_id"] = json!("user_42");
    invocation["thread_ancestors"] = json!(["root", "parent"]);
    let headers = [("content-type", "application/json"), ("x-user", "Ada"), ("x-other", "secret")];
    let reply = vendor.send("POST", "/invoke", &headers, invocation.to_string()).await;
    assert_eq!(reply.status, 200);
    let result = runtime.one().await;
    let text: Value = serde_json::from_str(result["text"].as_str().unwrap()).unwrap();
    let expected = r#"Some("Ada") None Some("thread_1") Some("user_42") ["root", "parent"]"#;
    assert_eq!(text["result"], expected);
    // People are shown the image, and a line of text behind it (CB-74).
    let image = json!({"type": "image", "content": {"data": "AQID", "mediaType": "image/png"}});
    assert_eq!(result["display_as"], json!([image, {"type": "text", "content": "who"}]));
}
