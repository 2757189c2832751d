//! One invocation through a tool: arguments, the function, the reply.

use std::future::ready;

use crate::Toolset;
use crate::tool::{Arguments, Entry, Failure, Invocation, Reply};

/// What a function makes of the arguments of an invocation.
///
/// # Errors
/// The arguments break the signature.
pub fn take<T>(
    invocation: &Invocation,
    function: impl FnOnce(&mut Arguments<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    function(&mut invocation.arguments()?)
}

/// The reply of an `async` tool that was called.
pub fn run<F, R>(called: Result<F, Failure>, reply: fn(R) -> Result<Vec<u8>, Failure>) -> Reply
where
    F: Future<Output = R> + Send + 'static,
    R: 'static,
{
    match called {
        Ok(future) => Box::pin(async move { reply(future.await) }),
        Err(failure) => refused(failure),
    }
}

// Not generic, so that it is compiled once for all tools.
fn refused(failure: Failure) -> Reply {
    Box::pin(ready(Err(failure)))
}

/// The reply of a tool that was called and is not `async`.
pub fn answer<R>(called: Result<R, Failure>, reply: fn(R) -> Result<Vec<u8>, Failure>) -> Reply {
    Box::pin(ready(called.and_then(reply)))
}

/// The toolset of these tables.
pub fn toolset_of<S>(tables: &[&'static [Entry<S>]]) -> Toolset<S> {
    Toolset::from_entries(tables.iter().copied().flatten())
}
