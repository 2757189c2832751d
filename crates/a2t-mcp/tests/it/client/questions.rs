//! Questions of tools to the user: asked by a server of a2t, and by one of an older revision.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use a2t::mcp::store::Memory;
use a2t::mcp::{Service, Tasks};
use a2t_mcp::client::{Answer, Client, HttpBuilder, Kind, Policy, Question};
use a2t_tool::channel::{Channel, Question as Choice};
use axum::{Extension, Router};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::server::raw::{Raw, Request, status};
use super::server::{arguments, plain, tool};

async fn choose(channel: &Arc<dyn Channel>, prompt: &str) -> String {
    match channel.choose(Choice::new(prompt, ["Yes", "No"])).await {
        Ok(0) => "yes".to_owned(),
        Ok(_) => "no".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Deletes a file, if the user agrees twice.
///
/// # Returns
/// The answers.
#[a2t::tool(version = 1)]
async fn delete_file(
    /// The file.
    file: String,
    #[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>,
) -> String {
    let first = choose(&channel, &format!("Delete {file}?")).await;
    format!("{first} {}", choose(&channel, "Sure?").await)
}

/// Asks while it goes on as a task.
///
/// # Returns
/// The answers.
#[a2t::tool(version = 1, long_running)]
async fn delete_later(#[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>) -> String {
    let (one, two) = tokio::join!(choose(&channel, "One?"), choose(&channel, "Two?"));
    format!("{one} {two}")
}

/// Asks without an end.
///
/// # Returns
/// Never anything.
#[a2t::tool(version = 1)]
async fn ask_forever(#[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>) -> String {
    for number in 0_u32.. {
        choose(&channel, &format!("Number {number}?")).await;
    }
    String::new()
}

async fn serve(router: Router) -> HttpBuilder {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    Client::http_builder(url)
}

async fn vendor() -> HttpBuilder {
    let tools = a2t::toolset![delete_file, delete_later, ask_forever];
    let service = Service::new(tools, ()).tasks(Tasks::new(Memory::default()));
    serve(Router::new().nest_service("/mcp", service)).await
}

async fn call(client: &Client, name: &str, given: Value) -> Result<String, a2t_mcp::client::Error> {
    let tools = client.list_tools().await?;
    let tool = tools.iter().find(|tool| &*tool.name == name).unwrap();
    client.call_tool(tool, arguments(given)).await.map(|reply| reply.text())
}

/// An answer that chooses what the question begins with.
fn agreeing(question: &Question) -> Answer {
    let (field, choices) = question.choices().unwrap();
    assert_eq!(choices, ["Yes", "No"]);
    let choice = if question.message.starts_with("Sure") { "No" } else { "Yes" };
    Answer::accept(field, choice)
}

#[tokio::test]
async fn a_call_goes_on_with_the_answers_of_its_user() {
    let asked = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&asked);
    let client = vendor().await.answer_questions(move |question| {
        counted.fetch_add(1, Ordering::SeqCst);
        assert_eq!(question.tool.as_deref(), Some("delete_file"));
        async move { agreeing(&question) }
    });
    let client = client.build().unwrap();
    let text = call(&client, "delete_file", json!({"file": "a"})).await.unwrap();
    assert_eq!(text, r#"{"result":"yes no"}"#);
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_user_may_decline_or_leave() {
    for answer in [Answer::Decline, Answer::Cancel] {
        let client = vendor().await.answer_questions(move |_| {
            let answer = answer.clone();
            async move { answer }
        });
        let client = client.build().unwrap();
        let text = call(&client, "delete_file", json!({"file": "a"})).await.unwrap();
        assert_eq!(text, r#"{"result":"no no"}"#);
    }
}

#[tokio::test]
async fn a_task_goes_on_with_the_answers_of_its_user() {
    let client = vendor().await.tasks().answer_questions(|question| async move {
        assert_eq!(question.tool.as_deref(), Some("delete_later"));
        let (field, _) = question.choices().unwrap();
        Answer::accept(field, if question.message == "One?" { "Yes" } else { "No" })
    });
    let client = client.build().unwrap();
    let text = call(&client, "delete_later", json!({})).await.unwrap();
    assert_eq!(text, r#"{"result":"yes no"}"#);
}

#[tokio::test]
async fn the_time_of_a_user_is_not_that_of_the_call() {
    let client = vendor().await.total_timeout(Duration::from_secs(3)).answer_questions(
        |question| async move {
            tokio::time::sleep(Duration::from_secs(2)).await;
            agreeing(&question)
        },
    );
    let client = client.build().unwrap();
    let text = call(&client, "delete_file", json!({"file": "a"})).await.unwrap();
    assert_eq!(text, r#"{"result":"yes no"}"#);
}

#[tokio::test]
async fn a_tool_that_asks_without_an_end_is_given_up() {
    let asked = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&asked);
    let client = vendor().await.answer_questions(move |question| {
        counted.fetch_add(1, Ordering::SeqCst);
        async move { agreeing(&question) }
    });
    let client = client.build().unwrap();
    let error = call(&client, "ask_forever", json!({})).await.unwrap_err();
    assert!(error.to_string().contains("asked more than 8 times"), "{error}");
    assert_eq!(asked.load(Ordering::SeqCst), 8);
}

#[tokio::test]
async fn a_client_that_answers_nothing_is_asked_nothing() {
    let client = vendor().await.build().unwrap();
    let text = call(&client, "delete_file", json!({"file": "a"})).await.unwrap();
    assert!(text.contains("cannot ask the user"), "{text}");
}

/// A child process that asks by a request, as revisions before 2026-07-28 do, and returns the answer.
const OLDER: &str = r#"
read discover; echo '{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"no such method"}}'
read initialize; case "$initialize" in *'"elicitation":{"form":{}}'*) ;; *) exit 1 ;; esac
echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"1"}}}'
read initialized; read call
echo '{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"Your name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}'
read answer; printf '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":%s}}\n' "$answer"
read rest
"#;

