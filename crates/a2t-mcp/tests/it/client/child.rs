//! Servers as child processes: good ones, which are this test itself, and hostile ones.
#![cfg(unix)]

use std::time::{Duration, Instant};

use a2t_mcp::client::{Client, CommandBuilder, Error, Kind, Policy, Reply, State};
use serde_json::json;

use super::server::{Shelf, add, arguments, plain, tool};

/// The name of a variable by which this test knows that it is to be a server.
const ROLE: &str = "A2T_TEST_SERVER";

/// Serves on standard input and output, when a test starts it as a child process.
#[test]
fn serve() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        match &*role {
            "good" => {
                let shelf = Shelf::of([add(), plain("echo"), plain("sleep")]);
                let serving = rmcp::serve_server(shelf, rmcp::transport::stdio()).await.unwrap();
                serving.waiting().await.unwrap();
            }
            role => panic!("`{role}` is not a known role"),
        }
    });
}

/// This test as a server. libtest prints lines for people first, as many servers do.
fn this(role: &str) -> CommandBuilder {
    let program = std::env::current_exe().unwrap();
    Client::command_builder(program, ["--exact", "client::child::serve", "--nocapture", "-q"])
        .env(ROLE, role)
}

fn shell(script: &str) -> CommandBuilder {
    Client::command_builder("sh", ["-c", script])
        .total_timeout(Duration::from_secs(20))
        .attempt_timeout(Duration::from_secs(2))
        .max_reply_bytes(64 << 10)
        .on_drift(Policy::Ignore)
}

async fn call(client: &Client) -> Result<Reply, Error> {
    client.call_tool(&tool(&plain("echo")), Default::default()).await
}

/// Answers the handshake of the newer revision, then runs the script.
const DISCOVERED: &str = r#"read line; echo '{"jsonrpc":"2.0","id":0,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}'; read line; "#;

fn after_handshake(script: &str) -> Client {
    shell(&format!("{DISCOVERED}{script}")).build()
}

#[tokio::test]
async fn tools_of_a_child_process_are_listed_and_called() {
    let client = this("good").build();
    assert_eq!(client.list_tools().await.unwrap().len(), 3);
    assert_eq!(client.revision().await.unwrap(), "2026-07-28");
    assert_eq!(client.server().await.unwrap().name, "shelf");
    let reply = client.call_tool(&tool(&add()), arguments(json!({"a": 1, "b": 2}))).await.unwrap();
    assert_eq!(reply.structured, Some(json!({"sum": 3})));
}

#[tokio::test]
async fn many_calls_run_at_once_and_a_slow_one_does_not_hold_them_up() {
    let client = this("good").build();
    let slow = client.clone();
    let slow =
        tokio::spawn(
            async move { slow.call_tool(&tool(&plain("sleep")), Default::default()).await },
        );
    for a in 0..100 {
        let reply = client.call_tool(&tool(&add()), arguments(json!({"a": a, "b": 1}))).await;
        assert_eq!(reply.unwrap().structured, Some(json!({"sum": a + 1})));
    }
    slow.abort();
}

#[tokio::test]
async fn a_process_does_not_see_the_environment_but_for_what_is_named() {
    let script = r#"printf '%s' "$HOME,$CARGO_MANIFEST_DIR,${#CARGO_PKG_NAME} $CARGO_PKG_NAME,$GIVEN" >&2; exit 3"#;
    let client = shell(script).env("GIVEN", "x").inherit_env("CARGO_PKG_NAME").build();
    let error = call(&client).await.unwrap_err();
    let Kind::Ended { stderr, .. } = error.kind() else { panic!("{error}") };
    let home = std::env::var("HOME").unwrap_or_default();
    // What it was passed is hidden in its last words.
    assert_eq!(*stderr, format!("{home},,7 …,x"));
}

