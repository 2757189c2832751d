//! A runtime of ours calls a tool that is made of the published types: discovery, a result of several
//! parts, a question, a page, a view, a subscription.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::rap::Policy;
use a2t::rap::store::Memory;
use a2t_rap::client::{Answer, Choice, Host, Page, Runtime, View};
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use rap_protocol::{
    CallbackClient, DisplaySegment, PlainCallbackClient, RapCallback, RapInvocation, RapOAuth,
    RapSubscriptionEvent, RapToolResult, RapToolResultContent, RapUserChoice, RapViewUpdate,
    ToolDef, ToolsetManifest,
};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;

const PATIENCE: Duration = Duration::from_secs(30);

/// The tool: its base URL, and the calls whose questions wait for an answer.
#[derive(Clone)]
struct Tool {
    base: String,
    asked: Arc<Mutex<Vec<RapInvocation>>>,
}

impl Tool {
    async fn serve() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let tool = Self { base: base.clone(), asked: Arc::default() };
        let router = Router::new()
            .route("/.well-known/rap-toolset", get(manifest))
            .route("/invoke", post(invoke))
            .route("/answer", post(answer))
            .with_state(tool);
        tokio::spawn(axum::serve(listener, router).into_future());
        base
    }
}

async fn manifest(State(tool): State<Tool>) -> Json<ToolsetManifest> {
    let described = |name: &str| ToolDef {
        name: name.to_owned(),
        description: format!("Does {name}."),
        input_schema: json!({"type": "object", "properties": {"path": {"type": "string"}}}),
        annotations: Some(json!({"readOnlyHint": true})),
        display_script: None,
    };
    Json(ToolsetManifest {
        name: "published".to_owned(),
        description: None,
        endpoint: format!("{}/invoke", tool.base),
        tools: ["read", "write", "follow"].map(described).into(),
        needs_migration: false,
    })
}

async fn send(url: &str, callback: RapCallback) {
    let body = serde_json::to_string(&callback).unwrap();
    PlainCallbackClient::new().post_json(url, &body).await.unwrap();
}

fn result(of: &RapInvocation, text: &str) -> RapToolResult {
    RapToolResult {
        group_id: of.group_id.clone(),
        id: of.id.clone(),
        call_id: of.call_id.clone(),
        text: Some(text.to_owned()),
        content: None,
        display_as: None,
        subscription: None,
    }
}

async fn invoke(State(tool): State<Tool>, Json(call): Json<RapInvocation>) {
    // Acknowledged first, as the protocol wants it.
    tokio::spawn(async move {
        match &*call.operation {
            "read" => read(&call).await,
            "write" => write(&tool, call).await,
            _ => follow(&call).await,
        }
    });
}

async fn read(call: &RapInvocation) {
    let path = call.arguments["path"].as_str().unwrap();
    let text = |text: &str| RapToolResultContent::Text { text: text.to_owned() };
    let image =
        RapToolResultContent::Image { data: "AAAA".to_owned(), media_type: "image/png".to_owned() };
    let shown = DisplaySegment::Text(format!("Read {path}."));
    let parts = RapToolResult {
        text: None,
        content: Some(vec![text("a picture"), image]),
        display_as: Some(vec![shown]),
        ..result(call, "")
    };
    send(&call.callback_url, RapCallback::ToolResult(parts)).await;
}

async fn write(tool: &Tool, call: RapInvocation) {
    let page = RapOAuth {
        group_id: call.group_id.clone(),
        id: call.id.clone(),
        call_id: call.call_id.clone(),
        auth_url: "https://login.example/".to_owned(),
    };
    send(&call.callback_url, RapCallback::OAuth(page)).await;
    let question = RapUserChoice {
        group_id: call.group_id.clone(),
        id: call.id.clone(),
        call_id: call.call_id.clone(),
        prompt: "Write?".to_owned(),
        choices: ["Yes", "No"].map(str::to_owned).into(),
        default: 1,
        response_url: format!("{}/answer", tool.base),
    };
    let url = call.callback_url.clone();
    tool.asked.lock().unwrap().push(call);
    send(&url, RapCallback::UserChoice(question)).await;
}

