/// A node.
#[derive(a2t::Record)]
pub struct Node {
    /// The nodes below.
    pub below: Vec<Node>,
}

fn main() {}
