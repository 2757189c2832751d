/// An amount in cents.
#[derive(Clone, Copy, a2t::Input, a2t::Record)]
#[a2t(max = 1_000_000)]
pub struct Cents(u32);

/// A book.
#[derive(a2t::Output)]
pub struct Book {
    /// The price of a lost copy.
    pub price: Cents,
}

/// Looks up a book.
#[a2t::tool(version = 1)]
pub fn look_up(
    /// The price.
    #[a2t(min = 1, default = 500)]
    price: Cents,
) -> Book {
    Book { price }
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![look_up];
}
