#![allow(unused)]

/// A number that is named like another published input.
#[derive(a2t::Input)]
#[a2t(max = 8)]
pub struct VolumeId(pub u8);

type Place = VolumeId;

/// Why a copy is not shelved.
#[derive(a2t::Error)]
pub enum ShelfError {
    /// A copy stands there.
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
    place: Place,
) -> Result<u32, ShelfError> {
    unimplemented!()
}

fn main() {}
