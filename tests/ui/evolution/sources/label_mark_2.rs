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
#[a2t(min = -2, max = 7)]
pub struct Level(i8);

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
