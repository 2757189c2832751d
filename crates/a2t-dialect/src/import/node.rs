//! Nodes of a foreign document: a value and its pointer, `$ref` followed inside the document, and
//! a bound on how much work one document may ask for.

use a2t_core::error::inert;
use a2t_core::json::segment;
use serde_json::{Map, Value};

use super::report::Loss;

/// Maximum length of a chain of `$ref`, and of schemas inside `allOf`, `anyOf` and `oneOf`.
const CHAIN_MAX: usize = 32;
/// The work that one document may ask for: schemas, their members, and sixteen bytes of a name each
/// count one. References make small documents ask for much.
const WORK_MAX: usize = 2_000_000;

/// Longer names do not stand in pointers, and longer references are not followed.
const NAME_BYTES: usize = 1_000;

pub(super) fn below(at: &str, name: &str) -> String {
    if name.len() <= NAME_BYTES { format!("{at}/{}", segment(name)) } else { at.to_owned() }
}

/// A value of the document, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    pub(super) value: &'a Value,
    pub(super) at: String,
}

/// A diagnostic in the making: its effect depends on what the part is used for.
#[derive(Clone, Debug)]
pub(super) struct PendingLoss {
    pub(super) rule: Loss,
    pub(super) at: String,
    pub(super) message: String,
}

impl PendingLoss {
    pub(super) fn new(rule: Loss, at: &str, message: impl Into<String>) -> Self {
        Self { rule, at: at.to_owned(), message: message.into() }
    }
}

impl<'a> Node<'a> {
    pub(super) fn new(value: &'a Value, at: impl Into<String>) -> Self {
        Self { value, at: at.into() }
    }

    /// The member of this name, unless it is absent or `null`.
    pub(super) fn member(&self, name: &str) -> Option<Self> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        Some(Self::new(value, below(&self.at, name)))
    }

    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.value.get(name)?.as_str()
    }

    pub(super) fn items(&self) -> impl Iterator<Item = Self> + use<'a> {
        let at = self.at.clone();
        let items = self.value.as_array().into_iter().flatten().enumerate();
        items.map(move |(index, value)| Self::new(value, format!("{at}/{index}")))
    }

    pub(super) fn object(&self) -> Option<&'a Map<String, Value>> {
        self.value.as_object()
    }
}

/// Follows references, within what work is left.
#[derive(Debug)]
pub(super) struct Resolver<'a> {
    root: Node<'a>,
    work: usize,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(root: Node<'a>) -> Self {
        Self { root, work: WORK_MAX }
    }

    /// From here on, `#` means this node: the schemas of lists stand alone.
    pub(super) fn enter(&mut self, root: Node<'a>) {
        self.root = root;
    }

    pub(super) fn root(&self) -> Node<'a> {
        self.root.clone()
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.work == 0
    }

    pub(super) fn work(&mut self, amount: usize) {
        self.work = self.work.saturating_sub(amount);
    }

    pub(super) fn work_through(&mut self, members: &Map<String, Value>) {
        let names: usize = members.keys().map(|name| 1 + name.len() / 16).sum();
        self.work(1 + names);
    }

    /// The node that a chain of `$ref` leads to; this one where it is none.
    pub(super) fn resolve(&mut self, node: Node<'a>) -> Result<Node<'a>, PendingLoss> {
        let mut node = node;
        let mut trail = Trail::default();
        while let Some(reference) = node.value.get("$ref") {
            node = self.follow(reference, &node.at, &mut trail)?;
        }
        Ok(node)
    }

    pub(super) fn follow(
        &mut self,
        reference: &'a Value,
        at: &str,
        trail: &mut Trail,
    ) -> Result<Node<'a>, PendingLoss> {
        let at = format!("{at}/$ref");
        let Some(text) = reference.as_str() else {
            let message = "expected the text of a reference";
            return Err(PendingLoss::new(Loss::Reference, &at, message));
        };
        self.work(1 + text.len() / 16);
        let shown = inert(text);
        if text.len() > NAME_BYTES {
            let message = format!("a reference of {} bytes", text.len());
            return Err(PendingLoss::new(Loss::Reference, &at, message));
        }
        let Some(fragment) = text.strip_prefix('#') else {
            let message = format!("`{shown}` is another document, which is not fetched");
            return Err(PendingLoss::new(Loss::Reference, &at, message));
        };
        let pointer = decoded(fragment);
        let found = if pointer.is_empty() || pointer.starts_with('/') {
            self.root.value.pointer(&pointer)
        } else {
            None
        };
        let Some(value) = found else {
            let message = format!("`{shown}` leads nowhere");
            return Err(PendingLoss::new(Loss::Reference, &at, message));
        };
        let target = format!("{}{pointer}", self.root.at);
        trail.step(&at, &target)?;
        Ok(Node::new(value, target))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Trail(Vec<String>);

impl Trail {
    pub(super) fn step(&mut self, at: &str, target: &str) -> Result<(), PendingLoss> {
        if self.0.iter().any(|seen| seen == target) {
            let message = "the reference leads back to itself";
            return Err(PendingLoss::new(Loss::Cycle, at, message));
        }
        if self.0.len() == CHAIN_MAX {
            let message = format!("more than {CHAIN_MAX} schemas one inside the other");
            return Err(PendingLoss::new(Loss::Cycle, at, message));
        }
        self.0.push(target.to_owned());
        Ok(())
    }

    /// Comes back from the last node.
    pub(super) fn back(&mut self) {
        self.0.pop();
    }
}

/// A fragment of a URI without its percent signs; text that is not UTF-8 behind them leads nowhere.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        let mut ahead = rest.clone();
        match (byte, hex(ahead.next()), hex(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(u8::try_from(high * 16 + low).unwrap_or_default());
                rest = ahead;
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
