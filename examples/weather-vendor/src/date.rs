//! A calendar day as the records and the tools spell it: `YYYY-MM-DD`.

use std::error::Error;
use std::fmt;

use jiff::civil::Date;

/// Why a text is not a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotADate {
    /// It is not four digits, two digits and two digits with hyphens between.
    Spelling,
    /// There is no month of this number.
    Month(i8),
    /// The month is shorter than that.
    Day {
        /// The day asked for.
        day: i8,
        /// The last day that the month has.
        last: i8,
    },
}

/// The day of that spelling, and of no other that ISO 8601 has for it.
///
/// # Errors
/// [`NotADate`]: another spelling, or a day that the calendar does not have.
pub fn parse(text: &str) -> Result<Date, NotADate> {
    let (year, month, day) = fields(text).ok_or(NotADate::Spelling)?;
    let first = Date::new(year, month, 1).map_err(|_| NotADate::Month(month))?;
    let last = first.days_in_month();
    let date = first.with().day(day).build();
    date.map_err(|_| NotADate::Day { day, last })
}

fn fields(text: &str) -> Option<(i16, i8, i8)> {
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    let spelt = [(year, 4), (month, 2), (day, 2)]
        .iter()
        .all(|(field, digits)| field.len() == *digits && field.bytes().all(|b| b.is_ascii_digit()));
    spelt.then_some(())?;
    Some((year.parse().ok()?, month.parse().ok()?, day.parse().ok()?))
}

impl fmt::Display for NotADate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spelling => f.write_str("write it as YYYY-MM-DD, for example 2012-01-31"),
            Self::Month(month) => write!(f, "there is no month {month}; months run from 01 to 12"),
            Self::Day { day, last } => {
                write!(f, "there is no day {day} in that month; its days run from 01 to {last}")
            }
        }
    }
}

impl Error for NotADate {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_writes() {
        for text in ["2012-02-29", "2000-02-29", "2015-12-31", "0001-01-01", "0000-02-29"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn refuses_other_spellings() {
        for text in [
            "",
            "2012",
            "20120101",
            "2012-1-01",
            "2012-01-1",
            "12-01-01",
            "2012-01-01-",
            "2012-01-+1",
            "2012-01-01T00:00",
            "-002012-01-01",
            "١٢٣٤-01-01",
        ] {
            assert_eq!(parse(text), Err(NotADate::Spelling), "{text}");
        }
    }

    #[test]
    fn refuses_days_that_the_calendar_lacks() {
        let day = |day, last| Err(NotADate::Day { day, last });
        assert_eq!(parse("2013-02-29"), day(29, 28));
        assert_eq!(parse("1900-02-29"), day(29, 28));
        assert_eq!(parse("2012-04-31"), day(31, 30));
        assert_eq!(parse("2012-04-00"), day(0, 30));
        assert_eq!(parse("2012-13-01"), Err(NotADate::Month(13)));
        assert_eq!(parse("2012-00-01"), Err(NotADate::Month(0)));
    }
}
