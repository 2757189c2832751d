pub struct Silent;

/// A day.
#[derive(a2t::Record)]
pub struct Day {
    /// Nothing to show.
    #[a2t(text)]
    pub what: Silent,
}

fn main() {}
