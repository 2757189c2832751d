use a2t::Tool;

/// Counts down.
///
/// # Returns
/// How many steps it took.
#[a2t::tool(version = 1)]
fn count_down(
    /// Where to start.
    mut from: u8,
) -> u8 {
    let mut steps = 0;
    while from > 0 {
        from -= 1;
        steps += 1;
    }
    steps
}

pub(crate) fn main() {
    assert_eq!(count_down(3), 3);
    assert_eq!(count_down::SIGNATURE.input_parameters[0].name, "from");
}
