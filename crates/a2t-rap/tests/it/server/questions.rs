//! Questions to the user and pages of authorization.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use a2t::rap::{Call, Question, Server, WorkerLimits};
use a2t::{ToolError, Value};
use axum::extract::State;
use serde_json::json;

use super::results::Bench;
use super::rig::{Runtime, Vendor, set, stores};

/// Asks twice before it writes.
///
/// # Returns
/// The choices.
#[a2t::tool(version = 1)]
pub(crate) async fn write(
    #[a2t(context)] call: Call,
    #[a2t(context)] State(bench): State<Arc<Bench>>,
) -> Result<String, ToolError> {
    bench.runs.fetch_add(1, Ordering::SeqCst);
    let first = call.choose("Allow writing?", ["Yes", "No"]).await?;
    let second = call.ask(Question::new("Overwrite?", ["Yes", "No", "Ask"]).default(1)).await?;
    Ok(format!("{first} {second}"))
}

/// Reads mail for its user.
///
/// # Returns
/// The mail.
#[a2t::tool(version = 1)]
async fn read_mail(#[a2t(context)] call: Call) -> Result<String, ToolError> {
    let page = |state: &str, redirect: &str| {
        format!("https://login.example/authorize?scope=mail&state={state}&redirect_uri={redirect}")
    };
    let granted = call.authorize(page).await?;
    assert!(!format!("{granted:?}").contains(&granted.code));
    // The code is exchanged here; what it is stays with the tool.
    Ok(format!("mail of {} by {}", granted.code.len(), granted.redirect_uri))
}

/// Asks what cannot be asked.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
async fn ask_nothing(
    /// The mistake.
    #[a2t(max_length = 10)]
    how: String,
    #[a2t(context)] call: Call,
) -> Result<bool, ToolError> {
    let none: [&str; 0] = [];
    match &*how {
        "none" => call.choose("?", none).await.map(drop)?,
        "default" => call.ask(Question::new("?", ["a"]).default(1)).await.map(drop)?,
        _ => call.authorize(|_, _| "http://login.example/".to_owned()).await.map(drop)?,
    }
    Ok(true)
}

pub(crate) fn server(bench: &Arc<Bench>) -> Server<Arc<Bench>> {
    set(Server::new(a2t::toolset![write, read_mail, ask_nothing], Arc::clone(bench)))
}

fn select(id: &str, selected: usize) -> Value {
    json!({ "id": id, "selected": selected })
}

fn url(posted: &Value) -> &str {
    posted["response_url"].as_str().unwrap()
}

