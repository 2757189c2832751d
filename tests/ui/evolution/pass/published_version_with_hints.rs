#![allow(unreachable_pub, unused)]

use a2t::Tool;

/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// The least expensive cabin.
    Economy,
    /// A seat that becomes a bed.
    Business,
}

/// Books seats on a flight.
///
/// # Returns
/// The confirmation, six letters.
#[a2t::tool(
    version = 1,
    destructive = false,
    idempotent,
    id = "5ea70000-0000-4000-8000-000000000001",
    tags = ["travel", "flights"],
    img = "https://example.com/seat.png"
)]
pub fn reserve_seat(
    /// How many people travel.
    #[a2t(min = 1, max = 9)]
    people: u8,
    /// The cabin; economy if absent.
    cabin: Option<Cabin>,
    /// A word to the crew.
    #[a2t(max_length = 100)]
    note: String,
) -> String {
    unimplemented!()
}

pub(crate) fn main() {
    // The file is of a release that did not write hints down, so nothing is known to hold the code to.
    assert!(reserve_seat::SIGNATURE.hints.is_repeatable());
}
