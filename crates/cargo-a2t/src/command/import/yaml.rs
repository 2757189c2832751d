//! YAML as the JSON value that it stands for, within the limits of JSON documents.
//!
//! The parser's own loader copies what an alias refers to without a bound, so values are put together here, from its
//! events.

use std::collections::{HashMap, HashSet};

use a2t_core::json::{DEPTH_MAX, segment};
use serde_json::{Map, Number, Value};
use yaml_rust2::parser::{Event, Parser, Tag};
use yaml_rust2::scanner::{Marker, ScanError, TScalarStyle};
use yaml_rust2::yaml::Yaml;

/// The work that the copies of one document may ask for: each value, and sixteen bytes of a text, count one. Aliases make
/// small documents large.
const WORK_MAX: usize = 4_000_000;

/// Line and column, from 1, in characters.
type Position = (usize, usize);

/// What is wrong, and where.
#[derive(Debug)]
pub(super) struct YamlError {
    pub(super) position: Position,
    pub(super) message: String,
}

/// Reads one document.
///
/// # Errors
/// Text that is not YAML, or has more than JSON can hold: a name twice, names that are no texts, several documents,
/// merges, nesting or aliases beyond the limits.
pub(super) fn read(text: &str) -> Result<Value, YamlError> {
    let mut loader = Loader::default();
    loader.load(text)?;
    Ok(loader.root.unwrap_or_default())
}

/// Returns the locations of these pointers; the nearest ancestor that exists stands in for a value that does not.
pub(super) fn locate_all(text: &str, pointers: &[&str]) -> Vec<Position> {
    let mut wanted = HashSet::new();
    for pointer in pointers {
        let ends = pointer.match_indices('/').map(|(end, _)| end).chain([pointer.len()]);
        wanted.extend(ends.filter_map(|end| pointer.get(..end)));
    }
    let mut loader = Loader { wanted, ..Loader::default() };
    // It was read before; what was found until an error is found.
    let _ = loader.load(text);
    let known = |pointer: &&str| {
        let mut pointer = *pointer;
        loop {
            match (loader.positions.get(pointer), pointer.rsplit_once('/')) {
                (Some(known), _) => return *known,
                (None, Some((parent, _))) => pointer = parent,
                (None, None) => return (1, 1),
            }
        }
    };
    pointers.iter().map(known).collect()
}

#[derive(Default)]
struct Loader<'w> {
    root: Option<Value>,
    documents: usize,
    open: Vec<Frame>,
    /// Values with an anchor, and the work for each.
    anchors: HashMap<usize, (Value, usize)>,
    /// Size of what was read.
    work: usize,
    /// Size of what was copied.
    copied: usize,
    pointer: String,
    wanted: HashSet<&'w str>,
    positions: HashMap<String, Position>,
}

/// An array or an object that is not complete yet.
struct Frame {
    anchor: usize,
    /// Work before it.
    before: usize,
    /// Length of the pointer to it.
    at: usize,
    items: Items,
}

enum Items {
    Array(Vec<Value>),
    /// With the name of the next member.
    Object(Map<String, Value>, Option<String>),
}

