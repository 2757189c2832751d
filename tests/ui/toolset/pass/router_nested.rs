use a2t::testing::TestClient;
use serde_json::json;

use axum::Router;
use axum::extract::State;
use axum::routing::get;

/// Doubles a number.
///
/// # Returns
/// Twice the number.
#[a2t::tool(version = 1)]
fn double(
    /// The number.
    number: i16,
    #[a2t(context)] State(offset): State<i32>,
) -> i32 {
    i32::from(number) * 2 + offset
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let api: Router<i32> = Router::new()
        .route("/health", get(|| async { "fine" }))
        .nest("/api", a2t::toolset![double].into_router());
    let _: Router = api.with_state(0);
    assert_eq!(double(2, State(1)), 5);
    let client = TestClient::from_router(a2t::toolset![double].into_router().with_state(1));
    let outputs = client.call("double", json!({ "number": 3 })).await.unwrap();
    assert_eq!(outputs["result"], 7);
}
