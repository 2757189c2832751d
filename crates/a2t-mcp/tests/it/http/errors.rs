//! Errors for programs: the problem in the `_meta` of a result, and the errors in the `_meta` of a tool.

use a2t::mcp::Service;
use serde_json::{Value, json};

use super::tools::{ask, call, legacy, send, service};

#[derive(a2t::Error)]
enum Lending {
    /// There is no such book.
    #[a2t(status = 404)]
    UnknownBook,
    /// Somebody has the book.
    #[a2t(status = 409, type = "https://library.example/problems/already-lent")]
    AlreadyLent {
        /// Day when it is due back.
        until: String,
    },
}

/// Lends a book.
///
/// # Returns
/// The day when it is due back.
#[a2t::tool(version = 1)]
fn lend_book(
    /// Number of the book.
    book: u32,
) -> Result<String, Lending> {
    match book {
        0 => Err(Lending::UnknownBook),
        7 => Err(Lending::AlreadyLent { until: "2026-12-01".to_owned() }),
        _ => Ok("2026-12-24".to_owned()),
    }
}

fn library() -> Service<()> {
    Service::new(a2t::toolset![lend_book], ()).server_info("tests", "1.2.3")
}

/// Returns the problem of a result, which clients of every revision get.
async fn problem(service: &Service<()>, name: &str, arguments: Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    let (_, reply) = send(service, legacy("tools/call", params.clone())).await;
    let (_, newer) = send(service, super::tools::stateless("tools/call", params)).await;
    let at = "/result/_meta/dev.a2t~1problem";
    assert_eq!(reply.pointer(at), newer.pointer(at));
    assert_eq!(reply["result"]["isError"], true, "{reply}");
    reply.pointer(at).cloned().unwrap_or_else(|| panic!("no problem: {reply}"))
}

#[tokio::test]
async fn a_declared_error_is_a_problem_as_it_is_over_a2t() {
    let lent = problem(&library(), "lend_book", json!({"book": 7})).await;
    assert_eq!(
        lent,
        json!({
            "type": "https://library.example/problems/already-lent", "title": "ALREADY_LENT",
            "status": 409, "detail": "Somebody has the book.", "until": "2026-12-01",
        })
    );
    let unknown = problem(&library(), "lend_book", json!({"book": 0})).await;
    let uri = unknown["type"].as_str().unwrap();
    assert!(uri.starts_with("urn:uuid:") && uri.ends_with("#UNKNOWN_BOOK"), "{uri}");
    let done = call(&library(), "lend_book", json!({"book": 1})).await;
    assert!(done.get("_meta").is_none(), "{done}");
}

#[tokio::test]
async fn a_listed_tool_has_its_errors_each_with_its_type() {
    let listed = ask(&library(), "tools/list", json!({})).await;
    let errors = &listed["tools"][0]["_meta"]["dev.a2t/errors"];
    let names: Vec<_> = errors.as_array().unwrap().iter().map(|error| &error["name"]).collect();
    assert_eq!(names, ["UNKNOWN_BOOK", "ALREADY_LENT"]);
    assert_eq!(errors[1]["type"], "https://library.example/problems/already-lent");
    assert_eq!(errors[1]["schema"]["required"], json!(["until"]));
    let unknown = problem(&library(), "lend_book", json!({"book": 0})).await;
    assert_eq!(errors[0]["type"], unknown["type"]);
    let none = ask(&service(), "tools/list", json!({})).await;
    assert!(none["tools"][0]["_meta"].get("dev.a2t/errors").is_none());
}

#[tokio::test]
async fn every_failure_of_a_call_has_the_problem_of_its_kind() {
    for (way, status, kind) in [
        ("refuse", 422, "tool-refused"),
        ("err", 400, "invalid-invocation"),
        ("lack", 404, "tool-not-found"),
        ("wait", 503, "unavailable"),
        ("break", 500, "internal"),
        ("panic", 500, "internal"),
    ] {
        let problem = problem(&service(), "fail", json!({"way": way})).await;
        let uri = format!("urn:a2t:problem:{kind}");
        assert_eq!((&problem["status"], &problem["type"]), (&json!(status), &json!(uri)), "{way}");
        assert!(!problem.to_string().contains(super::tools::SECRET), "{problem}");
    }
    for arguments in [json!({"weigh": "x"}), json!(7)] {
        let problem = problem(&service(), "fail", arguments).await;
        assert_eq!(problem["type"], "urn:a2t:problem:invalid-invocation", "{problem}");
    }
}
