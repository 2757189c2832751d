//! One JSON schema as if it were written flat: references followed, `allOf` merged, `null` taken
//! out of unions.

use std::collections::BTreeMap;

use a2t_core::error::inert;
use serde_json::{Map, Value};

use super::node::{Node, PendingLoss, Resolver, Trail, below};
use super::report::Loss;

/// Keywords that describe a schema and do not restrict its values; the outermost counts.
const REMARKS: &[&str] =
    &["default", "deprecated", "description", "readOnly", "title", "writeOnly"];
/// Words about values; other words than these are not looked at.
const WORDS: &[&str] = &[
    "type",
    "enum",
    "const",
    "items",
    "prefixItems",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "if",
    "then",
    "else",
    "not",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "contentEncoding",
    "contentMediaType",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
];
/// More members than this are not looked at: no signature has so many.
const MEMBERS_MAX: usize = 1_000;

#[derive(Debug, Default)]
pub(super) struct View<'a> {
    /// Its pointer, or that of the reference to it.
    pub(super) at: String,
    words: BTreeMap<&'a str, Node<'a>>,
    /// The members of an object, each once.
    pub(super) properties: BTreeMap<&'a str, Node<'a>>,
    /// Their names in the order of the document.
    pub(super) names: Vec<&'a str>,
    /// The required members, in the order in which they are listed, each once.
    pub(super) required: Vec<&'a str>,
    pub(super) union: Vec<Node<'a>>,
    pub(super) nullable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    String,
    Integer,
    Boolean,
    Number,
    Array,
    Object,
    Null,
    Mixed,
    Any,
}

impl<'a> View<'a> {
    pub(super) fn new(node: &Node<'a>, resolver: &mut Resolver<'a>) -> Result<Self, PendingLoss> {
        let mut view = Self { at: node.at.clone(), ..Self::default() };
        let mut trail = Trail::default();
        trail.step(&node.at, &node.at)?;
        view.gather(node, resolver, &mut trail)?;
        let listed = view.word("enum").and_then(|node| node.value.as_array());
        view.nullable |= listed.is_some_and(|values| values.iter().any(Value::is_null));
        Ok(view)
    }

