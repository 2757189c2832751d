/// A day, as 2026-11-25.
#[derive(Clone, Copy, a2t::Input, a2t::Output)]
#[a2t(text = true, expected = "a day", example = "2026-11-25")]
pub struct Day(jiff::civil::Date);

impl std::str::FromStr for Day {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, jiff::Error> {
        text.parse().map(Self)
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Finds a day when the library is open.
///
/// # Returns
/// The day.
#[a2t::tool(version = 1)]
pub fn find_day(
    /// The first day.
    #[a2t(default = "2026-11-25")]
    day: Day,
) -> Day {
    day
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![find_day];
}
