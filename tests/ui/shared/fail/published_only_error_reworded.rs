#![allow(unused)]

/// The place of a copy, from the left.
#[derive(a2t::Input)]
#[a2t(max = 9)]
pub struct Digit(pub u8);

/// Why a copy is not shelved.
#[derive(a2t::Error)]
pub enum ShelfError {
    /// Another copy stands there.
    #[a2t(status = 409)]
    Occupied,
}

/// Puts a copy on its shelf.
///
/// # Returns
/// The number of the shelf.
#[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000014")]
pub fn shelve_copy(
    /// The place.
    place: Digit,
) -> Result<u32, ShelfError> {
    unimplemented!()
}

fn main() {}
