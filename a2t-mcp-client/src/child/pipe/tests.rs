#![allow(clippy::unwrap_used, clippy::panic)]

use rmcp::model::{ErrorCode, ErrorData, JsonRpcMessage};

use super::*;
use crate::child::Command;
use crate::limits::OWED;

fn started(script: &str) -> Pipe {
    let command = Command {
        program: "sh".into(),
        arguments: vec!["-c".into(), script.into()],
        directory: None,
        environment: std::collections::HashMap::new(),
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
    let mut pipe = started(&format!("{batch}echo '{request}]'; sleep 60"));
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