impl Loader<'_> {
    fn load(&mut self, text: &str) -> Result<(), YamlError> {
        let mut parser = Parser::new_from_str(text.trim_start_matches('\u{feff}'));
        loop {
            let (event, mark) = parser.next_token().map_err(|error| scan_error(&error))?;
            match event {
                Event::StreamEnd => return Ok(()),
                event => self.event(event, &mark)?,
            }
        }
    }

    fn event(&mut self, event: Event, mark: &Marker) -> Result<(), YamlError> {
        match event {
            Event::DocumentStart => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(error(mark, "a second document: import one at a time"));
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                let work = 1 + text.len() / 16;
                self.work = self.work.saturating_add(work);
                if self.is_at_name() {
                    return self.name(text, style, mark);
                }
                self.begin(mark);
                // Unquoted, the version of OpenAPI is a number.
                let is_text = style != TScalarStyle::Plain || self.pointer == "/openapi";
                let value =
                    if is_text || is_text_tag(tag.as_ref()) { text.into() } else { plain(&text) };
                self.end(value, anchor, work, mark)?;
            }
            Event::Alias(anchor) => {
                self.no_name("an alias", mark)?;
                let Some(work) = self.anchors.get(&anchor).map(|(_, work)| *work) else {
                    return Err(error(mark, "an alias of what it stands in"));
                };
                // Before it is copied.
                self.copy(work, mark)?;
                self.work = self.work.saturating_add(work);
                let value = self.anchors.get(&anchor).map(|(value, _)| value.clone());
                self.begin(mark);
                self.end(value.unwrap_or_default(), 0, work, mark)?;
            }
            Event::SequenceStart(anchor, _) => self.open(anchor, Items::Array(Vec::new()), mark)?,
            Event::MappingStart(anchor, _) => {
                self.open(anchor, Items::Object(Map::new(), None), mark)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(mark)?,
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, anchor: usize, items: Items, mark: &Marker) -> Result<(), YamlError> {
        self.no_name("an array or an object", mark)?;
        if self.open.len() >= DEPTH_MAX {
            return Err(error(mark, format!("nested more than {DEPTH_MAX} deep")));
        }
        self.work = self.work.saturating_add(1);
        self.begin(mark);
        let at = self.pointer.len();
        self.open.push(Frame { anchor, before: self.work, at, items });
        Ok(())
    }

    fn close(&mut self, mark: &Marker) -> Result<(), YamlError> {
        let Some(frame) = self.open.pop() else { return Ok(()) };
        let value = match frame.items {
            Items::Array(items) => Value::Array(items),
            Items::Object(members, _) => Value::Object(members),
        };
        self.pointer.truncate(frame.at);
        let work = self.work.saturating_sub(frame.before).saturating_add(1);
        self.end(value, frame.anchor, work, mark)
    }

    fn is_at_name(&self) -> bool {
        matches!(self.open.last(), Some(Frame { items: Items::Object(_, None), .. }))
    }

    fn no_name(&self, what: &str, mark: &Marker) -> Result<(), YamlError> {
        if self.is_at_name() {
            return Err(error(mark, format!("{what} as the name of a member")));
        }
        Ok(())
    }

    fn name(&mut self, name: String, style: TScalarStyle, mark: &Marker) -> Result<(), YamlError> {
        if name == "<<" && style == TScalarStyle::Plain {
            return Err(error(mark, "merges (`<<`) are not of YAML 1.2"));
        }
        // The parser finds a block of members at the first colon.
        if let Some(known) = self.positions.get_mut(&self.pointer) {
            *known = position(mark).min(*known);
        }
        if let Some(Frame { items: Items::Object(members, next), .. }) = self.open.last_mut() {
            if members.contains_key(&name) {
                let name = a2t_core::error::inert(&name);
                return Err(error(mark, format!("duplicate member `{name}`")));
            }
            *next = Some(name);
        }
        Ok(())
    }

    /// Points to the value that begins here.
    fn begin(&mut self, mark: &Marker) {
        match self.open.last().map(|frame| &frame.items) {
            Some(Items::Array(items)) => self.pointer.push_str(&format!("/{}", items.len())),
            Some(Items::Object(_, Some(name))) => {
                self.pointer.push('/');
                self.pointer.push_str(&segment(name));
            }
            _ => {}
        }
        if self.wanted.contains(&*self.pointer) {
            self.positions.insert(self.pointer.clone(), position(mark));
        }
    }

    /// Puts a value where the pointer leads, and that back.
    fn end(
        &mut self,
        value: Value,
        anchor: usize,
        work: usize,
        mark: &Marker,
    ) -> Result<(), YamlError> {
        if anchor > 0 {
            self.copy(work, mark)?;
            self.anchors.insert(anchor, (value.clone(), work));
        }
        match self.open.last_mut() {
            Some(frame) => {
                self.pointer.truncate(frame.at);
                match &mut frame.items {
                    Items::Array(items) => items.push(value),
                    Items::Object(members, name) => {
                        members.extend(name.take().map(|name| (name, value)));
                    }
                }
            }
            None => self.root = Some(value),
        }
        Ok(())
    }

    /// Counts a copy: of an alias, or of what may be referred to.
    fn copy(&mut self, work: usize, mark: &Marker) -> Result<(), YamlError> {
        self.copied = self.copied.saturating_add(work);
        if self.copied > WORK_MAX {
            return Err(error(
                mark,
                "its anchors and aliases ask for more than a document of tools is worth",
            ));
        }
        Ok(())
    }
}

fn is_text_tag(tag: Option<&Tag>) -> bool {
    tag.is_some_and(|tag| {
        tag.suffix == "str" || tag.suffix == "binary" || tag.suffix == "timestamp"
    })
}

