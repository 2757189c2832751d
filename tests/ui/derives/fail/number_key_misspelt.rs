/// An amount in cents.
#[derive(Clone, Copy, a2t::Input, a2t::Output)]
#[a2t(mx = 1_000_000)]
pub struct Cents(u32);

/// Rounds a price.
///
/// # Returns
/// The price in whole euros.
#[a2t::tool(version = 1)]
pub fn round_price(
    /// The price.
    #[a2t(min = 1, default = 500)]
    price: Cents,
) -> Cents {
    price
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![round_price];
}
