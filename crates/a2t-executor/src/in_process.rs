//! Tools of the same program, run without a socket.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::ToolSignature;
use a2t_core::invocation::{Arguments, Layout};
use a2t_dialect::{Described, Outcome, Result, Selected, Selection, Show};
use http::Request;
use http::request::Parts;

use super::error::{Stop, again};
use super::{Invoke, InvokeError, Invoking};
use a2t_tool::dispatch::{CallRequest, Ended, LookupError, Terms, dispatch};
use a2t_tool::telemetry::CallSpan;
use a2t_tool::{self as tool, BlockingThreads, Caller, Cause, Inputs, IntoTools, Polls, Tools};

/// Maximum number of calls that wait for a thread, as in `a2t::Limits`.
const WAITING: usize = 64;

/// The time of one poll beyond which a tool is reported, as in `a2t::Limits`.
const POLL: Duration = Duration::from_secs(1);

/// The tools of an `a2t::Toolset` of this program, with their state: an
/// [`Executor`](super::Executor) runs them together with those of vendors, without a socket and
/// without JSON on the way in.
///
/// [`Builder::toolset`](super::Builder::toolset) is all that most programs need. This is for parts
/// of a toolset, and for contexts that look at the request:
///
/// ```
/// use a2t::dialect::{Executor, InProcess, Selection};
/// use axum::Extension;
///
/// #[derive(Clone)]
/// struct User(&'static str);
///
/// /// Reads the user's notes.
/// ///
/// /// # Returns
/// /// The notes.
/// #[a2t::tool(version = 1, tags = ["notes"])]
/// fn read_notes(#[a2t(context)] Extension(user): Extension<User>) -> String {
///     format!("{} likes trains.", user.0)
/// }
///
/// let mut request = http::Request::new(());
/// request.extensions_mut().insert(User("Ada"));
/// let notes = InProcess::new(a2t::toolset![read_notes], ()).request_template(request);
///
/// let tools = Selection::from_tools(&notes)?.tag("notes")?;
/// let executor = Executor::builder().tools(tools, notes).build()?;
/// # Ok::<_, a2t::dialect::Error>(())
/// ```
pub struct InProcess<S: 'static> {
    tools: Tools<S>,
    state: S,
    parts: Parts,
    threads: Arc<BlockingThreads>,
    polls: Arc<Polls>,
}

impl<S> fmt::Debug for InProcess<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InProcess").field("tools", &self.tools).finish_non_exhaustive()
    }
}

impl<S: Clone + Send + Sync + 'static> InProcess<S> {
    /// Takes these tools with this state. Their contexts see an empty request.
    pub fn new(toolset: impl IntoTools<S>, state: S) -> Self {
        Self {
            tools: toolset.into_tools(),
            state,
            parts: Request::new(()).into_parts().0,
            threads: Arc::new(BlockingThreads::new(None, WAITING)),
            polls: Arc::new(Polls::new(POLL)),
        }
    }

    /// Sets the request that contexts are taken from: its headers and extensions are those of every
    /// call. An `a2t::Caller` among the extensions is who calls; without one, tools that name scopes
    /// are neither shown nor called.
    #[must_use]
    pub fn request_template(mut self, request: Request<()>) -> Self {
        self.parts = request.into_parts().0;
        self
    }

    async fn call(
        &self,
        tool: &ToolSignature,
        arguments: &Arguments,
    ) -> std::result::Result<Vec<u8>, InvokeError> {
        let tools = self.tools.now();
        let served = tools.callable(self.caller(), tool.tool_id, Some(tool.version))?;
        drop(tools);
        let call = CallRequest {
            state: self.state.clone(),
            parts: self.parts.clone(),
            inputs: Inputs::Named(arguments.clone()),
            layout: Layout::Object,
        };
        let terms = Terms {
            span: CallSpan::none(),
            threads: Arc::clone(&self.threads) as _,
            polls: Arc::clone(&self.polls),
            // The executor limits the time of calls whose tools set none.
            timeout: Some(served.time(Duration::MAX)),
            key: None,
        };
        let Ended { result, fault, .. } = dispatch(&served, call, terms).await;
        if let Some(mut fault) = fault {
            fault.report(None, None);
        }
        result.map_err(|failure| failed(failure, again(tool.hints.is_repeatable())))
    }
}

impl<S: Clone + Send + Sync + 'static> Invoke for InProcess<S> {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        Box::pin(async move {
            let tool = tool.signature().ok_or_else(InvokeError::cannot)?;
            let outputs = self.call(tool, arguments).await?;
            serde_json::from_slice(&outputs).map(Outcome::Done).map_err(lost)
        })
    }
}

impl<S> InProcess<S> {
    fn caller(&self) -> Option<&Caller> {
        self.parts.extensions.get()
    }
}

/// Shows the newest versions of the tools that the caller sees.
impl<S> Show for InProcess<S> {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        let tools = self.tools.now();
        let sees = |tool: &&ToolSignature| tools.sees(self.caller(), tool.tool_id);
        let signatures = tools.signatures().filter(sees).cloned();
        let examples = |tool: &Selected| {
            let signature = tool.signature();
            let served = signature.map(|signature| {
                tools.callable(self.caller(), signature.tool_id, Some(signature.version))
            });
            let values = served.and_then(|served| served.ok()).map(|served| served.input_values());
            let values = values.into_iter().flatten();
            values.filter_map(|value| Some((value.input, value.example?))).collect()
        };
        Ok(Cow::Owned(Selection::approved(signatures).with_values(examples)))
    }
}

/// Returns the failure in the words of a call over HTTP, so that a model reads the same wherever a tool runs.
fn failed(failure: tool::Failure, again: &str) -> InvokeError {
    let failed = match &failure {
        tool::Failure::Unwritable(_) => InvokeError::failed(LOST),
        tool::Failure::Panicked(_) => InvokeError::stopped(Stop::Panicked, again),
        tool::Failure::TimedOut(_) => InvokeError::stopped(Stop::TimedOut, again),
        failure => InvokeError::problem(&failure.problem(), failure.retry_after()),
    };
    match failure.into_cause() {
        Some(Cause::Failed(error)) => failed.because(error),
        Some(Cause::Unwritable(error)) => failed.because(error),
        Some(cause) => failed.because(cause.to_string()),
        None => failed,
    }
}

impl From<LookupError> for InvokeError {
    fn from(why: LookupError) -> Self {
        match why {
            LookupError::NotFound(_) => {
                Self::failed("the tool is not offered any more: go on without it")
            }
            LookupError::Refused(refusal) => Self::problem(&refusal.problem(), None),
            LookupError::Adapt(fault) => Self::failed("the tool failed").because(fault.to_string()),
        }
    }
}

const LOST: &str = "the tool ran, but its result is lost: call it again only if that does no harm";

/// The failure of a tool that ran.
fn lost(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> InvokeError {
    InvokeError::failed(LOST).because(cause)
}
