/// Shares a cake.
///
/// # Returns
/// Grams a guest.
#[a2t::tool(version = 1)]
pub fn share(
    /// Steps to the left or to the right.
    steps: std::num::NonZeroI32,
) -> i32 {
    steps.get()
}

fn main() {}
