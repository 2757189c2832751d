//! The calls of a generated client over another protocol than MCP.

use std::any::Any;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_schema::{Listed, Tool};

use super::Map;
use crate::client::{Error, Kind, Reply, Result, State};

/// A reply on its way.
#[doc(hidden)]
pub type Carrying = Pin<Box<dyn Future<Output = Result<Reply>> + Send>>;

/// A protocol that carries calls of approved tools.
#[doc(hidden)]
pub trait Carry: Any + Send + Sync {
    /// Calls the tool, and waits for its answer, no longer than `within` if that is given.
    fn carry(&self, tool: &Tool, arguments: Map, within: Option<Duration>) -> Carrying;

    /// The tools as their server describes them now, as far as that is known.
    fn listed(&self) -> Listed;

    /// The carrier, for the library that made it.
    fn as_any(&self) -> &dyn Any;
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

/// Returns the state of a tool that is about to be called, if it is not as it was approved. Inside an
/// executor that refuses such tools, it is an error.
#[doc(hidden)]
pub fn drift(approved: &Tool, listed: Listed) -> Result<Option<State>> {
    crate::client::verify::carried(approved, listed).map_err(|error| error.of(&approved.name))
}

/// The error of a call that was carried.
#[doc(hidden)]
pub fn failed(kind: Kind, tool: &str) -> Error {
    Error::new(kind).of(tool)
}
