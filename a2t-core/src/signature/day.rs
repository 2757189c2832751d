//! Days of the Gregorian calendar, as documents write them.

/// Returns the beginning of a day in UTC, in seconds since 1970-01-01T00:00:00Z; `None` for what is
/// no day of the Gregorian calendar from year 1 to 9999, written `YYYY-MM-DD` (RFC 3339,
/// `full-date`).
///
/// ```
/// use a2t_core::signature::unix_seconds;
/// assert_eq!(unix_seconds("2026-11-01"), Some(1_793_491_200));
/// assert_eq!(unix_seconds("2026-02-29"), None);
/// ```
pub fn unix_seconds(day: &str) -> Option<i64> {
    let digits = |range| {
        let part: &str = day.get(range)?;
        let plain = part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse::<i64>().ok()).flatten()
    };
    let hyphens = day.bytes().enumerate().filter(|(_, byte)| *byte == b'-');
    if day.len() != 10 || !hyphens.map(|(index, _)| index).eq([4, 7]) {
        return None;
    }
    let (year, month, day) = (digits(0..4)?, digits(5..7)?, digits(8..10)?);
    if year < 1 || !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
        return None;
    }
    let before = (1..month).map(|month| days_in(year, month)).sum::<i64>();
    Some((days_before(year) - days_before(1970) + before + day - 1) * 86_400)
}

fn days_before(year: i64) -> i64 {
    let past = year - 1;
    past * 365 + past / 4 - past / 100 + past / 400
}

fn days_in(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_has_them() {
        for (day, seconds) in [
            ("1970-01-01", 0),
            ("1969-12-31", -86_400),
            ("2000-02-29", 951_782_400),
            ("2000-03-01", 951_868_800),
            ("2024-12-31", 1_735_603_200),
            ("2100-03-01", 4_107_542_400),
            ("9999-12-31", 253_402_214_400),
            ("0001-01-01", -62_135_596_800),
        ] {
            assert_eq!(unix_seconds(day), Some(seconds), "{day}");
        }
    }

    #[test]
    fn what_is_no_day_is_none() {
        for day in [
            "",
            "2026",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2100-02-29",
            "2026-1-1",
            "0000-01-01",
            "2026-11-01T00:00:00Z",
            "+026-11-01",
            "2026-+1-01",
            "-026-11-01",
            "２026-11-1",
            "2026/11/01",
            "01-11-2026",
        ] {
            assert_eq!(unix_seconds(day), None, "{day}");
        }
    }
}
