//! The client against a vendor on the loopback interface that does everything wrong: what is
//! refused before it is sent, what is read, and what comes back as which error.

use std::time::Duration;

use a2t::client::{Arguments, Client, Error, Kind, NextStep, Retry};
use a2t::{Code, ToolSignature};

use super::vendor::{Vendor, reply};

const TOOL: &str = include_str!("../codegen/catalogs/draft_weather.json");

fn lookup() -> ToolSignature {
    a2t_core::signature::parse(TOOL.as_bytes()).unwrap().signature
}

fn omaha() -> Arguments {
    let mut arguments = Arguments::new();
    arguments.push("City", "Omaha, Nebraska");
    arguments
}

async fn failed(vendor: &Vendor) -> Error {
    let client = Client::builder(&vendor.url).retry(Retry::Never).build();
    client.unwrap().invoke(&lookup(), &omaha()).await.unwrap_err()
}

async fn failed_with(reply: impl AsRef<[u8]>) -> Error {
    failed(&Vendor::raw([reply]).await).await
}

/// What every error must be, for every answer of the server.
#[track_caller]
fn assert_inert(error: &Error) {
    let text = error.to_string();
    let unsafe_character = |c: char| c != '\n' && a2t_core::signature::rule::is_forbidden(c);
    assert!(!text.contains(unsafe_character), "{text:?}");
    assert_eq!(format!("{error:?}"), text);
}

#[tokio::test]
async fn an_untyped_call_sends_names_and_reads_names() {
    let body = r#"{"output_parameters":[{"name":"Temperature in Fahrenheit","value":80},
        {"name":"Wind","value":"a newer server's output"}]}"#;
    let vendor = Vendor::ok([body]).await;
    let client = Client::new(format!("{}/api/v2/", vendor.url)).unwrap();
    let outputs = client.invoke(&lookup(), &omaha()).await.unwrap();
    assert_eq!(outputs, [("Temperature in Fahrenheit".to_owned(), 80.into())]);

    let request = &vendor.requests()[0];
    let path = "POST /api/v2/tools/0479a45d-ad0a-49d4-94db-75edf00d2ca4/versions/1:invoke HTTP/1.1";
    assert!(request.starts_with(path), "{request}");
    let body = r#"{"name":"lookup_weather_by_city","input_parameters":[{"name":"City","value":"Omaha, Nebraska"}]}"#;
    let sent: a2t::Value = request.split("\r\n\r\n").nth(1).unwrap().parse().unwrap();
    assert_eq!(sent, body.parse::<a2t::Value>().unwrap());
    assert!(!request.to_lowercase().contains("accept-encoding"), "{request}");
}

#[tokio::test]
async fn arguments_that_break_the_signature_are_reported_all_at_once_and_not_sent() {
    let vendor = Vendor::ok(["{}"]).await;
    let client = Client::new(&vendor.url).unwrap();
    let mut arguments = Arguments::new();
    arguments.push("Citty", 1);
    arguments.push("Town", "Omaha");
    let error = client.invoke(&lookup(), &arguments).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Invalid { .. }), "{error}");
    assert!(error.violations().unwrap().len() >= 2, "{error}");
    assert!(error.to_string().contains("did you mean `City`"), "{error}");
    assert!(!error.is_retryable() && vendor.requests().is_empty());
}

#[tokio::test]
async fn credentials_are_sent_and_never_shown() {
    let vendor = Vendor::raw([reply("401 Unauthorized", "", "")]).await;
    let builder = Client::builder(&vendor.url).bearer_token("s3cret").header("x-key", "k3y");
    assert!(!format!("{builder:?}").contains("s3cret"), "{builder:?}");
    let client = builder.build().unwrap();
    let error = client.invoke(&lookup(), &omaha()).await.unwrap_err();
    let request = &vendor.requests()[0];
    assert!(request.contains("authorization: Bearer s3cret\r\nx-key: k3y"), "{request}");
    assert!(!format!("{client:?}{error:?}").contains("s3cret"));
    assert!(error.to_string().contains("check the credentials"), "{error}");
}

