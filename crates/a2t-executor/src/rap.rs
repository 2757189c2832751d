//! Approved tools of RAP servers: a model waits for their answers as for any other.

use a2t_core::invocation::Arguments;
use a2t_dialect::Described;
use a2t_rap::client::Thread;

use super::schema::{carried, honours_keys, vendor};
use super::{Invoke, Invoking};

/// Calls approved tools in a thread of a conversation. A call that the executor gives up goes on at its
/// server; its answer is in the store of the runtime.
impl Invoke for Thread {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        carried(self, tool, arguments, None)
    }

    fn invoke_once<'a>(
        &'a self,
        tool: Described<'a>,
        arguments: &'a Arguments,
        key: &'a str,
    ) -> Invoking<'a> {
        carried(self, tool, arguments, Some(key))
    }

    fn honours_keys(&self) -> bool {
        honours_keys(self)
    }

    fn vendor(&self) -> Option<String> {
        vendor(self)
    }
}
