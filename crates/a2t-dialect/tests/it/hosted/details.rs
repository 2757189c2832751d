//! What an event holds, by one name for all providers.

use a2t_dialect::Dialect;
use a2t_dialect::hosted::{Details, HostedEvent, HostedFile, Kind, Source, Stage, Status};
use serde_json::{Value, json};

fn events(dialect: Dialect, message: &Value) -> Vec<HostedEvent> {
    HostedEvent::all(dialect, message)
}

fn one(dialect: Dialect, message: &Value) -> HostedEvent {
    let mut found = events(dialect, message);
    assert_eq!(found.len(), 1, "{dialect}: {message}");
    found.remove(0)
}

/// The details in lines, the empty ones left out.
fn lines(details: &Details) -> Vec<String> {
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let source = |source: &Source| {
        let parts = [&source.url, &source.title, &source.id, &source.text].map(text);
        format!("source {}", parts.join(" "))
    };
    let file = |file: &HostedFile| {
        let parts = [&file.id, &file.name, &file.url, &file.media_type, &file.base64].map(text);
        format!("file {}", parts.join(" "))
    };
    let named = |name: &'static str| move |text: &String| format!("{name} {text}");
    let mut lines: Vec<_> = details.queries.iter().map(named("query")).collect();
    lines.extend(details.sources.iter().map(source));
    lines.extend(details.code.iter().map(named("code")));
    lines.extend(details.logs.iter().map(named("log")));
    lines.extend(details.files.iter().map(file));
    lines.extend(details.exit_code.iter().map(|code| format!("exit {code}")));
    lines.extend(details.error.iter().map(named("error")));
    lines
}

fn holds(dialect: Dialect, message: &Value, expected: &[&str]) -> HostedEvent {
    let event = one(dialect, message);
    assert_eq!(lines(&event.details()), expected, "{dialect}: {message}");
    event
}

#[test]
fn anthropics_blocks_have_their_details() {
    let used = |name: &str, input: Value| json!({"type": "server_tool_use", "id": "s", "name": name, "input": input});
    let result = |kind: &str, content: Value| json!({"type": format!("{kind}_tool_result"), "tool_use_id": "s", "content": content});
    let ran = |code: i32| {
        json!({"type": "bash_code_execution_result", "stdout": "1", "stderr": "warning", "return_code": code,
            "content": [{"type": "bash_code_execution_output", "file_id": "file_1"}]})
    };
    let edit = json!({"command": "view", "path": "a.rs"});
    let failed = json!({"type": "code_execution_tool_result_error", "error_code": "unavailable"});
    let page = json!({"type": "web_fetch_result", "url": "https://a.example", "content": {"type": "document", "title": "A"}});
    for (block, expected) in [
        (used("web_search", json!({"query": "rain"})), vec!["query rain"]),
        (
            used("web_fetch", json!({"url": "https://a.example"})),
            vec!["source https://a.example - - -"],
        ),
        (used("tool_search_tool_regex", json!({"pattern": "rain.*"})), vec!["query rain.*"]),
        (used("code_execution", json!({"code": "1"})), vec!["code 1"]),
        (used("bash_code_execution", json!({"command": "ls"})), vec!["code ls"]),
        (used("text_editor_code_execution", edit), vec![]),
        (
            result(
                "web_search",
                json!([{"type": "web_search_result", "url": "https://a.example", "title": "A"}]),
            ),
            vec!["source https://a.example A - -"],
        ),
        (result("web_fetch", page), vec!["source https://a.example - - -"]),
        (
            result("bash_code_execution", ran(0)),
            vec!["log 1", "log warning", "file file_1 - - - -", "exit 0"],
        ),
        (result("code_execution", failed), vec!["error unavailable"]),
        (result("mcp", json!([{"type": "text", "text": "yes"}])), vec!["log yes"]),
        (result("mcp", json!("no")), vec!["log no"]),
        (json!({"type": "container_upload", "file_id": "file_2"}), vec!["file file_2 - - - -"]),
    ] {
        holds(Dialect::Anthropic, &block, &expected);
    }
}

