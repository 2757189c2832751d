use axum::extract::State;
use axum::http::HeaderMap;

/// A pool of connections.
#[derive(Clone)]
pub struct Pool;

/// The state of the application.
#[derive(Clone)]
pub struct App {
    pub pool: Pool,
}

/// Counts the orders of a customer.
///
/// # Returns
/// How many there are.
#[a2t::tool(version = 1)]
pub async fn count_orders(
    /// The customer.
    customer: u32,
    #[a2t(context)] headers: HeaderMap,
    #[a2t(context)] State(pool): State<Pool>,
) -> u32 {
    let _ = (headers, pool);
    customer
}

fn main() {
    let _ = a2t::serve("127.0.0.1:0", a2t::toolset![count_orders], App { pool: Pool });
}
