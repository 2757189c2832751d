//! A JSON object that is written member by member, without those that have no value.

use serde_json::{Map, Value, json};

use super::Context;
use crate::hosted::tool::{Bing, Extras, Location};

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

    /// Adds what the program wrote by hand. Where an option wrote the member already, objects become one, and two
    /// different values are refused.
    pub(super) fn with_extras(mut self, extras: &Extras, context: &Context<'_>) -> Self {
        for (_, member, value) in extras.iter().filter(|(of, ..)| *of == context.dialect) {
            if let Err(member) = merge(&mut self.0, member, value) {
                context.refuse_extra(member);
            }
        }
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn location(self, location: &Location, context: &Context<'_>) -> Self {
        self.text("city", &location.city)
            .text("region", &location.region)
            .text("country", &location.country)
            .text("timezone", &location.timezone)
            .with_extras(&location.extras, context)
    }

    pub(super) fn bing(self, bing: &Bing, context: &Context<'_>) -> Self {
        self.text("market", &bing.market)
            .text("set_lang", &bing.language)
            .some("count", bing.count)
            .text("freshness", &bing.freshness)
            .with_extras(&bing.extras, context)
    }
}

/// Sets a member to a value; objects become one.
///
/// # Errors
/// The path of a member that has another value.
fn merge(into: &mut Map<String, Value>, member: &str, value: &Value) -> Result<(), String> {
    match (into.get_mut(member), value) {
        (None, _) => {
            into.insert(member.to_owned(), value.clone());
            Ok(())
        }
        (Some(Value::Object(there)), Value::Object(more)) => {
            let mut more = more.iter();
            more.try_for_each(|(inner, value)| merge(there, inner, value))
                .map_err(|inner| format!("{member}/{inner}"))
        }
        (Some(there), value) if there == value => Ok(()),
        (Some(_), _) => Err(member.to_owned()),
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object.0)
    }
}
