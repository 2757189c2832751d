//! Ways to run a tool: over HTTP by a client, or by a program's own code.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use a2t_core::invocation::Arguments;
use a2t_dialect::{Described, Outcome};

use super::InvokeError;
use a2t_client::Client;

/// Future of an invocation: its outputs by name, or a text.
pub type Invoking<'a> = Pin<Box<dyn Future<Output = Result<Outcome, InvokeError>> + Send + 'a>>;

/// A way to run tools: a [`Client`] calls a vendor's over HTTP, at the version of the signature,
/// [`InProcess`](super::InProcess) (feature `tool`) runs those of the same program. A program
/// implements it for other ways, such as one that asks a person first:
///
/// ```
/// use a2t::client::{Arguments, Client};
/// use a2t::dialect::{Described, InvokeError, Invoke, Invoking};
///
/// struct Asked(Client);
///
/// impl Invoke for Asked {
///     fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
///         Box::pin(async move {
///             if !may_run(tool).await {
///                 return Err(InvokeError::refused("the user does not want this"));
///             }
///             Invoke::invoke(&self.0, tool, arguments).await
///         })
///     }
/// }
///
/// async fn may_run(tool: Described<'_>) -> bool {
///     tool.hints().read_only
/// }
/// ```
pub trait Invoke: Send + Sync {
    /// Runs an approved tool with these arguments, which its signature or schema allows. It fails for
    /// a tool of another protocol.
    ///
    /// Dropping the future gives the call up. Its work between two `await`s holds up the other
    /// calls of the message.
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a>;
}

impl Invoke for Client {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        Box::pin(async move {
            let tool = tool.signature().ok_or_else(InvokeError::cannot)?;
            let outputs = Self::invoke(self, tool, arguments).await?;
            Ok(Outcome::Done(outputs.into_iter().collect()))
        })
    }
}

impl<T: Invoke + ?Sized> Invoke for Arc<T> {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        (**self).invoke(tool, arguments)
    }
}
