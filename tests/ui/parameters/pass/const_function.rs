use a2t::Tool;

/// Squares a number.
///
/// # Returns
/// The square.
#[a2t::tool(version = 1)]
const fn square(
    /// The number.
    number: u8,
) -> u16 {
    number as u16 * number as u16
}

const NINE: u16 = square(3);

pub(crate) fn main() {
    assert_eq!(NINE, 9);
    assert_eq!(square::SIGNATURE.name, "square");
    let _: a2t::Toolset<()> = a2t::toolset![square];
}
