//! Calls: registered before they are sent, answered once, by any holder of their URL.

use std::sync::Arc;
use std::time::Duration;

use a2t_rap::client::{Answer, CallError, Dispatch, Host};
use a2t_store::{Digest, Key, Memory, NewCall, Sql, Store, Time};
use serde_json::{Value, json};

use super::stand::{Stand, answer, post_to, runtime, tool, year};

#[tokio::test]
async fn cb_46_47_what_no_tool_takes_is_not_sent() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    let error = runtime.call("thread", "forecast", year(2014)).await.unwrap_err();
    assert!(matches!(error, CallError::UnknownTool(_)), "{error}");
    for wrong in [year(2016), serde_json::Map::new()] {
        let error = runtime.call("thread", "report", wrong).await.unwrap_err();
        assert!(matches!(error, CallError::Arguments { .. }), "{error}");
    }
    assert!(stand.sent.try_recv().is_err());
}

#[tokio::test]
async fn cb_48_49_an_invocation_says_who_calls_and_where_the_answer_goes() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    let call = runtime.call("thread", "report", year(2014)).id("call_1").call_id("second");
    call.user("ada").ancestors(["root", "parent"]).await.unwrap();
    let first = stand.next("/invoke").await;
    let expected = json!({"operation": "report", "arguments": {"year": 2014}, "id": "call_1",
        "call_id": "second", "group_id": "thread", "user_id": "ada",
        "thread_ancestors": ["root", "parent"], "callback_url": first["callback_url"]});
    assert_eq!(first, expected);
    let pending = runtime.call("thread", "report", year(2013)).await.unwrap();
    let second = stand.next("/invoke").await;
    assert_eq!(second["id"], pending.id());
    assert_ne!(first["id"], second["id"]);
    assert_ne!(first["callback_url"], second["callback_url"]);
    assert_eq!(second.get("thread_ancestors"), None);
}

#[tokio::test]
async fn cb_4_5_9_a_server_in_trouble_is_asked_again_and_one_that_refuses_is_not() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    stand.answers([503, 500]);
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    stand.next("/invoke").await;
    stand.next("/invoke").await;
    let invocation = stand.next("/invoke").await;
    answer(&invocation, "mild").await;
    assert_eq!(pending.result().await.unwrap().text.unwrap(), "mild");

    stand.answers([403]);
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    let result = pending.result().await.unwrap();
    assert!(result.seems_error() && result.text.unwrap().contains("403"));
    stand.next("/invoke").await;

    stand.answers([500; 4]);
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    let result = pending.result().await.unwrap();
    assert!(result.seems_error() && result.text.unwrap().contains("500"));
    for _ in 0..4 {
        stand.next("/invoke").await;
    }
    assert!(stand.sent.try_recv().is_err());
}

#[tokio::test]
async fn cb_51_52_53_54_what_no_call_waits_for_is_discarded() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).id("call_1").await.unwrap();
    runtime.call("thread", "report", year(2013)).id("call_2").await.unwrap();
    let (first, second) = (stand.next("/invoke").await, stand.next("/invoke").await);
    let (first, second) = if first["id"] == "call_1" { (first, second) } else { (second, first) };
    let url = first["callback_url"].as_str().unwrap();
    let result = |group: &str, id: &str| json!({"type": "tool_result", "group_id": group, "id": id, "text": "forged"});
    // The URL of one call takes no answer of another one.
    for (group, id) in [("other", "call_1"), ("thread", "call_2"), ("thread", "call_3")] {
        assert_eq!(post_to(url, &result(group, id)).await, 404);
    }
    let token = url.rsplit('/').next().unwrap();
    // The same call, and other random bits.
    let rest: String = token.chars().skip(43).collect();
    let forged = url.replace(token, &format!("{}{rest}", "A".repeat(43)));
    let mut shorter = url.to_owned();
    shorter.truncate(url.len() - 4);
    let elsewhere = format!("{url}/more");
    for url in [&forged, &elsewhere, &shorter] {
        assert_eq!(post_to(url, &result("thread", "call_1")).await, 404, "{url}");
    }
    for bad in [
        json!({"type": "tool_result", "group_id": "thread", "id": "call_1"}),
        json!({"type": "news", "group_id": "thread", "id": "call_1", "text": "forged"}),
        json!(["tool_result"]),
        json!({"type": "tool_result", "group_id": "thread", "id": 1, "text": "forged"}),
    ] {
        assert_eq!(post_to(url, &bad).await, 400, "{bad}");
    }
    assert_eq!(answer(&second, "second").await, 200);
    assert_eq!(answer(&first, "first").await, 200);
    assert_eq!(pending.result().await.unwrap().text.unwrap(), "first");
}

