//! A tool of data is to its callers what a function with the same signature is.

use a2t::mcp::Service;
use a2t::rap::Server;
use a2t::testing::{TestClient, TestResponse};
use a2t::{Caller, DynamicInputs, DynamicOutputs, DynamicTool, Tool, ToolError, Toolset};
use axum::Router;
use axum::extract::State;
use serde_json::{Value, json};

use crate::rig::{EMPTY, SECRET, client, id, of, output, signature, speak};

/// A scale.
#[derive(a2t::Enum, Clone, Copy)]
enum Scale {
    /// Degrees Celsius.
    Celsius,
    /// Degrees Fahrenheit.
    Fahrenheit,
}

#[derive(a2t::Output)]
struct Weather {
    /// The temperature.
    temperature: i64,
    /// The report.
    report: a2t::Json<Value>,
    /// A remark.
    remark: Option<String>,
}

/// Looks up the weather.
#[a2t::tool(
    version = 1,
    title = "Weather",
    tags = ["weather"],
    read_only,
    scopes = ["weather:read"],
    idempotency_key = "required",
)]
async fn look_up(
    /// The city.
    #[a2t(max_length = 8)]
    city: String,
    /// Days ahead.
    #[a2t(min = 0, max = 14)]
    days: Option<i64>,
    /// The scale.
    scale: Option<Scale>,
    /// By the hour.
    hourly: Option<bool>,
) -> Result<Weather, ToolError> {
    if city == "Atlantis" {
        return Err(ToolError::not_found("no such city"));
    }
    if city == "Mordor" {
        let mut invalid = a2t::InputErrors::new();
        invalid.push("city", "has no weather");
        invalid.push("hourly", "is too often");
        invalid.into_result()?;
    }
    let celsius = matches!(scale, None | Some(Scale::Celsius));
    let report = a2t::Json(json!({ "hourly": hourly, "celsius": celsius }));
    Ok(Weather { temperature: 20 + days.unwrap_or(0), report, remark: None })
}

fn written() -> Toolset<()> {
    a2t::toolset![look_up]
}

/// The same tool, of the text of its signature.
fn read() -> Toolset<()> {
    let code = async |inputs: DynamicInputs| {
        if inputs.str("city")? == "Atlantis" {
            return Err(ToolError::not_found("no such city"));
        }
        if inputs.str("city")? == "Mordor" {
            let mut invalid = a2t::InputErrors::new();
            invalid.push("city", "has no weather");
            invalid.push("hourly", "is too often");
            invalid.into_result()?;
        }
        let celsius = matches!(inputs.opt_str("scale")?, None | Some("CELSIUS"));
        let report = json!({ "hourly": inputs.opt_bool("hourly")?, "celsius": celsius });
        let outputs = DynamicOutputs::new().with("temperature", &(20 + inputs.int_or("days", 0)?));
        Ok(outputs.with("report", &report).with("remark", &None::<&str>))
    };
    let text = serde_json::to_string(look_up::SIGNATURE).unwrap();
    let tool = DynamicTool::parse(text, code).unwrap();
    let tool = tool.scopes(["weather:read"]).idempotency_key_required();
    Toolset::default().extend([tool]).unwrap()
}

fn every_protocol(tools: fn() -> Toolset<()>) -> Router {
    let caller = axum::middleware::map_request(async |mut request: axum::extract::Request| {
        let caller = Caller::new("ada").with_scopes(["weather:read"]);
        if !request.headers().contains_key("x-stranger") {
            request.extensions_mut().insert(caller);
        }
        request
    });
    let (rap, _workers) = Server::new(tools(), ()).into_router().unwrap();
    let mcp = Service::new(tools(), ());
    tools().into_router().nest_service("/mcp", mcp).merge(rap).layer(caller)
}

/// A reply without the id of its request.
fn body_of(reply: &TestResponse) -> Value {
    let mut body = reply.json();
    if let Some(members) = body.as_object_mut() {
        members.remove("request_id");
    }
    body
}

const CALLS: &[&str] = &[
    r#"[{"name":"city","value":"Rome"}]"#,
    r#"[{"name":"city","value":"Rome"},{"name":"days","value":14.0},{"name":"scale","value":"FAHRENHEIT"}]"#,
    r#"[{"name":"hourly","value":true},{"name":"city","value":"É\u0041"},{"name":"days","value":null}]"#,
    r#"[{"name":"city","value":"Atlantis"}]"#,
    r#"[{"name":"hourly","value":true},{"name":"city","value":"Mordor"}]"#,
    r#"[{"name":"city","value":"Novosibirsk"},{"name":"days","value":15},{"name":"scale","value":"KELVIN"}]"#,
    r#"[{"name":"City","value":"Rome"},{"name":"days","value":"3"},{"name":"hourly","value":1}]"#,
    r#"[{"name":"city","value":"Rome"},{"name":"city","value":"Oslo"},{"name":"x","value":{}}]"#,
    "[]",
    "{}",
    "[",
];

