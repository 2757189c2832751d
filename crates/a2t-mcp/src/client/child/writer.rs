//! Standard input of a child process: messages one after the other, and the requests that wait for an answer.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{ClientJsonRpcMessage, ClientNotification, RequestId, ServerJsonRpcMessage};
use tokio::io::AsyncWriteExt as _;
use tokio::process::ChildStdin;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::client::limits::{OWED, TAKEN};
use a2t_client::{Error, Kind, Result};

pub(super) struct Writer {
    input: tokio::sync::Mutex<Option<ChildStdin>>,
    asked: Mutex<HashMap<RequestId, Asked>>,
    /// Bytes that were read since the last answer or request and are no answer.
    idle: AtomicUsize,
    /// Answers to requests of the server that are not written yet.
    owed: watch::Sender<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Open,
    Cancelled,
}

/// Maximum number of requests that are remembered after they were cancelled.
const CANCELLED: usize = 4_096;

impl Writer {
    pub(super) fn new(input: ChildStdin) -> Arc<Self> {
        Arc::new(Self {
            input: tokio::sync::Mutex::new(Some(input)),
            asked: Mutex::default(),
            idle: AtomicUsize::new(0),
            owed: watch::Sender::new(0),
        })
    }

    /// Sends a message; what it begins or ends is known as soon as this is called.
    pub(super) fn send(
        self: Arc<Self>,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<()>> + Send + 'static {
        let owed = self.noted(&message);
        async move {
            let _owed = owed;
            let mut line = serde_json::to_vec(&message).map_err(Error::setup)?;
            line.push(b'\n');
            self.write(&line).await
        }
    }

    async fn write(&self, line: &[u8]) -> Result<()> {
        let mut input = self.input.lock().await;
        let Some(pipe) = input.as_mut() else {
            return Err(interrupted("its input is closed"));
        };
        let written = async {
            pipe.write_all(line).await?;
            pipe.flush().await
        };
        let done = match timeout(TAKEN, written).await {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => interrupted(error),
            Err(_) => interrupted(format!("it took no message within {TAKEN:?}")),
        };
        // A message that was written in part spoils the ones after it.
        *input = None;
        Err(done)
    }

    fn noted(self: &Arc<Self>, message: &ClientJsonRpcMessage) -> Option<Owed> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        match message {
            ClientJsonRpcMessage::Request(request) => {
                // A request begins an exchange. Answers of ours do not: a server may ask without end.
                self.idle.store(0, Ordering::Relaxed);
                asked.insert(request.id.clone(), Asked::Open);
                None
            }
            ClientJsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    if asked.len() > CANCELLED {
                        asked.retain(|_, state| *state == Asked::Open);
                    }
                    asked.insert(id.clone(), Asked::Cancelled);
                }
                None
            }
            ClientJsonRpcMessage::Response(_) | ClientJsonRpcMessage::Error(_) => {
                self.owed.send_modify(|owed| *owed = owed.saturating_add(1));
                Some(Owed(self.clone()))
            }
        }
    }

    /// Waits until the server reads again: as long as it owes us that, more of its requests are not read.
    pub(super) async fn caught_up(&self) {
        // The sender is in `self`, so that it cannot be gone.
        let _ = self.owed.subscribe().wait_for(|owed| *owed < OWED).await;
    }

    /// Counts bytes that were read, and returns how many are not part of an answer.
    pub(super) fn idle(&self, read: usize, answers: bool) -> usize {
        if answers {
            self.idle.store(0, Ordering::Relaxed);
            return 0;
        }
        self.idle.fetch_add(read, Ordering::Relaxed).saturating_add(read)
    }

    /// Gives an answer the id of the request that it is for. Returns `None` if it is for none, and an answer to
    /// nothing where the request was cancelled. An error without an id is that of the only request.
    pub(super) fn matched(&self, mut message: ServerJsonRpcMessage) -> Matched {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = match &message {
            ServerJsonRpcMessage::Response(response) => Some(&response.id),
            ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => return Matched::Other(message),
        };
        let id = match sent {
            Some(sent) if asked.contains_key(sent) => Some(sent.clone()),
            Some(sent) => asked.keys().find(|id| id.to_string() == sent.to_string()).cloned(),
            None => {
                let mut open = asked.iter().filter(|(_, state)| **state == Asked::Open);
                let first = open.next().map(|(id, _)| id.clone());
                first.filter(|_| open.next().is_none())
            }
        };
        let Some(id) = id else { return Matched::Unknown };
        if asked.remove(&id) == Some(Asked::Cancelled) {
            return Matched::Late;
        }
        match &mut message {
            ServerJsonRpcMessage::Response(response) => response.id = id,
            ServerJsonRpcMessage::Error(error) => error.id = Some(id),
            _ => {}
        }
        Matched::Answer(message)
    }

    /// Closes the input.
    pub(super) async fn close(&self) {
        drop(self.input.lock().await.take());
    }

    /// Returns whether the input broke.
    pub(super) fn is_broken(&self) -> bool {
        self.input.try_lock().is_ok_and(|input| input.is_none())
    }

    /// Returns whether the process has yet to read what was written, if the system reports that.
    #[cfg(target_os = "linux")]
    pub(super) fn is_unread(&self) -> bool {
        let Ok(input) = self.input.try_lock() else { return true };
        input
            .as_ref()
            .is_some_and(|pipe| rustix::io::ioctl_fionread(pipe).is_ok_and(|left| left > 0))
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn is_unread(&self) -> bool {
        false
    }
}

/// What a message of a server is.
pub(super) enum Matched {
    /// The answer to a request.
    Answer(ServerJsonRpcMessage),
    /// The answer to a request that was cancelled.
    Late,
    /// An answer to no request.
    Unknown,
    /// A request or a notification.
    Other(ServerJsonRpcMessage),
}

/// An answer to the server that is on its way.
struct Owed(Arc<Writer>);

impl Drop for Owed {
    fn drop(&mut self) {
        self.0.owed.send_modify(|owed| *owed = owed.saturating_sub(1));
    }
}

fn interrupted(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(Kind::Interrupted { cause: cause.into() })
}