#[tokio::test]
async fn cb_55_64_the_first_answer_counts_and_a_url_is_used_once() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).id("call_1").await.unwrap();
    let invocation = stand.next("/invoke").await;
    for text in ["first", "first", "second"] {
        assert_eq!(answer(&invocation, text).await, 200);
    }
    assert_eq!(pending.result().await.unwrap().text.unwrap(), "first");
    assert_eq!(answer(&invocation, "late").await, 200);
    let again = runtime.pending("thread", "call_1").await.unwrap().unwrap();
    assert_eq!(again.result().await.unwrap().text.unwrap(), "first");
    // The same call again is not sent again, another one of its name is refused.
    runtime.call("thread", "report", year(2014)).id("call_1").await.unwrap();
    let error = runtime.call("thread", "report", year(2013)).id("call_1").await.unwrap_err();
    assert!(matches!(error, CallError::Conflict), "{error}");
    assert!(stand.sent.try_recv().is_err());
}

struct Strict(Arc<std::sync::Mutex<Vec<String>>>);

impl Host for Strict {
    fn consent<'a>(&'a self, call: &'a Dispatch) -> Answer<'a, Result<(), String>> {
        self.0.lock().unwrap().push(format!("{} of {}", call.tool, call.toolset));
        Box::pin(async { Err("not today".to_owned()) })
    }
}

#[tokio::test]
async fn cb_159_160_161_nothing_is_sent_without_consent() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let asked = Arc::default();
    let host = Strict(Arc::clone(&asked));
    let runtime = runtime(Memory::default(), |builder| builder.handler(host)).await;
    runtime.load(&stand.base).await.unwrap();
    let error = runtime.call("thread", "report", year(2014)).await.unwrap_err();
    assert_eq!(error.to_string(), "the call was refused: not today");
    assert_eq!(*asked.lock().unwrap(), ["report of stand"]);
    assert!(stand.sent.try_recv().is_err());
}

#[tokio::test]
async fn cb_63_a_deadline_is_an_answer() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    let call = runtime.call("thread", "report", year(2014)).deadline(Duration::from_millis(80));
    let result = call.await.unwrap().result().await.unwrap();
    assert_eq!(result.text.unwrap(), "Error: no answer came before the deadline of the call");
    let invocation = stand.next("/invoke").await;
    stand.next("/cancel_tool_call").await;
    assert_eq!(answer(&invocation, "late").await, 200);
}

#[tokio::test]
async fn cb_141_142_143_144_149_servers_are_reported_once_and_late_answers_dropped() {
    let stands = [json!([tool("report")]), json!([tool("other")])];
    let [one, other] = stands;
    let (mut one, mut other) = (Stand::with(one).await, Stand::with(other).await);
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&one.base).await.unwrap();
    runtime.load(&other.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).id("call_1").await.unwrap();
    let invocation = one.next("/invoke").await;
    runtime.cancel("thread", "call_1").await.unwrap();
    let expected = json!({"thread_id": "thread", "tool_call_id": "call_1"});
    for stand in [&mut one, &mut other] {
        assert_eq!(stand.next("/cancel_tool_call").await, expected);
    }
    assert_eq!(answer(&invocation, "late").await, 200);
    let result = pending.result().await.unwrap();
    assert_eq!(result.text.unwrap(), "Error: the call was interrupted");
    runtime.close("thread");
    for stand in [&mut one, &mut other] {
        assert_eq!(stand.next("/close_thread").await, json!({"thread_id": "thread"}));
        assert!(stand.sent.try_recv().is_err());
    }
}

