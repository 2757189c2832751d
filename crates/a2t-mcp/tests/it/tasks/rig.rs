//! Tools of these tests, and a client that knows tasks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use a2t::Caller;
use a2t::mcp::store::{Memory, Sql, Store};
use a2t::mcp::{Service, Tasks, WorkerLimits};
use a2t_tool::channel::{Channel, Question};
use axum::Extension;
use axum::extract::State;
use http::{HeaderMap, Request};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

/// A word that no caller may ever read.
pub(crate) const SECRET: &str = "hunter2";

/// Outsides of a service: what its tools wait for, and what they did.
#[derive(Default)]
pub(crate) struct Lab {
    pub(crate) runs: AtomicUsize,
    pub(crate) heard: AtomicBool,
    gate: Option<Semaphore>,
}

impl Lab {
    /// Tools run through.
    pub(crate) fn open() -> Arc<Self> {
        Arc::default()
    }

    /// Tools wait to be let through.
    pub(crate) fn shut() -> Arc<Self> {
        Arc::new(Self { gate: Some(Semaphore::new(0)), ..Self::default() })
    }

    pub(crate) fn let_through(&self) {
        self.gate.as_ref().unwrap().add_permits(1);
    }

    pub(crate) fn runs(&self) -> usize {
        self.runs.load(Ordering::SeqCst)
    }

    async fn pass(&self) {
        self.runs.fetch_add(1, Ordering::SeqCst);
        if let Some(gate) = &self.gate {
            gate.acquire().await.unwrap().forget();
        }
    }
}

/// Reports the weather of a year.
///
/// # Returns
/// The report.
#[a2t::tool(version = 2, long_running, read_only)]
async fn report(
    /// The city.
    #[a2t(max_length = 20)]
    city: String,
    /// The year.
    year: Option<u16>,
    #[a2t(context)] State(lab): State<Arc<Lab>>,
) -> String {
    lab.pass().await;
    format!("{city} in {}", year.unwrap_or(2026))
}

/// Reports the weather of a year.
///
/// # Returns
/// The report.
#[a2t::tool(name = "report", version = 1, long_running, read_only)]
async fn report_of_old(
    /// The city.
    #[a2t(max_length = 20)]
    city: String,
    #[a2t(context)] State(lab): State<Arc<Lab>>,
) -> String {
    lab.pass().await;
    format!("{city}, as of old")
}

/// Greets.
///
/// # Returns
/// A greeting.
#[a2t::tool(version = 1)]
fn greet() -> &'static str {
    "Hello!"
}

/// Panics.
///
/// # Returns
/// Never anything.
#[a2t::tool(version = 1, long_running)]
fn crash() -> String {
    panic!("the password is {SECRET}")
}

/// Returns the headers of the request.
///
/// # Returns
/// The language, and if there is a credential.
#[a2t::tool(version = 1, long_running)]
fn tell_headers(#[a2t(context)] headers: HeaderMap) -> String {
    let language = headers.get("accept-language").map(|value| value.to_str().unwrap());
    let authorization = headers.contains_key("authorization");
    format!("{} {authorization}", language.unwrap_or("none"))
}

/// Passes, one after the other.
///
/// # Returns
/// True.
#[a2t::tool(version = 1, long_running, concurrency = 1)]
async fn pass_alone(#[a2t(context)] State(lab): State<Arc<Lab>>) -> bool {
    lab.pass().await;
    true
}

/// Waits until it is given up.
///
/// # Returns
/// Never anything.
#[a2t::tool(version = 1, long_running)]
async fn wait(
    #[a2t(context)] State(lab): State<Arc<Lab>>,
    #[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>,
) -> String {
    lab.runs.fetch_add(1, Ordering::SeqCst);
    channel.cancelled().await;
    lab.heard.store(true, Ordering::SeqCst);
    std::future::pending().await
}

