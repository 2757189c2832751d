/// Cabin class.
#[derive(a2t::Enum)]
pub union Cabin {
    /// Coach.
    pub economy: u8,
}

fn main() {}