#[tokio::test]
async fn an_answer_outlives_the_program_that_asked() {
    let folder = std::env::temp_dir().join(format!("a2t-rap-client-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("calls.db");
    let mut stand = Stand::with(json!([tool("report")])).await;
    let store = Arc::new(Sql::sqlite(&file).open().await.unwrap());
    let before = runtime(Arc::clone(&store), |builder| builder).await;
    before.load(&stand.base).await.unwrap();
    before.call("thread", "report", year(2014)).id("call_1").await.unwrap();
    let invocation = stand.next("/invoke").await;
    drop(before);
    // The receiver of the next program takes what was promised to the one before.
    let after = runtime(Arc::clone(&store), |builder| builder).await;
    assert_eq!(answer(&invocation, "mild").await, 200);
    let pending = after.pending("thread", "call_1").await.unwrap().unwrap();
    assert_eq!(pending.result().await.unwrap().text.unwrap(), "mild");
    assert!(after.pending("thread", "call_2").await.unwrap().is_none());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn cb_24_signed_callbacks_alone_are_believed_where_a_key_is_given() {
    let secret: a2t_webhook::signature::Secret =
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".parse().unwrap();
    let mut stand = Stand::with(json!([tool("report")])).await;
    let verifier = a2t_webhook::signature::Verifier::new(secret.clone());
    let runtime = runtime(Memory::default(), |builder| builder.verifier(verifier)).await;
    runtime.load(&stand.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    let invocation = stand.next("/invoke").await;
    assert_eq!(answer(&invocation, "unsigned").await, 401);
    let result: Value = json!({"type": "tool_result", "group_id": "thread",
        "id": invocation["id"], "text": "signed"});
    let (body, now) = (result.to_string(), std::time::UNIX_EPOCH.elapsed().unwrap().as_secs());
    let signed =
        a2t_webhook::signature::Signer::new(secret).sign("msg_1", now, body.as_bytes()).unwrap();
    let headers = signed.headers().into_iter();
    let headers = headers.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
    let guard =
        a2t_webhook::egress::Guard::new(a2t_webhook::egress::Policy::default().allow_loopback())
            .unwrap();
    let url = invocation["callback_url"].as_str().unwrap();
    let sent = guard.post(url, headers.collect(), body).await.unwrap();
    assert_eq!(sent.status(), 200);
    assert_eq!(pending.result().await.unwrap().text.unwrap(), "signed");
}

#[tokio::test]
async fn an_answer_to_a_call_of_a_later_version_is_left_to_that_version() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let store = Memory::default();
    let runtime = runtime(store.clone(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    runtime.call("thread", "report", year(2014)).id("call_1").await.unwrap();
    let url = stand.next("/invoke").await["callback_url"].as_str().unwrap().to_owned();
    let key = Key::new("rap-runtime", "thread", "later").unwrap();
    let call = NewCall::new(key.clone(), Digest::from_parts(["later"]), r#"{"in":"other words"}"#);
    store.accept(call.held_until(Time::NEVER), Time::from_millis(0)).await.unwrap();
    // A token that names the call can be forged; its secret cannot be checked here.
    let (forged, _) = a2t_store::token::mint(&key).unwrap();
    let (base, _) = url.rsplit_once('/').unwrap();
    let result = json!({"type": "tool_result", "group_id": "thread", "id": "later", "text": "no"});
    assert_eq!(post_to(&format!("{base}/{forged}"), &result).await, 503);
    assert!(store.find(&key).await.unwrap().unwrap().signals.is_empty());
}
