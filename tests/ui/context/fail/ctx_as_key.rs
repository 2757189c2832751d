use axum::http::HeaderMap;

/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
    #[a2t(ctx)] headers: HeaderMap,
) -> u32 {
    let _ = headers;
    number
}

fn main() {}
