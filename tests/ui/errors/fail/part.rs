/// Errors that tools share.
#[derive(a2t::Error)]
pub enum Lending {
    /// There is no such book.
    #[a2t(status = 404)]
    UnknownBook,
    /// Somebody has the book.
    #[a2t(status = 409)]
    AlreadyLent,
}

/// Lends a book.
///
/// # Returns
/// The day.
#[a2t::tool(version = 1, errors(UnknownBok))]
fn lend() -> Result<String, Lending> {
    Err(Lending::AlreadyLent)
}

/// Takes a book back.
///
/// # Returns
/// The day.
#[a2t::tool(version = 1, errors(Lending::UnknownBook))]
fn take_back() -> Result<String, Lending> {
    Err(Lending::UnknownBook)
}

/// Renews a loan.
///
/// # Returns
/// The day.
#[a2t::tool(version = 1, errors = [UnknownBook])]
fn renew() -> Result<String, Lending> {
    Err(Lending::UnknownBook)
}

/// Reserves a book.
///
/// # Returns
/// The day.
#[a2t::tool(version = 1, errors(UnknownBook, UnknownBook))]
fn reserve() -> Result<String, Lending> {
    Err(Lending::UnknownBook)
}

/// Tells when the library is open.
///
/// # Returns
/// The hours.
#[a2t::tool(version = 1, errors(UnknownBook))]
fn opening_hours() -> Result<String, a2t::ToolError> {
    Ok(String::new())
}

/// Tells where the library is.
///
/// # Returns
/// The address.
#[a2t::tool(version = 1, error(UnknownBook))]
fn address() -> Result<String, Lending> {
    Ok(String::new())
}

fn main() {}