#[tokio::test]
async fn a_process_that_ends_at_once_says_why() {
    let client = shell("echo 'no such repository: /srv' >&2; exit 7").build();
    let error = call(&client).await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("(exit status: 7); the end of its standard error:\n  no such"), "{text}");
    assert!(text.starts_with("`echo`: sh -c echo"), "{text}");
    assert!(!error.is_outcome_unknown(), "{text}");
}

#[tokio::test]
async fn a_command_that_is_not_there_is_not_a_riddle() {
    let client = Client::command("a2t-no-such-program", ["--stdio"]);
    let error = call(&client).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Start { .. }), "{error}");
    assert!(
        error.to_string().contains("a2t-no-such-program --stdio: the command did not start"),
        "{error}"
    );
}

#[tokio::test]
async fn restarts_have_a_budget() {
    let client = shell("exit 1").build();
    for _ in 0..5 {
        let error = call(&client).await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Ended { .. }), "{error}");
    }
    let error = call(&client).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Restarts { most: 5, .. }), "{error}");
}

/// A file of a test.
fn scratch(name: &str) -> std::path::PathBuf {
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A server that dies in its first call, and answers those after it was started again.
fn dies_once(name: &str) -> Client {
    let hello = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}]}}"#;
    let count = r#"n=$(cat "$FILE" 2>/dev/null || echo 0); echo $((n + 1)) > "$FILE"; "#;
    let script = format!("{count}{DISCOVERED}[ $n = 0 ] && exit 9; echo '{hello}'; read line");
    shell(&script).env("FILE", scratch(name)).build()
}

#[tokio::test]
async fn a_process_that_died_is_started_again_for_the_next_call() {
    let client = dies_once("died");
    let error = call(&client).await.unwrap_err();
    let ended = matches!(error.kind(), Kind::Ended { .. });
    assert!(ended && error.is_outcome_unknown() && error.attempts() == 1, "{error}");
    assert_eq!(call(&client).await.unwrap().text(), "hello");
}

#[tokio::test]
async fn a_call_that_may_run_twice_is_sent_again_to_the_process_that_was_started_anew() {
    let mut harmless = plain("echo");
    harmless["annotations"] = json!({"idempotentHint": true});
    let client = dies_once("died-harmless");
    let reply = client.call_tool(&tool(&harmless), Default::default()).await.unwrap();
    assert_eq!(reply.text(), "hello");
}

