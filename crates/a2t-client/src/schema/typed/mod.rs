//! The run time of generated clients: types of inputs and outputs, calls, and what sends them.

mod expansion;
mod write;

pub use std::collections::BTreeMap;
pub use std::option::Option;
pub use std::string::String;
pub use std::vec::Vec;

use crate::typed::Read;
#[doc(hidden)]
pub use crate::typed::{CallOptions, Generated, Members, Reader, Reading};
pub use crate::{AtMost, Int, Reply as Typed, Text};
use crate::{Choice, OpenChoice};
pub use serde_json::Value;

pub use self::write::{
    AnyInt, AtLeast, Declared, Dict, List, Null, Nullable, Number, Object, Write,
};
pub use super::carry::{Call, Caller, Carriage, Carry, Carrying, Sending, Verifying};
#[doc(hidden)]
pub use super::drift::{by_name, permitted};
use crate::schema::{Content, Reply};

/// Members of a JSON object, by name.
pub type Map = serde_json::Map<String, Value>;

/// Writes an enum of inputs.
#[doc(hidden)]
pub fn write_choice(choice: &impl Choice) -> Value {
    choice.wire_name().into()
}

/// Returns the first value that an enum of outputs lists, which a test uses if it sets no other.
#[doc(hidden)]
pub fn first_choice<T: OpenChoice>() -> T {
    let first = T::NAMES.first().map(|(_, value)| value.clone());
    first.unwrap_or_else(|| T::unknown(String::new()))
}

/// Reads the structured result.
#[doc(hidden)]
pub fn structured<T: Read>(reply: &mut Reply) -> Reading<T> {
    Reader::whole(reply.structured.take().unwrap_or_default())
}

/// Returns the text of a reply, and its content.
#[doc(hidden)]
pub fn content(reply: &mut Reply) -> (String, Vec<Content>) {
    (reply.text(), std::mem::take(&mut reply.content))
}

/// Returns a reply of this text.
#[doc(hidden)]
pub fn text(text: String) -> Reply {
    Reply { content: vec![Content::Text(text)], ..Reply::default() }
}
