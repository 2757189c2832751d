/// Looks up a forecast.
///
/// # Returns
/// Whether it rains.
#[a2t::tool(version = 1)]
pub fn forecast(
    /// The city.
    city: String,
    /// Another city, whose name has a Cyrillic letter.
    #[a2t(name = "c\u{456}ty")]
    other: String,
    /// A tool that holds its breath.
    #[a2t(name = "heart\u{fe0f}\u{fe0e}")]
    heart: String,
) -> bool {
    let _ = (city, other, heart);
    true
}

fn main() {}
