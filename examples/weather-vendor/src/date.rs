//! A calendar day as the records and the tools spell it: `YYYY-MM-DD`.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Why a text is not a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotADate {
    /// It is not four digits, two digits and two digits with hyphens between.
    Spelling,
    /// There is no month of this number.
    Month(u8),
    /// The month is shorter than that.
    Day {
        /// The day asked for.
        day: u8,
        /// The last day that the month has.
        last: u8,
    },
}

impl Date {
    /// The day, if the calendar has it.
    ///
    /// # Errors
    /// [`NotADate::Month`] or [`NotADate::Day`] where the calendar has no such month or day.
    pub fn new(year: u16, month: u8, day: u8) -> Result<Self, NotADate> {
        let last = last_day(year, month).ok_or(NotADate::Month(month))?;
        if (1..=last).contains(&day) {
            Ok(Self { year, month, day })
        } else {
            Err(NotADate::Day { day, last })
        }
    }

    /// The year, such as 2012.
    pub fn year(self) -> u16 {
        self.year
    }

    /// The month, 1 to 12.
    pub fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, from 1.
    pub fn day(self) -> u8 {
        self.day
    }
}

impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Self, NotADate> {
        let mut fields = text.split('-');
        let (Some(year), Some(month), Some(day), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(NotADate::Spelling);
        };
        let [year, month, day] = [number(year, 4)?, number(month, 2)?, number(day, 2)?];
        let [month, day] = [month, day].map(|two_digits| two_digits as u8);
        Self::new(year, month, day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for NotADate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spelling => f.write_str("write it as YYYY-MM-DD, for example 2012-01-31"),
            Self::Month(month) => write!(f, "there is no month {month}; months run from 01 to 12"),
            Self::Day { day, last } => {
                write!(
                    f,
                    "there is no day {day} in that month; its days run from 01 to {last}"
                )
            }
        }
    }
}

impl Error for NotADate {}

fn number(text: &str, digits: usize) -> Result<u16, NotADate> {
    let spelt = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    spelt
        .then(|| text.parse().ok())
        .flatten()
        .ok_or(NotADate::Spelling)
}

fn last_day(year: u16, month: u8) -> Option<u8> {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if is_leap(year) { 29 } else { 28 }),
        _ => None,
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_writes() {
        for text in ["2012-02-29", "2000-02-29", "2015-12-31", "0001-01-01"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn refuses_other_spellings() {
        for text in [
            "",
            "2012",
            "2012-1-01",
            "2012-01-1",
            "12-01-01",
            "2012-01-01-",
            "2012-01-+1",
            "١٢٣٤-01-01",
        ] {
            assert_eq!(text.parse::<Date>(), Err(NotADate::Spelling), "{text}");
        }
    }

    #[test]
    fn refuses_days_that_the_calendar_lacks() {
        assert_eq!(
            "2013-02-29".parse::<Date>(),
            Err(NotADate::Day { day: 29, last: 28 })
        );
        assert_eq!(
            "1900-02-29".parse::<Date>(),
            Err(NotADate::Day { day: 29, last: 28 })
        );
        assert_eq!(
            "2012-04-31".parse::<Date>(),
            Err(NotADate::Day { day: 31, last: 30 })
        );
        assert_eq!(
            "2012-04-00".parse::<Date>(),
            Err(NotADate::Day { day: 0, last: 30 })
        );
        assert_eq!("2012-13-01".parse::<Date>(), Err(NotADate::Month(13)));
    }
}
