//! How a tool is run: over HTTP by a client, or however a program says.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use a2t_core::ToolSignature;
use a2t_core::invocation::Arguments;
use serde_json::{Map, Value};

use super::Failure;
use crate::client::Client;

/// What comes of an invocation: the outputs by name.
pub type Invoking<'a> =
    Pin<Box<dyn Future<Output = Result<Map<String, Value>, Failure>> + Send + 'a>>;

/// Whatever runs the tools of a vendor. A [`Client`] calls them over HTTP, at the version of the
/// signature; this is how a program runs tools in another way, such as in process:
///
/// ```
/// use a2t::client::Arguments;
/// use a2t::dialect::{Failure, Invoke, Invoking};
/// use a2t::testing::TestClient;
/// use a2t::{ToolSignature, Value};
///
/// /// The tools of a toolset, without a socket.
/// struct InProcess(TestClient);
///
/// impl Invoke for InProcess {
///     fn invoke<'a>(&'a self, tool: &'a ToolSignature, arguments: &'a Arguments) -> Invoking<'a> {
///         let given = arguments.iter().map(|(name, value)| (name.to_owned(), value.clone()));
///         let given = Value::Object(given.collect());
///         Box::pin(async move {
///             let reply = self.0.call_version(&tool.name, tool.version, given).await;
///             reply.map_err(|error| Failure::failed(error.detail()).because(error))
///         })
///     }
/// }
/// ```
pub trait Invoke: Send + Sync {
    /// Runs the tool of this signature with these arguments, which the signature allows.
    ///
    /// To drop the future is to give the call up. What it does between its `await`s holds up the
    /// other calls of the message.
    fn invoke<'a>(&'a self, tool: &'a ToolSignature, arguments: &'a Arguments) -> Invoking<'a>;
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
}
