//! `cargo a2t call`: what is sent, what comes back, and which side refused.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use crate::vendor::{Ran, Request, Vendor, json_reply, page, reply, run, scratch, weather};
use a2t_core::wire::problem::Problem;
use a2t_core::{Code, ValidationError, Violation, Violations};
use serde_json::{Value, json};

/// A vendor of the weather tool that answers its invocations with `answer`.
fn answering(answer: String) -> Vendor {
    Vendor::new(
        move |request: &Request| {
            if request.line.starts_with("POST") { answer.clone() } else { page(&[weather()]) }
        },
    )
}

fn result(outputs: Value) -> String {
    json_reply(&json!({"output_parameters": outputs}).to_string())
}

fn call(vendor: &Vendor, arguments: &[&str]) -> Ran {
    let folder: PathBuf = scratch(&format!("call-{}", vendor.root.rsplit(':').next().unwrap()));
    let mut command = vec!["call", &*vendor.root, "lookup_weather_by_city"];
    command.extend(arguments);
    run(&folder, &command)
}

#[test]
fn arguments_are_typed_and_the_version_is_pinned() {
    let vendor = answering(result(
        json!([{"name": "Temperature", "value": 80}, {"name": "Report", "value": {"sky": "clear"}}]),
    ));
    let ran = call(&vendor, &["City=Omaha, Nebraska", "Days=3", "Units=CELSIUS"]);
    ran.assert(0, &["Temperature: 80\n", "\"sky\": \"clear\""], &[]);
    let seen = vendor.seen();
    assert!(
        seen[1].line.starts_with(
            "POST /tools/0479a45d-ad0a-49d4-94db-75edf00d2ca4/versions/2:invoke HTTP/1.1"
        ),
        "{seen:?}"
    );
    assert!(seen[1].headers.to_lowercase().contains("content-type: application/json"), "{seen:?}");
    let body: Value = serde_json::from_str(&seen[1].body).unwrap();
    let inputs = json!([
        {"name": "City", "value": "Omaha, Nebraska"},
        {"name": "Days", "value": 3},
        {"name": "Units", "value": "CELSIUS"},
    ]);
    assert_eq!(body, json!({"name": "lookup_weather_by_city", "input_parameters": inputs}));
    let ran = call(&vendor, &["City=a=b", "--format", "json"]);
    assert_eq!(ran.json()["outputs"]["Temperature"], 80);
    assert_eq!((&ran.json()["holds"], &ran.json()["version"]), (&json!(true), &json!(2)));
}

#[test]
fn arguments_that_do_not_fit_are_not_sent() {
    let vendor = answering(result(json!([])));
    let ran = call(&vendor, &["Citi=Omaha", "Days=15", "Units=CELCIUS"]);
    let parts =
        ["not sent", "did you mean `City`?", "an integer from 0 to 14", "did you mean `CELSIUS`?"];
    ran.assert(1, &parts, &[]);
    call(&vendor, &["Days=1"]).assert(1, &["`City`: expected"], &[]);
    call(&vendor, &["City=x", "Days=soon"]).assert(
        1,
        &["expected an integer from 0 to 14, got \"soon\""],
        &[],
    );
    let ran = call(&vendor, &["City=x", "City=y", "--format", "json"]);
    assert_eq!((ran.status, &ran.json()["violations"][0]["code"]), (1, &json!("duplicate-input")));
    call(&vendor, &["Omaha"]).assert(2, &[], &["`Omaha` is not an argument; expected NAME=VALUE"]);
    assert!(vendor.seen().iter().all(|request| request.line.starts_with("GET")));
}

#[test]
fn a_refusal_and_a_failure_have_different_statuses() {
    let problem = r#"{"type":"urn:a2t:problem:tool-refused","title":"The tool refused the call","detail":"No \u001bstation."}"#;
    let ran = call(&answering(reply("422 Unprocessable Content", problem)), &["City=x"]);
    ran.assert(1, &["refused: 422: The tool refused the call: No \\u{1b}station."], &[]);
    for number in [401, 429, 500] {
        let status = format!("{number} No");
        let ran = call(&answering(reply(&status, "")), &["City=x"]);
        ran.assert(2, &[], &[&format!("status {number}")]);
    }
    let moved = answering(reply("307 Temporary Redirect\r\nlocation: http://127.0.0.1:1/", ""));
    call(&moved, &["City=x"]).assert(2, &[], &["redirects to"]);
}

/// Returns the body of a 400 with one violation of `City`, as servers built with a2t write it.
fn invalid(code: Code) -> String {
    let violation = Violation::new(code, "/input_parameters").parameter("City");
    let violations: Violations = [violation.reason("is not on the map")].into_iter().collect();
    String::from_utf8(Problem::invocation(ValidationError::Rules(violations)).to_json()).unwrap()
}

