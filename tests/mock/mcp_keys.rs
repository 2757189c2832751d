//! Calls with a key over MCP: a server built with a2t runs them once, with the same stores as calls over A2T.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use a2t::Value;
use a2t::idempotency::{Idempotency, Memory};
use a2t::mcp::Service;
use a2t::mcp::client::{Client, Error, Policy, Result, Tool};
use axum::extract::State;
use axum::{Extension, Router};
use serde_json::json;

type Runs = Arc<AtomicU32>;

/// Orders books, and counts.
///
/// # Returns
/// Number of the order.
#[a2t::tool(version = 1, idempotency_key = "required")]
fn order(
    #[a2t(context)] State(runs): State<Runs>,
    /// Number of books.
    books: u8,
) -> std::result::Result<u32, a2t::ToolError> {
    let run = runs.fetch_add(1, Ordering::SeqCst) + 1;
    match books {
        0 => Err(a2t::ToolError::invalid("books", "are none")),
        9 => Err(a2t::ToolError::conflict(format!("order {run} is refused"))),
        _ => Ok(run),
    }
}

async fn listen(router: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

async fn served(replies: Idempotency) -> (Client, Runs) {
    let runs = Runs::default();
    let service = Service::new(a2t::toolset![order], Arc::clone(&runs)).idempotency(replies);
    let url = listen(Router::new().nest_service("/mcp", service)).await;
    (client(&format!("{url}/mcp")), runs)
}

fn client(url: &str) -> Client {
    Client::http_builder(url).on_drift(Policy::Ignore).build().unwrap()
}

fn tool() -> Tool {
    let input = json!({"type": "object", "properties": {"books": {"type": "integer"}}});
    Tool::read(&json!({"name": "order", "inputSchema": input}), "").unwrap()
}

async fn books(client: &Client, books: u8) -> Result<Value> {
    let arguments = json!({"books": books}).as_object().cloned().unwrap();
    let reply = client.call_tool(&tool(), arguments).await?;
    Ok(reply.structured.unwrap()["result"].take())
}

fn slug(error: &Error) -> String {
    error.problem().map(|problem| problem.kind.to_string()).unwrap_or_default()
}

#[tokio::test]
async fn a_call_under_one_key_runs_once_and_is_answered_again() {
    let (client, runs) = served(Idempotency::default()).await;
    let keyed = client.with_idempotency_key("key-1");
    assert_eq!(books(&keyed, 2).await.unwrap(), 1);
    assert_eq!(books(&keyed, 2).await.unwrap(), 1);
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    // Another call under the key is refused. The same call under another key is a new call.
    assert_eq!(slug(&books(&keyed, 3).await.unwrap_err()), "idempotency-key-reused");
    assert_eq!(books(&client.with_idempotency_key("key-2"), 2).await.unwrap(), 2);
    // A client creates a key for each call.
    assert_eq!(books(&client, 2).await.unwrap(), 3);
    assert_eq!(books(&client, 2).await.unwrap(), 4);
}

#[tokio::test]
async fn a_refusal_is_kept_if_the_call_may_have_done_something() {
    let (client, runs) = served(Idempotency::default()).await;
    let refused = client.with_idempotency_key("refused");
    let first = books(&refused, 9).await.unwrap_err();
    let again = books(&refused, 9).await.unwrap_err();
    assert_eq!(first.problem(), again.problem());
    assert_eq!((runs.load(Ordering::SeqCst), slug(&again)), (1, "tool-conflict".to_owned()));
    let invalid = client.with_idempotency_key("invalid");
    assert_eq!(slug(&books(&invalid, 0).await.unwrap_err()), "invalid-invocation");
    assert_eq!(books(&invalid, 1).await.unwrap(), 3);
}

#[tokio::test]
async fn a_key_that_is_none_is_refused_on_both_sides() {
    let (client, runs) = served(Idempotency::default()).await;
    let error = books(&client.with_idempotency_key(" key"), 1).await.unwrap_err();
    assert!(error.to_string().contains("the idempotency key"), "{error}");
    assert_eq!((error.attempts(), runs.load(Ordering::SeqCst)), (0, 0));
}

#[tokio::test]
async fn a_setting_of_the_request_goes_before_that_of_the_service() {
    let runs = Runs::default();
    let store = Idempotency::new(Memory::new());
    let service = |replies| {
        let service = Service::new(a2t::toolset![order], Arc::clone(&runs));
        Router::new().nest_service("/mcp", service).layer(Extension(replies))
    };
    let (first, second) = (listen(service(store.clone())).await, listen(service(store)).await);
    let off = listen(service(Idempotency::off())).await;
    for (url, run) in [(&first, 1), (&second, 1), (&off, 2), (&off, 3)] {
        let client = client(&format!("{url}/mcp")).with_idempotency_key("key");
        assert_eq!(books(&client, 1).await.unwrap(), run, "{url}");
    }
}
