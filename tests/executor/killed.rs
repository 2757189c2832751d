//! An agent that dies between a decision and the reply, and resumes in another process: the vendor's tool has its
//! effect once.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use a2t::client::Client;
use a2t::dialect::{Batch, Decision, Dialect, Executor, Paused, ResumeError, Selection, Turn};
use a2t::mcp::client::Client as McpClient;
use axum::extract::State;
use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore};

use super::{message, read_result};

/// The account of a user.
struct Bank {
    payments: AtomicU32,
    began: Notify,
    /// How many payments may be confirmed.
    confirmed: Semaphore,
}

/// Pays.
///
/// # Returns
/// The number of payments so far.
#[a2t::tool(version = 1)]
async fn pay(
    /// Who gets it.
    to: String,
    /// The amount, in cents.
    cents: u32,
    #[a2t(context)] State(bank): State<Arc<Bank>>,
) -> u32 {
    assert_eq!((&*to, cents), ("Ann", 300));
    let payments = bank.payments.fetch_add(1, Ordering::SeqCst) + 1;
    bank.began.notify_one();
    let permit = bank.confirmed.acquire().await.unwrap();
    permit.forget();
    payments
}

const URL: &str = "A2T_CONSENT_URL";
const STATE: &str = "A2T_CONSENT_STATE";
const PROTOCOL: &str = "A2T_CONSENT_PROTOCOL";

/// The tools as they were approved, called over A2T or MCP.
async fn executor(url: &str, protocol: &str) -> Executor {
    let builder = Executor::builder().signing_key([7; 32]);
    let builder = if protocol == "a2t" {
        let tools: a2t::Toolset<Arc<Bank>> = a2t::toolset![pay];
        let tools = Selection::approved(tools.signatures().cloned());
        builder.tools(tools, Client::new(url).unwrap())
    } else {
        let client = McpClient::http(format!("{url}/mcp")).unwrap();
        let tools = client.list_tools().await.unwrap();
        builder.tools(Selection::approved_schemas(tools), client)
    };
    builder.build().unwrap()
}

/// The agent after the user's decision.
#[test]
#[ignore = "the other test starts it"]
fn resumes() {
    let Ok(state) = std::env::var(STATE) else { return };
    let variable = |name| std::env::var(name).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let results = runtime.block_on(async {
        let paused: Paused = serde_json::from_str(&state).unwrap();
        let executor = executor(&variable(URL), &variable(PROTOCOL)).await;
        executor.resume(&paused, [("t", Decision::Approve)]).await
    });
    match results {
        Ok(results) => println!("\nRESULTS {results}"),
        Err(ResumeError::StillRunning { id }) => println!("\nRUNS {id}"),
        Err(error) => panic!("{error}"),
    }
}

fn agent(url: &str, protocol: &str, state: &str) -> Command {
    let mut agent = Command::new(std::env::current_exe().unwrap());
    agent.args(["--exact", "killed::resumes", "--ignored", "--nocapture"]);
    agent.env(URL, url).env(STATE, state).env(PROTOCOL, protocol).stdout(Stdio::piped());
    agent
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_is_killed_before_the_reply_resumes_and_the_tool_ran_once() {
    for protocol in ["a2t", "mcp"] {
        let bank = Arc::new(Bank {
            payments: AtomicU32::new(0),
            began: Notify::new(),
            confirmed: Semaphore::new(0),
        });
        let server = a2t::Server::new(a2t::toolset![pay], Arc::clone(&bank)).mcp("/mcp");
        let server = server.bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", server.local_addr());
        tokio::spawn(server.serve());

        let input = json!({"to": "Ann", "cents": 300});
        let used = json!({"type": "tool_use", "id": "t", "name": "pay", "input": input});
        let executor = executor(&url, protocol).await;
        let turn = executor.answer(Dialect::Anthropic, &message([used])).await.unwrap();
        let Turn::Called(Batch::Paused(paused)) = turn else { panic!("{turn:?}") };
        let state = serde_json::to_string(&paused).unwrap();

        let mut killed = agent(&url, protocol, &state).spawn().unwrap();
        bank.began.notified().await;
        killed.kill().unwrap();
        killed.wait().unwrap();
        let mut text = String::new();
        killed.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert!(!text.contains("RESULTS"), "it was killed too late: {text}");

        // While the first call runs, the server refuses another one under its key.
        let output = agent(&url, protocol, &state).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("RUNS t"), "{text}");

        bank.confirmed.add_permits(1);
        let mut result = Value::Null;
        for _ in 0..100 {
            let output = agent(&url, protocol, &state).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let Some((_, results)) = text.split_once("RESULTS ") else { continue };
            let results: Value = serde_json::from_str(results.lines().next().unwrap()).unwrap();
            result = results["content"][0].clone();
            break;
        }
        assert_eq!(read_result(&result), (false, r#"{"result":1}"#), "{protocol}");
        assert_eq!(bank.payments.load(Ordering::SeqCst), 1, "{protocol}");
    }
}
