//! Small requests to every server: a thread was closed, a call given up. Each is sent once, without
//! waiting for the answer (CB-143, CB-144).

use std::sync::Arc;

use a2t_store::worker::now;
use a2t_store::{Ending, Key, StoreError};

use crate::client::inner::Inner;
use crate::client::payload::own_address;
use crate::client::telemetry::stored;
use crate::message::{CancelToolCall, CloseThread, ToolResult};

impl Inner {
    /// Ends the call with these words, unless it is answered already.
    pub(crate) async fn give_up(&self, key: &Key, words: &str) -> Result<(), StoreError> {
        let ending = match own_address(key) {
            Some(address) => {
                Ending::result(stored(ToolResult::error(&address, words), Some("cancelled"), 0))
            }
            None => Ending::silent(),
        };
        self.end(key, ending).await
    }

    /// Ends the call, unless it has ended already.
    pub(crate) async fn end(&self, key: &Key, ending: Ending) -> Result<(), StoreError> {
        self.store().cancel(key, ending, now()).await?;
        self.waiters.changed(key);
        Ok(())
    }

    pub(crate) fn notify_cancelled(&self, key: &Key) {
        let (thread_id, tool_call_id) = (key.group().to_owned(), key.id().to_owned());
        self.notify("/cancel_tool_call", &CancelToolCall { thread_id, tool_call_id }.to_text());
    }

    pub(crate) fn notify_closed(&self, thread: &str) {
        self.notify("/close_thread", &CloseThread { thread_id: thread.to_owned() }.to_text());
    }

    /// Notifies every loaded server, independently of the others.
    fn notify(&self, path: &'static str, body: &str) {
        if self.recording.is_replaying() {
            return;
        }
        let body: Arc<str> = body.into();
        for loaded in self.toolsets.all() {
            let (guard, body) = (self.guard.clone(), Arc::clone(&body));
            tokio::spawn(async move {
                let url = format!("{}{path}", loaded.base);
                let sent = guard.post(&url, loaded.headers.own(), body.as_bytes()).await;
                if let Err(error) = sent {
                    tracing::debug!(%error, path, "a server was not notified");
                }
            });
        }
    }
}
