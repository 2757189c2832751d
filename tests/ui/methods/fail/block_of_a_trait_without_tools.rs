/// A harbour.
pub struct Harbour;

#[a2t::tools]
impl Clone for Harbour {
    fn clone(&self) -> Self {
        Self
    }
}

fn main() {}
