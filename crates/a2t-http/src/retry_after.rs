//! `Retry-After` (RFC 9110, section 10.2.3): the wait that a server asks for, in seconds or as a
//! date.

use std::time::{Duration, SystemTime};

use http::HeaderMap;
use http::header::RETRY_AFTER;

/// Longest wait that is returned: the bound of RFC 9111, section 1.2.2, which is 68 years. A
/// program may add it to any `Instant`, where a larger one of a hostile server would panic.
const LONGEST: Duration = Duration::from_secs(1 << 31);

/// Returns the wait that a reply asks for, at most 68 years; `None` if it has none that is a number of seconds
/// or a date. A date that has passed asks for none.
///
/// ```
/// let mut headers = http::HeaderMap::new();
/// headers.insert("retry-after", "120".parse().unwrap());
/// assert_eq!(a2t_http::retry_after(&headers).unwrap().as_secs(), 120);
/// ```
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    parse(headers.get(RETRY_AFTER)?.to_str().ok()?, SystemTime::now())
}

fn parse(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)).min(LONGEST));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or_default().min(LONGEST))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110.
    fn then() -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777)
    }

    fn seconds(value: &str) -> Option<u64> {
        parse(value, then()).map(|wait| wait.as_secs())
    }

    #[test]
    fn seconds_are_read_however_many_they_are() {
        assert_eq!(seconds("0"), Some(0));
        assert_eq!(seconds(" 120\t"), Some(120));
        assert_eq!(seconds("2147483648"), Some(1 << 31));
        for beyond in ["2147483649", "18446744073709551615", "99999999999999999999999"] {
            assert_eq!(seconds(beyond), Some(1 << 31), "{beyond}");
        }
        assert_eq!(seconds("Fri, 31 Dec 9999 23:59:59 GMT"), Some(1 << 31));
    }

    #[test]
    fn a_date_is_read_in_all_three_spellings() {
        for date in [
            "Sun, 06 Nov 1994 08:50:37 GMT",
            "Sunday, 06-Nov-94 08:50:37 GMT",
            "Sun Nov  6 08:50:37 1994",
        ] {
            assert_eq!(seconds(date), Some(60), "{date}");
        }
    }

    #[test]
    fn a_date_that_has_passed_asks_for_no_wait() {
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:36 GMT"), Some(0));
        assert_eq!(seconds("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
    }

    #[test]
    fn anything_else_asks_for_nothing() {
        for value in [
            "",
            " ",
            "-1",
            "+1",
            "1.5",
            "1e9",
            "0x10",
            "1 2",
            "soon",
            "١٢",
            "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Fri, 31 Dec 99999 23:59:59 GMT",
        ] {
            assert_eq!(seconds(value), None, "{value:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn no_value_panics(
            value in "\\PC{0,40}|[0-9]{0,30}|\
                [A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT",
            now in any::<u32>(),
        ) {
            let now = SystemTime::UNIX_EPOCH + Duration::from_secs(now.into());
            prop_assert!(parse(&value, now) <= Some(LONGEST));
        }
    }
}
