//! Approved tools of RAP servers: a model waits for their answers as for any other.

use a2t_core::ToolSignature;
use a2t_core::invocation::Arguments;
use a2t_rap::client::Thread;
use a2t_schema::Tool;
use serde_json::{Map, Value};

use super::executor::CANNOT;
use super::invoke::Told;
use super::schema::carried;
use super::{Failure, Invoke, Invoking};

/// Calls approved tools in a thread of a conversation. A call that the executor gives up goes on at its
/// server; its answer is in the store of the runtime.
impl Invoke for Thread {
    fn invoke<'a>(&'a self, _: &'a ToolSignature, _: &'a Arguments) -> Invoking<'a> {
        Box::pin(async { Err(Failure::failed(CANNOT)) })
    }

    fn invoke_described<'a>(&'a self, tool: &'a Tool, arguments: Map<String, Value>) -> Told<'a> {
        carried(self, tool, arguments)
    }
}