#[tokio::test]
async fn cb_125_cb_129_a_user_chooses_and_the_call_goes_on() {
    for (name, store) in stores("choices").await {
        let (runtime, bench) = (Runtime::start().await, Arc::default());
        let vendor = Vendor::start(server(&bench).store(store)).await;
        let mut call = runtime.invocation("write", "call_1", json!({}));
        call["call_id"] = json!("provider_1");
        vendor.invoke(&call).await;
        let asked = runtime.one().await;
        assert!(url(&asked).starts_with(&format!("{}/user_choice_response/", vendor.base)));
        let expected = json!({
            "type": "user_choice", "group_id": "thread_1", "id": "call_1", "call_id": "provider_1",
            "prompt": "Allow writing?", "choices": ["Yes", "No"], "default": 1,
            "response_url": asked["response_url"],
        });
        assert_eq!(asked, expected, "{name}");
        assert_eq!(vendor.post(url(&asked), &select("call_1", 0)).await.status, 200);
        let again = runtime.wait(2).await[1].body.clone();
        assert_eq!((&again["prompt"], &again["default"]), (&json!("Overwrite?"), &json!(1)));
        assert_ne!(url(&again), url(&asked));
        // A token is used once, and for its own question.
        assert_eq!(vendor.post(url(&asked), &select("call_1", 1)).await.status, 410);
        assert_eq!(vendor.post(url(&again), &select("call_1", 2)).await.status, 200);
        let result = runtime.wait(3).await[2].body.clone();
        assert_eq!(result["text"], r#"{"result":"0 2"}"#);
        // The call has ended, and its tokens with it.
        assert_eq!(vendor.post(url(&again), &select("call_1", 2)).await.status, 404);
        assert_eq!(bench.runs.load(Ordering::SeqCst), 1);
        vendor.stop().await;
    }
}

#[tokio::test]
async fn of_answers_that_come_at_once_the_first_one_counts() {
    for (name, store) in stores("at-once").await {
        let runtime = Runtime::start().await;
        let vendor = Arc::new(Vendor::start(server(&Arc::default()).store(store)).await);
        for number in 0..10 {
            let id = format!("call_{number}");
            vendor.invoke(&runtime.invocation("write", &id, json!({}))).await;
            let asked = runtime.wait(3 * number + 1).await[3 * number].body.clone();
            let mut answers = tokio::task::JoinSet::new();
            for selected in 0..8 {
                let (vendor, url) = (Arc::clone(&vendor), url(&asked).to_owned());
                let answer = select(&id, selected % 2);
                answers
                    .spawn(async move { (vendor.post(&url, &answer).await.status, selected % 2) });
            }
            let answers = answers.join_all().await;
            let taken: Vec<_> = answers.iter().filter(|(status, _)| *status == 200).collect();
            let used = answers.iter().filter(|(status, _)| *status == 410).count();
            assert_eq!((taken.len(), used), (1, 7), "{name} {answers:?}");
            let again = runtime.wait(3 * number + 2).await[3 * number + 1].body.clone();
            assert_eq!(vendor.post(url(&again), &select(&id, 2)).await.status, 200);
            let result = runtime.wait(3 * number + 3).await[3 * number + 2].body.clone();
            assert_eq!(result["text"], format!(r#"{{"result":"{} 2"}}"#, taken[0].1));
        }
    }
}

#[tokio::test]
async fn cb_130_a_selection_that_is_not_a_choice_ends_in_an_error() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server(&Arc::default())).await);
    let bodies = [select("call_0", 2), select("other", 0), json!({"id": "call_2"}), json!([1])];
    for (number, body) in bodies.iter().enumerate() {
        let id = format!("call_{number}");
        let mut call = runtime.invocation("write", &id, json!({}));
        call["group_id"] = json!(format!("thread_{number}"));
        vendor.invoke(&call).await;
        let asked = runtime.wait(2 * number + 1).await.pop().unwrap().body;
        assert_eq!(vendor.post(url(&asked), body).await.status, 400, "{body}");
        let result = runtime.wait(2 * number + 2).await.pop().unwrap().body;
        let words =
            "Error: the tool refused the call: refused: the answer was not one of the choices";
        assert_eq!((&result["id"], &result["text"]), (&json!(id), &json!(words)));
    }
}

#[tokio::test]
async fn tokens_that_were_not_made_lead_nowhere() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server(&Arc::default())).await);
    vendor.invoke(&runtime.invocation("write", "call_1", json!({}))).await;
    let asked = runtime.one().await;
    let token = url(&asked).rsplit('/').next().unwrap().to_owned();
    let (first, rest) = token.split_at(1);
    let changed = format!("{}{rest}", if first == "A" { "B" } else { "A" });
    let long = "A".repeat(5000);
    for wrong in ["x", &changed, rest, "%2e%2e%2fetc", &long] {
        let path = format!("/user_choice_response/{wrong}");
        assert_eq!(vendor.post(&path, &select("call_1", 0)).await.status, 404, "{wrong}");
    }
    // A choice's token is not a page's state.
    let path = format!("/oauth_callback?code=c&state={token}");
    assert_eq!(vendor.get(&path).await.status, 404);
    assert_eq!(vendor.post(url(&asked), &select("call_1", 0)).await.status, 200);
}

#[tokio::test]
async fn cb_116_cb_117_cb_121_a_user_authorizes_and_the_call_goes_on() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server(&Arc::default())).await);
    vendor.invoke(&runtime.invocation("read_mail", "call_1", json!({}))).await;
    let sent = runtime.one().await;
    assert_eq!((&sent["type"], &sent["id"]), (&json!("oauth"), &json!("call_1")));
    let page = sent["auth_url"].as_str().unwrap();
    assert!(page.starts_with("https://login.example/authorize?scope=mail&state="), "{page}");
    assert!(page.ends_with(&format!("&redirect_uri={}/oauth_callback", vendor.base)), "{page}");
    let state = page.split("state=").nth(1).unwrap().split('&').next().unwrap();
    for (query, status) in [
        (format!("code=c0de&state={state}x"), 404),
        (format!("state={state}"), 400),
        ("code=c0de".to_owned(), 400),
        (format!("code=c0de&state={state}"), 200),
        (format!("code=other&state={state}"), 410),
    ] {
        let reply = vendor.get(&format!("/oauth_callback?{query}")).await;
        // The second use may come after the end of the call, which ends its tokens.
        assert!(reply.status == status || (status == 410 && reply.status == 404), "{query}");
        assert!(!reply.text.contains("c0de") && !reply.text.contains(state));
        assert_eq!(reply.headers["referrer-policy"], "no-referrer");
    }
    let result = runtime.wait(2).await[1].body.clone();
    let text = format!(r#"{{"result":"mail of 4 by {}/oauth_callback"}}"#, vendor.base);
    assert_eq!(result["text"], text);
}