async fn choose(channel: &Arc<dyn Channel>, prompt: &str) -> String {
    match channel.choose(Question::new(prompt, ["Yes", "No"])).await {
        Ok(0) => "yes".to_owned(),
        Ok(_) => "no".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Deletes a file, if the user agrees.
///
/// # Returns
/// The answer.
#[a2t::tool(version = 1, long_running)]
async fn delete_file(
    #[a2t(context)] State(lab): State<Arc<Lab>>,
    #[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>,
) -> String {
    lab.runs.fetch_add(1, Ordering::SeqCst);
    choose(&channel, "Delete it?").await
}

/// Asks two questions at one time.
///
/// # Returns
/// Both answers.
#[a2t::tool(version = 1, long_running)]
async fn ask_both(#[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>) -> String {
    let (one, two) = tokio::join!(choose(&channel, "One?"), choose(&channel, "Two?"));
    format!("{one} {two}")
}

/// Asks two questions, one after the other, while the caller waits.
///
/// # Returns
/// Both answers.
#[a2t::tool(version = 1)]
async fn ask_twice(#[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>) -> String {
    let one = choose(&channel, "Again?").await;
    let two = choose(&channel, "Again?").await;
    format!("{one} {two}")
}

/// The same tools without tasks.
pub(crate) fn plain(lab: &Arc<Lab>) -> Service<Arc<Lab>> {
    let tools = a2t::toolset![
        report,
        report_of_old,
        greet,
        crash,
        tell_headers,
        wait,
        delete_file,
        ask_both,
        ask_twice,
        pass_alone
    ];
    Service::new(tools, Arc::clone(lab)).server_info("tests", "1.2.3")
}

pub(crate) fn service(lab: &Arc<Lab>, tasks: Tasks) -> Service<Arc<Lab>> {
    plain(lab).tasks(tasks)
}

/// Limits of programs that are missed soon.
pub(crate) fn missed_soon() -> WorkerLimits {
    WorkerLimits::new().lease_duration(Duration::from_millis(300))
}

/// Tasks of programs that are missed soon.
pub(crate) fn tasks(store: &Arc<dyn Store>) -> Tasks {
    Tasks::new(Arc::clone(store)).limits(missed_soon())
}

pub(crate) fn memory() -> Arc<dyn Store> {
    Arc::new(Memory::default())
}

/// A file for a store, gone with this.
pub(crate) struct File(std::path::PathBuf);

impl File {
    pub(crate) fn new(name: &str) -> Self {
        let folder = format!("a2t-mcp-tasks-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        Arc::new(Sql::sqlite(self.0.join("tasks.db")).open().await.unwrap())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a client declares that knows tasks, and asks its user.
pub(crate) fn able() -> Value {
    json!({ "elicitation": {}, "extensions": { "io.modelcontextprotocol/tasks": {} } })
}

/// A request of revision 2026-07-28, and its reply.
pub(crate) async fn send(
    service: &Service<Arc<Lab>>,
    client: Value,
    method: &str,
    params: Value,
) -> Value {
    send_as(service, None, client, method, params).await
}

/// A request of this caller, and its reply.
pub(crate) async fn send_as(
    service: &Service<Arc<Lab>>,
    caller: Option<&str>,
    client: Value,
    method: &str,
    mut params: Value,
) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": client,
    });
    for (key, value) in meta.as_object().unwrap() {
        params["_meta"][key] = value.clone();
    }
    let name = params["name"].as_str().or(params["taskId"].as_str()).unwrap_or("").to_owned();
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let mut request = Request::post("http://localhost/")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("accept-language", "nl")
        .header("authorization", "Bearer hunter2")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", method)
        .header("mcp-name", name)
        .body(Full::<bytes::Bytes>::from(body.to_string()))
        .unwrap();
    if let Some(caller) = caller {
        request.extensions_mut().insert(Caller::new(caller));
    }
    let body = service.clone().oneshot(request).await.unwrap().into_body();
    serde_json::from_slice(&body.collect().await.unwrap().to_bytes()).unwrap()
}

/// The result of a request that succeeds.
pub(crate) async fn ask(service: &Service<Arc<Lab>>, method: &str, params: Value) -> Value {
    let mut reply = send(service, able(), method, params).await;
    let result = reply["result"].take();
    assert!(result.is_object(), "{reply}");
    result
}

/// The id of the task that a call becomes.
pub(crate) async fn call(service: &Service<Arc<Lab>>, name: &str, arguments: Value) -> String {
    let params = json!({ "name": name, "arguments": arguments });
    let result = ask(service, "tools/call", params).await;
    assert_eq!(result["resultType"], "task", "{result}");
    result["taskId"].as_str().unwrap().to_owned()
}

pub(crate) async fn get(service: &Service<Arc<Lab>>, id: &str) -> Value {
    ask(service, "tasks/get", json!({ "taskId": id })).await
}

/// The task, as soon as it has that status.
pub(crate) async fn until(service: &Service<Arc<Lab>>, id: &str, status: &str) -> Value {
    let wait = async {
        loop {
            let task = get(service, id).await;
            if task["status"] == status {
                return task;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(60), wait).await.unwrap_or_else(|_| panic!("never {status}"))
}

/// The output of a task that ends well.
pub(crate) async fn output(service: &Service<Arc<Lab>>, id: &str) -> String {
    let task = until(service, id, "completed").await;
    let output = &task["result"]["structuredContent"]["result"];
    output.as_str().unwrap_or_else(|| panic!("{task}")).to_owned()
}

/// Waits until the condition holds.
pub(crate) async fn holds(condition: impl Fn() -> bool) {
    let wait = async {
        while !condition() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(60), wait).await.expect("it never held");
}

/// Code of an error of the protocol.
pub(crate) fn code(reply: &Value) -> i64 {
    reply["error"]["code"].as_i64().unwrap_or_else(|| panic!("{reply}"))
}
