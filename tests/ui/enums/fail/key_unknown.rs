/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// Coach.
    #[a2t(description = "Coach.")]
    Economy,
}

fn main() {}
