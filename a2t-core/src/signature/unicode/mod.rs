//! Characters that may stand in a text, and the look of a name, by tables of Unicode 18.0.
//!
//! The tables are generated (`unicode/generate.mjs`), because crates that have them bring more tables than these into
//! every vendor's build of the macros, and none has the emoji that take joiners and selectors.

mod table;

use std::collections::HashMap;

use table::{MARKS, REFUSED, STYLED};

const JOINER: char = '\u{200d}';
/// Makes a key of a digit, `#` or `*`.
const KEYCAP: char = '\u{20e3}';
/// The maximum number of names of one look that a name is compared with.
const ALIKE_MAX: usize = 8;
/// The maximum number of times that the characters of a text change their style.
const STYLE_CHANGES_MAX: usize = 2;
/// Emoji with joiners (`emoji-zwj-sequences`), one per line, in the order of their bytes.
const JOINED: &str = include_str!("joined.txt");
const JOINED_MAX: usize = 10;
/// A character and those it looks like (`confusables`, canonical decomposition), one per line, in the order of the first.
const ALIKE: &str = include_str!("alike.txt");

/// Returns whether a character, standing alone, has no business in a name or description: controls other than `\n`, characters
/// that reorder text or show nothing, tags, private use, code points without a character. Joiners and the selectors
/// U+FE0E and U+FE0F are among them; [`classify`] knows the emoji that have them.
///
/// ```
/// use a2t_core::signature::rule::is_forbidden;
/// assert!(is_forbidden('\u{202e}') && !is_forbidden('é'));
/// ```
pub fn is_forbidden(character: char) -> bool {
    match character {
        ' '..='~' | '\n' => false,
        other => has(REFUSED, other),
    }
}

/// Returns the characters of a text, each with whether it has no business there. A character that is written with a
/// selector now and without one or with the other one then could spell hidden bits: the third change is refused.
///
/// ```
/// use a2t_core::signature::rule::classify;
/// assert!(!classify("Rain \u{2602}\u{fe0f}").any(|(_, forbidden)| forbidden));
/// assert!(classify("Rain\u{fe0f}").any(|(_, forbidden)| forbidden));
/// ```
pub fn classify(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut of_emoji = 0_usize;
    let mut styles = Styles::default();
    text.char_indices().map(move |(at, character)| {
        if of_emoji == 0 && !character.is_ascii_alphabetic() {
            let rest = text.get(at..).unwrap_or_default();
            of_emoji = emoji(rest);
            let changes = styles.changes(rest, of_emoji);
            // The base is visible, the selector behind it spells.
            of_emoji = if changes { of_emoji.min(1) } else { of_emoji };
        }
        let forbidden = of_emoji == 0 && is_forbidden(character);
        of_emoji = of_emoji.saturating_sub(1);
        (character, forbidden)
    })
}

/// The style that each character of a text was last written in: its selector.
#[derive(Default)]
struct Styles {
    last: Vec<(char, Option<char>)>,
    changes: usize,
}

impl Styles {
    /// Returns whether the emoji that `rest` begins with is in another style than before, once too often.
    fn changes(&mut self, rest: &str, of_emoji: usize) -> bool {
        let mut characters = rest.chars();
        let base = characters.next().filter(|base| !base.is_ascii());
        let Some(base) = base.filter(|base| of_emoji <= 2 && has(STYLED, *base)) else {
            return false;
        };
        let style = characters.next().filter(|_| of_emoji == 2);
        match self.last.iter_mut().find(|(known, _)| *known == base) {
            Some((_, last)) if *last == style => {}
            Some((_, last)) => {
                *last = style;
                self.changes += 1;
            }
            None => self.last.push((base, style)),
        }
        style.is_some() && self.changes > STYLE_CHANGES_MAX
    }
}

/// Characters of the one emoji with joiners or a selector that a text begins with.
fn emoji(text: &str) -> usize {
    let mut characters = text.chars();
    let (first, second) = (characters.next(), characters.next());
    if second.is_none_or(|second| second.is_ascii()) {
        return 0;
    }
    if second == Some(JOINER) || characters.next() == Some(JOINER) {
        let joined = joined(text);
        if joined > 0 {
            return joined;
        }
    }
    match (first, second) {
        // A selector alone does not change how a digit looks.
        (Some(base), Some('\u{fe0f}')) if base.is_ascii() && has(STYLED, base) => {
            let key = text.chars().take(3).last() == Some(KEYCAP);
            if key { 3 } else { 0 }
        }
        (Some(base), Some('\u{fe0e}' | '\u{fe0f}')) if has(STYLED, base) && !base.is_ascii() => 2,
        _ => 0,
    }
}

