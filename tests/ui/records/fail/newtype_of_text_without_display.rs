/// A number of a book.
#[derive(a2t::Output)]
#[a2t(text)]
pub struct Isbn(pub u64);

/// A loan.
#[derive(a2t::Record)]
pub struct Loan {
    /// The book.
    pub isbn: Isbn,
}

fn main() {
    let _ = Loan { isbn: Isbn(1) }.isbn.0;
}
