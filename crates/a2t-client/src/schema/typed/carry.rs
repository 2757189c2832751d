//! The protocol below a generated client: what carries its calls.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_schema::Tool;

use super::Map;
use crate::schema::{Drift, Reply};
use crate::{Result, Retry};

/// A reply on its way.
#[doc(hidden)]
pub type Carrying<'a, T = Reply> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// A client of a protocol, which carries calls of approved tools.
#[doc(hidden)]
pub trait Carry: Any + fmt::Debug + Send + Sync {
    /// Calls the tool, and waits for its answer.
    fn carry<'a>(
        &'a self,
        tool: &'a Tool,
        arguments: Map,
        options: &'a CallOptions,
    ) -> Carrying<'a>;

    /// Compares the server's tools with the approved ones.
    fn verify<'a>(&'a self, approved: &'a [&'static Tool]) -> Carrying<'a, Drift>;

    /// The carrier, for the library that made it.
    fn as_any(&self) -> &dyn Any;
}

/// What one call sets in place of its client's settings.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct CallOptions {
    /// The time in all.
    pub within: Option<Duration>,
    /// The policy of retries.
    pub retry: Option<Retry>,
    /// The program's own key.
    pub key: Option<Arc<str>>,
}

/// A call and its carrier.
#[doc(hidden)]
pub struct Carriage {
    /// The carrier.
    pub by: Arc<dyn Carry>,
    /// The approved tool.
    pub tool: &'static Tool,
    /// The arguments, which nobody has judged.
    pub arguments: Map,
}