/// Characters of the longest emoji with joiners that a text begins with.
fn joined(text: &str) -> usize {
    let ends = text.char_indices().map(|(at, one)| at + one.len_utf8());
    let ends: Vec<_> = ends.take(JOINED_MAX).collect();
    let longest = ends.iter().rposition(|end| {
        let head = text.get(..*end).unwrap_or_default();
        line(JOINED, |line| line < head) == Some(head)
    });
    longest.map_or(0, |last| last + 1)
}

/// Returns the look of a name: the same for names that people take for one another.
///
/// Marks of one letter are compared in one order. Everything that shows nothing is left out, and so are blanks at
/// the ends and all but one of several blanks.
///
/// ```
/// use a2t_core::signature::rule::look;
/// assert_eq!(look("c\u{456}ty"), look("city"));
/// assert_eq!(look("add "), look("add"));
/// assert_ne!(look("City"), look("city"));
/// ```
pub fn look(name: &str) -> String {
    let mut shown = Vec::new();
    for (index, word) in name.split_whitespace().enumerate() {
        shown.extend((index > 0).then_some(' '));
        word.chars().for_each(|one| show(one, &mut shown));
    }
    let are_marks = |one: &char, next: &char| has(MARKS, *one) && has(MARKS, *next);
    shown.chunk_by_mut(are_marks).for_each(<[char]>::sort_unstable);
    shown.into_iter().collect()
}

/// Returns the names that look like another one before them: their index, and that of the other. Of two names in
/// ASCII only their blanks are compared, since their author sees what else is different.
pub fn look_alikes<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<(usize, usize)> {
    let has_blanks = |name: &str| name.as_bytes().iter().any(u8::is_ascii_whitespace);
    if names.clone().all(|name| name.is_ascii() && !has_blanks(name)) {
        return Vec::new();
    }
    let mut seen: HashMap<String, Vec<(usize, &'n str)>> = HashMap::new();
    let duplicate = |(index, name): (usize, &'n str)| {
        let others = seen.entry(look(name)).or_default();
        let first = others.iter().find(|(_, other)| can_be_confused(other, name));
        let found = first.map(|(first, _)| (index, *first));
        // Names in ASCII may share their look; many of them need no search among all.
        if found.is_none() && others.len() < ALIKE_MAX {
            others.push((index, name));
        }
        found
    };
    names.enumerate().filter_map(duplicate).collect()
}

/// Returns whether two names look alike, as [`look_alikes`] compares many.
pub fn is_look_alike(one: &str, other: &str) -> bool {
    can_be_confused(one, other) && look(one) == look(other)
}

/// Returns whether two names that look the same can be confused. Equal names cannot, nor can two in ASCII whose blanks
/// are the same.
fn can_be_confused(one: &str, other: &str) -> bool {
    let both = one.is_ascii() && other.is_ascii();
    one != other && (!both || one.split_ascii_whitespace().eq(other.split_ascii_whitespace()))
}

fn show(character: char, shown: &mut Vec<char>) {
    if is_forbidden(character) {
        return;
    }
    if let Some(parts) = syllable(character) {
        parts.into_iter().flatten().for_each(|part| show(part, shown));
        return;
    }
    let found = line(ALIKE, |line| line.chars().next() < Some(character));
    match found.and_then(|line| line.strip_prefix(character)) {
        Some(others) => shown.extend(others.chars()),
        None => shown.push(character),
    }
}

/// The letters of a Hangul syllable (Unicode, section 3.12).
fn syllable(character: char) -> Option<[Option<char>; 3]> {
    let index = u32::from(character).checked_sub(0xac00).filter(|index| *index < 11_172)?;
    let (initial, vowel, last) = (index / 588, index % 588 / 28, index % 28);
    let last = (last > 0).then(|| char::from_u32(0x11a7 + last)).flatten();
    Some([char::from_u32(0x1100 + initial), char::from_u32(0x1161 + vowel), last])
}

fn has(ranges: &[(u32, u32)], character: char) -> bool {
    let code = u32::from(character);
    let at = ranges.partition_point(|(_, last)| *last < code);
    ranges.get(at).is_some_and(|(first, _)| *first <= code)
}

fn line(table: &str, is_before: impl Fn(&str) -> bool) -> Option<&str> {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let half = table.as_bytes().get(low..usize::midpoint(low, high))?;
        let breaks = half.iter().rposition(|byte| *byte == b'\n');
        let start = breaks.map_or(low, |at| low + at + 1);
        let line = table.get(start..)?.lines().next()?;
        if is_before(line) {
            low = start + line.len() + 1;
        } else {
            high = start;
        }
    }
    table.get(low..)?.lines().next()
}
