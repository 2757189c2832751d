use axum::http::Method;

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    value: u8,
    #[a2t(context)] m0: Method,
    #[a2t(context)] m1: Method,
    #[a2t(context)] m2: Method,
    #[a2t(context)] m3: Method,
    #[a2t(context)] m4: Method,
    #[a2t(context)] m5: Method,
    #[a2t(context)] m6: Method,
    #[a2t(context)] m7: Method,
    #[a2t(context)] m8: Method,
) -> bool {
    let _ = (value, m0, m1, m2, m3, m4, m5, m6, m7, m8);
    true
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![check];
}
