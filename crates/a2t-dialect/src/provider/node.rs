//! A node of a provider's message: its value, or an error with its location and the expected value.

use serde_json::Value;

use super::Dialect;
use crate::call::{Call, Given};
use crate::{Error, Result};

/// A value of a message, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    dialect: Dialect,
    pointer: String,
    value: &'a Value,
}

impl<'a> Node<'a> {
    pub(super) fn root(dialect: Dialect, message: &'a Value) -> Self {
        Self { dialect, pointer: String::new(), value: message }
    }

    pub(super) fn value(&self) -> &'a Value {
        self.value
    }

    /// The member of this name, unless it is missing or null.
    pub(super) fn get(&self, member: &str) -> Option<Self> {
        let value = self.value.get(member).filter(|value| !value.is_null())?;
        Some(self.at(member, value))
    }

    pub(super) fn text(&self, member: &str) -> Result<String> {
        match self.get(member) {
            Some(node) => node.as_text(),
            None => Err(self.lacks(member, "a string")),
        }
    }

    pub(super) fn optional_text(&self, member: &str) -> Result<Option<String>> {
        self.get(member).map(|node| node.as_text()).transpose()
    }

    /// The name of a tool. One that is missing, null or not text is empty: no tool has it, so that
    /// the call is answered, and does not keep the others of its message from being run.
    pub(super) fn name(&self, member: &str) -> String {
        let name = self.value.get(member).and_then(Value::as_str);
        name.unwrap_or_default().to_owned()
    }

    pub(super) fn called(&self, member: &str) -> Result<String> {
        const CALL: [&str; 4] = ["name", "args", "arguments", "input"];
        if CALL.iter().any(|member| self.value.get(member).is_some()) {
            return Ok(self.name(member));
        }
        Err(self.lacks(member, "a string"))
    }

    pub(super) fn items(&self) -> Result<Vec<Self>> {
        match self.value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                Ok(items.map(|(index, item)| self.at(index, item)).collect())
            }
            _ => Err(self.wrong("an array")),
        }
    }

    pub(super) fn items_or_self(&self) -> Vec<Self> {
        self.items().unwrap_or_else(|_| vec![self.clone()])
    }

    pub(super) fn wrong(&self, expected: &str) -> Error {
        Error::message(self.dialect.id(), &self.pointer, expected, Some(self.value))
    }

    pub(super) fn lacks(&self, member: &str, expected: &str) -> Error {
        let pointer = format!("{}/{member}", self.pointer);
        Error::message(self.dialect.id(), &pointer, expected, self.value.get(member))
    }

    pub(super) fn call(&self, id: Option<String>, name: String, given: Given) -> Call {
        Call { dialect: self.dialect, id, name, given, raw: self.value.clone(), is_approved: false }
    }

    fn as_text(&self) -> Result<String> {
        match self.value {
            Value::String(text) => Ok(text.clone()),
            _ => Err(self.wrong("a string")),
        }
    }

    fn at(&self, step: impl std::fmt::Display, value: &'a Value) -> Self {
        Self { dialect: self.dialect, pointer: format!("{}/{step}", self.pointer), value }
    }
}