#[test]
fn openais_items_have_their_details() {
    let ran =
        json!([{"type": "logs", "logs": "1"}, {"type": "image", "url": "https://a.example/1.png"}]);
    let shell = |outcome: Value| {
        json!({"type": "shell_call_output", "call_id": "c", "status": "completed",
        "output": [{"stdout": "1", "stderr": "", "outcome": outcome}]})
    };
    let searched = json!({"type": "search", "query": "rain", "queries": ["rain", "snow"],
        "sources": [{"type": "url", "url": "https://a.example"}]});
    for (item, expected) in [
        (
            json!({"type": "web_search_call", "id": "w", "action": searched}),
            vec!["query rain", "query snow", "source https://a.example - - -"],
        ),
        (
            json!({"type": "web_search_call", "id": "w", "action": {"type": "open_page", "url": "https://a.example"}}),
            vec!["source https://a.example - - -"],
        ),
        (
            json!({"type": "file_search_call", "id": "f", "queries": ["rain"],
                "results": [{"file_id": "file_1", "filename": "a.md", "text": "Rain."}]}),
            vec!["query rain", "source - a.md file_1 Rain."],
        ),
        (
            json!({"type": "code_interpreter_call", "id": "c", "code": "1", "outputs": ran}),
            vec!["code 1", "log 1", "file - - https://a.example/1.png - -"],
        ),
        (
            json!({"type": "image_generation_call", "id": "i", "result": "AA=="}),
            vec!["file - - - - AA=="],
        ),
        (json!({"type": "mcp_call", "id": "m", "output": "yes"}), vec!["log yes"]),
        (shell(json!({"type": "exit", "exit_code": 0})), vec!["log 1", "exit 0"]),
        (
            json!({"type": "shell_call", "call_id": "c", "action": {"commands": ["ls", "pwd"]}}),
            vec!["code ls", "code pwd"],
        ),
        (
            json!({"type": "local_shell_call", "call_id": "c", "action": {"command": ["ls", "-l"]}}),
            vec!["code ls -l"],
        ),
    ] {
        holds(Dialect::OpenaiResponses, &item, &expected);
        holds(Dialect::AzureFoundryV2, &item, &expected);
    }
    let timeout = one(Dialect::OpenaiResponses, &shell(json!({"type": "timeout"})));
    assert_eq!(timeout.status(), Some(&Status::Incomplete));
}

#[test]
fn runs_have_their_details() {
    let code = json!({"id": "c", "type": "code_interpreter", "code_interpreter": {"input": "1",
        "outputs": [{"type": "logs", "logs": "1"}, {"type": "image", "image": {"file_id": "file_1"}}]}});
    let found = json!({"id": "c", "type": "file_search", "file_search": {"results": [
        {"file_id": "file_1", "file_name": "a.md", "score": 1, "content": [{"type": "text", "text": "Rain."}]}]}});
    for dialect in [Dialect::AzureFoundry, Dialect::OpenaiAssistants] {
        holds(dialect, &code, &["code 1", "log 1", "file file_1 - - - -"]);
        holds(dialect, &found, &["source - a.md file_1 Rain."]);
    }
    let searched = json!({"id": "c", "type": "azure_ai_search", "azure_ai_search": {"input": "rain", "output": "x"}});
    holds(Dialect::AzureFoundry, &searched, &["query rain", "log x"]);
    let called = json!({"id": "c", "type": "mcp", "name": "search", "output": "x"});
    holds(Dialect::AzureFoundry, &called, &["log x"]);
}

#[test]
fn bedrocks_blocks_and_traces_have_their_details() {
    let result = |content: Value| {
        json!({"content": [{"toolResult": {"toolUseId": "t", "status": "success",
        "type": "nova_code_interpreter_result", "content": [content]}}]})
    };
    let used = json!({"content": [{"toolUse": {"toolUseId": "t", "name": "nova_code_interpreter",
        "type": "server_tool_use", "input": {"snippet": "1"}}}]});
    holds(Dialect::BedrockConverse, &used, &["code 1"]);
    let ran = json!({"json": {"stdOut": "1", "stdErr": "", "exitCode": 0, "isError": false}});
    holds(Dialect::BedrockConverse, &result(ran), &["log 1", "exit 0"]);
    let step = |part: &str, word: &str, raw: Value| json!({"trace": {"trace": {"orchestrationTrace": {part: {"traceId": "t", word: raw}}}}});
    let found = json!({"content": {"type": "TEXT", "text": "Rain."}, "location": {"type": "S3", "s3Location": {"uri": "s3://a"}}});
    for (event, expected) in [
        (
            step(
                "invocationInput",
                "knowledgeBaseLookupInput",
                json!({"text": "rain", "knowledgeBaseId": "k"}),
            ),
            vec!["query rain"],
        ),
        (
            step(
                "observation",
                "knowledgeBaseLookupOutput",
                json!({"retrievedReferences": [found]}),
            ),
            vec!["source s3://a - - Rain."],
        ),
        (
            step("invocationInput", "codeInterpreterInvocationInput", json!({"code": "1"})),
            vec!["code 1"],
        ),
        (
            step(
                "observation",
                "codeInterpreterInvocationOutput",
                json!({"executionOutput": "1", "files": ["a.csv"]}),
            ),
            vec!["log 1", "file - a.csv - - -"],
        ),
        (
            step("observation", "codeInterpreterInvocationOutput", json!({"executionError": "no"})),
            vec!["error no"],
        ),
        (
            json!({"files": {"files": [{"name": "a.csv", "type": "text/csv", "bytes": "AA=="}]}}),
            vec!["file - a.csv - text/csv AA=="],
        ),
    ] {
        holds(Dialect::BedrockAgents, &event, &expected);
    }
}

