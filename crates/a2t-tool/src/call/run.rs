//! One invocation through a tool: arguments, the function, the reply.

use std::future::ready;

use crate::{Arguments, Failure, Invocation, Reply, ReplyForm};

/// Return value of a function, and the form that its caller wants it in.
pub struct Called<T> {
    pub(crate) returned: T,
    pub(crate) form: ReplyForm,
}

/// Calls a function with the arguments of an invocation.
///
/// # Errors
/// The arguments break the signature.
pub fn take<T>(
    invocation: &Invocation,
    function: impl FnOnce(&mut Arguments<'_>) -> Option<T>,
) -> Result<Called<T>, Failure> {
    let mut arguments = invocation.arguments();
    match function(&mut arguments) {
        Some(returned) => Ok(Called { returned, form: invocation.form() }),
        None => Err(arguments.into_failure()),
    }
}

/// Returns the reply of an `async` tool that was called.
pub fn run<F, R>(
    called: Result<Called<F>, Failure>,
    reply: fn(R, ReplyForm) -> Result<Vec<u8>, Failure>,
) -> Reply
where
    F: Future<Output = R> + Send + 'static,
    R: 'static,
{
    match called {
        Ok(called) => Box::pin(async move { reply(called.returned.await, called.form) }),
        Err(failure) => refused(failure),
    }
}

// Not generic, so that it is compiled once for all tools.
fn refused(failure: Failure) -> Reply {
    Box::pin(ready(Err(failure)))
}

/// Returns the reply of a tool that is not `async`: it runs on a thread of a separate pool.
pub fn run_blocking<R>(
    invocation: Invocation,
    call: impl FnOnce(Invocation) -> Result<Called<R>, Failure> + Send + 'static,
    reply: fn(R, ReplyForm) -> Result<Vec<u8>, Failure>,
) -> Reply
where
    R: 'static,
{
    invocation.blocking().run(Box::new(move || {
        let called = call(invocation)?;
        reply(called.returned, called.form)
    }))
}

/// Returns the reply of a tool that was called here and is not `async`.
pub fn answer<R>(
    called: Result<Called<R>, Failure>,
    reply: fn(R, ReplyForm) -> Result<Vec<u8>, Failure>,
) -> Reply {
    let replied = called.and_then(|called| reply(called.returned, called.form));
    Box::pin(ready(replied))
}
