#![allow(unused)]

/// Lists the fines of a reader.
///
/// # Returns
/// The fines.
#[a2t::tool(version = 1, read_only, id = "f1190000-0000-4000-8000-000000000007")]
pub fn list_fines(
    /// The reader.
    reader: Reader,
    /// The year; this one if absent.
    year: Option<u16>,
) -> String {
    unimplemented!()
}

/// The number of a reader.
#[derive(a2t::Input)]
#[a2t(text)]
pub struct Reader(pub u64);

impl std::str::FromStr for Reader {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

fn main() {}