#[test]
fn googles_parts_and_steps_have_their_details() {
    let part = |part: Value| json!({"role": "model", "parts": [part]});
    for (message, expected) in [
        (part(json!({"executableCode": {"language": "PYTHON", "code": "1"}})), vec!["code 1"]),
        (
            part(json!({"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}})),
            vec!["log 1"],
        ),
        (
            json!({"candidates": [{"content": {}, "groundingMetadata": {"webSearchQueries": ["rain"],
                "groundingChunks": [{"web": {"uri": "https://a.example", "title": "A"}}]}}]}),
            vec!["query rain", "source https://a.example A - -"],
        ),
        (
            json!({"candidates": [{"content": {}, "groundingMetadata": {"retrievalQueries": ["rain"],
                "groundingChunks": [{"retrievedContext": {"uri": "gs://a", "title": "A", "text": "Rain."}}]}}]}),
            vec!["query rain", "source gs://a A - Rain."],
        ),
        (
            json!({"type": "google_search_call", "id": "g", "arguments": {"queries": ["rain"]}}),
            vec!["query rain"],
        ),
        (
            json!({"type": "code_execution_call", "id": "c", "arguments": {"code": "1", "language": "python"}}),
            vec!["code 1"],
        ),
        (
            json!({"type": "code_execution_result", "call_id": "c", "result": "1", "is_error": false}),
            vec!["log 1"],
        ),
        (
            json!({"type": "url_context_call", "id": "u", "arguments": {"urls": ["https://a.example"]}}),
            vec!["source https://a.example - - -"],
        ),
    ] {
        holds(Dialect::Gemini, &message, &expected);
    }
    let failed = json!({"status": "completed", "steps": [
        {"type": "code_execution_result", "call_id": "c", "result": "no", "is_error": true}]});
    let failed = one(Dialect::Gemini, &failed);
    assert_eq!((failed.kind(), failed.status()), (Kind::CodeInterpreter, Some(&Status::Failed)));
    assert_eq!(events(Dialect::Gemini, &json!({"id": "i", "status": "in_progress"})), []);
}

#[test]
fn citations_of_every_provider_are_sources() {
    let cited = json!({"type": "url_citation", "url": "https://a.example", "title": "A", "start_index": 0, "end_index": 4});
    let nested = json!({"type": "url_citation", "text": "[1]", "url_citation": {"url": "https://a.example", "title": "A"}});
    let web = json!({"type": "web_search_result_location", "url": "https://a.example", "title": "A", "cited_text": "Rain.",
        "encrypted_index": "x"});
    let item = json!({"type": "message", "role": "assistant", "content": [
        {"type": "output_text", "text": "Rain.", "annotations": [cited]}]});
    let location = json!({"web": {"url": "https://a.example", "domain": "a.example"}});
    for (dialect, message) in [
        (Dialect::OpenaiResponses, json!({"output": [item]})),
        (Dialect::AzureFoundryV2, json!([item])),
        (
            Dialect::Anthropic,
            json!({"role": "assistant", "content": [{"type": "text", "text": "Rain.", "citations": [web]}]}),
        ),
        (
            Dialect::OpenaiChat,
            json!({"role": "assistant", "content": "Rain.", "annotations": [nested]}),
        ),
        (
            Dialect::AzureFoundry,
            json!({"object": "thread.message", "content": [
                {"type": "text", "text": {"value": "Rain.", "annotations": [nested]}}]}),
        ),
        (
            Dialect::Gemini,
            json!({"status": "completed", "steps": [{"type": "model_output", "content": [
                {"type": "text", "text": "Rain.", "annotations": [cited]}]}]}),
        ),
        (
            Dialect::BedrockConverse,
            json!({"content": [{"citationsContent": {"content": [{"text": "Rain."}],
                "citations": [{"title": "A", "location": location}]}}]}),
        ),
    ] {
        let event = one(dialect, &message);
        assert_eq!((event.kind(), event.stage()), (Kind::WebSearch, Stage::Sources), "{dialect}");
        let sources = event.details().sources;
        assert_eq!(sources.len(), 1, "{dialect}");
        assert_eq!(sources[0].url.as_deref(), Some("https://a.example"), "{dialect}");
        assert_eq!(sources[0].title.as_deref(), Some("A"), "{dialect}");
    }
    let file =
        json!({"type": "file_citation", "file_id": "file_1", "filename": "a.md", "index": 0});
    let made = json!({"type": "container_file_citation", "container_id": "c", "file_id": "file_2", "filename": "b.csv"});
    let item = json!([{"type": "message", "content": [{"type": "output_text", "text": "", "annotations": [file, made]}]}]);
    let found = events(Dialect::OpenaiResponses, &item);
    let kinds: Vec<_> = found.iter().map(HostedEvent::kind).collect();
    assert_eq!(kinds, [Kind::Search, Kind::CodeInterpreter]);
    assert_eq!(lines(&found[1].details()), ["source - b.csv file_2 -", "file file_2 b.csv - - -"]);
    let document = json!([{"type": "text", "text": "Rain.", "citations": [
        {"type": "char_location", "document_index": 0, "document_title": "A", "cited_text": "Rain.", "file_id": "file_1"}]}]);
    holds(Dialect::Anthropic, &document, &["source - A file_1 Rain."]);
    let attributed = json!({"chunk": {"bytes": "UmFpbg==", "attribution": {"citations": [{"retrievedReferences": [
        {"content": {"text": "Rain."}, "location": {"type": "WEB", "webLocation": {"url": "https://a.example"}}}]}]}}});
    holds(Dialect::BedrockAgents, &attributed, &["source https://a.example - - Rain."]);
}

/// A program that counts failures must find them by the status.
#[test]
fn an_error_or_another_exit_code_than_0_is_a_failed_status() {
    let ran = |code: i32| json!({"type": "code_execution_result", "stdout": "", "stderr": "no", "return_code": code, "content": []});
    let anthropic = |code: i32| json!({"type": "code_execution_tool_result", "tool_use_id": "s", "content": ran(code)});
    let openai = |status: Value, code: i32| {
        json!({"type": "shell_call_output", "call_id": "c", "status": status,
        "output": [{"stdout": "", "stderr": "", "outcome": {"type": "exit", "exit_code": code}}]})
    };
    let nova = |json: Value| {
        json!({"content": [{"toolResult": {"toolUseId": "t", "type": "nova_code_interpreter_result",
        "status": "success", "content": [{"json": json}]}}]})
    };
    let mcp = |error: Value| json!({"type": "mcp_call", "id": "m", "name": "search", "error": error, "output": null});
    for (dialect, message, failed) in [
        (Dialect::Anthropic, anthropic(0), false),
        (Dialect::Anthropic, anthropic(1), true),
        (Dialect::Anthropic, anthropic(-1), true),
        (Dialect::OpenaiResponses, openai(json!("completed"), 0), false),
        (Dialect::OpenaiResponses, openai(json!("completed"), 2), true),
        (Dialect::OpenaiResponses, openai(json!(null), 2), true),
        (Dialect::OpenaiResponses, mcp(json!("no")), true),
        (
            Dialect::OpenaiResponses,
            mcp(json!({"type": "http_error", "code": 500, "message": "no"})),
            true,
        ),
        (
            Dialect::AzureFoundryV2,
            mcp(
                json!({"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": "no"}]}),
            ),
            true,
        ),
        (
            Dialect::AzureFoundryV2,
            mcp(json!({"type": "mcp_tool_execution_error", "content": 1})),
            true,
        ),
        (
            Dialect::OpenaiResponses,
            json!({"type": "mcp_call", "id": "m", "name": "search", "output": "yes", "error": null}),
            false,
        ),
        (Dialect::BedrockConverse, nova(json!({"stdOut": "", "exitCode": 0})), false),
        (Dialect::BedrockConverse, nova(json!({"stdOut": "", "exitCode": 1})), true),
        (Dialect::BedrockConverse, nova(json!({"isError": true})), true),
    ] {
        let event = one(dialect, &message);
        let expected = if failed { Status::Failed } else { Status::Completed };
        let unknown = Status::Completed;
        assert_eq!(event.status().unwrap_or(&unknown), &expected, "{dialect}: {message}");
        assert_eq!(event.details().error.is_some(), failed && message["type"] == "mcp_call");
    }
    let answered = json!({"type": "mcp_call", "id": "m", "name": "search", "output": "yes"});
    assert_eq!(one(Dialect::OpenaiResponses, &answered).status(), Some(&Status::Completed));
}
