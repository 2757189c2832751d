/// A reading.
#[derive(a2t::Output)]
pub struct Reading {
    /// Degrees Celsius.
    #[a2t(max = 100)]
    pub celsius: i32,
}

fn main() {}
