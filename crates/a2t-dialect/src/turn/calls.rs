//! The calls of a message, each to be run once and none that is half of one.

use std::collections::HashMap;

use serde_json::Value;

use super::{Turn, piece, word};
use crate::call::{Call, Given};
use crate::{Dialect, Error, Result};

pub(crate) fn calls(dialect: Dialect, message: &Value) -> Result<Vec<Call>> {
    if piece::of(dialect, message).is_some() {
        let expected = "a whole reply: read the stream to its end, and pass what it adds up to";
        return Err(Error::message(dialect.id(), "", expected, Some(message)));
    }
    let message = piece::whole(dialect, message);
    let shape = dialect.shape();
    let mut calls = shape.calls(message)?;
    if shape.ids_are_of_calls() {
        calls = once(calls);
    }
    if let (Some(Turn::CutOff(word)), Some(last)) = (word::of(dialect, message), calls.last_mut()) {
        let why = format!("the message was cut off (`{word}`), and this call may be half of one");
        last.given = Given::Withheld { why };
    }
    Ok(calls)
}

/// Each id once: of two calls with one id, providers take one result. A call that stands there
/// twice is one; another under the same id is answered, and not run.
fn once(calls: Vec<Call>) -> Vec<Call> {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut kept: Vec<Call> = Vec::new();
    for mut call in calls {
        let known = call.id.as_ref().and_then(|id| first.get(id));
        match known.and_then(|index| kept.get(*index)) {
            Some(same) if same.name == call.name && same.given == call.given => continue,
            Some(_) => {
                let why = "another call of the message has the same id".to_owned();
                call.given = Given::Withheld { why };
            }
            None => first.extend(call.id.clone().map(|id| (id, kept.len()))),
        }
        kept.push(call);
    }
    kept
}
