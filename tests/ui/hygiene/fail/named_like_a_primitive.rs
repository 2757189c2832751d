/// Counts the characters.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1)]
pub fn str(
    /// The text.
    text: String,
) -> u32 {
    let text: &str = &text;
    text.chars().count() as u32
}

fn main() {
    let text: &str = "Boston";
    assert_eq!(str(text.to_owned()), 6);
}
