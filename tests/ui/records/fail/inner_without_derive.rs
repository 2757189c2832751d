/// A station.
pub struct Station {
    /// Its name.
    pub name: String,
}

/// A day.
#[derive(a2t::Record)]
pub struct Day {
    /// The station.
    pub station: Station,
}

fn main() {}
