//! A call that runs: within its time, inside its span, with panics caught and slow polls noticed.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use a2t_core::Panicked;
use tokio::time::{Sleep, sleep};

use super::Terms;
use crate::seen::{Outcome, Seen};
use crate::{Apart, Failure, Fault, Lasting, Polls, Reply};

/// A call that runs. Dropping it drops the future of the tool.
#[must_use = "a call goes on only while it is polled"]
pub struct Running {
    signature: Lasting,
    /// `None` once the call has ended.
    reply: Option<Reply>,
    seen: Seen,
    polls: Arc<Polls>,
    timeout: Option<Duration>,
    /// Set by the first poll that the tool does not end in, because most calls need no timer.
    timer: Option<Pin<Box<Sleep>>>,
    /// When the tool was begun, until its first poll, which counts from then.
    begun: Option<Instant>,
    /// The time of the longest poll, if it is too long.
    overdue: Option<Duration>,
}

/// The end of a call.
pub struct Ended {
    pub result: Result<Vec<u8>, Failure>,
    /// The report that the tool kept a thread that serves for too long. It is made once for each tool.
    pub warning: Option<Fault>,
}

impl Running {
    #[inline]
    pub(super) fn begin(
        signature: Lasting,
        terms: Terms,
        begin: impl FnOnce(Arc<dyn Apart>) -> Reply,
    ) -> Self {
        let Terms { seen, threads, polls, timeout } = terms;
        let begun = Some(Instant::now());
        // A tool may panic before it returns a future.
        let reply = catch_unwind(AssertUnwindSafe(|| seen.within(|| begin(threads))))
            .unwrap_or_else(|panic| Box::pin(async { resume_unwind(panic) }));
        let reply = Some(reply);
        Self { signature, reply, seen, polls, timeout, timer: None, begun, overdue: None }
    }

    /// Waits for the time to be over.
    fn time_out(&mut self, context: &mut Context<'_>) -> Poll<Failure> {
        let Some(timeout) = self.timeout else {
            return Poll::Pending;
        };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(timeout)));
        timer.as_mut().poll(context).map(|()| Failure::TimedOut(timeout))
    }

    fn end(&mut self, result: Result<Vec<u8>, Failure>) -> Ended {
        self.reply = None;
        self.seen.ended(result.as_ref().map_or_else(Outcome::of, |_| Outcome::Ok));
        let warning = self.overdue.and_then(|took| self.polls.fault(&self.signature, took));
        Ended { result, warning }
    }
}

impl Future for Running {
    type Output = Ended;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Ended> {
        let this = self.get_mut();
        let Some(reply) = &mut this.reply else {
            return Poll::Pending;
        };
        let begun = this.begun.take().unwrap_or_else(Instant::now);
        let poll = || this.seen.within(|| reply.as_mut().poll(context));
        let polled = catch_unwind(AssertUnwindSafe(poll));
        this.overdue = this.overdue.max(this.polls.overdue(begun));
        let result = match polled {
            Ok(Poll::Ready(result)) => result,
            Err(panic) => Err(Failure::Panicked(Panicked::from(panic).words)),
            Ok(Poll::Pending) => match this.time_out(context) {
                Poll::Ready(failure) => Err(failure),
                Poll::Pending => return Poll::Pending,
            },
        };
        Poll::Ready(this.end(result))
    }
}
