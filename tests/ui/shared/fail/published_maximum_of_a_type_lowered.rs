#![allow(unused)]

/// Where a volume stands.
#[derive(a2t::Input)]
#[a2t(text, max_length = 12, format = "shelfmark")]
pub struct Mark(String);

impl std::str::FromStr for Mark {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

/// A floor.
#[derive(a2t::Input)]
#[a2t(min = -2, max = 6)]
pub struct Level(i8);

/// Finds a shelf.
///
/// # Returns
/// What is there.
#[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000020")]
pub fn find_mark(
    /// The shelf.
    mark: Mark,
    /// A hint for the search.
    #[a2t(max_length = 40)]
    hint: String,
) -> String {
    unimplemented!()
}

/// Clears a shelf, or a floor.
///
/// # Returns
/// What is there.
#[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000021")]
pub fn clear_marks(
    /// The shelf, all of them if absent.
    shelf: Option<Mark>,
    /// The floor, all of them if absent.
    floor: Option<Level>,
) -> String {
    unimplemented!()
}

/// Moves what stands on a shelf.
///
/// # Returns
/// What is there.
#[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000022")]
pub fn move_mark(
    /// The old shelf.
    from: Mark,
    /// The new shelf.
    to: Mark,
    /// The new floor, above the ground.
    #[a2t(min = 1)]
    up_to: Level,
) -> String {
    unimplemented!()
}

/// Labels a shelf.
///
/// # Returns
/// What is there.
#[a2t::tool(version = 2, id = "f1190000-0000-4000-8000-000000000023")]
pub fn label_mark(
    /// The shelf.
    place: Mark,
    /// The floor.
    at: Level,
    /// The other floor, with the same labels.
    also: Option<Level>,
) -> String {
    unimplemented!()
}

fn main() {}
