//! The tools of the files as callers see them, and one that comes while they are served.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use a2t::testing::TestClient;
use axum::body::Body;
use axum::http::Request;
use catalog_from_data::{api, operators, read};
use serde_json::{Value, json};

fn files() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tools"))
}

fn knots(times: i64) -> Value {
    let text = std::fs::read_to_string(files().join("metres_of_miles.json")).unwrap();
    let mut tool: Value = serde_json::from_str(&text).unwrap();
    tool["signature"]["toolId"] = json!("0479a45d-ad0a-49d4-94db-75edf00d2ca4");
    tool["signature"]["name"] = json!("metres_of_nautical_miles");
    tool["formula"]["times"] = json!(times * 1000);
    tool
}

async fn tell(operators: &TestClient, method: &str, body: &Value) -> (u16, String) {
    let request = Request::builder().method(method).uri("/tools");
    let request = request.header("content-type", "application/json");
    let reply = operators.request(request.body(Body::from(body.to_string())).unwrap()).await;
    (reply.status.as_u16(), String::from_utf8(reply.body.to_vec()).unwrap())
}

#[tokio::test]
async fn each_file_is_a_tool() {
    let client = TestClient::new(read(files()).unwrap());
    for (tool, value, converted) in [
        ("metres_of_miles", 2, 3218),
        ("grams_of_pounds", 10, 4535),
        ("fahrenheit_of_celsius", -40, -40),
    ] {
        let reply = client.call(tool, json!({ "value": value })).await.unwrap();
        assert_eq!(reply["converted"], converted, "{tool}");
        assert!(client.call(tool, json!({ "value": "two" })).await.is_err());
    }
}

#[tokio::test]
async fn a_tool_is_added_replaced_and_removed_while_it_is_served() {
    let live = read(files()).unwrap().live();
    let (client, inside) =
        (TestClient::from_router(api(&live)), TestClient::from_router(operators(&live)));
    let name = "metres_of_nautical_miles";
    assert!(client.call(name, json!({ "value": 1 })).await.is_err());
    for times in [1851, 1852] {
        assert_eq!(tell(&inside, "PUT", &knots(times)).await.0, 204);
        assert_eq!(client.call(name, json!({ "value": 1 })).await.unwrap()["converted"], times);
    }
    let id = &knots(1)["signature"]["toolId"];
    assert_eq!(tell(&inside, "DELETE", id).await.0, 204);
    assert_eq!(tell(&inside, "DELETE", id).await.0, 404);
    assert!(client.call(name, json!({ "value": 1 })).await.is_err());
}

#[tokio::test]
async fn what_is_wrong_with_a_tool_is_reported_to_operators() {
    let live = read(files()).unwrap().live();
    let inside = TestClient::from_router(operators(&live));
    let mut wrong = knots(1852);
    wrong["signature"]["input_parameters"][0]["max"] = json!("many");
    let (status, words) = tell(&inside, "PUT", &wrong).await;
    assert!(status == 422 && words.contains("/input_parameters/0/max"), "{words}");
    let mut duplicate = knots(1852);
    duplicate["signature"]["name"] = json!("grams_of_pounds");
    let (status, words) = tell(&inside, "PUT", &duplicate).await;
    assert!(status == 422 && words.contains("has this name"), "{words}");
    assert_eq!(live.len(), 3);
}
