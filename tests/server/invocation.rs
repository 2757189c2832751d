//! Invocation (draft section 7): by name, by version, and every mistake at once.

use a2t::testing::TestClient;
use serde_json::{Value, json};

use crate::tools::{
    LOOKUP, Probe, UNKNOWN, assert_problem, client, invocation, numbered, unbounded,
};

async fn lookup(pairs: Value) -> a2t::testing::TestResponse {
    let body = invocation("lookup", pairs);
    client().post(&format!("/tools/{LOOKUP}:invoke"), body).await
}

#[tokio::test]
async fn a_result_names_each_output() {
    let response = lookup(json!([{"name": "City", "value": "Omaha"}])).await;
    assert_eq!(response.headers["content-type"], "application/json");
    let result = json!({"output_parameters": [{"name": "temperature", "value": 50}]});
    assert_eq!(response.json(), result);
}

#[tokio::test]
async fn the_colon_may_be_escaped_and_the_id_in_upper_case() {
    let body = invocation("lookup", json!([{"name": "City", "value": "Omaha"}]));
    let upper = LOOKUP.to_uppercase();
    for path in [
        format!("/tools/{upper}:invoke"),
        format!("/tools/{LOOKUP}%3Ainvoke"),
        format!("/tools/{LOOKUP}%3ainvoke"),
        format!("/tools/{upper}/versions/1%3Ainvoke"),
    ] {
        let response = client().post(&path, body.clone()).await;
        assert_eq!(response.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_double_escape_is_no_colon() {
    let path = format!("/tools/{LOOKUP}%253Ainvoke");
    assert_problem(&client().post(&path, "{}").await, 404, "not-found");
}

#[tokio::test]
async fn an_old_version_refuses_what_came_later() {
    let pairs = json!([{"name": "City", "value": "Omaha"}, {"name": "units", "value": "CELSIUS"}]);
    let body = invocation("lookup", pairs);
    let post = async |version| {
        let path = format!("/tools/{LOOKUP}/versions/{version}:invoke");
        client().post(&path, body.clone()).await
    };
    assert_eq!(post(2).await.status, 200);
    let refused = post(1).await;
    assert_problem(&refused, 400, "invalid-invocation");
    let errors = refused.json()["errors"].clone();
    assert_eq!(errors[0]["code"], "unknown-input");
    assert_eq!(errors[0]["pointer"], "/input_parameters/1/name");
    assert_problem(&post(3).await, 404, "unknown-version");
}

#[tokio::test]
async fn every_mistake_is_reported_with_its_pointer() {
    let response = lookup(json!([
        {"name": "Town", "value": "Omaha"},
        {"name": "days", "value": 15},
        {"name": "units", "value": "CELCIUS"},
    ]));
    let response = response.await;
    assert_problem(&response, 400, "invalid-invocation");
    let problem = response.json();
    let errors = problem["errors"].as_array().unwrap();
    let seen: Vec<_> = errors.iter().map(|e| (&e["code"], &e["pointer"])).collect();
    let expected = [
        (&json!("unknown-input"), &json!("/input_parameters/0/name")),
        (&json!("out-of-range"), &json!("/input_parameters/1/value")),
        (&json!("not-allowed"), &json!("/input_parameters/2/value")),
        (&json!("missing-input"), &json!("/input_parameters")),
    ];
    assert_eq!(seen, expected);
    assert_eq!(errors[2]["allowed"], json!(["FAHRENHEIT", "CELSIUS"]));
    assert_eq!(errors[2]["did_you_mean"], "CELSIUS");
}

#[tokio::test]
async fn a_body_for_another_tool_is_refused() {
    let body = invocation("add", json!([{"name": "City", "value": "Omaha"}]));
    let response = client().post(&format!("/tools/{LOOKUP}:invoke"), body).await;
    assert_problem(&response, 400, "invalid-invocation");
    assert_eq!(response.json()["errors"][0]["pointer"], "/name");
}

#[tokio::test]
async fn an_unknown_tool_is_404_before_its_body_is_read() {
    for path in [format!("/tools/{UNKNOWN}:invoke"), format!("/tools/{UNKNOWN}/versions/1:invoke")]
    {
        let request = axum::extract::Request::post(path).body("not json".into()).unwrap();
        assert_problem(&client().request(request).await, 404, "unknown-tool");
    }
}

#[tokio::test]
async fn a_client_calls_by_name_and_learns_what_is_wrong() {
    let client = client();
    let outputs = client.call("lookup", json!({"City": "Rome"})).await.unwrap();
    assert_eq!(outputs["temperature"], 40);
    let error = client.call("lookup", json!({"days": -1})).await.unwrap_err();
    assert_eq!((error.status(), error.kind()), (400, "invalid-invocation"));
    let codes: Vec<_> = error.violations().iter().map(|v| v.code).collect();
    assert_eq!(codes, [a2t::Code::OutOfRange, a2t::Code::MissingInput]);
    assert!(error.to_string().contains("/input_parameters/0/value: `days`"), "{error}");
    let error = client.call("lokup", Value::Null).await.unwrap_err();
    assert!(error.to_string().contains("did you mean `lookup`?"), "{error}");
    let error = client.call_version("lookup", 9, json!({})).await.unwrap_err();
    assert_eq!(error.kind(), "unknown-version");
    let error = client.call("fail", json!({})).await.unwrap_err();
    assert!(error.fault().unwrap().to_string().contains("hunter2"));
}

#[tokio::test]
async fn a_client_finds_a_tool_on_a_later_page() {
    let client = TestClient::with_state(numbered(250), Probe::default());
    let error = client.call("numbered_249", json!({"x": 1})).await.unwrap_err();
    assert_eq!(error.kind(), "invalid-invocation");
}

#[tokio::test]
async fn an_int_without_a_maximum_ends_at_65535() {
    let client = TestClient::with_state(unbounded(), Probe::default());
    let ask = async |count: i64| client.call("count", json!({"City": "", "count": count})).await;
    assert!(ask(65_535).await.is_ok());
    assert!(ask(-1).await.is_ok());
    let error = ask(65_536).await.unwrap_err();
    assert_eq!(error.violations().as_slice()[0].code, a2t::Code::OutOfRange);
}
