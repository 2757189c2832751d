use a2t::Tool;
use a2t::testing::TestClient;
use axum::extract::{FromRef, State};
use serde_json::json;

#[derive(Clone)]
struct App {
    prices: Prices,
    limit: Limit,
}

#[derive(Clone)]
struct Prices(u32);

#[derive(Clone, Copy)]
struct Limit(u32);

impl FromRef<App> for Prices {
    fn from_ref(app: &App) -> Self {
        app.prices.clone()
    }
}

impl FromRef<App> for Limit {
    fn from_ref(app: &App) -> Self {
        app.limit
    }
}

/// Prices an article.
///
/// # Returns
/// Cents.
#[a2t::tool(version = 1)]
fn price(
    /// How many pieces.
    pieces: u32,
    #[a2t(context)] State(Prices(each)): State<Prices>,
    #[a2t(context)] State(limit): State<Limit>,
) -> Result<u32, a2t::ToolError> {
    let cents = pieces.checked_mul(each).filter(|cents| *cents <= limit.0);
    cents.ok_or_else(|| a2t::ToolError::refused("too expensive"))
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let app = App {
        prices: Prices(3),
        limit: Limit(10),
    };
    assert_eq!(
        price(2, State(app.prices.clone()), State(app.limit)).unwrap(),
        6
    );
    assert_eq!(price::SIGNATURE.input_parameters.len(), 1);
    let _: axum::Router = a2t::toolset![price].into_router().with_state(app);
    let app = App {
        prices: Prices(3),
        limit: Limit(10),
    };
    let client = TestClient::with_state(a2t::toolset![price], app);
    assert_eq!(
        client.call("price", json!({ "pieces": 3 })).await.unwrap()["result"],
        9
    );
    let error = client
        .call("price", json!({ "pieces": 4 }))
        .await
        .unwrap_err();
    assert_eq!(error.detail(), "too expensive");
}
