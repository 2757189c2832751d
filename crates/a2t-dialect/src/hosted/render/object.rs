//! A JSON object that is written member by member, without those that have no value.

use serde_json::{Map, Value, json};

use crate::Dialect;
use crate::hosted::tool::{Bing, Location};

#[derive(Default)]
pub(in crate::hosted) struct Object(Map<String, Value>);

impl Object {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.0.insert(member.to_owned(), value.into());
        self
    }

    /// Nothing where there is no value.
    pub(super) fn some(self, member: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(member, value),
            None => self,
        }
    }

    /// Nothing where the text is not set.
    pub(super) fn text(self, member: &str, text: &Option<String>) -> Self {
        self.some(member, text.as_deref())
    }

    /// Nothing where the list is empty.
    pub(super) fn list(self, member: &str, list: &[String]) -> Self {
        self.some(member, (!list.is_empty()).then(|| json!(list)))
    }

    pub(super) fn with_extras(self, extras: &[(Dialect, String, Value)], dialect: Dialect) -> Self {
        let extras = extras.iter().filter(|(of, ..)| *of == dialect);
        extras.fold(self, |object, (_, member, value)| object.with(member, value.clone()))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn location(self, location: &Location, dialect: Dialect) -> Self {
        self.text("city", &location.city)
            .text("region", &location.region)
            .text("country", &location.country)
            .text("timezone", &location.timezone)
            .with_extras(&location.extras, dialect)
    }

    pub(super) fn bing(self, bing: &Bing, dialect: Dialect) -> Self {
        self.text("market", &bing.market)
            .text("set_lang", &bing.language)
            .some("count", bing.count)
            .text("freshness", &bing.freshness)
            .with_extras(&bing.extras, dialect)
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object.0)
    }
}
