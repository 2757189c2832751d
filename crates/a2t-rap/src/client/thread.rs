//! A thread of a conversation, whose calls share its user and ancestors.

use serde_json::{Map, Value};

use crate::client::{Call, Runtime};

/// A thread of a conversation: its calls carry its name, its user and its ancestors.
#[derive(Clone, Debug)]
pub struct Thread {
    runtime: Runtime,
    name: String,
    user: Option<String>,
    ancestors: Vec<String>,
}

impl Runtime {
    /// Returns a thread of a conversation, for generated clients and executors.
    pub fn thread(&self, name: impl Into<String>) -> Thread {
        let (runtime, name) = (self.clone(), name.into());
        Thread { runtime, name, user: None, ancestors: Vec::new() }
    }
}

impl Thread {
    /// Sets the person for whom the agent works (`user_id`).
    #[must_use]
    pub fn user(mut self, user: impl Into<String>) -> Self {
        self.user = Some(user.into());
        self
    }

    /// Sets the threads above this one, the root first (CB-49).
    #[must_use]
    pub fn ancestors(mut self, ancestors: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.ancestors = ancestors.into_iter().map(Into::into).collect();
        self
    }

    /// Returns the name of the thread.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the runtime of the thread.
    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// Returns a call of this tool in this thread, as [`Runtime::call`].
    pub fn call(&self, tool: impl Into<String>, arguments: Map<String, Value>) -> Call {
        let call = self.runtime.call(&*self.name, tool, arguments);
        let call = call.ancestors(&self.ancestors);
        match &self.user {
            Some(user) => call.user(user),
            None => call,
        }
    }
}
