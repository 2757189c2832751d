use a2t::Tool;

/// Looks up **the weather**
/// of today.
///
/// Use it for:
///
/// - Boston,
/// - Omaha.
///
/// ```
/// # Returns
/// ```
///
/// # Returns
/// Degrees, as a *whole* number.
///
/// # Notes
/// Calls cost nothing.
///
/// ```
/// // # Returns
/// assert!(true);
/// ```
#[a2t::tool(version = 1)]
fn look_up(
    /// The city,
    /// with its state.
    ///
    /// For example `Omaha, Nebraska`.
    city: String,
) -> u32 {
    city.len() as u32
}

pub(crate) fn main() {
    assert_eq!(look_up("Omaha".into()), 5);
    let tool = look_up::SIGNATURE;
    let expected = [
        "Looks up **the weather** of today.",
        "Use it for:",
        "- Boston,\n- Omaha.",
        "```\n# Returns\n```",
    ];
    let paragraphs: Vec<_> = tool.description.split("\n\n").collect();
    assert_eq!(paragraphs, expected);
    let city = "The city, with its state.\n\nFor example `Omaha, Nebraska`.";
    assert_eq!(tool.input_parameters[0].description, city);
    assert_eq!(
        tool.output_parameters[0].description,
        "Degrees, as a *whole* number."
    );
}
