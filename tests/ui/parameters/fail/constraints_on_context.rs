use axum::http::Method;

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    value: u8,
    #[a2t(min = 1, max = 5, context)] method: Method,
) -> bool {
    let _ = (value, method);
    true
}

fn main() {}
