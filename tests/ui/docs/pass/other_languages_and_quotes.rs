use a2t::Tool;

/// Says "grüß Gott" \ in 日本語 🎈, over
/// two lines.
///
/// # Returns
/// The greeting's length; 100 % "exact" {not a format}.
#[a2t::tool(version = 1)]
fn greet(
    /// Whom: `{name}` or "%s".
    name: String,
) -> u64 {
    name.chars().count() as u64
}

pub(crate) fn main() {
    assert_eq!(greet("Zoë".into()), 3);
    assert_eq!(
        greet::SIGNATURE.description,
        "Says \"grüß Gott\" \\ in 日本語 🎈, over two lines."
    );
    assert_eq!(
        greet::SIGNATURE.input_parameters[0].description,
        "Whom: `{name}` or \"%s\"."
    );
    assert!(
        greet::SIGNATURE.output_parameters[0]
            .description
            .ends_with("{not a format}.")
    );
    assert!(greet::SIGNATURE.check().is_empty());
}
