//! A call on its way out: checked, consented to, registered, and only then sent.

use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::wire::trace::TraceContext;
use a2t_store::worker::{now, within};
use a2t_store::{Accepted, Digest, Ending, Key, NewCall, token};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

use crate::client::inner::Inner;
use crate::client::payload::Payload;
use crate::client::runtime::key;
use crate::client::toolset::Found;
use crate::client::{CallError, Dispatch, Pending};
use crate::message::{Invocation, ReturnAddress};
use crate::shared::PATIENCE;

/// A call that is sent when it is awaited.
///
/// The call is durable after the `await`: it is registered before it is sent (CBA-28), is sent by
/// any worker of the same store, and is answered exactly once.
#[must_use = "nothing is sent before it is awaited"]
pub struct Call {
    inner: Arc<Inner>,
    thread: String,
    tool: String,
    /// An object.
    arguments: Value,
    id: Option<String>,
    call_id: Option<String>,
    user: Option<String>,
    ancestors: Vec<String>,
    deadline: Option<Duration>,
    is_once: bool,
}

impl Call {
    pub(crate) fn new(
        inner: Arc<Inner>,
        thread: String,
        tool: String,
        arguments: Map<String, Value>,
    ) -> Self {
        let (id, call_id, user, deadline) = (None, None, None, None);
        let arguments = Value::Object(arguments);
        Self {
            inner,
            thread,
            tool,
            arguments,
            id,
            call_id,
            user,
            ancestors: Vec::new(),
            deadline,
            is_once: false,
        }
    }

    /// Sets the id of the call, such as the one that a model gave it; a random one unless given.
    /// The same call again under its id is not sent again.
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets the second id of some providers, which comes back.
    pub fn call_id(mut self, call_id: impl Into<String>) -> Self {
        self.call_id = Some(call_id.into());
        self
    }

    /// Sets the person for whom the agent works (`user_id`).
    pub fn user(mut self, user: impl Into<String>) -> Self {
        self.user = Some(user.into());
        self
    }

    /// Sets the threads above this one, the root first (CB-49).
    pub fn ancestors(mut self, ancestors: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.ancestors = ancestors.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the maximum time that this call waits for its answer.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Sends the invocation in one attempt, whatever the schedule.
    #[cfg(feature = "typed")]
    pub(crate) fn once(mut self) -> Self {
        self.is_once = true;
        self
    }

    async fn send(self) -> Result<Pending, CallError> {
        // A name that no toolset has may be any text of a model, so it is not shown to operators.
        let found = self.inner.toolsets.find(&self.tool)?;
        let made = if self.id.is_none() { random_id() } else { None };
        let id = self.id.clone().or_else(|| made.clone()).ok_or(CallError::Callback)?;
        let span = self.inner.telemetry.call(&self.tool, made.as_deref());
        let registered = self.register(id, &found, span.context().cloned()).await;
        match registered {
            Ok(pending) => Ok(pending.spanned(span)),
            Err(error) => {
                span.refused(&error);
                Err(error)
            }
        }
    }

    /// Checks the call and stores it, from the `trace_context` of its program.
    async fn register(
        mut self,
        id: String,
        found: &Found,
        trace_context: Option<TraceContext>,
    ) -> Result<Pending, CallError> {
        let key = key(&self.thread, &id)?;
        self.check(found).await?;
        let question = self.inner.recording.question(&self.tool, &self.arguments);
        let digest = Digest::from_parts([&self.tool, &self.arguments.to_string()]);
        let arguments = self.arguments.as_object_mut().map(std::mem::take).unwrap_or_default();
        let arguments = self.ask(found, id, arguments).await?;
        let payload = Payload { trace_context, ..self.payload(&key, found, arguments)? };
        let (inner, call_id) = (self.inner, self.call_id);
        let pending = Pending::new(Arc::clone(&inner), &key);
        let call = NewCall::new(key.clone(), digest, payload.to_secret());
        match within(PATIENCE, inner.store().accept(call, now())).await? {
            Accepted::New(_) => {}
            Accepted::Known(_) => return Ok(pending),
            Accepted::Conflict => return Err(CallError::Conflict),
            Accepted::Full => return Err(CallError::Full),
        }
        match inner.recording.answer(&question, &key, call_id.as_deref()) {
            Ok(None) => inner.pool.wake.notify_one(),
            Ok(Some(answer)) => inner.end(&key, Ending::result(answer)).await?,
            Err(error) => {
                inner.end(&key, Ending::silent()).await?;
                return Err(error);
            }
        }
        Ok(pending.recorded(inner.recording.begin(question)))
    }

    /// Refuses arguments that do not obey the schema of the tool (CB-47).
    async fn check(&self, found: &Found) -> Result<(), CallError> {
        let tool = self.tool.clone();
        let within = self.deadline.unwrap_or(self.inner.settings.deadline);
        let violations = found.violations(&self.arguments, within).await.map_err(|why| {
            CallError::UnsupportedSchema(format!("`{tool}` cannot be called: its schema: {why}"))
        })?;
        if violations.is_empty() { Ok(()) } else { Err(CallError::Arguments { tool, violations }) }
    }

    /// The arguments, if the host consents to the call.
    async fn ask(
        &self,
        found: &Found,
        id: String,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, CallError> {
        let dispatch = Dispatch {
            thread: self.thread.clone(),
            id,
            tool: self.tool.clone(),
            toolset: found.toolset.manifest.name.clone(),
            arguments,
            annotations: found.tool().map(|tool| tool.annotations.clone()).unwrap_or_default(),
        };
        self.inner.settings.host.consent(&dispatch).await.map_err(CallError::Refused)?;
        Ok(dispatch.arguments)
    }

    fn payload(
        &self,
        key: &Key,
        found: &Found,
        arguments: Map<String, Value>,
    ) -> Result<Payload, CallError> {
        let (token, proof) = token::mint(key).ok_or(CallError::Callback)?;
        let url = format!("{}/callback/{token}", self.inner.settings.callback_url);
        let url = url.parse().map_err(|_| CallError::Callback)?;
        let mut address = ReturnAddress::new(url, key.group(), key.id());
        address.call_id.clone_from(&self.call_id);
        let mut invocation = Invocation::new(&*self.tool, arguments, address);
        invocation.thread_ancestors.clone_from(&self.ancestors);
        invocation.user_id.clone_from(&self.user);
        Ok(Payload {
            base: found.toolset.base.clone(),
            tool: self.tool.clone(),
            endpoint: found.toolset.manifest.endpoint.as_str().to_owned(),
            invocation: invocation.to_text(),
            proof: proof.to_text(),
            deadline: now().after(self.deadline.unwrap_or(self.inner.settings.deadline)),
            is_once: self.is_once,
            trace_context: None,
        })
    }
}

impl IntoFuture for Call {
    type Output = Result<Pending, CallError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { thread, tool, .. } = self;
        f.debug_struct("Call").field("thread", thread).field("tool", tool).finish_non_exhaustive()
    }
}

fn random_id() -> Option<String> {
    let bits = token::bits::<16>()?;
    Some(format!("call_{}", URL_SAFE_NO_PAD.encode(bits)))
}
