//! Calls that go on as tasks, with a server of the official SDK.

use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t_mcp::client::{Client, Error, HttpBuilder, Kind, Reply};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams, CreateTaskResult,
    ErrorData, GetTaskParams, GetTaskResult, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::server::raw::{Raw, Request};
use super::server::{add, arguments, plain, tool};

const ID: &str = "786512e2-9e0d-44bd-8f29-789f320fe840";

/// A server whose one task looks at each question as the test asks: the last look stays.
#[derive(Clone)]
struct Office {
    looks: Arc<Mutex<Vec<Value>>>,
    calls: Arc<AtomicU32>,
    questions: Arc<AtomicU32>,
    cancelled: Arc<AtomicU32>,
}

fn task(status: &str, more: Value) -> Value {
    let mut task = json!({"resultType": "complete", "taskId": ID, "status": status,
        "createdAt": "2026-11-23T00:00:00Z", "lastUpdatedAt": "2026-11-23T00:00:00Z",
        "ttlMs": 60_000, "pollIntervalMs": 50});
    task.as_object_mut().unwrap().extend(arguments(more));
    task
}

fn sum(sum: &Value) -> Value {
    let text = json!({"type": "text", "text": json!({"sum": sum}).to_string()});
    json!({"result": {"resultType": "complete", "content": [text],
        "structuredContent": {"sum": sum}}})
}

impl Office {
    fn of(looks: impl IntoIterator<Item = Value>) -> Self {
        let mut looks: Vec<_> = looks.into_iter().collect();
        looks.reverse();
        let looks = Arc::new(Mutex::new(looks));
        let count = Arc::<AtomicU32>::default;
        Self { looks, calls: count(), questions: count(), cancelled: count() }
    }

    async fn serve(&self) -> HttpBuilder {
        let office = self.clone();
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true);
        let manager = Arc::new(LocalSessionManager::default());
        let service = StreamableHttpService::new(move || Ok(office.clone()), manager, config);
        let router = axum::Router::new().nest_service("/mcp", service);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Client::http_builder(format!("http://{address}/mcp"))
    }

    async fn call(&self) -> Result<Reply, Error> {
        let client = self.serve().await.tasks().build().unwrap();
        client.call_tool(&tool(&add()), arguments(json!({"a": 1, "b": 2}))).await
    }

    fn counts(&self) -> [u32; 3] {
        [&self.calls, &self.questions, &self.cancelled].map(|count| count.load(Ordering::SeqCst))
    }

    async fn is_cancelled(&self) {
        holds(|| async { self.counts()[2] == 1 }).await;
    }
}