async fn answer(State(tool): State<Tool>, Json(selected): Json<Value>) {
    let call = tool.asked.lock().unwrap().pop().unwrap();
    assert_eq!(selected["id"].as_str().unwrap(), call.id.as_str());
    let text = format!("chose {}", selected["selected"]);
    tokio::spawn(async move {
        send(&call.callback_url, RapCallback::ToolResult(result(&call, &text))).await;
    });
}

async fn follow(call: &RapInvocation) {
    let view = RapViewUpdate {
        group_id: call.group_id.clone(),
        view_type: "diff".to_owned(),
        content: json!({"patch": "+1"}),
    };
    send(&call.callback_url, RapCallback::ViewUpdate(view)).await;
    let confirmed = RapToolResult { subscription: Some(true), ..result(call, "Subscribed.") };
    send(&call.callback_url, RapCallback::ToolResult(confirmed)).await;
    for (text, last) in [("compiling", None), ("built", Some(true))] {
        let event = RapSubscriptionEvent {
            group_id: call.group_id.clone(),
            tool_call_id: call.id.clone(),
            text: text.to_owned(),
            associative: true,
            r#final: last,
        };
        send(&call.callback_url, RapCallback::SubscriptionEvent(event)).await;
    }
}

/// A user who takes the first choice, and notes what is shown.
#[derive(Clone, Default)]
struct User(Arc<Mutex<Vec<String>>>);

impl User {
    fn note(&self, seen: String) {
        self.0.lock().unwrap().push(seen);
    }
}

impl Host for User {
    fn choose<'a>(&'a self, choice: &'a Choice) -> Answer<'a, Option<usize>> {
        self.note(choice.prompt.clone());
        Box::pin(async { Some(0) })
    }

    fn authorize<'a>(&'a self, page: &'a Page) -> Answer<'a, ()> {
        self.note(page.url.clone());
        Box::pin(async {})
    }

    fn view<'a>(&'a self, view: &'a View) -> Answer<'a, ()> {
        self.note(view.kind.clone());
        Box::pin(async {})
    }
}

async fn runtime(user: User) -> Runtime {
    let base = Tool::serve().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/rap", listener.local_addr().unwrap());
    let builder = Runtime::builder(&url, Memory::default());
    let runtime =
        builder.egress_policy(Policy::default().allow_loopback()).handler(user).build().unwrap();
    let router = Router::new().nest("/rap", runtime.router());
    tokio::spawn(axum::serve(listener, router).into_future());
    runtime.load(&base).await.unwrap();
    runtime
}

fn path() -> Map<String, Value> {
    Map::from_iter([("path".to_owned(), json!("a.png"))])
}

#[tokio::test]
async fn a_result_of_several_parts_arrives() {
    let runtime = runtime(User::default()).await;
    let call = runtime.call("thread", "read", path()).id("call_1").await.unwrap();
    let result = tokio::time::timeout(PATIENCE, call.result()).await.unwrap().unwrap();
    assert!(!result.is_error);
    assert_eq!(result.content.len(), 2);
    assert_eq!(result.display_as.len(), 1);
}

#[tokio::test]
async fn a_page_and_a_question_reach_the_user_and_the_answer_the_tool() {
    let user = User::default();
    let runtime = runtime(user.clone()).await;
    let call = runtime.call("thread", "write", path()).await.unwrap();
    let result = tokio::time::timeout(PATIENCE, call.result()).await.unwrap().unwrap();
    assert_eq!(result.text.as_deref(), Some("chose 0"));
    assert_eq!(*user.0.lock().unwrap(), ["https://login.example/", "Write?"]);
}

#[tokio::test]
async fn a_subscription_is_confirmed_and_its_events_come_to_their_end() {
    let user = User::default();
    let runtime = runtime(user.clone()).await;
    let call = runtime.call("thread", "follow", path()).await.unwrap();
    let subscribed = tokio::time::timeout(PATIENCE, call.subscribe()).await.unwrap().unwrap();
    let (result, mut events) = subscribed;
    assert_eq!(result.text.as_deref(), Some("Subscribed."));
    let mut heard = Vec::new();
    while let Some(event) = tokio::time::timeout(PATIENCE, events.next()).await.unwrap() {
        heard.push((event.text, event.is_final));
    }
    assert_eq!(heard, [("compiling".to_owned(), false), ("built".to_owned(), true)]);
    assert_eq!(*user.0.lock().unwrap(), ["diff"]);
}
