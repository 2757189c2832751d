/// A reading.
#[derive(a2t::Output)]
pub struct Reading<T> {
    /// The value.
    pub value: T,
}

fn main() {}
