/// A reading.
#[derive(a2t::Output)]
pub struct Reading {
    /// The place.
    pub place: Place,
}

/// A place.
#[derive(a2t::Output)]
pub struct Place {
    /// The city.
    pub city: String,
}

fn main() {}
