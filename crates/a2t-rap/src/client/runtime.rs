//! The runtime: toolsets are loaded, calls made, threads closed.

use std::fmt;
use std::sync::Arc;

use a2t_store::{Key, Store};
use a2t_webhook::egress::Guard;
use serde_json::{Map, Value};
use tokio::sync::watch;

use crate::client::inner::{Inner, QUEUE};
use crate::client::payload::Payload;
use crate::client::recording::Recording;
use crate::client::settings::{Builder, Settings};
use crate::client::telemetry::Telemetry;
use crate::client::{Call, CallError, Headers, LoadError, Pending};
use crate::message::Manifest;

/// The runtime side of RAP: calls tools that answer later, and keeps every call until its answer has
/// come. Clones share everything; the workers stop when the last of them is dropped.
#[derive(Clone)]
pub struct Runtime {
    pub(crate) inner: Arc<Inner>,
    /// Closed with the last clone, which ends the workers.
    _alive: watch::Receiver<()>,
}

impl Runtime {
    /// Returns a runtime whose [`router`](Self::router) is reached from outside at `callback_url`.
    ///
    /// Calls wait in the store: one that is a file or a database lets a program that is started again
    /// go on with the calls of the one before it.
    pub fn builder(callback_url: &str, store: impl Store + 'static) -> Builder {
        Builder::new(callback_url, Arc::new(store))
    }

    pub(crate) fn start(
        settings: Settings,
        guard: Guard,
        telemetry: Telemetry,
        recording: Recording,
    ) -> Self {
        let inner = Arc::new(Inner::new(settings, guard, telemetry, recording));
        let (life, alive) = watch::channel(());
        let worker = Arc::clone(&inner);
        tokio::spawn(async move {
            tokio::select! {
                // A replay answers all calls as they are made.
                () = worker.work(), if !worker.recording.is_replaying() => {}
                () = worker.sweep() => {}
                () = life.closed() => {}
            }
        });
        Self { inner, _alive: alive }
    }

    /// Loads the toolset at that base URL, afresh if it was loaded before (CB-96). If the server
    /// cannot be reached, what was loaded before stays (CB-60).
    ///
    /// # Errors
    /// [`LoadError`]: the toolset is loaded whole or not at all (CB-98).
    pub async fn load(&self, base: &str) -> Result<Manifest, LoadError> {
        self.load_with(base, Headers::default()).await
    }

    /// Loads a toolset as [`load`](Self::load) does, with headers for every request to that server, such
    /// as `Authorization` (CB-163). They are not stored, and go to the origin of `base` only: a manifest
    /// whose `endpoint` is on another one is refused unless [`Headers::allow_origin`] allows it.
    ///
    /// # Errors
    /// As [`load`](Self::load); [`LoadError::OtherOrigin`].
    pub async fn load_with(
        &self,
        base: &str,
        headers: impl Into<Headers>,
    ) -> Result<Manifest, LoadError> {
        let Inner { guard, recording, toolsets, .. } = &*self.inner;
        let loaded = toolsets.load(guard, recording, base, headers.into()).await?;
        Ok(loaded.manifest.clone())
    }

    /// Returns the loaded toolsets (CB-92).
    pub fn toolsets(&self) -> Vec<Manifest> {
        self.inner.toolsets.all().iter().map(|loaded| loaded.manifest.clone()).collect()
    }

    /// Returns a call of this tool in this thread; nothing is sent before it is awaited.
    ///
    /// ```no_run
    /// # async fn call(runtime: &a2t_rap::client::Runtime) -> Result<(), Box<dyn std::error::Error>> {
    /// let year = serde_json::Map::from_iter([("year".to_owned(), 2014.into())]);
    /// let pending = runtime.call("thread_1", "report_weather_of_year", year).await?;
    /// println!("{}", pending.result().await?.text.unwrap_or_default());
    /// # Ok(())
    /// # }
    /// ```
    pub fn call(
        &self,
        thread: impl Into<String>,
        tool: impl Into<String>,
        arguments: Map<String, Value>,
    ) -> Call {
        Call::new(Arc::clone(&self.inner), thread.into(), tool.into(), arguments)
    }

    /// Returns a call that was made before, also by a program that has ended since.
    ///
    /// # Errors
    /// [`CallError::InvalidName`]; [`CallError::Store`].
    pub async fn pending(&self, thread: &str, id: &str) -> Result<Option<Pending>, CallError> {
        let key = key(thread, id)?;
        let Some(call) = self.inner.store().find(&key).await? else { return Ok(None) };
        let pending = Pending::new(Arc::clone(&self.inner), &key);
        let waiting = Payload::read(&call.payload).filter(|_| call.result.is_none());
        Ok(Some(match waiting {
            Some(Payload { tool, trace_context, .. }) => {
                pending.spanned(self.inner.telemetry.awaited(&tool, trace_context))
            }
            None => pending,
        }))
    }

    /// Gives a call up: it is answered by an error, its server is notified, once and without
    /// waiting for it (CB-142 to CB-144), and later messages for it are discarded (CB-149).
    ///
    /// # Errors
    /// [`CallError::InvalidName`]; [`CallError::Store`].
    pub async fn cancel(&self, thread: &str, id: &str) -> Result<(), CallError> {
        let key = key(thread, id)?;
        self.inner.give_up(&key, "the call was interrupted").await?;
        self.inner.notify_cancelled(&key);
        self.inner.discard_events(&key).await?;
        Ok(())
    }

    /// Ends a subscription of this thread, as [`cancel`](Self::cancel) does (CB-110).
    ///
    /// # Errors
    /// [`CallError::UnknownSubscription`] if the thread has no such subscription that goes on; as
    /// [`cancel`](Self::cancel).
    pub async fn cancel_subscription(&self, thread: &str, id: &str) -> Result<(), CallError> {
        let call = self.inner.store().find(&key(thread, id)?).await?;
        match call {
            Some(call) if call.result.is_some() && !call.standing.is_final() => {
                self.cancel(thread, id).await
            }
            _ => {
                let (thread, id) = (thread.to_owned(), id.to_owned());
                Err(CallError::UnknownSubscription { thread, id })
            }
        }
    }

    /// Closes a thread: every server is notified, once and without waiting for it (CB-141), and its
    /// views are forgotten. Calls that wait go on waiting; [`cancel`](Self::cancel) those that are
    /// not needed.
    pub fn close(&self, thread: &str) {
        self.inner.forget_views(thread);
        self.inner.notify_closed(thread);
    }

    /// Returns the latest views of a thread, for a client that has come later (CB-134).
    pub fn views(&self, thread: &str) -> Vec<(String, Map<String, Value>)> {
        self.inner.views(thread)
    }
}

pub(crate) fn key(thread: &str, id: &str) -> Result<Key, CallError> {
    Key::new(QUEUE, thread, id).map_err(|error| CallError::InvalidName(error.to_string()))
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let toolsets = self.toolsets();
        let names: Vec<_> = toolsets.iter().map(|toolset| &toolset.name).collect();
        f.debug_struct("Runtime").field("toolsets", &names).finish_non_exhaustive()
    }
}
