/// A day.
#[derive(a2t::Record)]
pub struct Day<T> {
    /// The temperature.
    pub high: T,
}

fn main() {}
