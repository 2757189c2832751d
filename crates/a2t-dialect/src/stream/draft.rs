//! The message so far: what stands around its items, and the items, each open until it is whole.

use std::collections::BTreeMap;

use a2t_core::error::inert;
use serde_json::{Map, Value};

use super::edit::{Grown, merge, size};
use super::{Result, StreamError, Streamed};
use crate::turn::{calls, end, turn};
use crate::{Call, Dialect, Given, Turn};

/// Items of one message.
const ITEMS_MAX: usize = 1024;
/// Names of unknown events that are kept, and characters of each.
const IGNORED_MAX: usize = 32;
const NAME_MAX: usize = 64;
/// The name under which further events are counted.
const OTHERS: &str = "others";

/// Members with the reason why a message ended.
const ENDS: &[&str] = &[
    "finishReason",
    "finish_reason",
    "incomplete_details",
    "promptFeedback",
    "status",
    "stopReason",
    "stop_reason",
];

/// How the stream of one dialect is read.
#[derive(Debug)]
pub(super) struct Format {
    /// Moves the values of an event, with its name, to where they belong.
    pub(super) read: fn(&mut Draft, &str, &Value) -> Result<()>,
    /// Takes `[DONE]`.
    pub(super) done: fn(&mut Draft),
    /// Puts the text of the arguments, which may be empty, where a whole item has them.
    pub(super) fill: fn(&mut Value, &str),
    /// The id of an item that is a call.
    pub(super) id: fn(&Value) -> Option<&str>,
    /// The name of an item that is a call.
    pub(super) name: fn(&Value) -> Option<&str>,
    /// The message with these items.
    pub(super) message: fn(Map<String, Value>, Vec<Value>) -> Value,
    /// The event that ends a message.
    pub(super) end: &'static str,
    /// Only the end of the message completes its calls.
    pub(super) waits_for_end: bool,
}

#[derive(Debug)]
pub(super) struct Draft {
    pub(super) dialect: Dialect,
    pub(super) limit: usize,
    format: &'static Format,
    /// The message without its items, an object.
    base: Value,
    items: Vec<Item>,
    size: usize,
    has_stopped: bool,
    is_settled: bool,
    /// The name of the event that is read.
    event: String,
    streamed: Vec<Streamed>,
    returned: Vec<Call>,
    ignored: BTreeMap<String, u64>,
}

#[derive(Debug)]
struct Item {
    /// The provider's number of the item.
    index: u64,
    value: Value,
    /// The arguments of a call as far as they have come.
    arguments: String,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// More may come.
    Open,
    /// It has ended, and could be half of a call.
    Ended,
    /// It is whole, and only the end of the message decides about its call.
    Held,
    /// Its call was returned, or it is none.
    Returned,
}

impl Draft {
    pub(super) fn new(dialect: Dialect, format: &'static Format, limit: usize) -> Self {
        Self {
            dialect,
            limit,
            format,
            base: Value::Object(Map::new()),
            items: Vec::new(),
            size: 0,
            has_stopped: false,
            is_settled: false,
            event: String::new(),
            streamed: Vec::new(),
            returned: Vec::new(),
            ignored: BTreeMap::new(),
        }
    }

    pub(super) fn read(&mut self, name: &str, event: &Value) -> Result<()> {
        (self.format.read)(self, name, event)
    }

    pub(super) fn done(&mut self) -> Result<()> {
        (self.format.done)(self);
        Ok(())
    }

    /// Returns the text and the calls that the last event completed.
    pub(super) fn streamed(&mut self) -> Vec<Streamed> {
        std::mem::take(&mut self.streamed)
    }

    pub(super) fn base(&self) -> &Value {
        &self.base
    }

    pub(super) fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    /// Sets members of the message, except for some.
    pub(super) fn merge(&mut self, members: Option<&Value>, except: &[&str]) -> Result<()> {
        self.merge_at("", members, except)
    }

    /// Sets members of a value of the message, except for some.
    pub(super) fn merge_at(
        &mut self,
        pointer: &str,
        members: Option<&Value>,
        except: &[&str],
    ) -> Result<()> {
        let members = members.and_then(Value::as_object).into_iter().flatten();
        let mut members = members.filter(|(name, _)| !except.contains(&&***name));
        members.try_for_each(|(name, value)| self.set_at(pointer, name, value))
    }

