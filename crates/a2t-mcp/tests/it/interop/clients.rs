//! Records and lists with the SDKs of others, which validate `structuredContent` against the
//! `outputSchema` that they listed. That they do is tested too, by replies that are altered on the
//! way.

use std::path::Path;
use std::process::Stdio;

use a2t::mcp::Service;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use serde_json::{Value, json};
use tokio::process::Command;

use super::records::{forecast, forecasted, list_stations, listed_stations};
use super::{installed, root, serve};

/// Values that a schema does not take, by tool and place in the reply.
fn wrong() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("forecast", "/days", json!({})),
        ("forecast", "/days/0/high", json!("warm")),
        ("forecast", "/days/0/sky", json!(1)),
        ("forecast", "/days/0/night", json!(null)),
        ("forecast", "/days/0/station", json!({"name": "S"})),
        ("forecast", "/days/0/station/name", json!(null)),
        ("forecast", "/days/0/station/address", json!(["::1"])),
        ("forecast", "/days/0/station/before", json!(1)),
        ("forecast", "/days/0/skies/1", json!({})),
        ("forecast", "/days/0/witnesses/1", json!([])),
        ("forecast", "/days/0/witnesses/2/height above sea", json!(0.5)),
        ("forecast", "/days/0/hours/0", json!("cold")),
        ("forecast", "/days/1/rain", json!([[1], [0.5]])),
        ("forecast", "/days/1", json!("a day")),
        ("forecast", "/sky", json!(false)),
        ("forecast", "/chances/1", json!([null])),
        ("forecast", "/keywords/$ref", json!(0)),
        ("forecast", "/keywords/oneOf/0", json!("yes")),
        ("forecast", "/keywords", json!({"$ref": "", "oneOf": [], "required": true})),
        ("list_stations", "/result", json!({})),
        ("list_stations", "/result/0", json!([])),
        ("list_stations", "/result/1/name", json!(7)),
    ]
}

/// Values of a later version, which a host that listed this one takes.
fn later() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("forecast", "/days/0/sky", json!("HAIL")),
        ("forecast", "/days/0/skies/1", json!("HAIL")),
        ("forecast", "/sky", json!("HAIL")),
        (
            "list_stations",
            "/result/0",
            json!({"name": "S", "address": "::1", "owner": {"name": "Ada"}}),
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_clients_take_records_and_refuse_what_the_schema_does_not_take() {
    let Some(folder) = installed("python/bin/python") else {
        return;
    };
    let tools = a2t::toolset![forecast, list_stations];
    let service = Service::new(tools, ()).server_info("interop", "1.0.0");
    let router: Router = Router::new().nest_service("/mcp", service);
    let url = serve(router.layer(from_fn(alter))).await;
    let (node, python) = ("node_modules/node/bin/node", "python/bin/python");
    let clients: [(&str, &str, &[&str]); 5] = [
        (node, "client.mjs", &["client", "legacy"]),
        (node, "client.mjs", &["client", "auto"]),
        (node, "client.mjs", &["sdk", "legacy"]),
        (python, "client.py", &["legacy"]),
        (python, "client.py", &["auto"]),
    ];
    for (program, script, mode) in clients {
        let mut command = Command::new(folder.join(program));
        command.arg(root().join("tests/mcp-interop/clients").join(script)).args(mode);
        let report = run(command.args([&calls().to_string(), &url]), &folder).await;
        assert_checked(&report, &format!("{script} {mode:?}"));
    }
}

/// Both tools as they are, then as altered.
fn calls() -> Value {
    let plain = ["forecast", "list_stations"].map(|name| json!({"name": name}));
    let altered = later().into_iter().chain(wrong()).map(
        |(name, pointer, value)| json!({"name": name, "_meta": {"altered": [pointer, value]}}),
    );
    plain.into_iter().chain(altered).collect()
}

/// Puts another value at the location of the reply that `_meta` of the call names.
async fn alter(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    let [pointer, value] =
        ["0", "1"].map(|at| asked.pointer(&format!("/params/_meta/altered/{at}")));
    let (Some(Value::String(pointer)), Some(value)) = (pointer, value) else {
        return response;
    };
    let (mut parts, body) = response.into_parts();
    let mut reply: Value =
        serde_json::from_slice(&to_bytes(body, usize::MAX).await.unwrap()).unwrap();
    let structured = &mut reply["result"]["structuredContent"];
    *structured.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value.clone();
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(reply.to_string()))
}

async fn run(command: &mut Command, folder: &Path) -> Value {
    let command = command.current_dir(folder).stdin(Stdio::null()).kill_on_drop(true);
    let output = command.output().await.unwrap();
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complained}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{complained}"))
}

fn assert_checked(report: &Value, who: &str) {
    assert_eq!(report["tools"], json!(["forecast", "list_stations"]), "{who}");
    let [forecast, stations, altered @ ..] = &report["results"].as_array().unwrap()[..] else {
        panic!("{who}: {report}");
    };
    for (result, expected) in [(forecast, forecasted()), (stations, listed_stations())] {
        assert_eq!(result["structuredContent"], expected, "{who}: {result}");
        let text: Value = serde_json::from_str(result["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, expected, "{who}");
    }
    let (taken, refused) = altered.split_at(later().len());
    for (result, (name, pointer, value)) in taken.iter().zip(later()) {
        let got = result["structuredContent"].pointer(pointer);
        assert_eq!(got, Some(&value), "{who}: {name} {pointer}: {result}");
    }
    assert_eq!(refused.len(), wrong().len(), "{who}");
    for (result, (name, pointer, value)) in refused.iter().zip(wrong()) {
        let words = result["refused"].as_str().unwrap_or_default();
        let of_schema = ["does not match the tool's output schema", "Invalid structured content"];
        let is_by_schema = of_schema.iter().any(|part| words.contains(part));
        assert!(is_by_schema, "{who}: {name} took {value} at {pointer}: {result}");
    }
}