#[tokio::test]
async fn cb_122_cb_123_a_user_who_denies_ends_in_an_error() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server(&Arc::default())).await);
    vendor.invoke(&runtime.invocation("read_mail", "call_1", json!({}))).await;
    let page = runtime.one().await["auth_url"].as_str().unwrap().to_owned();
    let state = page.split("state=").nth(1).unwrap().split('&').next().unwrap();
    let path = format!("/oauth_callback?error=access_denied&state={state}");
    assert_eq!(vendor.get(&path).await.status, 200);
    let result = runtime.wait(2).await[1].body.clone();
    assert_eq!(result["text"], "Error: the tool refused the call: refused: access_denied");
}

#[tokio::test]
async fn cb_122_cb_129_a_question_without_an_answer_is_an_error_in_time() {
    let (runtime, bench) = (Runtime::start().await, Arc::default());
    let limits = WorkerLimits::new().answer_timeout(Duration::from_millis(50));
    let vendor = Vendor::start(server(&bench).limits(limits)).await;
    for (operation, id) in [("write", "call_1"), ("read_mail", "call_2")] {
        vendor.invoke(&runtime.invocation(operation, id, json!({}))).await;
    }
    let all = runtime.wait(4).await;
    let results = all.iter().filter(|posted| posted.body["type"] == "tool_result");
    let asked = all.iter().find(|posted| posted.body["type"] == "user_choice").unwrap();
    assert_eq!(vendor.post(url(&asked.body), &select("call_1", 0)).await.status, 404);
    let texts: Vec<_> = results.map(|posted| posted.body["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["Error: the tool refused the call: there was no answer within 0 s"; 2]);
}

#[tokio::test]
async fn cb_117_cb_125_questions_that_cannot_be_asked_are_the_vendors_fault() {
    let runtime = Runtime::start().await;
    let (sender, mut faults) = tokio::sync::mpsc::unbounded_channel();
    let server =
        server(&Arc::default()).on_fault(move |fault| sender.send(fault.to_string()).unwrap());
    let vendor = Vendor::start(server).await;
    for (how, words) in [("none", "choices"), ("default", "/default"), ("http", "an https URL")] {
        vendor.invoke(&runtime.invocation("ask_nothing", how, json!({"how": how}))).await;
        let fault = faults.recv().await.unwrap();
        assert!(fault.contains("cannot be sent") && fault.contains(words), "{fault}");
    }
    for posted in runtime.wait(3).await {
        assert_eq!(posted.body["text"], "Error: the tool fails at the moment, it may work later");
    }
}

#[tokio::test]
async fn calls_that_wait_for_a_person_release_their_permit() {
    let runtime = Runtime::start().await;
    let vendor =
        Vendor::start(server(&Arc::default()).limits(WorkerLimits::new().max_running_calls(1)))
            .await;
    for number in 0..5 {
        vendor.invoke(&runtime.invocation("write", &format!("call_{number}"), json!({}))).await;
    }
    let all = runtime.wait(5).await;
    for posted in &all {
        assert_eq!(posted.body["type"], "user_choice");
        let answer = select(posted.body["id"].as_str().unwrap(), 0);
        assert_eq!(vendor.post(url(&posted.body), &answer).await.status, 200);
    }
    assert_eq!(runtime.wait(10).await.len(), 10);
}

#[tokio::test]
async fn calls_that_wait_for_a_person_beyond_the_limit_keep_their_permit() {
    let runtime = Runtime::start().await;
    let limits = WorkerLimits::new().max_running_calls(1).max_waiting_calls(0);
    let vendor = Vendor::start(server(&Arc::default()).limits(limits)).await;
    for number in 0..3 {
        vendor.invoke(&runtime.invocation("write", &format!("call_{number}"), json!({}))).await;
    }
    runtime.wait(1).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(runtime.all().len(), 1);
}
