//! Dates as texts.

use std::time::Duration;

const DAY: u64 = 86_400;

/// Returns a time in RFC 3339, in UTC. `passed` is the time since 1970-01-01T00:00:00Z. The fraction
/// of the second has the given number of digits, 0 to 9; further digits are cut off.
///
/// ```
/// use std::time::Duration;
/// use a2t_core::rfc3339;
///
/// let passed = Duration::from_millis(1_795_300_874_029);
/// assert_eq!(rfc3339(passed, 0), "2026-11-21T22:41:14Z");
/// assert_eq!(rfc3339(passed, 2), "2026-11-21T22:41:14.02Z");
/// ```
pub fn rfc3339(passed: Duration, digits: u32) -> String {
    let (days, second) = (passed.as_secs() / DAY, passed.as_secs() % DAY);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    let fraction = fraction(passed.subsec_nanos(), digits.min(9));
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
}

fn fraction(nanos: u32, digits: u32) -> String {
    if digits == 0 {
        return String::new();
    }
    let (cut, width) = (nanos / 10_u32.pow(9 - digits), digits as usize);
    format!(".{cut:0width$}")
}

/// Year, month and day of so many days after 1970-01-01, by Howard Hinnant's `civil_from_days`: years
/// begin in March, eras of 400 years have 146,097 days each.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc() {
        for (millis, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_001, "2000-02-29T00:00:00.001Z"),
            (1_709_251_199_000, "2024-02-29T23:59:59.000Z"),
            (1_795_300_874_020, "2026-11-21T22:41:14.020Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            let passed = Duration::from_millis(millis);
            assert_eq!(rfc3339(passed, 3), text, "{millis}");
            let seconds = format!("{}Z", text.get(..19).unwrap_or_default());
            assert_eq!(rfc3339(passed, 0), seconds, "{millis}");
        }
    }

    #[test]
    fn fractions_are_cut_off_and_no_time_is_too_late() {
        let passed = Duration::new(0, 123_456_789);
        for (digits, text) in [(1, ".1Z"), (6, ".123456Z"), (9, ".123456789Z"), (90, ".123456789Z")]
        {
            assert_eq!(rfc3339(passed, digits), format!("1970-01-01T00:00:00{text}"));
        }
        assert!(rfc3339(Duration::MAX, 9).ends_with("15.999999999Z"));
    }
}
