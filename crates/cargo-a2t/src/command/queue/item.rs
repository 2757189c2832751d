//! Names of calls and messages in command lines: `call-7`, `message-12`.

use std::fmt;
use std::str::FromStr;

use a2t::rap::client::store::{Entry, Filter, Item};

use super::{Stored, failed};
use crate::report::CommandError;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Named(pub(super) Item);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Item::Call(number) => write!(f, "call-{number}"),
            Item::Message(number) => write!(f, "message-{number}"),
        }
    }
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, number) = text.split_once('-').unwrap_or_default();
        let number = number.parse().ok().filter(|number| *number > 0);
        match (kind, number) {
            ("call", Some(number)) => Ok(Self(Item::Call(number))),
            ("message", Some(number)) => Ok(Self(Item::Message(number))),
            _ => {
                Err("expected an item as `list` prints it, such as call-7 or message-12".to_owned())
            }
        }
    }
}

impl Named {
    /// The item as it is listed, if it is there.
    pub(super) async fn find(self, store: &Stored) -> Result<Option<Entry>, CommandError> {
        let (filter, before) = match self.0 {
            Item::Call(number) => (Filter::calls(), Item::Call(number - 1)),
            Item::Message(number) => (Filter::messages(), Item::Message(number - 1)),
        };
        let found = store.list(filter.after(before).max(1)).await.map_err(failed)?;
        Ok(found.into_iter().next().filter(|entry| entry.item == self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_printed() {
        for name in ["call-7", "message-12"] {
            assert_eq!(name.parse::<Named>().unwrap().to_string(), name);
        }
        for name in ["", "7", "call", "call-", "call-0", "call--1", "calls-1", "message-x"] {
            assert!(name.parse::<Named>().unwrap_err().contains("such as call-7"), "{name}");
        }
    }
}