    /// Sets a member of the message; an object is merged into the one that is there, and `null`
    /// replaces nothing.
    pub(super) fn set(&mut self, name: &str, value: &Value) -> Result<()> {
        self.set_at("", name, value)
    }

    /// Sets a member of a value of the message. The first end of a message counts.
    fn set_at(&mut self, pointer: &str, name: &str, value: &Value) -> Result<()> {
        if self.has_stopped && ENDS.contains(&name) {
            return Ok(());
        }
        self.edit_base(pointer, |base| merge(base, name, value))
    }

    /// Changes a value of the message around the items, within the limit.
    pub(super) fn edit_base(
        &mut self,
        pointer: &str,
        change: impl FnOnce(&mut Value) -> Grown,
    ) -> Result<()> {
        let grown = self.base.pointer_mut(pointer).map(change);
        self.grow(grown.unwrap_or_default())
    }

    /// Adds an item.
    pub(super) fn start(&mut self, index: u64, value: Value) -> Result<()> {
        self.give_ended();
        self.grow(Grown::by(size(&value)))?;
        if self.items.len() >= ITEMS_MAX {
            return Err(self.too_large(format!("{ITEMS_MAX} items")));
        }
        self.goes_on()?;
        if self.has(index) {
            return Err(self.wrong(&format!("one start of item {index}")));
        }
        self.items.push(Item { index, value, arguments: String::new(), state: State::Open });
        Ok(())
    }

    pub(super) fn has(&self, index: u64) -> bool {
        self.items.iter().any(|item| item.index == index)
    }

    /// A number for an item whose provider gives it none.
    pub(super) fn next_index(&self) -> u64 {
        let last = self.items.iter().map(|item| item.index).max();
        last.map_or(0, |last| last.saturating_add(1))
    }

    /// Removes all items after the last one that matches.
    pub(super) fn discard_after(&mut self, is_last: impl Fn(&Value) -> bool) -> Result<()> {
        self.goes_on()?;
        let last = self.items.iter().rposition(|item| is_last(&item.value));
        let rest = self.items.drain(last.map_or(0, |last| last.saturating_add(1))..);
        let removed = rest.map(|item| item.size()).sum();
        self.grow(Grown { added: 0, removed })
    }

    /// Refuses more items if the message has ended.
    fn goes_on(&self) -> Result<()> {
        if self.has_stopped {
            return Err(self.wrong("nothing more, because the message has ended"));
        }
        Ok(())
    }

    /// Replaces an item that has not been returned by the one that the provider sends at its end, which
    /// may lack the arguments.
    pub(super) fn replace(&mut self, index: u64, value: Value, has_arguments: bool) -> Result<()> {
        let has_stopped = self.has_stopped;
        let item = self.item(index)?;
        if item.state == State::Returned || has_stopped {
            return Ok(());
        }
        let removed = item.size();
        item.value = value;
        if has_arguments {
            item.arguments.clear();
        }
        let added = item.size();
        self.grow(Grown { added, removed })
    }

    /// The value of an item so far.
    pub(super) fn value(&self, index: u64) -> Option<&Value> {
        let item = self.items.iter().rev().find(|item| item.index == index)?;
        Some(&item.value)
    }

    pub(super) fn items(&self) -> impl DoubleEndedIterator<Item = (u64, &Value)> {
        self.items.iter().map(|item| (item.index, &item.value))
    }

    /// Adds to the arguments of an item.
    pub(super) fn arguments(&mut self, index: u64, text: &str) -> Result<()> {
        if !text.is_empty() {
            let item = self.open(index, text.trim().is_empty())?;
            item.arguments.push_str(text);
        }
        self.grow(Grown::by(text.len()))
    }

    /// Changes the value of an item, within the limit.
    pub(super) fn edit(
        &mut self,
        index: u64,
        change: impl FnOnce(&mut Value) -> Grown,
    ) -> Result<()> {
        let grown = change(&mut self.open(index, false)?.value);
        self.grow(grown)
    }

