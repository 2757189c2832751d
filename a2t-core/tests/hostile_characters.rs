//! The gate for text, judged over every scalar value there is against a list that people can read.
#![allow(clippy::unwrap_used)]

use std::ops::RangeInclusive;

use a2t_core::error::inert;
use a2t_core::signature::rule;

fn listed() -> Vec<RangeInclusive<u32>> {
    let lines = include_str!("forbidden_characters.txt").lines();
    let ranges = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let (range, _) = line.split_once(' ').unwrap();
        let (first, last) = range.split_once("..").unwrap();
        let number = |text| u32::from_str_radix(text, 16).unwrap();
        number(first)..=number(last)
    });
    ranges.collect()
}

#[test]
fn exactly_the_listed_characters_are_refused_and_shown_escaped() {
    let listed = listed();
    let mut judged = 0;
    for character in '\0'..=char::MAX {
        let code = u32::from(character);
        let expected = listed.iter().any(|range| range.contains(&code));
        assert_eq!(rule::is_forbidden(character), expected, "U+{code:04X}");
        let text = String::from(character);
        assert_eq!(rule::visible(&text).is_err(), expected, "U+{code:04X}");
        let one_line = expected || character == '\n';
        assert_eq!(rule::one_line(&text).is_err(), one_line, "U+{code:04X}");
        let shown = inert(&text);
        assert_eq!(shown != text, one_line, "U+{code:04X}");
        assert!(!one_line || shown.is_ascii(), "U+{code:04X}");
        judged += 1;
    }
    assert_eq!(judged, 1_112_064);
}
