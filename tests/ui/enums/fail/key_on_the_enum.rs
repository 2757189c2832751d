/// Cabin class.
#[derive(a2t::Enum)]
#[a2t(rename_all = "lowercase")]
pub enum Cabin {
    /// Coach.
    Economy,
}

fn main() {}
