//! Tools of the same program, run without a socket.

use std::borrow::Cow;

use a2t_core::ToolSignature;
use a2t_core::invocation::{Arguments, Layout};
use a2t_dialect::{Result, Selection, Show};
use http::Request;
use http::request::Parts;

use super::{Failure, Invoke, Invoking};
use a2t_tool::{self as tool, Caller, Inputs, IntoTools, Tools};

/// The tools of an `a2t::Toolset` of this program, with their state: an
/// [`Executor`](super::Executor) runs them beside those of vendors, without a socket and without
/// JSON on the way in.
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
/// let notes = InProcess::new(a2t::toolset![read_notes], ()).request(request);
///
/// let tools = Selection::of(&notes)?.tag("notes")?;
/// let executor = Executor::builder().tools(tools, notes).build()?;
/// # Ok::<_, a2t::dialect::Error>(())
/// ```
pub struct InProcess<S: 'static> {
    tools: Tools<S>,
    state: S,
    parts: Parts,
}

impl<S: Clone + Send + Sync + 'static> InProcess<S> {
    /// Takes these tools with this state. Their contexts see an empty request.
    pub fn new(toolset: impl IntoTools<S>, state: S) -> Self {
        Self { tools: toolset.into_tools(), state, parts: Request::new(()).into_parts().0 }
    }

    /// Sets the request that contexts are taken from: its headers and extensions are those of every
    /// call. An `a2t::Caller` among the extensions is who calls; without one, tools that name scopes
    /// are neither shown nor called.
    #[must_use]
    pub fn request(mut self, request: Request<()>) -> Self {
        self.parts = request.into_parts().0;
        self
    }

    async fn call(
        &self,
        tool: &ToolSignature,
        arguments: &Arguments,
    ) -> std::result::Result<Vec<u8>, Failure> {
        let gone = || Failure::failed("the tool is not offered any more: go on without it");
        let caller = self.caller();
        let tools = self.tools.now();
        let known = tools.tool(tool.tool_id).ok_or_else(gone)?;
        if !tools.sees(caller, tool.tool_id) {
            return Err(gone());
        }
        if let Some(refusal) = tools.refuses(caller, tool.tool_id) {
            return Err(Failure::problem(&refusal.problem(), None));
        }
        let version = known.version(Some(tool.version)).ok_or_else(gone)?;
        let served = version.served(known.current.version).map_err(faulty)?;
        drop(tools);
        let (state, parts) = (self.state.clone(), self.parts.clone());
        let inputs = Inputs::Named(arguments.clone());
        let called = served.run(state, parts, inputs, Layout::Object).await;
        called.map_err(Failure::from)
    }
}

impl<S: Clone + Send + Sync + 'static> Invoke for InProcess<S> {
    fn invoke<'a>(&'a self, tool: &'a ToolSignature, arguments: &'a Arguments) -> Invoking<'a> {
        Box::pin(async move {
            let outputs = self.call(tool, arguments).await?;
            serde_json::from_slice(&outputs).map_err(lost)
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
        Ok(Cow::Owned(Selection::approved(signatures)))
    }
}

/// Uses the words of a call over HTTP, so that a model reads the same wherever a tool runs.
impl From<tool::Failure> for Failure {
    fn from(failure: tool::Failure) -> Self {
        let told = Self::problem(&failure.problem(), failure.retry_after());
        match failure {
            tool::Failure::Tool(error) => match error.vendors_part() {
                Some(cause) => told.because(cause.to_string()),
                None => told.because(error),
            },
            tool::Failure::Unwritable(error) => lost(error),
            _ => told,
        }
    }
}

/// The failure of a tool that ran.
fn lost(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Failure {
    let words = "the tool ran, but its result is lost: call it again only if that does no harm";
    Failure::failed(words).because(cause)
}

fn faulty(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Failure {
    Failure::failed("the tool failed").because(cause)
}
