use a2t::Tool;

/// Rolls a die.
///
/// # Returns
/// What it shows.
#[a2t::tool(version = 1)]
fn roll_die() -> u8 {
    4
}

pub(crate) fn main() {
    assert_eq!(roll_die(), 4);
    assert!(roll_die::SIGNATURE.input_parameters.is_empty());
}
