use std::fmt;
use std::str::FromStr;

/// A place on a shelf.
#[derive(a2t::Input, a2t::Output)]
#[a2t = "text"]
pub struct Place {
    shelf: u8,
    number: u8,
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (shelf, number) = text.split_once('-').ok_or("no hyphen")?;
        let number_of = |text: &str| text.parse().map_err(|_| "no number".to_owned());
        Ok(Self { shelf: number_of(shelf)?, number: number_of(number)? })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.shelf, self.number)
    }
}

fn main() {}
