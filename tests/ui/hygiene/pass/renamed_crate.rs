use std::sync::Arc;

use a2t::testing::TestClient;
use serde_json::json;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let toolset = a2t_ui_renamed::toolset();
    let names: Vec<_> = toolset.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["find", "measure", "read"]);
    assert_eq!(a2t_ui_renamed::read(2, None).value, 2);
    let client = TestClient::with_state(toolset, Arc::new(a2t_ui_renamed::Station));
    let outputs = client
        .call("read", json!({ "number": 3, "units": "FAHRENHEIT" }))
        .await
        .unwrap();
    assert_eq!(
        serde_json::Value::Object(outputs),
        json!({ "value": 3, "units": "FAHRENHEIT" })
    );
    let found = client.call("find", json!({ "address": "::1" })).await.unwrap();
    assert_eq!(found["result"], json!([{ "number": 1, "addresses": ["::1"] }]));
}
