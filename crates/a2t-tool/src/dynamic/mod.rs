//! A tool whose signature is read while the program runs, and whose code is a closure.

mod handler;
mod inputs;
mod outputs;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::signature::{self, Preconditions, Text, unix_seconds};
use a2t_core::{ToolId, ToolSignature, ValidationError, Violations};

use crate::toolset::code::{Code, DynamicVersion, ProtocolCache};
use crate::toolset::version::Version;
use crate::{CallOptions, OnDisconnect};

pub use handler::DynamicHandler;
pub(crate) use handler::{DynamicCall, Handler};
pub use inputs::DynamicInputs;
pub use outputs::DynamicOutputs;

/// A tool, in one version, whose signature is data: a file, a row of a database, a reply of another
/// service. Its code is a closure that takes the inputs by name.
///
/// ```
/// use a2t::{DynamicInputs, DynamicTool, ToolError, Toolset};
/// use serde_json::json;
///
/// let signature = r#"{
///     "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "add", "description": "Adds.",
///     "version": 1, "currentVersion": 1,
///     "input_parameters": [
///         {"id": "a", "name": "a", "type": "int", "description": "First addend."},
///         {"id": "b", "name": "b", "type": "int", "description": "Second addend.", "required": false}],
///     "output_parameters": [{"id": "sum", "name": "sum", "type": "int", "description": "The sum."}]
/// }"#;
/// let add = DynamicTool::parse(signature, async |inputs: DynamicInputs| {
///     let sum = inputs.int("a")? + inputs.int_or("b", 0)?;
///     Ok(json!({ "sum": sum }))
/// })?;
/// let tools: Toolset<()> = Toolset::default().extend([add])?;
///
/// # let client = a2t::testing::TestClient::new(tools);
/// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
/// # let path = "/tools/0479a45d-ad0a-49d4-94db-75edf00d2ca4:invoke";
/// # let body = json!({ "input_parameters": [{ "name": "a", "value": 3 }] });
/// # let reply = runtime.block_on(client.post(path, body.to_string())).json();
/// # assert_eq!(reply["output_parameters"][0]["value"], 3);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// To the caller there is no difference from a function with `#[a2t::tool]`: inputs are checked
/// against the signature before the closure runs, with the same violations at the same pointers,
/// and every protocol, scope, rule of visibility and limit applies. Outputs that do not fit the
/// signature are a fault (500): the caller learns nothing of it, the operator everything
/// (`a2t::Fault`).
///
/// Before the inputs, a closure may take up to four contexts, which are axum extractors, as functions do:
///
/// ```
/// # use a2t::{Caller, DynamicInputs, DynamicTool};
/// # use axum::extract::State;
/// # let signature = br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","version":1,
/// #   "currentVersion":1,"description":"Adds.","output_parameters":[
/// #   {"id":"by","name":"by","type":"string","description":"Who called."}]}"#;
/// let tool = DynamicTool::<String>::parse(
///     signature,
///     async |caller: Caller, State(greeting): State<String>, _: DynamicInputs| {
///         Ok([("by", format!("{greeting} {}", caller.id()))])
///     },
/// )?;
/// # Ok::<_, a2t::ValidationError>(())
/// ```
///
/// A closure that owns values gives each call a clone: `move |inputs| { let own = own.clone();
/// async move { … } }`, as handlers of axum do.
///
/// A tool with several versions is several of these with one id;
/// [`ToolsetError`](crate::ToolsetError) reports where they do not go together.
pub struct DynamicTool<S> {
    made: DynamicVersion<S>,
}

