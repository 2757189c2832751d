use axum::http::HeaderMap;

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    value: u8,
    #[a2t(context)] headers: &HeaderMap,
) -> bool {
    let _ = (value, headers);
    true
}

fn main() {}
