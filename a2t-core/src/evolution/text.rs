//! Reading and comparing texts and lists in a way that const evaluation can run.
//!
//! Const evaluation pays for each byte and more for each call, so the comparison looks at the last
//! byte first, where names that differ mostly do, and matches eight at a time without a call.

use std::borrow::Cow;

use crate::signature::{List, Text};

pub(super) const fn as_str(text: &Text) -> &str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => text.as_str(),
    }
}

pub(super) const fn as_slice<T: Clone>(list: &List<T>) -> &[T] {
    match list {
        Cow::Borrowed(list) => list,
        Cow::Owned(list) => list.as_slice(),
    }
}

/// The item at `index`, if there is one.
#[expect(
    clippy::indexing_slicing,
    reason = "in bounds; what const evaluation can call instead costs it ten times as much"
)]
pub(super) const fn item<T>(list: &[T], index: usize) -> Option<&T> {
    if index < list.len() {
        Some(&list[index])
    } else {
        None
    }
}

pub(super) const fn same(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    if let ([a_rest @ .., x], [b_rest @ .., y]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    while let (
        [a0, a1, a2, a3, a4, a5, a6, a7, a_rest @ ..],
        [b0, b1, b2, b3, b4, b5, b6, b7, b_rest @ ..],
    ) = (a, b)
    {
        if *a0 != *b0
            || *a1 != *b1
            || *a2 != *b2
            || *a3 != *b3
            || *a4 != *b4
            || *a5 != *b5
            || *a6 != *b6
            || *a7 != *b7
        {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    true
}

pub(super) const fn same_optional(a: Option<&str>, b: Option<&str>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// The most texts that are compared without regard to order, which takes time by the square.
const SET_MAX: usize = 256;

/// Whether two lists of texts have the same members, whatever their order and number. Lists that
/// are longer than any honest one are compared in order.
pub(super) const fn same_set(a: &[Text], b: &[Text]) -> bool {
    if a.len() > SET_MAX || b.len() > SET_MAX {
        return same_list(a, b);
    }
    within(a, b) && within(b, a)
}

const fn same_list(mut a: &[Text], mut b: &[Text]) -> bool {
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        if !same(as_str(x), as_str(y)) {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.len() == b.len()
}

const fn within(mut a: &[Text], b: &[Text]) -> bool {
    while let [first, rest @ ..] = a {
        if !has(b, as_str(first)) {
            return false;
        }
        a = rest;
    }
    true
}

const fn has(mut texts: &[Text], wanted: &str) -> bool {
    while let [first, rest @ ..] = texts {
        if same(as_str(first), wanted) {
            return true;
        }
        texts = rest;
    }
    false
}

/// How many Unicode scalar values a text has.
pub(super) const fn scalars(text: &str) -> u64 {
    let mut rest = text.as_bytes();
    let mut count = 0;
    while let [byte, tail @ ..] = rest {
        if *byte & 0xc0 != 0x80 {
            count += 1;
        }
        rest = tail;
    }
    count
}

/// Whether two names, different on the wire, become one Rust identifier: case and the kind of
/// separator make no difference there.
pub(super) const fn same_identifier(a: &str, b: &str) -> bool {
    let mut a = Folded::new(a);
    let mut b = Folded::new(b);
    loop {
        match (a.next(), b.next()) {
            (Some(x), Some(y)) if x == y => {}
            (None, None) => return true,
            (Some(_) | None, Some(_)) | (Some(_), None) => return false,
        }
    }
}

/// A name's bytes in lower case, each run of separators between words as one underscore.
struct Folded<'a> {
    rest: &'a [u8],
    started: bool,
}

impl<'a> Folded<'a> {
    const fn new(name: &'a str) -> Self {
        Self {
            rest: name.as_bytes(),
            started: false,
        }
    }

    const fn next(&mut self) -> Option<u8> {
        let mut separated = false;
        while let [byte, rest @ ..] = self.rest {
            if byte.is_ascii_alphanumeric() || !byte.is_ascii() {
                if separated && self.started {
                    return Some(b'_');
                }
                self.started = true;
                self.rest = rest;
                return Some(byte.to_ascii_lowercase());
            }
            separated = true;
            self.rest = rest;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_to_the_last_byte() {
        for length in [0, 1, 15, 16, 17, 40] {
            let text = "a".repeat(length);
            assert!(same(&text, &text.clone()));
            assert!(!same(&text, &"a".repeat(length + 1)));
            for differing in 0..length {
                let mut other = text.clone();
                other.replace_range(differing..=differing, "b");
                assert!(!same(&text, &other), "{length} {differing}");
            }
        }
    }

    #[test]
    fn short_lists_are_sets_and_endless_ones_are_compared_in_one_pass() {
        let list = |range: std::ops::Range<u32>| -> Vec<Text> {
            range.map(|n| n.to_string().into()).collect()
        };
        let reversed = |mut list: Vec<Text>| {
            list.reverse();
            list
        };
        assert!(same_set(&list(0..9), &reversed(list(0..9))));
        assert!(!same_set(&list(0..9), &list(0..8)) && !same_set(&list(0..8), &list(0..9)));
        assert!(same_set(&list(0..256), &reversed(list(0..256))));
        let (one, many) = (list(0..1), vec![Text::from("0"); SET_MAX + 1]);
        assert!(!same_set(&many, &one) && !same_set(&one, &many));
        assert!(same_set(&list(0..500_000), &list(0..500_000)));
        assert!(!same_set(&list(0..500_000), &reversed(list(0..500_000))));
    }

    #[test]
    fn characters_are_counted_not_bytes() {
        for text in ["", "yes", "grüß", "日本語", "🦀"] {
            assert_eq!(scalars(text), text.chars().count() as u64);
        }
    }

    #[test]
    fn identifiers_collide_over_case_and_separators_only() {
        for (a, b) in [
            ("origin", "Origin"),
            ("max-stops", "max_stops"),
            ("a b ", "a--b"),
        ] {
            assert!(same_identifier(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("maxstops", "max_stops"),
            ("a", "b"),
            ("a", "ab"),
            ("ab", "a"),
        ] {
            assert!(!same_identifier(a, b), "{a} {b}");
        }
    }
}
