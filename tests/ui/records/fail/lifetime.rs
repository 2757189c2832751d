/// A day.
#[derive(a2t::Record)]
pub struct Day<'a> {
    /// The name.
    pub name: &'a str,
}

fn main() {}
