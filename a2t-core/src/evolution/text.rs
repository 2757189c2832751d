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

#[expect(
    clippy::indexing_slicing,
    reason = "in bounds; what const evaluation can call instead costs it ten times as much"
)]
pub(super) const fn item<T>(list: &[T], index: usize) -> Option<&T> {
    if index < list.len() { Some(&list[index]) } else { None }
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
    fn characters_are_counted_not_bytes() {
        for text in ["", "yes", "grüß", "日本語", "🦀"] {
            assert_eq!(scalars(text), text.chars().count() as u64);
        }
    }
}