    /// Returns an item that has started and, unless `or_ended`, has not ended.
    fn open(&mut self, index: u64, or_ended: bool) -> Result<&mut Item> {
        if self.item(index)?.state != State::Open && !or_ended {
            return Err(self.wrong(&format!("nothing more of item {index}, which is complete")));
        }
        self.item(index)
    }

    fn item(&mut self, index: u64) -> Result<&mut Item> {
        let error = || StreamError::Event {
            dialect: self.dialect.id(),
            event: self.event.clone(),
            expected: format!("the start of item {index} first"),
        };
        self.items.iter_mut().rfind(|item| item.index == index).ok_or_else(error)
    }

    /// Returns a piece of the answer's text.
    pub(super) fn show(&mut self, text: &str) {
        if !text.is_empty() {
            self.streamed.push(Streamed::Text(text.to_owned()));
        }
    }

    /// Ends an item; `is_whole` if the provider marked it as complete.
    pub(super) fn end(&mut self, index: u64, is_whole: bool) -> Result<()> {
        let item = self.item(index)?;
        if item.state == State::Open {
            item.state = State::Ended;
            self.give(index, is_whole);
            // Some providers end the message first.
            if self.has_stopped {
                self.stop();
            }
        }
        Ok(())
    }

    /// Ends an item where there is no event for that, if its arguments are whole.
    pub(super) fn end_if_whole(&mut self, index: u64) {
        self.give(index, false);
    }

    /// Ends the message and everything in it that has no event for its end.
    pub(super) fn stop(&mut self) {
        self.has_stopped = true;
        if self.is_settled || !self.missing().is_empty() {
            return;
        }
        self.is_settled = true;
        let message = self.message();
        let Ok(Turn::Called(calls)) = turn(self.dialect, &message) else { return };
        let mut returned = std::mem::take(&mut self.returned);
        let rest = calls.into_iter().filter(|call| !take(&mut returned, call));
        self.streamed.extend(rest.map(Streamed::Call));
    }

    /// Ends the items that have no event for their end.
    pub(super) fn end_where(&mut self, has_ended: impl Fn(&Value) -> bool) {
        let open = self.items.iter_mut().filter(|item| item.state == State::Open);
        open.filter(|item| has_ended(&item.value)).for_each(|item| item.state = State::Ended);
    }

    /// Counts an event, or a part of one, that has no meaning here.
    pub(super) fn ignore(&mut self, name: &str) {
        let name = if name.is_empty() { "an event without a name" } else { name };
        let mut name: String = name.chars().take(NAME_MAX).collect();
        if self.ignored.len() >= IGNORED_MAX && !self.ignored.contains_key(&name) {
            OTHERS.clone_into(&mut name);
        }
        *self.ignored.entry(name).or_default() += 1;
    }

    /// Remembers the name of the event that is read, for errors.
    pub(super) fn begin(&mut self, event: &str) {
        self.event.clear();
        self.event.extend(event.chars().take(NAME_MAX));
    }

    pub(super) fn wrong(&self, expected: &str) -> StreamError {
        let (event, expected) = (self.event.clone(), expected.to_owned());
        StreamError::Event { dialect: self.dialect.id(), event, expected }
    }

    /// The number of an item in an event.
    pub(super) fn index(&self, event: &Value, member: &str) -> Result<u64> {
        let index = event.get(member).and_then(Value::as_u64);
        index.ok_or_else(|| self.wrong(&format!("a whole number `{member}`")))
    }

    /// The error that the provider reports in place of an event.
    pub(super) fn reported(&self, error: Option<&Value>) -> StreamError {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let message = error.and_then(|error| error.get("message")).and_then(text);
        let error = message.or_else(|| error.map(|error| text(error).unwrap_or(error.to_string())));
        let error = error.unwrap_or_default();
        StreamError::Provider { dialect: self.dialect.id(), error }
    }

    /// Returns descriptions of the incomplete parts. There are none if the message was cut off, refused or malformed,
    /// because its last item then never ends.
    pub(super) fn missing(&self) -> Vec<String> {
        if self.has_stopped && self.is_broken_off() {
            return Vec::new();
        }
        let open = self.items.iter().filter(|item| item.state == State::Open);
        let mut missing: Vec<_> = open.map(|item| self.label(item)).collect();
        if !self.has_stopped {
            missing.push(format!("`{}`", self.format.end));
        }
        missing
    }

