use std::sync::Arc;

use a2t::testing::TestClient;
use serde_json::json;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let toolset = a2t_ui_edition_2021::toolset();
    let names: Vec<_> = toolset.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["gen", "measure", "read"]);
    assert_eq!(a2t_ui_edition_2021::r#gen(2), 2);
    let client = TestClient::with_state(toolset, Arc::new(a2t_ui_edition_2021::Station));
    assert_eq!(
        client.call("gen", json!({ "gen": 3 })).await.unwrap()["result"],
        3
    );
    let outputs = client
        .call("read", json!({ "units": "CELSIUS" }))
        .await
        .unwrap();
    assert_eq!(
        serde_json::Value::Object(outputs),
        json!({ "value": 1, "units": "CELSIUS" })
    );
}
