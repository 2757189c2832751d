/// A number of a book, which is shown as a text.
#[derive(a2t::Output)]
#[a2t(text, max = 99)]
pub struct Isbn(u64);

impl std::fmt::Display for Isbn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "978-{}", self.0)
    }
}

fn main() {}