    pub(super) fn into_message(mut self) -> (Value, BTreeMap<String, u64>) {
        (self.message(), self.ignored)
    }

    fn is_broken_off(&self) -> bool {
        let end = end(self.dialect, &self.base);
        matches!(end, Some(Turn::CutOff(_) | Turn::Refused(_) | Turn::Malformed(_)))
    }

    fn label(&self, item: &Item) -> String {
        let kind = item.value.get("type").and_then(Value::as_str).unwrap_or("item");
        match (self.format.name)(&item.value) {
            Some(name) => format!("the rest of the call `{}` (item {})", inert(name), item.index),
            None => format!("the rest of item {} (`{}`)", item.index, inert(kind)),
        }
    }

    fn members(&self) -> Map<String, Value> {
        self.base.as_object().cloned().unwrap_or_default()
    }

    fn message(&mut self) -> Value {
        self.items.sort_by_key(|item| item.index);
        let items = self.items.iter().map(|item| item.whole(self.format)).collect();
        (self.format.message)(self.members(), items)
    }

    /// Calls that ended, and are whole because the model went on.
    fn give_ended(&mut self) {
        let ended = self.items.iter().filter(|item| item.state == State::Ended);
        let ended: Vec<_> = ended.map(|item| item.index).collect();
        for index in ended {
            self.give(index, true);
        }
    }

    /// Returns the call of an item, if it is certain that the call is whole and the only one of its id.
    fn give(&mut self, index: u64, is_whole: bool) {
        if self.format.waits_for_end || self.is_broken_off() {
            return;
        }
        let Some(at) = self.items.iter().rposition(|item| item.index == index) else { return };
        let Some(item) = self.items.get(at) else { return };
        let (has_ended, has_text) = (item.state != State::Open, !item.arguments.trim().is_empty());
        let is_repeated = (self.format.id)(&item.value).is_some_and(|id| self.has_id(id, at));
        let whole = Value::Array(vec![item.whole(self.format)]);
        let call = calls(self.dialect, &whole).map(|mut calls| calls.pop());
        let state = match call {
            Ok(Some(call)) if !is_repeated && (is_whole || has_text && is_object(&call)) => {
                self.returned.push(call.clone());
                self.streamed.push(Streamed::Call(call));
                State::Returned
            }
            Ok(None) if has_ended => State::Returned,
            // Its id is another's too, or it is none that could be answered.
            _ if has_ended && is_whole => State::Held,
            _ => return,
        };
        if let Some(item) = self.items.get_mut(at) {
            item.state = state;
        }
    }

    fn has_id(&self, id: &str, but: usize) -> bool {
        let mut others = self.items.iter().enumerate().filter(|(at, _)| *at != but);
        others.any(|(_, item)| (self.format.id)(&item.value) == Some(id))
    }

    fn grow(&mut self, grown: Grown) -> Result<()> {
        self.size = self.size.saturating_add(grown.added).saturating_sub(grown.removed);
        if self.size > self.limit {
            return Err(self.too_large(format!("{} bytes", self.limit)));
        }
        Ok(())
    }

    fn too_large(&self, limit: String) -> StreamError {
        StreamError::TooLarge { dialect: self.dialect.id(), limit }
    }
}

impl Item {
    fn size(&self) -> usize {
        size(&self.value).saturating_add(self.arguments.len())
    }

    fn whole(&self, format: &Format) -> Value {
        let mut whole = self.value.clone();
        (format.fill)(&mut whole, &self.arguments);
        whole
    }
}

fn is_object(call: &Call) -> bool {
    matches!(call.given(), Given::Object(_))
}

/// Returns `true` if the call was returned before. An id is returned once. Calls without an id are counted.
fn take(returned: &mut Vec<Call>, call: &Call) -> bool {
    let is_answered = matches!(call.given(), Given::Withheld { .. });
    let is_same = |other: &Call| match call.id() {
        Some(_) => other.id() == call.id() && (!is_answered || other == call),
        None => other == call,
    };
    let found = returned.iter().position(is_same);
    if let Some(at) = found.filter(|_| call.id().is_none()) {
        returned.swap_remove(at);
    }
    found.is_some()
}