#[cfg(unix)]
#[tokio::test]
async fn a_child_process_of_an_older_revision_asks_by_a_request() {
    let client = Client::command_builder("sh", ["-c", OLDER]).on_drift(Policy::Ignore);
    let client = client.answer_questions(|question| async move {
        assert_eq!((question.tool, &*question.message), (None, "Your name?"));
        Answer::accept("name", "Ann")
    });
    let reply = client.build().call_tool(&tool(&plain("greet")), Default::default()).await.unwrap();
    let answer = reply.structured.unwrap();
    assert_eq!(answer["id"], 7);
    assert_eq!(answer["result"], json!({"action": "accept", "content": {"name": "Ann"}}));
}

/// In these revisions a server asks within the stream of an answer, which is read to its end here.
#[tokio::test]
async fn a_server_of_an_older_revision_over_http_is_offered_no_questions() {
    let answer = |request: Request, mut stream: TcpStream| {
        let answer = match request.method() {
            "server/discover" => status("400 Bad Request", ""),
            "initialize" => {
                assert_eq!(request.body["params"]["capabilities"]["elicitation"], Value::Null);
                request.result(json!({"protocolVersion": "2025-11-25",
                    "capabilities": {"tools": {}}, "serverInfo": {"name": "old", "version": "1"}}))
            }
            "notifications/initialized" => status("202 Accepted", ""),
            _ => request.result(json!({"content": [{"type": "text", "text": "unasked"}]})),
        };
        async move {
            stream.write_all(&answer).await.ok()?;
            Some(stream)
        }
    };
    let url = Raw::default().serve(answer).await;
    let client = Client::http_builder(url).on_drift(Policy::Ignore);
    let client = client.answer_questions(|_| async { Answer::Decline }).build().unwrap();
    let reply = client.call_tool(&tool(&plain("greet")), Default::default()).await.unwrap();
    assert_eq!(reply.text(), "unasked");
}

#[tokio::test]
async fn what_is_no_form_is_not_answered() {
    let form = json!({"message": "?", "requestedSchema": {"type": "object", "properties": {}}});
    let link = json!({"mode": "url", "message": "?", "url": "https://bank.example"});
    for asked in [
        json!({"method": "sampling/createMessage", "params": form}),
        json!({"method": "elicitation/create", "params": link}),
        json!({"method": "elicitation/create", "params": {"message": "?"}}),
    ] {
        let answer = move |request: Request, mut stream: TcpStream| {
            let answer = match request.method() {
                "server/discover" => request.discovered(),
                "tools/call" => request.result(json!({"resultType": "input_required",
                    "inputRequests": {"one": asked}, "requestState": "s"})),
                _ => request.result(json!({"tools": [], "ttlMs": 0, "cacheScope": "private"})),
            };
            async move {
                stream.write_all(&answer).await.ok()?;
                Some(stream)
            }
        };
        let url = Raw::default().serve(answer).await;
        let client = Client::http_builder(url).answer_questions(|_| async { Answer::Decline });
        let client = client.build().unwrap();
        let error = client.call_tool(&tool(&plain("any")), Default::default()).await.unwrap_err();
        let Kind::InputRequired { questions } = error.kind() else { panic!("{error}") };
        assert_eq!(questions, &["one"]);
    }
}
