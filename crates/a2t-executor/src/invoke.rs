//! Ways to run a tool: over HTTP by a client, or by a program's own code.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use a2t_core::invocation::Arguments;
use a2t_dialect::{Described, Outcome};

use super::InvokeError;
use a2t_client::typed::CallOptions;
use a2t_client::{Client, Retry};

/// Future of an invocation: its outputs by name, or a text.
pub type Invoking<'a> = Pin<Box<dyn Future<Output = Result<Outcome, InvokeError>> + Send + 'a>>;

/// A way to run tools: a [`Client`] calls a vendor's over HTTP, at the version of the signature,
/// [`InProcess`](super::InProcess) (feature `tool`) runs those of the same program. A program
/// implements it for other ways, such as one that counts against a user's quota first. To ask a user, set
/// [`Builder::consent`](super::Builder::consent) instead.
///
/// ```
/// use a2t::client::{Arguments, Client};
/// use a2t::dialect::{Described, InvokeError, Invoke, Invoking};
///
/// struct Metered(Client);
///
/// impl Invoke for Metered {
///     fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
///         Box::pin(async move {
///             count().await?;
///             Invoke::invoke(&self.0, tool, arguments).await
///         })
///     }
///
///     fn invoke_once<'a>(
///         &'a self,
///         tool: Described<'a>,
///         arguments: &'a Arguments,
///         key: &'a str,
///     ) -> Invoking<'a> {
///         Box::pin(async move {
///             count().await?;
///             self.0.invoke_once(tool, arguments, key).await
///         })
///     }
///
///     fn honours_keys(&self) -> bool {
///         self.0.honours_keys()
///     }
///
///     fn vendor(&self) -> Option<String> {
///         self.0.vendor()
///     }
/// }
///
/// async fn count() -> Result<(), InvokeError> {
///     let is_left = true; // your table of quotas
///     is_left.then_some(()).ok_or_else(|| InvokeError::refused("the user has no calls left today"))
/// }
/// ```
pub trait Invoke: Send + Sync {
    /// Runs an approved tool with these arguments, which its signature or schema allows. It fails for
    /// a tool of another protocol.
    ///
    /// Dropping the future gives the call up. Its work between two `await`s holds up the other
    /// calls of the message.
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a>;

    /// Runs an approved tool under this idempotency key, as [`Executor::resume`](super::Executor::resume) does. A server
    /// that honours the key runs the tool once for all calls with this key. Without an implementation, the key is not used.
    fn invoke_once<'a>(
        &'a self,
        tool: Described<'a>,
        arguments: &'a Arguments,
        _key: &'a str,
    ) -> Invoking<'a> {
        self.invoke(tool, arguments)
    }

    /// Returns whether a second call under the key of the first has no second effect. Without an implementation,
    /// this is `false`. Of a client of A2T or MCP, it is `true` with [`Retry::Always`](a2t_client::Retry), by which
    /// a program declares that.
    fn honours_keys(&self) -> bool {
        false
    }

    /// Returns the place where the tools run, such as a URL, for rules of consent; `None` for this program.
    fn vendor(&self) -> Option<String> {
        None
    }
}

impl Invoke for Client {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        called(self, tool, arguments, None)
    }

    fn invoke_once<'a>(
        &'a self,
        tool: Described<'a>,
        arguments: &'a Arguments,
        key: &'a str,
    ) -> Invoking<'a> {
        called(self, tool, arguments, Some(key))
    }

    fn honours_keys(&self) -> bool {
        self.retry() == Retry::Always
    }

    fn vendor(&self) -> Option<String> {
        Some(self.url().to_owned())
    }
}

fn called<'a>(
    client: &'a Client,
    tool: Described<'a>,
    arguments: &'a Arguments,
    key: Option<&'a str>,
) -> Invoking<'a> {
    Box::pin(async move {
        let tool = tool.signature().ok_or_else(InvokeError::cannot)?;
        let options = CallOptions { key: key.map(Into::into), ..CallOptions::default() };
        let outputs = client.invoke_with(tool, arguments, &options).await?;
        Ok(Outcome::Done(outputs.into_iter().collect()))
    })
}

impl<T: Invoke + ?Sized> Invoke for Arc<T> {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        (**self).invoke(tool, arguments)
    }

    fn invoke_once<'a>(
        &'a self,
        tool: Described<'a>,
        arguments: &'a Arguments,
        key: &'a str,
    ) -> Invoking<'a> {
        (**self).invoke_once(tool, arguments, key)
    }

    fn honours_keys(&self) -> bool {
        (**self).honours_keys()
    }

    fn vendor(&self) -> Option<String> {
        (**self).vendor()
    }
}
