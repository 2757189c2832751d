//! A provider of models that replies with what was written down for it, and refuses what a real one
//! refuses.

use std::collections::VecDeque;

use a2t::Value;
use a2t::dialect::Dialect;

use crate::Result;

/// The replies that are left, in the shape of the provider's API.
#[derive(Debug)]
pub struct Script {
    dialect: Dialect,
    replies: VecDeque<Value>,
    /// The ids of the calls that the next request has to answer.
    open: Vec<String>,
}

impl Script {
    /// The script in a JSON list of replies.
    ///
    /// # Errors
    /// Text that is no such list.
    pub fn new(dialect: Dialect, replies: &str) -> Result<Self> {
        Ok(Self { dialect, replies: serde_json::from_str(replies)?, open: Vec::new() })
    }

    /// The next reply.
    ///
    /// # Errors
    /// A request that leaves a call without its result, or shows no tools; the end of the script.
    pub fn reply(&mut self, request: &Value) -> Result<Value> {
        let list = |member: &str| request.get(member).and_then(Value::as_array);
        if list("tools").is_none_or(Vec::is_empty) {
            return Err("400: no tools".into());
        }
        let messages = list("messages").ok_or("400: no messages")?;
        let is_result = |message: &&Value| message.get("role") != Some(&"assistant".into());
        let results: Vec<_> = messages.iter().rev().take_while(is_result).collect();
        let answered = |id: &String| {
            let id = Value::from(id.as_str()).to_string();
            results.iter().any(|message| message.to_string().contains(&id))
        };
        if let Some(id) = self.open.iter().find(|id| !answered(id)) {
            return Err(format!("400: the call {id} has no result").into());
        }
        let reply = self.replies.pop_front().ok_or("the script is at its end")?;
        let calls = self.dialect.calls(&reply)?;
        self.open = calls.iter().filter_map(|call| call.id().map(str::to_owned)).collect();
        Ok(reply)
    }
}