#[test]
fn headers_do_not_leave_the_machine_unencrypted_unless_it_is_said() {
    let remote = || Client::builder("http://api.weather.example").bearer_token("s3cret");
    let error = remote().build().unwrap_err();
    assert!(matches!(error.kind(), Kind::Unencrypted { .. }), "{error}");
    assert!(error.to_string().contains("headers_over_http()"), "{error}");
    assert!(!format!("{error:?}{error}").contains("s3cret"));
    assert!(remote().headers_over_http().build().is_ok());
    assert!(Client::new("http://api.weather.example").is_ok());
}

#[test]
fn a_root_that_cannot_be_called_is_refused_with_the_reason() {
    for (url, reason) in [
        ("api.weather.example", "not a URL"),
        ("ftp://api.weather.example", "not http or https"),
        ("https://me:s3cret@api.weather.example", "credentials belong into a header"),
        ("https://api.weather.example/?tag=a", "no query"),
        ("https://api.weather.example/#tools", "no fragment"),
        ("https://\u{202e}@x", "credentials"),
    ] {
        let error = Client::new(url).unwrap_err();
        assert!(matches!(error.kind(), Kind::Url { .. }), "{error}");
        assert!(error.to_string().contains(reason), "{url}: {error}");
        assert!(!error.to_string().contains("s3cret"), "{error}");
        assert_inert(&error);
    }
    let error = Client::builder("https://x").header("bad name", "v").build().unwrap_err();
    assert!(matches!(error.kind(), Kind::Header { .. }), "{error}");
}

#[test]
fn a_client_over_tls_is_made_without_an_installed_crypto_provider() {
    let client = Client::new("https://api.weather.example/v2/").unwrap();
    assert_eq!(client.url(), "https://api.weather.example/v2");
}

#[tokio::test]
async fn a_reply_that_is_not_json_by_its_own_word_is_not_read() {
    for (headers, words) in [
        ("content-type: text/html; charset=utf-8\r\n", "`text/html; charset=utf-8`"),
        ("content-type: image/png\r\n", "`image/png`"),
        (
            "content-encoding: gzip\r\n",
            "without a content coding, as the request has no `Accept-Encoding`, got `gzip`",
        ),
    ] {
        let body = r#"{"output_parameters":[]}"#;
        let error = failed_with(reply("200 OK", headers, body)).await;
        let text = error.to_string();
        assert!(text.contains(words), "{text}");
        assert_inert(&error);
    }
}

#[tokio::test]
async fn a_refusal_carries_the_violations_that_the_server_found() {
    let problem = r#"{"type":"urn:a2t:problem:invalid-invocation","title":"Invalid","status":400,
        "detail":"no such city\u001b[31m\ncargo::x","errors":[{"pointer":"/input_parameters/0/value",
        "code":"too-long","parameter":"City","expected":"at most 3 characters","got":"15"}]}"#;
    let headers = "content-type: application/problem+json\r\n";
    let error = failed_with(reply("400 Bad Request", headers, problem)).await;
    assert!(matches!(error.kind(), Kind::Refused { .. }), "{error}");
    let violation = &error.violations().unwrap().as_slice()[0];
    assert_eq!((violation.code, error.status()), (Code::TooLong, Some(400)));
    assert!(error.to_string().contains(":invoke: the server refused the call: 400"), "{error}");
    assert!(!error.is_retryable() && !error.is_outcome_unknown());
    assert_inert(&error);
}

