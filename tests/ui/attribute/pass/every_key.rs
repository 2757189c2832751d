use a2t::Tool;

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(
    name = "add_numbers",
    id = "0479A45D-AD0A-49D4-94DB-75EDF00D2CA4",
    version = 3,
    tags = ["sums", "no side effects"],
    img = "https://example.com/plus.png",
)]
fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

pub(crate) fn main() {
    assert_eq!(add(1, 2), 3);
    let tool = add::SIGNATURE;
    assert_eq!(tool.name, "add_numbers");
    assert_eq!(
        tool.tool_id.to_string(),
        "0479a45d-ad0a-49d4-94db-75edf00d2ca4"
    );
    assert_eq!((tool.version, tool.current_version), (3, 3));
    assert_eq!(*tool.tags, ["sums", "no side effects"]);
    assert_eq!(tool.img.as_deref(), Some("https://example.com/plus.png"));
}