impl<S> DynamicTool<S> {
    /// Creates a tool of a signature that was read, put together or kept elsewhere.
    /// `currentVersion` is ignored: it becomes the newest version that is served. Each call must meet its
    /// `preconditions`.
    ///
    /// # Errors
    /// Every rule of the draft that the signature breaks, with pointers into its document.
    pub fn new<M>(
        signature: ToolSignature,
        handler: impl DynamicHandler<S, M>,
    ) -> Result<Self, Violations> {
        let preconditions = signature.preconditions.clone().unwrap_or_default();
        let signature = ToolSignature {
            current_version: signature.version,
            preconditions: Some(preconditions.clone()),
            ..signature
        };
        signature.check().into_result()?;
        let deprecated = signature.deprecated.as_ref();
        let deprecated = deprecated.and_then(|deprecated| unix_seconds(&deprecated.since));
        let made = DynamicVersion {
            signature: Arc::new(signature),
            handler: Handler::new(handler),
            options: CallOptions {
                key_required: preconditions.key_required,
                ..CallOptions::DEFAULT
            },
            scopes: preconditions.scopes.iter().map(|scope| scope.to_string()).collect(),
            deprecated,
            cache: ProtocolCache::default(),
        };
        Ok(Self { made })
    }

    /// Reads the signature of a tool, a JSON document as `GET /tools/{toolId}` has it (draft section 6.1).
    ///
    /// # Errors
    /// Text that is not JSON, or every rule that it breaks, with pointers. A member that the protocol does not
    /// define is one of them, because in a vendor's own document it is a mistake.
    ///
    /// ```
    /// use a2t::{DynamicInputs, DynamicTool};
    ///
    /// let text = r#"{"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "a b\n",
    ///     "description": "", "version": 0, "currentVersion": 1}"#;
    /// let refused = DynamicTool::<()>::parse(text, async |_: DynamicInputs| Ok([("a", 1)]));
    /// let refused = refused.unwrap_err().to_string();
    /// assert!(refused.contains("/name: ") && refused.contains("/version: "), "{refused}");
    /// ```
    pub fn parse<M>(
        text: impl AsRef<[u8]>,
        handler: impl DynamicHandler<S, M>,
    ) -> Result<Self, ValidationError> {
        let parsed = signature::parse(text.as_ref())?;
        parsed.unknown.into_result()?;
        Ok(Self::new(parsed.signature, handler)?)
    }

    /// Names scopes that a caller needs, all of them (`scopes = […]` of functions).
    #[must_use]
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut all = self.made.scopes.to_vec();
        all.extend(scopes.into_iter().map(Into::into));
        all.sort_unstable();
        all.dedup();
        let scopes = all.iter().cloned().map(Text::from).collect::<Vec<_>>();
        self.preconditions().scopes = scopes.into();
        self.made.scopes = all.into();
        self
    }

    /// Sets the maximum time of a call, in place of the limit of the protocol.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.made.options.timeout = Some(time);
        self
    }

    /// Sets the maximum number of calls that run at the same time in the program, from 1.
    #[must_use]
    pub fn concurrency(mut self, calls: u32) -> Self {
        self.made.options.concurrency = Some(calls.max(1));
        self
    }

    /// Sets what happens to calls whose client disconnects before the reply.
    #[must_use]
    pub fn on_disconnect(mut self, fate: OnDisconnect) -> Self {
        self.made.options.on_disconnect = Some(fate);
        self
    }

    /// Requires an `Idempotency-Key` of each call over A2T.
    #[must_use]
    pub fn idempotency_key_required(mut self) -> Self {
        self.made.options.key_required = true;
        self.preconditions().key_required = true;
        self
    }

    /// Returns the preconditions as callers see them.
    fn preconditions(&mut self) -> &mut Preconditions {
        let signature = Arc::make_mut(&mut self.made.signature);
        signature.preconditions.get_or_insert_default()
    }

    /// Returns the signature.
    pub fn signature(&self) -> &ToolSignature {
        &self.made.signature
    }

    /// Returns the tool that this is a version of.
    pub fn id(&self) -> ToolId {
        self.made.signature.tool_id
    }
}

impl<S> From<DynamicTool<S>> for Version<S> {
    fn from(tool: DynamicTool<S>) -> Self {
        Self::new(Code::Dynamic(Arc::new(tool.made)))
    }
}

impl<S> fmt::Debug for DynamicTool<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ToolSignature { name, version, .. } = self.signature();
        write!(f, "{name} version {version}")
    }
}