#[test]
fn a_violation_is_printed_once_and_blames_who_refused() {
    let by_tool = [Code::RefusedInput, Code::Unreadable];
    let title = "refused: 400: the tool does not take these values\n  `City`: is not on the map\n";
    for code in by_tool {
        let ran = call(&answering(reply("400 Bad Request", &invalid(code))), &["City=x"]);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, title), "{ran:#?}");
    }
    let ran = call(&answering(reply("400 Bad Request", &invalid(Code::UnknownInput))), &["City=x"]);
    let title = "refused: 400: The invocation does not match the tool's signature\n  `City`: is not on the map\n";
    assert_eq!((ran.status, ran.stdout.as_str()), (1, title), "{ran:#?}");
}

#[test]
fn a_reply_that_breaks_the_signature_does_not_hold() {
    let wrong = answering(result(json!([{"name": "Temperature", "value": "warm"}])));
    call(&wrong, &["City=x"]).assert(1, &["breaks the tool's signature", "`Temperature`"], &[]);
    let page = answering(json_reply("{\"output_parameters\": ["));
    call(&page, &["City=x"]).assert(1, &["the reply is not JSON"], &[]);
}

#[test]
fn what_a_vendor_says_in_a_form_of_its_own_is_printed() {
    for body in [
        r#"{"error":"no such city"}"#,
        r#"{"error":{"message":"no such city"}}"#,
        r#"{"message":"no such city"}"#,
        r#"{"detail":"no such city"}"#,
        r#"{"errors":[{"msg":"no such city"}]}"#,
        "no such city",
    ] {
        for (code, status) in [(400, "400 Bad Request"), (404, "404 Not Found")] {
            let ran = call(&answering(reply(status, body)), &["City=x"]);
            ran.assert(1, &[&format!("refused: {code}: no such city")], &[]);
        }
    }
}

#[test]
fn a_reply_without_outputs_is_named() {
    let none = answering(reply("204 No Content", ""));
    call(&none, &["City=x"]).assert(1, &["status 204, which has no body"], &[]);
    let others = answering(result(json!([{"name": "weather", "value": "dry"}])));
    let expected =
        ["breaks the tool's signature", "expected an output of the signature", "the reply: {"];
    call(&others, &["City=x"]).assert(1, &expected, &[]);
    let left_out = answering(result(json!([])));
    call(&left_out, &["City=x"]).assert(0, &["left out all of its outputs"], &[]);
}

#[test]
fn json_that_is_sent_as_text_is_read() {
    let body = json!({"output_parameters": [{"name": "Temperature", "value": 7}]}).to_string();
    let text = answering(reply("200 OK\r\ncontent-type: text/plain; charset=utf-8", &body));
    call(&text, &["City=x"]).assert(0, &["Temperature: 7"], &[]);
}

#[test]
fn outputs_cannot_act_on_the_terminal() {
    let mut tool = weather();
    tool["output_parameters"][0]["type"] = json!("string");
    let hostile = "one\n\u{1b}[2J\rtwo\u{202e}";
    let answer = result(json!([{"name": "Temperature", "value": hostile}]));
    let vendor = Vendor::new(move |request| {
        if request.line.starts_with("POST") { answer.clone() } else { page(&[tool.clone()]) }
    });
    call(&vendor, &["City=x"]).assert(
        0,
        &["Temperature: \n    one\n    \\u{1b}[2J\\rtwo\\u{202e}\n"],
        &[],
    );
    let ran = call(&vendor, &["City=x", "--format", "json"]);
    assert_eq!(ran.json()["outputs"]["Temperature"], hostile);
}

#[test]
fn a_deprecated_version_is_remarked_on_standard_error() {
    let mut tool = weather();
    tool["deprecated"] = json!({"since": "2026-11-01", "note": "use version 3"});
    let outputs =
        result(json!([{"name": "Temperature", "value": 80}, {"name": "Report", "value": {}}]));
    let vendor = Vendor::new(move |request: &Request| {
        if request.line.starts_with("POST") { outputs.clone() } else { page(&[tool.clone()]) }
    });
    let remark = "warning: version 2 of `lookup_weather_by_city` is deprecated since 2026-11-01: \
                  use version 3\n";
    call(&vendor, &["City=Omaha"]).assert(0, &["Temperature: 80\n"], &[remark]);
    let ran = call(&vendor, &["City=Omaha", "--format", "json"]);
    assert_eq!((ran.json()["outputs"]["Temperature"].as_i64(), &*ran.stderr), (Some(80), remark));
}

#[test]
fn an_unknown_tool_is_not_called() {
    let vendor = answering(result(json!([])));
    let folder = scratch("call-unknown");
    run(&folder, &["call", &vendor.root, "lookup", "City=x"]).assert(
        2,
        &[],
        &["no tool is called `lookup`"],
    );
    run(&folder, &["call", "weather.json", "lookup"]).assert(2, &[], &["a file answers no calls"]);
}
