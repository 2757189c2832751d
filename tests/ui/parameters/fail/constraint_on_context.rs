use axum::http::Method;

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    value: u8,
    #[a2t(context, max = 5)] method: Method,
) -> bool {
    let _ = (value, method);
    true
}

fn main() {}
