//! References of a schema: each leads to a schema of the same document, and none only to others.

use std::collections::{BTreeMap, BTreeSet};

use a2t_core::error::inert;
use a2t_core::{Code, Violation, Violations};
use serde_json::Value;

use super::keyword::children;
use crate::limit::REFERENCE_DEPTH_MAX;

/// The schema that a `$ref` of a document leads to by a JSON pointer, and that pointer. Anchors are
/// not looked up, because no server is known that writes them.
pub(crate) fn resolve<'v>(root: &'v Value, reference: &str) -> Option<(String, &'v Value)> {
    let pointer = decoded(reference.strip_prefix('#')?)?;
    let found = root.pointer(&pointer)?;
    (found.is_object() || found.is_boolean()).then_some((pointer, found))
}

/// A fragment of a URI without percent-encoding (RFC 6901, section 6).
fn decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, tail @ ..] = rest {
        (bytes, rest) = match (first, tail) {
            (b'%', [high, low, tail @ ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                let byte = digit(high)? << 4 | digit(low)?;
                bytes.push(u8::try_from(byte).ok()?);
                (bytes, tail)
            }
            (b'%', _) => return None,
            (byte, tail) => {
                bytes.push(*byte);
                (bytes, tail)
            }
        };
    }
    String::from_utf8(bytes).ok()
}

/// Notes references that lead out of the document, to nothing, or in a circle.
pub(super) fn check(root: &Value, at: &str, found: &mut Violations) {
    let mut walk = Walk { root, at, schemas: schemas(root), checked: BTreeMap::new(), found };
    walk.references(root, "", false);
    if walk.found.is_empty() {
        walk.circles(root, "");
    }
}

/// JSON pointers of everything that is checked as a schema. A reference to anything else, such as
/// the value of an unknown keyword, would lead past all rules.
fn schemas(root: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![(String::new(), root)];
    while let Some((at, schema)) = open.pop() {
        let inner = children(schema).into_iter();
        open.extend(inner.map(|child| (format!("{at}{}", child.pointer), child.schema)));
        found.insert(at);
    }
    found
}

struct Walk<'v, 'f> {
    root: &'v Value,
    at: &'f str,
    schemas: BTreeSet<String>,
    /// By JSON pointer: true while a schema is open, false when all is known of it.
    checked: BTreeMap<String, bool>,
    found: &'f mut Violations,
}

impl<'v> Walk<'v, '_> {
    /// `embedded`: inside of a schema with its own `$id`, which references there start from.
    fn references(&mut self, schema: &'v Value, pointer: &str, embedded: bool) {
        let id = schema.get("$id").and_then(Value::as_str);
        let own = !pointer.is_empty() && id.is_some_and(|id| !id.starts_with('#'));
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(reference) = schema.get(keyword).and_then(Value::as_str) {
                let at = format!("{}{pointer}/{keyword}", self.at);
                self.reference(reference, embedded || own, &at);
            }
        }
        for child in children(schema) {
            self.references(child.schema, &format!("{pointer}{}", child.pointer), embedded || own);
        }
    }

    fn reference(&mut self, reference: &str, embedded: bool, at: &str) {
        let (code, expected) = if !reference.starts_with('#') || embedded {
            (Code::RemoteReference, "a reference into the same schema, such as `#/$defs/name`")
        } else if !self.is_there(reference) {
            (
                Code::DanglingReference,
                "the JSON pointer of a schema that is there, such as `#/$defs/name`",
            )
        } else {
            return;
        };
        self.found.push_with(|| {
            let violation = Violation::new(code, at).expected(expected);
            violation.got(format!("`{}`", inert(reference)))
        });
    }

    fn is_there(&self, reference: &str) -> bool {
        resolve(self.root, reference).is_some_and(|(pointer, _)| self.schemas.contains(&pointer))
    }

    fn circles(&mut self, schema: &'v Value, pointer: &str) {
        self.follow(schema, pointer, 0);
        for child in children(schema) {
            self.circles(child.schema, &format!("{pointer}{}", child.pointer));
        }
    }

    /// Follows everything that stands for the same value as a schema does.
    fn follow(&mut self, schema: &'v Value, pointer: &str, depth: usize) {
        if depth > REFERENCE_DEPTH_MAX {
            return self.refuse(Code::SchemaTooLarge, pointer, || {
                format!("a chain of at most {REFERENCE_DEPTH_MAX} references and combinations")
            });
        }
        match self.checked.get(pointer) {
            Some(true) => {
                return self.refuse(Code::ReferenceCycle, pointer, || {
                    "a schema that ends somewhere".to_owned()
                });
            }
            Some(false) => return,
            None => self.checked.insert(pointer.to_owned(), true),
        };
        let reference = schema.get("$ref").and_then(Value::as_str);
        if let Some((target, schema)) = reference.and_then(|text| resolve(self.root, text)) {
            self.follow(schema, &target, depth + 1);
        }
        for child in children(schema).into_iter().filter(|child| child.is_same) {
            self.follow(child.schema, &format!("{pointer}{}", child.pointer), depth + 1);
        }
        self.checked.insert(pointer.to_owned(), false);
    }

    fn refuse(&mut self, code: Code, pointer: &str, expected: impl FnOnce() -> String) {
        let at = format!("{}{pointer}", self.at);
        self.found.push_with(|| Violation::new(code, at).expected(expected()).got("a circle"));
    }
}