/// A scalar without quotes (YAML 1.2, core schema).
fn plain(text: &str) -> Value {
    match Yaml::from_str(text) {
        Yaml::Null => Value::Null,
        Yaml::Boolean(value) => value.into(),
        Yaml::Integer(value) => value.into(),
        Yaml::Real(text) => {
            let whole = text.parse::<u64>().ok().map(Number::from);
            let number = whole.or_else(|| Number::from_f64(text.parse().ok()?));
            number.map_or(Value::String(text), Value::Number)
        }
        _ => text.into(),
    }
}

fn position(mark: &Marker) -> Position {
    (mark.line().max(1), mark.col().saturating_add(1))
}

fn scan_error(found: &ScanError) -> YamlError {
    error(found.marker(), found.info())
}

fn error(mark: &Marker, message: impl Into<String>) -> YamlError {
    YamlError { position: position(mark), message: message.into() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn refused(text: &str, position: Position, message: &str) {
        let error = read(text).unwrap_err();
        assert_eq!(
            (error.position, error.message.contains(message)),
            (position, true),
            "{}",
            error.message
        );
    }

    #[test]
    fn a_document_is_what_its_json_is() {
        let text = "openapi: 3.1\npaths:\n  /a/{b}:\n    get: &op\n      \
            tags: [x, 'y', \"z\", no, 1, 0x1F, 1.5, ~, true]\n      responses:\n        200: {description: ok}\n    \
            put: *op\nbig: 18446744073709551615\ntext: !!str 12\ndate: 2026-01-02\nempty:\n";
        let value = read(text).unwrap();
        let operation = json!({"tags": ["x", "y", "z", "no", 1, 31, 1.5, null, true], "responses": {"200": {"description": "ok"}}});
        let expected = json!({"openapi": "3.1", "paths": {"/a/{b}": {"get": operation, "put": operation}},
            "big": 18_446_744_073_709_551_615_u64, "text": "12", "date": "2026-01-02", "empty": null});
        assert_eq!(value, expected);
        assert_eq!(read("a: |\n  two\n  lines\n").unwrap(), json!({"a": "two\nlines\n"}));
        assert_eq!(read("{\"a\": [1, {\"b\": null}]}").unwrap(), json!({"a": [1, {"b": null}]}));
        assert_eq!(read("").unwrap(), Value::Null);
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "a:\n  - b: 1\n    c/d: {e: f}\n  - &x\n    - 2\nz: *x\n";
        let found =
            locate_all(text, &["/a/0/b", "/a/0/c~1d/e", "/a/1/0", "/z/0", "/a/9/9", "", "/none"]);
        assert_eq!(found, [(2, 8), (3, 14), (5, 7), (6, 4), (2, 3), (1, 1), (1, 1)]);
    }

    #[test]
    fn what_json_cannot_hold_is_refused_where_it_stands() {
        refused("a: 1\nb: 2\na: 3\n", (3, 1), "duplicate member `a`");
        refused("? [a]\n: 1\n", (1, 3), "as the name of a member");
        refused("a: 1\n---\nb: 1\n", (2, 1), "a second document");
        refused("a: &a [*a]\n", (1, 8), "an alias of what it stands in");
        refused("a: &a {b: 1}\nc:\n  <<: *a\n", (3, 3), "merges");
        refused("a: [1\n", (2, 1), "");
        refused(&"- ".repeat(40), (1, 65), "nested more than 32 deep");
        assert!(read(&"[".repeat(100_000)).is_err() && read(&"- ".repeat(100_000)).is_err());
    }

    /// Nine lists of nine aliases each: 9^9 values in 400 bytes.
    #[test]
    fn aliases_that_multiply_are_refused_before_they_are_written_out() {
        let mut text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned();
        for index in 1..20 {
            let alias = format!("*a{}", index - 1);
            text.push_str(&format!("a{index}: &a{index} [{}]\n", [alias.as_str(); 9].join(",")));
        }
        let error = read(&text).unwrap_err();
        assert!(error.message.contains("aliases ask for more"), "{}", error.message);
        // Plain content is no copy.
        let mut loader = Loader::default();
        loader.load(&format!("a: [{}]\nb: &b [1, 2]\nc: *b\n", "1,".repeat(100))).unwrap();
        assert_eq!(loader.copied, 6, "what has an anchor, and its alias");
    }
}
