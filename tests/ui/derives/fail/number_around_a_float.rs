/// An amount of money.
#[derive(a2t::Input, a2t::Output)]
pub struct Euros(pub f32);

/// Doubles an amount.
///
/// # Returns
/// The double.
#[a2t::tool(version = 1)]
pub fn double(
    /// The amount.
    amount: Euros,
) -> Euros {
    Euros(amount.0 * 2.0)
}

fn main() {}
