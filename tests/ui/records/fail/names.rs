/// A day.
#[derive(a2t::Record)]
pub struct Day {
    /// The temperature.
    #[a2t(name = "high")]
    pub highest: f64,
    /// The temperature.
    pub high: f64,
    pub low: f64,
    /// The day.
    #[a2t(id = "d")]
    pub day: u8,
}

fn main() {}
