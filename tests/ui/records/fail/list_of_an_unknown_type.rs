/// A copy on a shelf.
#[derive(a2t::Record)]
pub struct Copy {
    /// The numbers of the shelf.
    numbers: Vec<U32x>,
}

fn main() {}
