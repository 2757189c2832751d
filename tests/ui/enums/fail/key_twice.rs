/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// Coach.
    #[a2t(name = "COACH", name = "ECONOMY")]
    Economy,
}

fn main() {}