#[tokio::test]
async fn over_a2t_every_answer_is_that_of_the_function() {
    let pair = [every_protocol(written), every_protocol(read)].map(TestClient::from_router);
    let id = look_up::SIGNATURE.tool_id;
    let paths = [
        "/tools".to_owned(),
        "/tools?tag=weather&name=LOOK".to_owned(),
        "/tools?tag=other".to_owned(),
        format!("/tools/{id}"),
        format!("/tools/{id}/versions"),
        format!("/tools/{id}/versions/1"),
        format!("/tools/{id}/versions/2"),
        "/tools/look_up".to_owned(),
        "/tools/openapi.json".to_owned(),
        "/.well-known/rap-toolset".to_owned(),
    ];
    for path in paths {
        let [ours, theirs] = [pair[1].get(&path).await, pair[0].get(&path).await];
        assert_eq!(ours.status, theirs.status, "{path}");
        assert_eq!(body_of(&ours), body_of(&theirs), "{path}");
        assert_eq!(ours.headers.get("vary"), theirs.headers.get("vary"), "{path}");
    }
    for inputs in CALLS {
        for path in [format!("/tools/{id}:invoke"), format!("/tools/{id}/versions/1:invoke")] {
            let body = format!(r#"{{"input_parameters":{inputs}}}"#);
            let [ours, theirs] = [1, 0].map(|index: usize| {
                let request = http::Request::post(&path)
                    .header("content-type", "application/json")
                    .header("idempotency-key", format!("key-{}", body.len()));
                let request = request.body(axum::body::Body::from(body.clone())).unwrap();
                pair[index].request(request)
            });
            let [ours, theirs] = [ours.await, theirs.await];
            assert_eq!(ours.status, theirs.status, "{inputs}: {}", ours.json());
            assert_eq!(body_of(&ours), body_of(&theirs), "{inputs}");
        }
    }
    // Without the key, and as a stranger.
    for stranger in [false, true] {
        let post = |client: &TestClient| {
            let mut request = http::Request::post(format!("/tools/{id}:invoke"));
            if stranger {
                request = request.header("x-stranger", "1");
            }
            let request = request.header("content-type", "application/json");
            let body = format!(r#"{{"input_parameters":{}}}"#, CALLS[0]);
            let client = client.clone();
            async move { client.request(request.body(body.into()).unwrap()).await }
        };
        let [ours, theirs] = [post(&pair[1]).await, post(&pair[0]).await];
        assert_eq!((ours.status, body_of(&ours)), (theirs.status, body_of(&theirs)));
        assert_eq!(ours.status, if stranger { 404 } else { 400 });
    }
}

#[tokio::test]
async fn over_mcp_every_answer_is_that_of_the_function() {
    let pair = [every_protocol(written), every_protocol(read)];
    let same = async |method: &str, params: Value| {
        let ours = speak(&pair[1], method, params.clone()).await;
        assert_eq!(ours, speak(&pair[0], method, params.clone()).await, "{params}");
        ours
    };
    let listed = same("tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"][0]["annotations"], json!({ "readOnlyHint": true }));
    for arguments in [
        json!({ "city": "Rome", "days": "3" }),
        json!({ "city": "Novosibirsk", "scale": "KELVIN", "x": 1 }),
        json!({ "city": "Atlantis" }),
        json!({ "city": "Mordor" }),
        json!({}),
        json!([]),
    ] {
        same("tools/call", json!({ "name": "look_up", "arguments": arguments })).await;
    }
    let called = json!({ "name": "look_up", "arguments": { "city": "Rome" } });
    let called = same("tools/call", called).await;
    assert_eq!(called["result"]["structuredContent"]["temperature"], 20);
    same("tools/call", json!({ "name": "look_ups", "arguments": {} })).await;
}

#[tokio::test]
async fn contexts_come_before_the_inputs_and_are_asked_first() {
    let mut text = signature(1, "tell", 1);
    text["output_parameters"] = json!([output("by", "string")]);
    text["input_parameters"] =
        json!([{ "id": "x", "name": "x", "type": "int", "description": "A number." }]);
    let tool = DynamicTool::parse(
        text.to_string(),
        async |caller: Caller, State(greeting): State<String>, inputs: DynamicInputs| {
            Ok([("by", format!("{greeting} {} {}", caller.id(), inputs.int("x")?))])
        },
    );
    let tools = Toolset::default().extend([tool.unwrap()]).unwrap();
    let client = TestClient::with_state(tools, "Hello".to_owned());
    let wrong = client.post(&format!("/tools/{}:invoke", id(1)), EMPTY).await;
    assert_eq!(wrong.status, 401);
    let client = client.caller(Caller::new("ada"));
    let reply = client.call("tell", json!({ "x": 3 })).await.unwrap();
    assert_eq!(reply["by"], "Hello ada 3");
    let wrong = client.post(&format!("/tools/{}:invoke", id(1)), EMPTY).await;
    assert_eq!(wrong.status, 400);
}

#[tokio::test]
async fn outputs_that_are_not_those_of_the_signature_are_a_fault_that_callers_hear_nothing_of() {
    let mut text = signature(1, "many", 1);
    let choice = json!([{ "name": "RED", "description": "Red." }]);
    let mut colour = output("colour", "enum");
    colour["allowed-values"] = choice;
    text["output_parameters"] = json!([
        output("n", "int"),
        output("s", "string"),
        output("b", "boolean"),
        output("j", "json"),
        colour
    ]);
    let tool = |value: Value| {
        let code = move |_: DynamicInputs| {
            let value = value.clone();
            async move { Ok(value) }
        };
        DynamicTool::<()>::parse(text.to_string(), code).unwrap()
    };
    let fine = json!({ "n": -9, "s": "", "b": false, "j": null, "colour": "RED" });
    let client_of = |value: &Value| client([tool(value.clone())]);
    let reply = client_of(&fine).call("many", json!({})).await.unwrap();
    assert_eq!(Value::Object(reply), fine);
    assert_eq!(client_of(&json!({ "n": null })).call("many", json!({})).await.unwrap().len(), 0);
    for (outputs, expected) in [
        (json!({ "n": SECRET }), "/n: `n`: expected an integer"),
        (json!({ "n": 1.5 }), "/n: "),
        (json!({ "n": u64::MAX }), "/n: "),
        (json!({ "s": [SECRET] }), "/s: `s`: expected a string"),
        (json!({ "b": 1 }), "/b: "),
        (json!({ "colour": "BLUE" }), "/colour: "),
        (json!({ "a/b": SECRET }), "/a~1b: expected an output of the signature"),
        (json!([SECRET]), "not an object"),
    ] {
        let reply = client_of(&outputs).post(&format!("/tools/{}:invoke", id(1)), EMPTY).await;
        let body = String::from_utf8(reply.body.to_vec()).unwrap();
        assert_eq!(reply.status, 500, "{outputs}: {body}");
        assert!(!body.contains(SECRET) && !body.contains("expected"), "{body}");
        let fault = reply.fault.unwrap().to_string();
        assert!(
            fault.starts_with("tool `many` version 1: ") && fault.contains(expected),
            "{fault}"
        );
    }
}

#[tokio::test]
async fn a_slip_in_the_code_is_a_fault() {
    let slip = async |inputs: DynamicInputs| Ok([("n", inputs.int("cuont")?)]);
    let tool = DynamicTool::<()>::parse(signature(1, "slips", 1).to_string(), slip).unwrap();
    let reply = client([tool]).post(&format!("/tools/{}:invoke", id(1)), EMPTY).await;
    assert_eq!(reply.status, 500);
    let fault = reply.fault.unwrap().to_string();
    assert!(fault.contains("the signature has no input `cuont`"), "{fault}");
}

#[tokio::test(start_paused = true)]
async fn a_tool_says_how_long_and_how_often_it_runs() {
    let waits = async |_: DynamicInputs| {
        tokio::time::sleep(std::time::Duration::from_secs(5)).await;
        Ok([("n", 1)])
    };
    let tool = |number: u128| {
        let text = signature(number, &format!("waits_{number}"), 1).to_string();
        DynamicTool::<()>::parse(text, waits).unwrap()
    };
    let client =
        client([tool(71).timeout(std::time::Duration::from_secs(1)), tool(72).concurrency(1)]);
    let invoke = |number: u128| {
        let (client, path) = (client.clone(), format!("/tools/{}:invoke", id(number)));
        tokio::spawn(async move { client.post(&path, EMPTY).await.status.as_u16() })
    };
    assert_eq!(invoke(71).await.unwrap(), 504);
    let first = invoke(72);
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert_eq!(invoke(72).await.unwrap(), 503);
    assert_eq!(first.await.unwrap(), 200);
}

#[tokio::test]
async fn a_deprecated_version_says_since_when() {
    let mut text = signature(1, "old", 1);
    text["deprecated"] = json!({ "since": "2026-11-01", "note": "Use `new`." });
    let client = client([of(&text)]);
    let reply = client.get(&format!("/tools/{}", id(1))).await;
    assert_eq!(reply.headers["deprecation"], "@1793491200");
    assert_eq!(reply.json()["deprecated"]["note"], "Use `new`.");
}
