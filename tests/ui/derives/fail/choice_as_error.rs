/// Class of a book.
#[derive(Clone, Copy, a2t::Error)]
pub enum Class {
    /// For the reading room only.
    Reference,
    /// To be lent.
    Lending,
}

/// Finds a class with books.
///
/// # Returns
/// The class.
#[a2t::tool(version = 1)]
pub fn find_class(
    /// The class that is preferred.
    #[a2t(default = Class::Lending)]
    class: Class,
) -> Class {
    class
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![find_class];
}
