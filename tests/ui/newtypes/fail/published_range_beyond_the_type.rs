#![allow(unused)]

/// A passenger count.
#[derive(a2t::Input)]
#[a2t(min = 1, max = 256)]
pub struct People(u8);

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
    id = "5ea70000-0000-4000-8000-000000000001",
    tags = ["travel", "flights"],
    img = "https://example.com/seat.png"
)]
fn reserve_seat(
    /// How many people travel.
    #[a2t(max = 9)]
    people: People,
    /// The cabin; economy if absent.
    cabin: Option<Cabin>,
    /// A word to the crew.
    #[a2t(max_length = 100)]
    note: String,
) -> String {
    unimplemented!()
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![reserve_seat];
}
