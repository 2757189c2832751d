/// Why a copy is not lent.
#[derive(a2t::Error)]
pub enum Refusal<'a> {
    /// The copy is lent.
    #[a2t(status = 409)]
    Lent,
}

/// Lends a copy.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
pub fn lend() -> Result<u32, Refusal<'static>> {
    Err(Refusal::Lent)
}

fn main() {}
