/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// More legroom.
    #[a2t(name = "PREMIUM ECONOMY")]
    Premium,
}

fn main() {}
