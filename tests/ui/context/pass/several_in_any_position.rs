use a2t::Tool;
use a2t::testing::TestClient;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use serde_json::json;

type Db = State<u32>;

/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
async fn read_instrument(
    #[a2t(context)] headers: HeaderMap,
    /// The number of the instrument.
    number: u32,
    #[a2t(context)] State(offset): Db,
    #[a2t(context)] _: Method,
    /// The day.
    day: Option<u32>,
    #[a2t(context)] _uri: Uri,
) -> u32 {
    let _ = headers;
    number + offset + day.unwrap_or_default()
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let names: Vec<_> = read_instrument::SIGNATURE
        .input_parameters
        .iter()
        .map(|p| &*p.name)
        .collect();
    assert_eq!(names, ["number", "day"]);
    let _: axum::Router = a2t::toolset![read_instrument].into_router().with_state(7);
    let client = TestClient::with_state(a2t::toolset![read_instrument], 7);
    let outputs = client
        .call("read_instrument", json!({ "number": 1, "day": 2 }))
        .await
        .unwrap();
    assert_eq!(outputs["result"], 10);
}
