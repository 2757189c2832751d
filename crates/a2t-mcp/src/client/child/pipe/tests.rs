#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::PathBuf;

use rmcp::model::{ErrorCode, ErrorData, JsonRpcMessage};

use super::*;
use crate::client::child::Command;
use crate::client::limits::OWED;

fn started(script: &str, file: Option<&PathBuf>) -> Pipe {
    let file = file.map(|file| ("FILE".into(), file.into()));
    let command = Command {
        program: "sh".into(),
        arguments: vec!["-c".into(), script.into()],
        directory: None,
        environment: file.into_iter().collect(),
        inherited: vec![],
        named: vec![],
    };
    command.start(4 << 20, Changed::default()).unwrap()
}

/// An answer that is longer than what a pipe holds.
fn long_answer(message: ServerJsonRpcMessage) -> ClientJsonRpcMessage {
    let ServerJsonRpcMessage::Request(request) = message else { panic!("{message:?}") };
    let error = ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "x".repeat(1 << 20), None);
    JsonRpcMessage::error(error, Some(request.id))
}

#[tokio::test]
async fn requests_of_a_batch_wait_until_the_server_reads_the_answers() {
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let batch = format!("printf '['; yes '{request},' | head -n 10000 | tr -d '\\n'; ");
    let mut pipe = started(&format!("{batch}echo '{request}]'; sleep 60"), None);
    let first = timeout(Duration::from_secs(30), pipe.receive()).await.unwrap().unwrap();
    let mut answers = vec![tokio::spawn(pipe.send(long_answer(first)))];
    // The whole line is read: a request that is not there at once is held back.
    while let Ok(request) = timeout(Duration::ZERO, pipe.receive()).await {
        answers.push(tokio::spawn(pipe.send(long_answer(request.unwrap()))));
        assert!(answers.len() <= OWED, "more than {OWED} requests were taken");
        tokio::task::yield_now().await;
    }
    assert_eq!(answers.len(), OWED);
}

#[tokio::test]
async fn a_process_whose_input_broke_has_its_status_in_the_error_when_the_connection_is_dropped() {
    let file = std::env::temp_dir().join(format!("a2t-ends-{}", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let script = r#"exec <&-; while [ ! -e "$FILE" ]; do sleep 0.02; done; exit 7"#;
    let pipe = started(script, Some(&file));
    let request = serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let request: ClientJsonRpcMessage = serde_json::from_value(request).unwrap();
    while pipe.writer.clone().send(request.clone()).await.is_ok() {
        tokio::task::yield_now().await;
    }
    let last = pipe.last();
    drop(pipe);
    std::fs::write(&file, "").unwrap();
    let error = last.error().await.to_string();
    std::fs::remove_file(&file).unwrap();
    assert!(error.contains("exit status: 7"), "{error}");
}
