//! The run time of generated clients: types of inputs and outputs, calls, and what sends them.

mod call;
mod carry;
mod expansion;
mod write;

pub use std::collections::BTreeMap;
pub use std::option::Option;
pub use std::string::String;
pub use std::vec::Vec;

use crate::typed::Read;
#[doc(hidden)]
pub use crate::typed::{Members, Reader};
pub use crate::{AtMost, Int, Text};
use crate::{Choice, OpenChoice};
pub use serde_json::Value;

pub use self::call::{
    Call, Caller, Generated, Reading, Remote, Sending, Typed, Verifying, understood,
};
pub use self::carry::{CallOptions, Carriage, Carry, Carrying};
pub use self::write::{
    AnyInt, AtLeast, Declared, Dict, List, Null, Nullable, Number, Object, Write,
};
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

/// The first value that an enum of outputs lists, which is what a test has that says no other.
#[doc(hidden)]
pub fn first_choice<T: OpenChoice>() -> T {
    let first = T::NAMES.first().map(|(_, value)| value.clone());
    first.unwrap_or_else(|| T::unknown(String::new()))
}

/// Reads the structured result.
#[doc(hidden)]
pub fn structured<T: Read>(reply: Reply) -> Reading<T> {
    Reader::whole(reply.structured.unwrap_or_default())
}

/// The text of a reply, and its content.
#[doc(hidden)]
pub fn content(reply: Reply) -> (String, Vec<Content>) {
    (reply.text(), reply.content)
}

/// A reply of this text.
#[doc(hidden)]
pub fn text(text: String) -> Reply {
    Reply { content: vec![Content::Text(text)], ..Reply::default() }
}