async fn holds<F: Future<Output = bool>>(condition: impl Fn() -> F) {
    let waited = tokio::time::timeout(Duration::from_secs(30), async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    waited.await.unwrap();
}

impl ServerHandler for Office {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tasks().build())
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if !context.client_capabilities().is_some_and(|declared| declared.supports_tasks()) {
            let result: CallToolResult =
                serde_json::from_value(sum(&json!(0))["result"].clone()).unwrap();
            return Ok(result.into());
        }
        let started: CreateTaskResult =
            serde_json::from_value(task("working", json!({"resultType": "task"}))).unwrap();
        Ok(CallToolResponse::Task(started))
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        assert_eq!(request.task_id, ID);
        self.questions.fetch_add(1, Ordering::SeqCst);
        let mut looks = self.looks.lock().unwrap();
        let look = if looks.len() > 1 { looks.pop() } else { looks.first().cloned() };
        let Some(look) = look else {
            return Err(ErrorData::invalid_params("no such task", None));
        };
        Ok(serde_json::from_value(look).unwrap())
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        assert_eq!(request.task_id, ID);
        self.cancelled.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

#[tokio::test]
async fn a_task_is_asked_for_until_it_ends() {
    let working = task("working", json!({}));
    let office = Office::of([working.clone(), working, task("completed", sum(&json!(3)))]);
    assert_eq!(office.call().await.unwrap().structured, Some(json!({"sum": 3})));
    assert_eq!(office.counts(), [1, 3, 0]);
}

#[tokio::test]
async fn tasks_are_offered_only_where_the_program_asks_for_them() {
    let office = Office::of([]);
    let client = office.serve().await.build().unwrap();
    let reply = client.call_tool(&tool(&add()), arguments(json!({"a": 1, "b": 2}))).await.unwrap();
    assert_eq!(reply.structured, Some(json!({"sum": 0})));
    assert_eq!(office.counts(), [1, 0, 0]);
}

#[tokio::test]
async fn the_result_of_a_task_is_checked_as_any_other() {
    let office = Office::of([task("completed", sum(&json!("3")))]);
    let error = office.call().await.unwrap_err();
    let Kind::Output { violations, .. } = error.kind() else { panic!("{error}") };
    assert_eq!(violations.as_slice()[0].pointer, "/structuredContent/sum");
    let content = json!([{"type": "text", "text": "the disk is full"}]);
    let failed = json!({"result": {"content": content, "isError": true}});
    let error = Office::of([task("completed", failed)]).call().await.unwrap_err();
    let Kind::Tool { reply } = error.kind() else { panic!("{error}") };
    assert_eq!(reply.text(), "the disk is full");
}

#[tokio::test]
async fn a_task_that_fails_or_is_given_up_ends_in_an_error_that_says_so() {
    let refused = json!({"error": {"code": -32603, "message": "out of order"}});
    let error = Office::of([task("failed", refused)]).call().await.unwrap_err();
    let Kind::Rpc { code: -32603, message, .. } = error.kind() else { panic!("{error}") };
    assert_eq!(message, "out of order");
    let office = Office::of([task("cancelled", json!({"statusMessage": "by its vendor"}))]);
    let error = office.call().await.unwrap_err();
    let Kind::Abandoned { fault } = error.kind() else { panic!("{error}") };
    assert_eq!((&**fault, error.is_outcome_unknown()), ("by its vendor", true));
    assert_eq!(office.counts(), [1, 1, 0]);
    // A task that its server forgot.
    let error = Office::of([]).call().await.unwrap_err();
    let Kind::Abandoned { fault } = error.kind() else { panic!("{error}") };
    assert_eq!((&**fault, error.is_outcome_unknown()), ("no such task", true));
}

#[tokio::test]
async fn a_task_that_asks_is_cancelled_because_no_person_answers() {
    let question = json!({"method": "elicitation/create",
        "params": {"message": "Sure?", "requestedSchema": {"type": "object", "properties": {}}}});
    let asks = json!({"inputRequests": {"sure": question}});
    let office = Office::of([task("input_required", asks)]);
    let error = office.call().await.unwrap_err();
    let Kind::InputRequired { questions } = error.kind() else { panic!("{error}") };
    assert_eq!(questions, &["sure"]);
    office.is_cancelled().await;
}

#[tokio::test]
async fn a_call_whose_time_is_over_cancels_its_task_and_is_not_made_again() {
    let office = Office::of([task("working", json!({}))]);
    let client = office.serve().await.tasks().build().unwrap();
    client.server().await.unwrap();
    let client = client.with_total_timeout(Duration::from_secs(5));
    let add = tool(&add());
    let call = client.call_tool(&add, arguments(json!({"a": 1, "b": 2})));
    let error = call.await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
    assert!(error.is_outcome_unknown());
    office.is_cancelled().await;
    assert_eq!(office.counts()[0], 1);
}

#[tokio::test]
async fn a_call_that_is_dropped_cancels_its_task() {
    let office = Office::of([task("working", json!({}))]);
    let calling = tokio::spawn({
        let office = office.clone();
        async move { office.call().await }
    });
    holds(|| async { office.counts()[1] > 0 }).await;
    calling.abort();
    office.is_cancelled().await;
    assert!(calling.await.unwrap_err().is_cancelled());
    assert_eq!(office.counts()[0], 1);
}

#[tokio::test]
async fn a_task_that_is_none_is_refused() {
    let started = task("working", json!({"resultType": "task"}));
    let mut nameless = started.clone();
    nameless.as_object_mut().unwrap().remove("taskId");
    for (started, look) in [
        (nameless, task("working", json!({}))),
        (started.clone(), json!([])),
        (started.clone(), task("resting", json!({}))),
        (started.clone(), task("completed", json!({}))),
        (started.clone(), task("completed", json!({"result": "3"}))),
        (started.clone(), task("completed", json!({"result": {"resultType": "task"}}))),
        (started, task("failed", json!({}))),
    ] {
        let shown = format!("{started} {look}");
        let answer = move |request: Request, mut stream: TcpStream| {
            let answer = match request.method() {
                "server/discover" => request.discovered(),
                "tools/list" => request.result(json!({"tools": []})),
                "tools/call" => request.result(started.clone()),
                "tasks/get" => request.result(look.clone()),
                _ => request.result(json!({"resultType": "complete"})),
            };
            async move {
                stream.write_all(&answer).await.ok()?;
                Some(stream)
            }
        };
        let url = Raw::default().serve(answer).await;
        let client = Client::http_builder(url).tasks().build().unwrap();
        let error = client.call_tool(&tool(&plain("any")), Default::default()).await.unwrap_err();
        let kind = error.kind();
        assert!(matches!(kind, Kind::Protocol { .. } | Kind::Task { .. }), "{shown}: {error}");
    }
}
