/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// Coach.
    #[a2t(nam = "COACH")]
    Economy,
}

fn main() {}