#[tokio::test]
async fn a_server_that_says_its_tools_changed_is_asked_again() {
    let list = |id: u32, tools: &str| {
        format!(
            r#"echo '{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","tools":{tools},"ttlMs":0,"cacheScope":"private"}}}}'; "#
        )
    };
    let answer = |id: u32| {
        format!(r#"echo '{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}'; read line; "#)
    };
    let changed = r#"echo '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'; "#;
    let echo = plain("echo").to_string();
    let script = [
        list(1, &format!("[{echo}]")) + "read line; " + changed + &answer(2),
        list(3, "[]") + "read line; " + &answer(4),
    ];
    let client =
        shell(&format!("{DISCOVERED}{}", script.concat())).on_drift(Policy::Report).build();
    assert_eq!(call(&client).await.unwrap().drift, None);
    assert_eq!(call(&client).await.unwrap().drift, Some(State::Gone));
}

#[tokio::test]
async fn a_dropped_call_is_cancelled_at_the_server() {
    let file = scratch("cancelled");
    let client = shell(&format!(r#"{DISCOVERED}read line; echo "$line" > "$FILE"; read line"#));
    let client = client.env("FILE", &file).build();
    assert!(tokio::time::timeout(Duration::from_millis(500), call(&client)).await.is_err());
    let begun = Instant::now();
    let mut message = String::new();
    while !message.contains("notifications/cancelled") {
        assert!(begun.elapsed() < Duration::from_secs(10), "{message}");
        tokio::time::sleep(Duration::from_millis(20)).await;
        message = std::fs::read_to_string(&file).unwrap_or_default();
    }
    assert!(message.contains(r#""requestId":1"#), "{message}");
}

#[tokio::test]
async fn a_line_without_end_and_garbage_without_end_are_not_read() {
    for script in [
        "cat /dev/zero",
        "yes garbage",
        "while :; do echo; done",
        r#"yes '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'"#,
    ] {
        let begun = Instant::now();
        let error = call(&after_handshake(script)).await.unwrap_err();
        let expected = matches!(error.kind(), Kind::TooLarge { .. } | Kind::Protocol { .. });
        assert!(expected || script.starts_with("while"), "{script}: {error}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{script}");
    }
}

#[tokio::test]
async fn some_garbage_among_the_messages_does_no_harm() {
    let script = r#"echo Listening; echo '{"log": 1}'; echo; echo '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}]}}'; read line"#;
    assert_eq!(call(&after_handshake(script)).await.unwrap().text(), "hello");
}

#[tokio::test]
async fn a_flood_of_standard_error_is_read_and_its_end_kept() {
    let script = r#"head -c 3000000 /dev/zero | tr '\0' x >&2; echo ' the end' >&2; echo '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}'; read line; exit 4"#;
    let client = after_handshake(script);
    assert_eq!(call(&client).await.unwrap().content, []);
    let error = call(&client).await.unwrap_err();
    let Kind::Ended { stderr, .. } = error.kind() else { panic!("{error}") };
    assert!(stderr.ends_with("xxx the end") && stderr.len() <= 8 << 10, "{}", stderr.len());
}

#[tokio::test]
async fn a_process_that_takes_no_message_is_given_up() {
    // More than a pipe holds.
    let client = after_handshake("sleep 60");
    assert!(matches!(call(&client).await.unwrap_err().kind(), Kind::Timeout { .. }));
    let long = arguments(json!({"text": "x".repeat(1 << 20)}));
    let error = client.call_tool(&tool(&plain("echo")), long).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
}

#[tokio::test]
async fn a_silent_server_is_started_anew_with_the_older_handshake() {
    let script = r#"read line; case "$line" in *server/discover*) sleep 60;; esac
        echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"silent","version":"1"}}}'
        read line; read line
        echo '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}]}}'; read line"#;
    let client = shell(script).build();
    assert_eq!(call(&client).await.unwrap().text(), "hello");
    assert_eq!(client.revision().await.unwrap(), "2024-11-05");
}

#[tokio::test]
async fn a_server_that_ends_at_the_newer_handshake_gets_the_older_one() {
    let script = r#"read line; case "$line" in *server/discover*) exit 1;; esac
        echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"touchy","version":"1"}}}'
        read line; read line"#;
    assert_eq!(shell(script).build().server().await.unwrap().name, "touchy");
}

/// Returns whether a process is there, as `kill -0` does.
fn is_there(id: &str) -> bool {
    std::process::Command::new("kill")
        .args(["-0", id])
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap()
        .success()
}

#[tokio::test]
async fn processes_go_with_the_client_even_if_they_ignore_that_their_input_is_closed() {
    // The process, and one that it started.
    let script = r#"sleep 300 & echo "$$ $!" >&2; trap '' TERM; while :; do sleep 1; done"#;
    let script = format!(
        "{DISCOVERED}echo '{}'; {script}",
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#
    );
    let folder = std::env::temp_dir().join(format!("a2t-child-{}", std::process::id()));
    let script = script.replace(">&2", &format!("> {}", folder.display()));
    let client = shell(&script).build();
    call(&client).await.unwrap();
    let mut ids = String::new();
    while ids.split_whitespace().count() < 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        ids = std::fs::read_to_string(&folder).unwrap_or_default();
    }
    std::fs::remove_file(&folder).unwrap();
    let ids: Vec<_> = ids.split_whitespace().collect();
    assert!(ids.iter().all(|id| is_there(id)), "{ids:?}");
    drop(client);
    let begun = Instant::now();
    while ids.iter().any(|id| is_there(id)) {
        assert!(begun.elapsed() < Duration::from_secs(10), "{ids:?} are still there");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
