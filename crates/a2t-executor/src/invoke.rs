//! Ways to run a tool: over HTTP by a client, or by a program's own code.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use a2t_core::ToolSignature;
use a2t_core::invocation::Arguments;
use a2t_dialect::Outcome;
use a2t_schema::Tool;
use serde_json::{Map, Value};

use super::Failure;
use super::executor::CANNOT;
use a2t_client::Client;

/// Future of an invocation: the outputs by name.
pub type Invoking<'a> =
    Pin<Box<dyn Future<Output = Result<Map<String, Value>, Failure>> + Send + 'a>>;

/// Future of an invocation of a tool of MCP: its structured result by name, or its words.
pub type Told<'a> = Pin<Box<dyn Future<Output = Result<Outcome, Failure>> + Send + 'a>>;

/// A way to run tools: a [`Client`] calls a vendor's over HTTP, at the version of the signature,
/// [`InProcess`](super::InProcess) (feature `tool`) runs those of the same program. A program
/// implements it for other ways, such as one that asks a person first:
///
/// ```
/// use a2t::ToolSignature;
/// use a2t::client::{Arguments, Client};
/// use a2t::dialect::{Failure, Invoke, Invoking};
///
/// struct Asked(Client);
///
/// impl Invoke for Asked {
///     fn invoke<'a>(&'a self, tool: &'a ToolSignature, arguments: &'a Arguments) -> Invoking<'a> {
///         Box::pin(async move {
///             if !may_run(tool).await {
///                 return Err(Failure::refused("the user does not want this"));
///             }
///             Invoke::invoke(&self.0, tool, arguments).await
///         })
///     }
/// }
///
/// async fn may_run(tool: &ToolSignature) -> bool {
///     !tool.tags.iter().any(|tag| tag == "payment")
/// }
/// ```
pub trait Invoke: Send + Sync {
    /// Runs the tool of this signature with these arguments, which the signature allows.
    ///
    /// Dropping the future gives the call up. Its work between two `await`s holds up the other
    /// calls of the message.
    fn invoke<'a>(&'a self, tool: &'a ToolSignature, arguments: &'a Arguments) -> Invoking<'a>;

    /// Runs a tool of MCP with these arguments, which its approved schema allows. The default
    /// implementation fails, so that you need not implement it if you only run tools of A2T.
    ///
    /// Dropping the future gives the call up.
    fn invoke_described<'a>(&'a self, tool: &'a Tool, arguments: Map<String, Value>) -> Told<'a> {
        let _: (&Tool, Map<String, Value>) = (tool, arguments);
        Box::pin(async { Err(Failure::failed(CANNOT)) })
    }
}

impl Invoke for Client {
    fn invoke<'a>(&'a self, tool: &'a ToolSignature, arguments: &'a Arguments) -> Invoking<'a> {
        Box::pin(async move {
            let outputs = Self::invoke(self, tool, arguments).await?;
            Ok(outputs.into_iter().collect())
        })
    }
}

impl<T: Invoke + ?Sized> Invoke for Arc<T> {
    fn invoke<'a>(&'a self, tool: &'a ToolSignature, arguments: &'a Arguments) -> Invoking<'a> {
        (**self).invoke(tool, arguments)
    }

    fn invoke_described<'a>(&'a self, tool: &'a Tool, arguments: Map<String, Value>) -> Told<'a> {
        (**self).invoke_described(tool, arguments)
    }
}