#[tokio::test]
async fn a_failing_or_busy_server_is_worth_another_try() {
    let busy = failed_with(reply("503 Service Unavailable", "retry-after: 7\r\n", "<html>")).await;
    assert!(matches!(busy.kind(), Kind::Unavailable { .. }), "{busy}");
    let throttled = failed_with(reply("429 Too Many Requests", "retry-after: 7\r\n", "")).await;
    for error in [&busy, &throttled] {
        assert!(error.is_retryable(), "{error}");
        assert_eq!(error.retry_after(), Some(Duration::from_secs(7)));
        assert!(error.to_string().contains("; the server asks for a wait of 7 s"), "{error}");
    }
    for (header, seconds) in [
        ("-1", None),
        ("soon", None),
        ("1e9", None),
        ("1000000000000", Some(1 << 31)),
        ("99999999999999999999999", Some(1 << 31)),
        ("Sun, 06 Nov 1994 08:49:37 GMT", Some(0)),
    ] {
        let headers = format!("retry-after: {header}\r\n");
        let error = failed_with(reply("500 Internal Server Error", &headers, "")).await;
        let wait = seconds.map(Duration::from_secs);
        assert_eq!(error.retry_after(), wait, "{header}");
    }
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let elsewhere = Vendor::ok([r#"{"output_parameters":[]}"#]).await;
    for status in ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"] {
        let headers = format!("location: {}/tools?key=s3cret\r\n", elsewhere.url);
        let error = failed_with(reply(status, &headers, "")).await;
        assert!(matches!(error.kind(), Kind::Redirected { .. }), "{error}");
        assert!(error.to_string().contains(&elsewhere.url), "{error}");
        assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
    }
    assert!(elsewhere.requests().is_empty());
}

#[tokio::test]
async fn an_oversized_reply_is_not_read_to_its_end() {
    let body = "x".repeat(2_000);
    let announced = reply("200 OK", "", &body);
    let chunked = format!(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{0:x}\r\n{body}\r\n{0:x}\r\n{body}\r\n0\r\n\r\n",
        body.len()
    );
    let endless = format!("HTTP/1.1 200 OK\r\n\r\n{body}{body}");
    for bytes in [announced, chunked, endless] {
        let vendor = Vendor::raw([bytes]).await;
        let client = Client::builder(&vendor.url).max_reply_bytes(1_999).build().unwrap();
        let error = client.invoke(&lookup(), &omaha()).await.unwrap_err();
        assert!(matches!(error.kind(), Kind::TooLarge { limit: 1_999 }), "{error}");
    }
}

#[tokio::test]
async fn a_reply_that_breaks_the_protocol_is_malformed() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for body in [
        "",
        "<html>\u{1b}[31m",
        "{}",
        "[]",
        r#"{"output_parameters":{}}"#,
        r#"{"output_parameters":[{"name":"Temperature in Fahrenheit","value":"80"}]}"#,
        r#"{"output_parameters":[{"name":"Temperature in Fahrenheit","value":80.5}]}"#,
        r#"{"output_parameters":[],"output_parameters":[]}"#,
        &deep,
    ] {
        let error = failed(&Vendor::ok([body]).await).await;
        assert!(matches!(error.kind(), Kind::Malformed { .. }), "{body}: {error}");
        assert_inert(&error);
    }
}

#[tokio::test]
async fn a_connection_that_fails_or_breaks_is_distinguished() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let client = Client::new(url).unwrap();
    let error = client.invoke(&lookup(), &omaha()).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
    assert!(error.is_retryable() && !error.is_outcome_unknown());

    for bytes in
        ["", "HTTP/1.1 200 OK\r\ncontent-le", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}"]
    {
        let error = failed_with(bytes).await;
        assert!(matches!(error.kind(), Kind::Interrupted { .. }), "{bytes}: {error}");
        assert!(error.is_outcome_unknown());
    }
    let error = failed_with("\u{1b}[31m garbage\r\n\r\n").await;
    assert!(matches!(error.kind(), Kind::Interrupted { .. }), "{error}");
    assert_inert(&error);
}

