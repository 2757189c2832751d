pub struct Driver;

/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    #[a2t(transparent)]
    Database(Driver),
}

/// Errors of readers.
#[derive(a2t::Error)]
pub enum ReaderError {
    #[a2t(internal)]
    Database(Driver),
}

fn main() {}