    pub(super) fn word(&self, word: &str) -> Option<&Node<'a>> {
        self.words.get(word)
    }

    pub(super) fn text(&self, word: &str) -> Option<&'a str> {
        self.word(word)?.value.as_str()
    }

    pub(super) fn is_true(&self, word: &str) -> bool {
        self.word(word).is_some_and(|node| node.value == &Value::Bool(true))
    }

    pub(super) fn sort(&self) -> Sort {
        match self.word("type").map(|node| node.value) {
            Some(Value::String(name)) => named(name),
            Some(_) => Sort::Mixed,
            None if !self.properties.is_empty() => Sort::Object,
            None if self.word("additionalProperties").is_some() => Sort::Object,
            None if self.word("items").is_some() => Sort::Array,
            None if !self.union.is_empty() => Sort::Mixed,
            None => Sort::Any,
        }
    }

    fn gather(
        &mut self,
        node: &Node<'a>,
        resolver: &mut Resolver<'a>,
        trail: &mut Trail,
    ) -> Result<(), PendingLoss> {
        resolver.work(1);
        let at = &*node.at;
        let members = match node.value {
            _ if resolver.is_exhausted() => {
                return Err(PendingLoss::new(Loss::Cycle, at, "the document asks for too much"));
            }
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => {
                return Err(PendingLoss::new(Loss::NoSchema, at, "nothing satisfies `false`"));
            }
            Value::Object(members) => members,
            other => {
                let found = a2t_core::json::kind(other);
                let message = format!("expected a schema, got {found}");
                return Err(PendingLoss::new(Loss::NoSchema, at, message));
            }
        };
        resolver.work_through(members);
        self.own(members, at, resolver)?;
        self.unions(node, resolver, trail)?;
        for part in node.member("allOf").iter().flat_map(Node::items) {
            self.inner(&part, resolver, trail)?;
        }
        if let Some(reference) = members.get("$ref") {
            let target = resolver.follow(reference, at, trail)?;
            self.gather(&target, resolver, trail)?;
            trail.back();
        }
        Ok(())
    }

    fn inner(
        &mut self,
        node: &Node<'a>,
        resolver: &mut Resolver<'a>,
        trail: &mut Trail,
    ) -> Result<(), PendingLoss> {
        trail.step(&node.at, &node.at)?;
        self.gather(node, resolver, trail)?;
        trail.back();
        Ok(())
    }

    fn own(
        &mut self,
        members: &'a Map<String, Value>,
        at: &str,
        resolver: &mut Resolver<'a>,
    ) -> Result<(), PendingLoss> {
        for (word, value) in members {
            match (&**word, value) {
                ("$ref" | "allOf" | "anyOf" | "oneOf", _) => {}
                ("nullable", value) => self.nullable |= *value == Value::Bool(true),
                ("properties", Value::Object(properties)) => {
                    resolver.work_through(properties);
                    for (name, value) in properties {
                        // The name of a member is part of every pointer into it.
                        let node = || Node::new(value, below(&below(at, "properties"), name));
                        self.properties.entry(name).or_insert_with(|| {
                            self.names.push(name);
                            node()
                        });
                        if self.properties.len() > MEMBERS_MAX {
                            let message = format!("an object of more than {MEMBERS_MAX} members");
                            return Err(PendingLoss::new(Loss::TooMany, at, message));
                        }
                    }
                }
                ("required", Value::Array(names)) => {
                    resolver.work(names.len());
                    let names = names.iter().filter_map(Value::as_str);
                    for name in names.take(MEMBERS_MAX) {
                        if !self.required.contains(&name) {
                            self.required.push(name);
                        }
                    }
                }
                ("type", Value::Array(names)) => self.types(value, names, at)?,
                _ => self.put(word, Node::new(value, below(at, word)))?,
            }
        }
        Ok(())
    }

    fn types(&mut self, value: &'a Value, names: &'a [Value], at: &str) -> Result<(), PendingLoss> {
        let at = format!("{at}/type");
        let mut others = names.iter().filter(|name| *name != "null");
        self.nullable |= names.iter().any(|name| name == "null");
        match (others.next(), others.next()) {
            (Some(only), None) => self.put("type", Node::new(only, at)),
            (Some(_), Some(_)) => self.put("type", Node::new(value, at)),
            (None, _) => {
                let message = "no type but null";
                Err(PendingLoss::new(Loss::NoSchema, &at, message))
            }
        }
    }

    fn put(&mut self, word: &'a str, node: Node<'a>) -> Result<(), PendingLoss> {
        let is_remark = REMARKS.contains(&word);
        if !is_remark && !WORDS.contains(&word) {
            return Ok(());
        }
        match self.words.get(word) {
            Some(known) if !is_remark && known.value != node.value => {
                let message = format!("two schemas with different `{}`", inert(word));
                Err(PendingLoss::new(Loss::Union, &node.at, message))
            }
            Some(_) => Ok(()),
            None => {
                self.words.insert(word, node);
                Ok(())
            }
        }
    }

    /// `anyOf` and `oneOf`: one schema or null is that schema, and it may be null.
    fn unions(
        &mut self,
        node: &Node<'a>,
        resolver: &mut Resolver<'a>,
        trail: &mut Trail,
    ) -> Result<(), PendingLoss> {
        for word in ["anyOf", "oneOf"] {
            let Some(union) = node.member(word) else {
                continue;
            };
            let (nulls, others): (Vec<_>, Vec<_>) = union.items().partition(is_null);
            resolver.work(nulls.len() + others.len());
            self.nullable |= !nulls.is_empty();
            match (&*others, self.union.is_empty()) {
                ([], _) if nulls.is_empty() => {
                    let message = format!("`{word}` of nothing");
                    return Err(PendingLoss::new(Loss::NoSchema, &union.at, message));
                }
                ([], _) => {
                    return Err(PendingLoss::new(Loss::NoSchema, &union.at, "nothing but null"));
                }
                ([only], _) => self.inner(only, resolver, trail)?,
                (_, true) => self.union = others,
                (_, false) => {
                    let message = "one union inside the other";
                    return Err(PendingLoss::new(Loss::Union, &union.at, message));
                }
            }
        }
        Ok(())
    }
}

fn is_null(node: &Node<'_>) -> bool {
    let value = node.value;
    let listed = value.get("enum").and_then(Value::as_array);
    value.get("type").is_some_and(|name| name == "null")
        || value.get("const").is_some_and(Value::is_null)
        || listed.is_some_and(|values| matches!(&**values, [Value::Null]))
}

fn named(name: &str) -> Sort {
    match name.to_ascii_lowercase().as_str() {
        "string" => Sort::String,
        "integer" => Sort::Integer,
        "boolean" => Sort::Boolean,
        "number" => Sort::Number,
        "array" => Sort::Array,
        "object" => Sort::Object,
        "null" => Sort::Null,
        _ => Sort::Any,
    }
}
