/// A reading.
#[derive(a2t::Output)]
pub struct Reading<'a> {
    /// The value.
    pub value: &'a str,
}

fn main() {}
