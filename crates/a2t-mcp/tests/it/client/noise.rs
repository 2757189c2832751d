//! What servers write on standard output that is not MCP: each ends in the answer, or in an error that shows it.
#![cfg(unix)]

use std::time::Duration;

use a2t_mcp::client::{Client, CommandBuilder, Error, Kind, Policy, Reply};

use super::server::{plain, tool};

/// Answers the handshake of the newer revision and reads a call, then runs the script.
fn after_handshake(script: &str, set: impl FnOnce(CommandBuilder) -> CommandBuilder) -> Client {
    let discovered = r#"read line; echo '{"jsonrpc":"2.0","id":0,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}'; read line; "#;
    let builder = Client::command_builder("sh", ["-c", &format!("{discovered}{script}")]);
    set(builder.attempt_timeout(Duration::from_secs(2)).on_drift(Policy::Ignore)).build()
}

async fn called(script: &'static str) -> Result<Reply, Error> {
    after_handshake(script, |it| it).call_tool(&tool(&plain("echo")), Default::default()).await
}

enum Outcome {
    Text(&'static str),
    Refused(&'static str),
    Protocol(&'static str),
    Timeout(&'static str),
    Ended(&'static str),
}

use Outcome::{Ended, Protocol, Refused, Text, Timeout};

const NOISES: [(&str, &str, Outcome); 19] = [
    (
        "a banner",
        r#"printf 'Listening\n\n{"log": 1}\n{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}]}}\n'"#,
        Text("hello"),
    ),
    (
        "a byte order mark",
        r#"printf '\357\273\277{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}]}}\n'"#,
        Text("hello"),
    ),
    (
        "Latin-1",
        r#"printf '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"caf\351"}]}}\n'"#,
        Text("caf\u{fffd}"),
    ),
    (
        "a raw surrogate",
        r#"printf '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"cut \355\240\275"}]}}\n'"#,
        Text("cut \u{fffd}\u{fffd}\u{fffd}"),
    ),
    (
        "a lone surrogate",
        r#"printf '%s\n' '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"cut \ud83d"}]}}'"#,
        Text("cut \u{fffd}"),
    ),
    (
        "raw control characters",
        r#"printf '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a\tb\033[31m"}]}}\n'"#,
        Text("a\tb\u{1b}[31m"),
    ),
    (
        "a batch",
        r#"printf '[{"jsonrpc":"2.0","method":"notifications/message"},{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}]}}]\n'"#,
        Text("hello"),
    ),
    (
        "the id as a string",
        r#"printf '{"jsonrpc":"2.0","id":"1","result":{"content":[{"type":"text","text":"hello"}]}}\n'"#,
        Text("hello"),
    ),
    (
        "an error that is null",
        r#"printf '{"id":1,"error":null,"result":{"content":[{"type":"text","text":"hello"}]}}\n'"#,
        Text("hello"),
    ),
    (
        "an error without an id",
        r#"printf '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"boom"}}\n'"#,
        Refused("boom"),
    ),
    (
        "an error with a word as code",
        r#"printf '{"jsonrpc":"2.0","id":1,"error":{"code":"E1","message":"boom"}}\n'"#,
        Refused("boom (code \"E1\")"),
    ),
    (
        "NaN",
        r#"printf '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"v":NaN}}}\n'"#,
        Protocol("{\"v\":NaN"),
    ),
    (
        "a number out of range",
        r#"printf '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"v":1e400}}}\n'"#,
        Protocol("number out of range near"),
    ),
    (
        "a result that is too deep",
        r#"printf '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":'; head -c 300 /dev/zero | tr '\0' '['; head -c 300 /dev/zero | tr '\0' ']'; echo '}}'"#,
        Protocol("arrays and objects nested too deep"),
    ),
    (
        "an answer over several lines",
        r#"printf '{\n  "jsonrpc": "2.0",\n  "id": 1,\n  "result": {}\n}\n'"#,
        Timeout("\n  \"result\": {}\n  }"),
    ),
    (
        "a banner without a line break",
        r#"printf 'starting... {"jsonrpc":"2.0","id":1,"result":{"content":[]}}\n'"#,
        Timeout("\n  starting... {\"jsonrpc\""),
    ),
    (
        "an answer without a line break",
        r#"printf 'Content-Length: 7\r\n\r\n{"id":1'"#,
        Timeout("\n  Content-Length: 7\n  {\"id\":1 (no line break yet)"),
    ),
    (
        "an answer to another request",
        r#"printf '{"jsonrpc":"2.0","id":7,"result":{"content":[]}}\n'"#,
        Timeout("\n  {\"jsonrpc\":\"2.0\",\"id\":7"),
    ),
    (
        "an end that is told on standard output",
        r#"printf 'FOO_API_KEY is required\n'; exit 1"#,
        Ended(
            "(exit status: 1); the last lines of its standard output, which are no messages of MCP:\n  FOO_API_KEY is required",
        ),
    ),
];

#[tokio::test]
async fn noise_ends_in_the_answer_or_in_an_error_that_shows_it() {
    let calls = NOISES.map(|(noise, script, outcome)| {
        let script: &'static str = String::leak(format!("{script}; read line"));
        (noise, outcome, tokio::spawn(called(script)))
    });
    for (noise, outcome, call) in calls {
        let called = call.await.unwrap();
        let text = called.as_ref().map_or_else(ToString::to_string, Reply::text);
        let kind = called.as_ref().err().map(Error::kind);
        match (outcome, kind) {
            (Text(expected), None) => assert_eq!(text, expected, "{noise}"),
            (Refused(expected), Some(Kind::Rpc { message, .. })) => {
                assert_eq!(message, expected, "{noise}");
            }
            (Protocol(expected), Some(Kind::Protocol { .. }))
            | (Timeout(expected), Some(Kind::Timeout { .. }))
            | (Ended(expected), Some(Kind::Ended { .. })) => {
                assert!(text.contains(expected), "{noise}: {text}");
            }
            _ => panic!("{noise}: {text}"),
        }
    }
}

#[tokio::test]
async fn an_error_without_an_id_is_that_of_no_request_if_there_are_several() {
    let script = r#"read line; printf '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"boom"}}\n'; read line"#;
    let client = after_handshake(script, |it| it);
    let (echo, other) = (tool(&plain("echo")), tool(&plain("other")));
    let (one, other) = tokio::join!(
        client.call_tool(&echo, Default::default()),
        client.call_tool(&other, Default::default())
    );
    for error in [one.unwrap_err(), other.unwrap_err()] {
        assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
        assert!(error.to_string().contains("\"message\":\"boom\""), "{error}");
    }
}

/// A server that does not read the answers is not read either, so that they take no memory. The flood is within the limit of
/// a reply, which would end it first.
#[tokio::test]
async fn a_server_that_asks_without_end_and_reads_nothing_is_not_read() {
    let calls = ["ping", "sampling/createMessage", "x"].map(|method| {
        let name = format!("flood-{}", method.replace('/', "-"));
        let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_file(&file);
        let request = format!(r#"{{"jsonrpc":"2.0","id":0,"method":"{method}"}}"#);
        let flood = format!("yes '{request}' | head -c 600000; echo taken > \"$FILE\"; read line");
        let flood = format!("{flood}; sleep 60");
        let client = after_handshake(&flood, |builder| {
            builder.env("FILE", &file).attempt_timeout(Duration::from_secs(5))
        });
        let call = async move {
            client.call_tool(&tool(&plain("echo")), Default::default()).await.map(|_| ())
        };
        (method, file, tokio::spawn(call))
    });
    for (method, file, call) in calls {
        let error = call.await.unwrap().unwrap_err();
        assert!(matches!(error.kind(), Kind::Timeout { .. }), "{method}: {error}");
        assert!(!file.exists(), "{method}: all was taken");
    }
}

/// The wait for an answer begins when the process reads: one that downloads itself first is not killed for it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_start_that_takes_longer_than_the_silence_is_not_begun_again() {
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("starts");
    let _ = std::fs::remove_file(&file);
    let script = r#"echo started >> "$FILE"; sleep 13; read line
        echo '{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"no"}}'; read line
        echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"slow","version":"1"}}}'
        read line; read line"#;
    let client = Client::command_builder("sh", ["-c", script]).env("FILE", &file).build();
    assert_eq!(client.server().await.unwrap().name, "slow");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "started\n");
}

#[tokio::test]
async fn the_message_of_an_error_has_no_value_that_the_process_was_given() {
    let script = r#"printf '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"bad key %s","data":{"key":"%s"}}}\n' "$KEY" "$KEY"; read line"#;
    let client = after_handshake(script, |it| it.env("KEY", "s3cret-value"));
    let error = client.call_tool(&tool(&plain("echo")), Default::default()).await.unwrap_err();
    assert!(error.to_string().contains("bad key …"), "{error}");
    assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
}
