//! Durations as people write them.

use std::time::Duration;

/// Parses a duration such as `30s`, `250ms` or `1m 30s`: whole numbers with a unit (`ms`, `s`, `m` or `h`), whose sum
/// is taken. Returns `None` for any other text, and if the sum is too large for the type.
///
/// ```
/// use std::time::Duration;
/// use a2t_core::parse_duration;
///
/// assert_eq!(parse_duration("1m 30s"), Some(Duration::from_secs(90)));
/// assert_eq!(parse_duration("90"), None);
/// ```
pub fn parse_duration(text: &str) -> Option<Duration> {
    let mut parts = text.split(' ');
    let first = part(parts.next()?)?;
    parts.try_fold(first, |sum, next| sum.checked_add(part(next)?))
}

fn part(text: &str) -> Option<Duration> {
    let (number, unit) =
        text.split_at_checked(text.find(|letter: char| !letter.is_ascii_digit())?)?;
    let number: u64 = number.parse().ok()?;
    let seconds = match unit {
        "ms" => return Some(Duration::from_millis(number)),
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        _ => return None,
    };
    number.checked_mul(seconds).map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_a_unit_and_the_sum_is_taken() {
        assert_eq!(parse_duration("5s"), Some(Duration::from_secs(5)));
        assert_eq!(parse_duration("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(parse_duration("0s"), Some(Duration::ZERO));
        assert_eq!(parse_duration("24h"), parse_duration("1440m"));
        assert_eq!(parse_duration("1h 30m 5s 7ms"), Some(Duration::from_millis(5_405_007)));
    }

    #[test]
    fn other_texts_are_no_durations() {
        for text in [
            "",
            " ",
            "5",
            "s",
            "-1s",
            "+1s",
            "5 s",
            "1.5s",
            "5S",
            "5sec",
            "1m  30s",
            " 5s",
            "5s ",
            "1m30s",
            "5µs",
            "99999999999999999999h",
            "18446744073709551615h",
            "18446744073709551615s 1s",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
