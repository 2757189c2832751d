//! The members and items of a JSON text, as texts, even if not all of what they hold can be read: one bad tool does not
//! cost the others.
//!
//! Only strings and brackets are looked at. Numbers, escapes and the depth of what is inside do not matter.

use a2t_core::error::inert;

/// The reason why a text is not split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitError {
    /// It is not one array, or one object.
    NotWhole,
    /// It has more items or members than the caller takes.
    TooMany,
}

/// Returns the members of an object, at most `max`: names, with escapes resolved, and the texts of their values. The last
/// of two members with one name comes last.
///
/// # Errors
/// [`SplitError`].
pub fn members(text: &str, max: usize) -> Result<Vec<(String, &str)>, SplitError> {
    collected(text, [b'{', b'}'], max, member)
}

/// Returns the texts of the items of an array, at most `max`.
///
/// # Errors
/// [`SplitError`].
pub fn items(text: &str, max: usize) -> Result<Vec<&str>, SplitError> {
    collected(text, [b'[', b']'], max, Some)
}

/// Returns the text of the last member of this name, if the text is an object that has one.
pub fn member_of<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut found = None;
    let keep = |part| {
        let (member, value) = member(part).ok_or(SplitError::NotWhole)?;
        found = Some(value).filter(|_| member == name).or(found);
        Ok(())
    };
    split(text, [b'{', b'}'], keep).ok()?;
    found
}

/// Returns the deepest nesting of arrays and objects.
pub fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for (_, byte) in structure(text) {
        match byte {
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Returns the fault of a text that is not JSON, as serde_json words it, and what stands at its
/// line and column.
pub fn fault(text: &str, message: &str, line: usize, column: usize) -> String {
    let message = match message {
        "lone leading surrogate in hex escape" | "unexpected end of hex escape" => {
            "a lone surrogate in an escape"
        }
        "expected value" => "what is no value of JSON",
        "number out of range" => "a number out of range",
        "recursion limit exceeded" => "arrays and objects nested too deep",
        other => other,
    };
    let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let near: String =
        line.chars().skip(column.saturating_sub(NEAR)).take(NEAR + NEAR / 4).collect();
    format!("{message} near `{}`", inert(&near))
}

/// Characters before a fault that its message shows.
const NEAR: usize = 32;

fn member(part: &str) -> Option<(String, &str)> {
    let colon = structure(part).find(|(_, byte)| *byte == b':')?.0;
    let (name, value) = (part.get(..colon)?.trim(), part.get(colon + 1..)?.trim());
    let name = match serde_json::from_str(name) {
        Ok(name) => name,
        Err(_) => name.strip_prefix('"')?.strip_suffix('"')?.to_owned(),
    };
    (!value.is_empty()).then_some((name, value))
}

fn collected<'t, T>(
    text: &'t str,
    brackets: [u8; 2],
    max: usize,
    read: impl Fn(&'t str) -> Option<T>,
) -> Result<Vec<T>, SplitError> {
    let mut found = Vec::new();
    let keep = |part| {
        if found.len() == max {
            return Err(SplitError::TooMany);
        }
        found.push(read(part).ok_or(SplitError::NotWhole)?);
        Ok(())
    };
    split(text, brackets, keep)?;
    Ok(found)
}

/// Passes on the trimmed texts between the commas of one array or object, until one is refused.
fn split<'t>(
    text: &'t str,
    [open, close]: [u8; 2],
    mut part: impl FnMut(&'t str) -> Result<(), SplitError>,
) -> Result<(), SplitError> {
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    let inside = text.strip_prefix(char::from(open));
    let inside = inside.and_then(|text| text.strip_suffix(char::from(close)));
    let inside = inside.ok_or(SplitError::NotWhole)?;
    let between = |range| inside.get(range).map(str::trim).ok_or(SplitError::NotWhole);
    let (mut brackets, mut start) = (Vec::new(), 0);
    for (at, byte) in structure(inside) {
        match byte {
            b'{' => brackets.push(b'}'),
            b'[' => brackets.push(b']'),
            b'}' | b']' if brackets.pop() != Some(byte) => return Err(SplitError::NotWhole),
            b',' if brackets.is_empty() => {
                part(between(start..at)?)?;
                start = at + 1;
            }
            b'"' if at == inside.len() => return Err(SplitError::NotWhole),
            _ => {}
        }
    }
    if !brackets.is_empty() {
        return Err(SplitError::NotWhole);
    }
    let is_empty = start == 0 && inside.trim().is_empty();
    if is_empty { Ok(()) } else { part(between(start..inside.len())?) }
}

/// The bytes outside of strings that give a text its structure, with their offsets; a quote at the end of the text for a
/// string that does not end.
fn structure(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut bytes = text.bytes().enumerate();
    let mut ended = false;
    std::iter::from_fn(move || {
        loop {
            match bytes.next() {
                Some((_, b'"')) => {
                    if !ends(&mut bytes) && !std::mem::replace(&mut ended, true) {
                        return Some((text.len(), b'"'));
                    }
                }
                Some((at, byte @ (b'{' | b'}' | b'[' | b']' | b',' | b':'))) => {
                    return Some((at, byte));
                }
                Some(_) => {}
                None => return None,
            }
        }
    })
}

/// Skips the rest of a string; returns `false` if it has no end.
fn ends(bytes: &mut impl Iterator<Item = (usize, u8)>) -> bool {
    while let Some((_, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_items_are_found_whatever_they_hold() {
        let text = r#" { "a" : {"x": [NaN, "\ud800,}"]}, "b\u0021":1e999 ,"a": "é\"]" } "#;
        let found = members(text, 3).unwrap();
        let expected = [("a", r#"{"x": [NaN, "\ud800,}"]}"#), ("b!", "1e999"), ("a", r#""é\"]""#)];
        assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value)));
        assert_eq!(member_of(text, "a"), Some(r#""é\"]""#));
        assert_eq!(items("[ [1,2], {\"a\":[3]} ,x]", 3), Ok(vec!["[1,2]", "{\"a\":[3]}", "x"]));
        assert_eq!((members("{ }", 0), items("[\n]", 0)), (Ok(vec![]), Ok(vec![])));
    }

    #[test]
    fn no_more_parts_are_collected_than_the_caller_takes() {
        assert_eq!(items("[1,2,3]", 3).map(|items| items.len()), Ok(3));
        assert_eq!(items("[1,2,3]", 2), Err(SplitError::TooMany));
        assert_eq!(items("[1,2,3,", 2), Err(SplitError::NotWhole));
        let many = format!("{{{}\"z\":1}}", "\"a\":0,".repeat(3));
        assert_eq!(members(&many, 3), Err(SplitError::TooMany));
        assert_eq!(member_of(&many, "z"), Some("1"));
    }

    #[test]
    fn what_is_not_whole_has_no_parts() {
        for text in ["", "{", "[1", "[1}", "{\"a\":1]", "[[1]", "[1]]", "[\"a]", "null", "é"] {
            let not_whole = Err(SplitError::NotWhole);
            assert_eq!(items(text, 9), not_whole, "{text}");
            assert_eq!(members(text, 9).map(|_| vec![]), not_whole, "{text}");
        }
        assert_eq!(members("{\"a\"}", 9), Err(SplitError::NotWhole));
        assert_eq!(members("{\"a\":}", 9), Err(SplitError::NotWhole));
    }

    #[test]
    fn the_depth_does_not_count_brackets_in_strings() {
        assert_eq!(depth(r#"{"a": ["[[[["], "b": [[1]]}"#), 3);
        assert_eq!(depth(&"[".repeat(100_000)), 100_000);
    }
}