#[tokio::test]
async fn a_call_whose_time_ends_before_there_is_a_connection_has_not_run() {
    // The kernel takes the connection, and its TLS is never answered.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}", silent.local_addr().unwrap());
    let short = Duration::from_millis(30);
    for builder in
        [Client::builder(&url).attempt_timeout(short), Client::builder(&url).total_timeout(short)]
    {
        let client = builder.build().unwrap();
        let error = client.invoke(&lookup(), &omaha()).await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
        assert!(error.is_retryable() && !error.is_outcome_unknown());
        let text = error.to_string();
        assert!(text.contains("no connection: nothing had left within"), "{text}");
        assert!(!text.contains("may have run"), "{text}");
    }
}

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let short = Duration::from_millis(30);
    for builder in
        [Client::builder(&url).attempt_timeout(short), Client::builder(&url).total_timeout(short)]
    {
        let error = builder.build().unwrap().invoke(&lookup(), &omaha()).await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
        assert!(error.is_retryable() && error.is_outcome_unknown());
    }
}

fn page(tools: &str, next: &str) -> String {
    format!(r#"{{"items":[{tools}],"paging":{{"pageLimit":1,"next":{next}}}}}"#)
}

#[tokio::test]
async fn a_catalog_is_read_page_by_page_with_the_cursor_as_it_came() {
    let vendor =
        Vendor::ok([page(TOOL, r#""a&b=/ ü""#), page("", r#""2""#), page("", "null")]).await;
    let client = Client::new(&vendor.url).unwrap();
    assert_eq!(client.tools().await.unwrap(), [lookup()]);
    let requests = vendor.requests();
    assert!(requests[0].starts_with("GET /tools HTTP/1.1"), "{}", requests[0]);
    assert!(requests[1].contains("pageCursor=a%26b%3D%2F"), "{}", requests[1]);
    assert_eq!(requests.len(), 3);
}

#[tokio::test]
async fn a_catalog_without_an_end_is_given_up() {
    let ever_new = (0..1_001).map(|number| page("", &format!("\"{number}\"")));
    let circle = ["\"a\"", "\"b\"", "\"a\""].map(|next| page("", next));
    let long = vec![page("", &format!("\"{}\"", "c".repeat(4_097)))];
    for (bodies, requests) in [(circle.to_vec(), 3), (ever_new.collect(), 1_000), (long, 1)] {
        let vendor = Vendor::ok(bodies).await;
        let error = Client::new(&vendor.url).unwrap().tools().await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Endless { .. }), "{error}");
        assert_eq!(vendor.requests().len(), requests);
    }
}

#[tokio::test]
async fn one_tool_and_its_versions_are_read() {
    let vendor = Vendor::ok([TOOL.to_owned(), TOOL.to_owned(), page(TOOL, "\"\"")]).await;
    let client = Client::new(&vendor.url).unwrap();
    let id = lookup().tool_id;
    assert_eq!(client.tool(id).await.unwrap(), lookup());
    assert_eq!(client.version(id, 1).await.unwrap(), lookup());
    assert_eq!(client.versions(id).await.unwrap(), [lookup()]);
    let paths =
        vendor.requests().iter().map(|r| r.lines().next().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(paths[1], format!("GET /tools/{id}/versions/1 HTTP/1.1"));
    assert_eq!(paths[2], format!("GET /tools/{id}/versions HTTP/1.1"));
}

#[tokio::test]
async fn a_refusal_has_the_help_of_its_kind_and_names_tool_and_version() {
    let remedies = [
        ("tool-not-found", 404, "the tool refused the call", ""),
        ("tool-refused", 422, "the tool refused the call", ""),
        ("tool-forbidden", 403, "the tool refused the call", ""),
        ("tool-conflict", 409, "the tool refused the call", ""),
        ("unknown-tool", 404, "the server refused", "fetch the catalog again"),
        ("unknown-version", 404, "the server refused", "fetch the catalog again"),
        ("not-found", 404, "the server refused", "check the URL of the API"),
        ("method-not-allowed", 405, "the server refused", "check the URL of the API"),
        ("invalid-invocation", 400, "the server refused", "`verify`"),
        ("https://elsewhere.example/no", 401, "the server refused", "check the credentials"),
        ("unavailable", 503, "the server failed", "try again later"),
        ("internal", 500, "the server failed", "report it to the vendor"),
    ];
    for (kind, status, by, help) in remedies {
        let prefix = if kind.contains(':') { "" } else { "urn:a2t:problem:" };
        let body =
            format!(r#"{{"type":"{prefix}{kind}","title":"t","status":{status},"detail":"d"}}"#);
        let error = failed_with(reply(&format!("{status} X"), "", &body)).await;
        let text = error.to_string();
        assert!(text.starts_with("`lookup_weather_by_city` version 1: POST http://"), "{text}");
        assert!(text.contains(by) && text.contains(help), "{text}");
        let others = ["check the URL", "fetch the catalog", "check the credentials", "`verify`"];
        let others = others.iter().filter(|other| !help.contains(*other));
        assert!(others.clone().all(|other| !text.contains(other)), "{text}");
        assert_eq!((error.tool(), error.version()), (Some("lookup_weather_by_city"), Some(1)));
        assert_inert(&error);
    }
}

#[tokio::test]
async fn inputs_that_the_tool_refuses_are_violations_to_be_mended() {
    let body = r#"{"type":"urn:a2t:problem:invalid-invocation","status":400,"errors":[
        {"pointer":"/input_parameters/0/value","code":"refused-input","parameter":"City","expected":"",
         "got":"","reason":"is under water","detail":"","rule":"AMB-13"}]}"#;
    let error = failed_with(reply("400 X", "", body)).await;
    assert_eq!(error.next_step(), NextStep::FixArguments);
    let [violation] = error.violations().unwrap().as_slice() else { panic!("{error}") };
    let (parameter, reason) = (violation.parameter.as_deref(), &*violation.reason);
    assert_eq!(
        (violation.code, parameter, reason),
        (Code::RefusedInput, Some("City"), "is under water")
    );
    let text = error.to_string();
    assert!(text.contains("the tool refused the call") && !text.contains("verify"), "{text}");
    assert!(text.contains("`City`: is under water"), "{text}");

    // A detail that has the beginning of the list, as that of our servers, is shown once.
    let detail = format!(r#""status":400,"detail":"{violation}; and 1 more","#);
    let error = failed_with(reply("400 X", "", &body.replace(r#""status":400,"#, &detail))).await;
    let text = error.to_string();
    assert_eq!(text.matches("is under water").count(), 1, "{text}");
}

#[tokio::test]
async fn a_problem_of_the_vendors_own_type_is_not_a_page_that_is_not_there() {
    let lost = r#"{"type":"https://library.example/lost","copies":2}"#;
    let foreign = r#"{"error":"no such city"}"#;
    for (body, help) in [
        (lost, NextStep::FixArguments),
        (foreign, NextStep::FixArguments),
        ("<html>", NextStep::NotFound),
    ] {
        let error = failed_with(reply("404 X", "", body)).await;
        assert_eq!(error.next_step(), help);
        let text = error.to_string();
        assert_eq!(text.contains("check the URL"), help == NextStep::NotFound, "{text}");
        assert_eq!(text.contains("404: no such city"), body == foreign, "{text}");
    }
    // A list has no answer of a tool.
    let vendor = Vendor::raw([reply("404 X", "", r#"{"detail":"Not Found"}"#)]).await;
    let error = Client::new(&vendor.url).unwrap().tools().await.unwrap_err();
    assert!(error.to_string().contains("404: Not Found; check the URL"), "{error}");
}

#[tokio::test]
async fn every_error_of_a_call_names_tool_version_and_place() {
    let malformed = failed(&Vendor::ok(["{}"]).await).await;
    let redirected = failed_with(reply("302 Found", "location: /x\r\n", "")).await;
    let broken = failed_with("").await;
    for error in [malformed, redirected, broken] {
        let text = error.to_string();
        assert!(text.starts_with("`lookup_weather_by_city` version 1: POST http://"), "{text}");
        assert!(error.idempotency_key().is_some(), "{text}");
    }
}
