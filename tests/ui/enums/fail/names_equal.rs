/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// Coach.
    Economy,
    /// The cheapest.
    #[a2t(name = "ECONOMY")]
    Cheapest,
}

fn main() {}
