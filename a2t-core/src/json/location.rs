//! JSON pointers into a text become lines and columns.

use std::collections::HashMap;
use std::fmt;
use std::str::Split;

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::DOCUMENT_DEPTH_MAX;

/// Returns the beginning of the value that a JSON pointer names in `text`: line and column, from 1,
/// in characters. The nearest ancestor that exists stands in for a value that does not.
///
/// ```
/// let text = "{\n  \"a\": [true, {\"b\": 0}]\n}";
/// assert_eq!(a2t_core::json::locate(text, "/a/1/b"), (2, 21));
/// assert_eq!(a2t_core::json::locate(text, "/a/7"), (2, 8));
/// ```
pub fn locate(text: &str, pointer: &str) -> (usize, usize) {
    let locations = locate_all(text, [pointer]);
    locations.first().copied().unwrap_or((1, 1))
}

/// Returns the locations of many pointers, in their order, each as [`locate`] returns it. The text is
/// read once for each level of nesting, not once for each pointer.
pub fn locate_all<'p>(
    text: &str,
    pointers: impl IntoIterator<Item = &'p str>,
) -> Vec<(usize, usize)> {
    locations(text, &Finder::found(text, pointers).offsets)
}

/// The texts from where the values begin that these pointers name, to the end of the document.
pub(crate) fn texts<'t, 'p>(
    text: &'t str,
    pointers: impl IntoIterator<Item = &'p str>,
) -> Vec<&'t str> {
    let finder = Finder::found(text, pointers);
    finder.offsets.iter().map(|offset| text.get(*offset..).unwrap_or_default()).collect()
}

/// A pointer on its way down: its number, and the segments that are left.
struct Path<'p> {
    index: usize,
    rest: Split<'p, char>,
}

struct Finder<'t> {
    text: &'t str,
    /// Byte offsets of the deepest value that was found for each pointer.
    offsets: Vec<usize>,
}

impl<'t> Finder<'t> {
    fn found<'p>(text: &'t str, pointers: impl IntoIterator<Item = &'p str>) -> Self {
        let path = |(index, pointer): (usize, &'p str)| {
            let mut rest = pointer.split('/');
            rest.next();
            Path { index, rest }
        };
        let paths: Vec<_> = pointers.into_iter().enumerate().map(path).collect();
        let mut finder = Self { text, offsets: vec![0; paths.len()] };
        finder.find(text.trim_start(), paths, DOCUMENT_DEPTH_MAX);
        finder
    }

    fn find(&mut self, value: &'t str, paths: Vec<Path<'_>>, depth: usize) {
        let offset = value.as_ptr() as usize - self.text.as_ptr() as usize;
        let mut below: HashMap<String, Vec<Path<'_>>> = HashMap::new();
        for mut path in paths {
            if let Some(found) = self.offsets.get_mut(path.index) {
                *found = offset;
            }
            if let Some(segment) = path.rest.next() {
                let name = segment.replace("~1", "/").replace("~0", "~");
                below.entry(name).or_default().push(path);
            }
        }
        let Some(depth) = depth.checked_sub(1).filter(|_| !below.is_empty()) else {
            return;
        };
        for (name, child) in children(value, &below) {
            if let Some(paths) = below.remove(&name) {
                self.find(child, paths, depth);
            }
        }
    }
}

/// The members or elements of a value that some path leads to; none of a value that has none.
fn children<'t>(value: &'t str, below: &HashMap<String, Vec<Path<'_>>>) -> Vec<(String, &'t str)> {
    let mut reader = serde_json::Deserializer::from_str(value);
    let wanted = |name: &str| below.contains_key(name);
    reader.deserialize_any(Children { wanted }).unwrap_or_default()
}

struct Children<W> {
    wanted: W,
}

impl<'de, W: Fn(&str) -> bool> Visitor<'de> for Children<W> {
    type Value = Vec<(String, &'de str)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array or an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            if (self.wanted)(&name) {
                found.push((name, value.get()));
            }
        }
        Ok(found)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        let mut index = 0_usize;
        while let Some(value) = seq.next_element::<&RawValue>()? {
            let name = index.to_string();
            if (self.wanted)(&name) {
                found.push((name, value.get()));
            }
            index += 1;
        }
        Ok(found)
    }
}

/// Offsets become lines and columns in one walk through the text.
fn locations(text: &str, offsets: &[usize]) -> Vec<(usize, usize)> {
    let mut order: Vec<_> = offsets.iter().copied().enumerate().collect();
    order.sort_unstable_by_key(|(_, offset)| *offset);
    let mut locations = vec![(1, 1); offsets.len()];
    let (mut line, mut column, mut at) = (1, 1, 0);
    for (index, offset) in order {
        let between = text.get(at..offset).unwrap_or_default();
        if let Some((above, last)) = between.rsplit_once('\n') {
            line += above.matches('\n').count() + 1;
            column = last.chars().count() + 1;
        } else {
            column += between.chars().count();
        }
        at = offset;
        if let Some(location) = locations.get_mut(index) {
            *location = (line, column);
        }
    }
    locations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_locations_are_found_as_each_alone_is() {
        let text = "\n {\"é\": [1,\n  {\"b/c\": \"x\", \"~\": [[], [2]]}],\n \"d\": {}}";
        let pointers =
            ["/é/1/b~1c", "/d", "", "/é/1/~0/1/0", "/é/0", "/é/9/x", "/none", "/d", "/é/1/~0"];
        let alone: Vec<_> = pointers.map(|pointer| locate(text, pointer)).into();
        let each = [(3, 11), (4, 7), (2, 2), (3, 27), (2, 9), (2, 8), (2, 2), (4, 7), (3, 21)];
        assert_eq!(alone, each);
        assert_eq!(locate_all(text, pointers), each);
    }

    #[test]
    fn what_is_no_json_is_located_as_far_as_it_goes() {
        assert_eq!(locate("", "/a"), (1, 1));
        assert_eq!(locate(" {\"a\": [1, }", "/a/0"), (1, 2));
    }

    #[test]
    fn a_pointer_is_followed_as_deep_as_documents_are_read() {
        let text = "[".repeat(100_000);
        let pointer = "/0".repeat(100_000);
        assert_eq!(locate(&text, &pointer), (1, 1));
        let max = DOCUMENT_DEPTH_MAX;
        let deep = format!("{}1{}", "[".repeat(max), "]".repeat(max));
        assert_eq!(locate(&deep, &"/0".repeat(max)), (1, max + 1));
    }
}
