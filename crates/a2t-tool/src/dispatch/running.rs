//! A call that runs: once under its key, within its time, inside its span, with panics caught and slow polls noticed.

use std::future::Future;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use a2t_core::Panicked;
use tokio::time::{Sleep, sleep};

use super::Terms;
use crate::dispatch::once::{Instead, Once};
use crate::telemetry::{CallSpan, Outcome};
use crate::{BlockingPool, CallKey, Cause, Failure, Fault, Origin, Polls, Reply, SignatureRef};

/// A call that runs. Dropping it drops the future of the tool.
#[must_use = "a call goes on only while it is polled"]
pub struct Running {
    signature: SignatureRef,
    stage: Stage,
    /// The key that the call has taken, until its end is kept.
    once: Option<Box<Once>>,
    span: CallSpan,
    polls: Arc<Polls>,
    timeout: Option<Duration>,
    /// Set by the first poll that the tool does not end in, because most calls need no timer.
    timer: Option<Pin<Box<Sleep>>>,
    /// When the tool was begun, until its first poll, which counts from then.
    begun: Option<Instant>,
    /// The time of the longest poll, if it is too long.
    overdue: Option<Duration>,
}

enum Stage {
    /// The key is being taken.
    Key(Box<Waiting>),
    Tool(Reply),
    /// The end is being kept under the key.
    Keep(Pin<Box<dyn Future<Output = Ended> + Send>>),
    Over,
}

/// A tool that begins when its key was taken.
struct Waiting {
    taking: Pin<Box<dyn Future<Output = Result<Once, Instead>> + Send>>,
    threads: Arc<dyn BlockingPool>,
    start: Start,
}

pub(super) type Start = Box<dyn FnOnce(Arc<dyn BlockingPool>) -> Reply + Send>;

/// The end of a call.
pub struct Ended {
    pub result: Result<Vec<u8>, Failure>,
    /// A fault of a call that was answered all the same: the tool blocked a thread of the runtime for too long, which is
    /// reported once for each tool, or the end could not be kept under its key.
    pub fault: Option<Fault>,
    /// Whether these are the outputs of an equal call under the same key.
    pub replayed: bool,
}

impl Ended {
    /// Returns the outputs, or the error that `refuse` makes of the failure. Each fault of the call, whose signature and
    /// request these are, goes to `report`.
    ///
    /// # Errors
    /// Fails if the call has no outputs.
    pub fn settle<E>(
        self,
        signature: &SignatureRef,
        origin: &Origin,
        mut report: impl FnMut(Fault),
        refuse: impl FnOnce(&Failure) -> E,
    ) -> Result<Vec<u8>, E> {
        let mut report = |fault: Fault| report(fault.at(origin.clone()));
        self.fault.into_iter().for_each(&mut report);
        self.result.map_err(|failure| {
            let error = refuse(&failure);
            let cause = failure.into_cause();
            cause.into_iter().for_each(|cause| report(Fault::new(signature.clone(), cause)));
            error
        })
    }
}

impl From<Instead> for Ended {
    fn from(instead: Instead) -> Self {
        let (result, replayed) = match instead {
            Instead::Outputs(outputs) => (Ok(outputs), true),
            Instead::Failure(failure @ Failure::Kept(_)) => (Err(failure), true),
            Instead::Failure(failure) => (Err(failure), false),
        };
        Self { result, fault: None, replayed }
    }
}

impl Running {
    #[inline]
    pub(super) fn begin(
        signature: SignatureRef,
        terms: Terms,
        start: impl FnOnce(Arc<dyn BlockingPool>) -> Reply,
    ) -> Self {
        let Terms { span, threads, polls, timeout, key: _ } = terms;
        let begun = Some(Instant::now());
        let stage = Stage::Tool(started(&span, || start(threads)));
        let (once, timer, overdue) = (None, None, None);
        Self { signature, stage, once, span, polls, timeout, timer, begun, overdue }
    }

    pub(super) fn begin_once(
        signature: SignatureRef,
        terms: Terms,
        key: Box<CallKey>,
        start: Start,
    ) -> Self {
        let Terms { span, threads, polls, timeout, key: _ } = terms;
        let (time, taken_for) = (timeout.unwrap_or(Duration::MAX), signature.clone());
        let taking = Box::pin(async move { key.take(&taken_for, time).await });
        let stage = Stage::Key(Box::new(Waiting { taking, threads, start }));
        let (once, timer, begun, overdue) = (None, None, None, None);
        Self { signature, stage, once, span, polls, timeout, timer, begun, overdue }
    }

    /// Gives the call up, and frees its key for a call that goes on where this one stopped.
    pub async fn release(mut self) -> Option<Fault> {
        self.stage = Stage::Over;
        let error = self.once.take()?.free().await.err()?;
        Some(Fault::new(self.signature.clone(), Cause::Unkept(error.to_string())))
    }

    /// Waits for the key, and starts the tool unless the call has an end already.
    fn poll_key(&mut self, context: &mut Context<'_>) -> Poll<Option<Ended>> {
        let Stage::Key(waiting) = &mut self.stage else {
            return Poll::Ready(None);
        };
        let taken = ready!(waiting.taking.as_mut().poll(context));
        let Stage::Key(waiting) = mem::replace(&mut self.stage, Stage::Over) else {
            return Poll::Ready(None);
        };
        Poll::Ready(match taken {
            Ok(once) => {
                let Waiting { threads, start, .. } = *waiting;
                self.once = Some(Box::new(once));
                self.begun = Some(Instant::now());
                self.stage = Stage::Tool(started(&self.span, || start(threads)));
                None
            }
            Err(instead) => {
                let Ended { result, replayed, .. } = instead.into();
                Some(Ended { replayed, ..self.end(result) })
            }
        })
    }

    /// Polls the tool within its time.
    #[inline]
    fn poll_tool(&mut self, context: &mut Context<'_>) -> Poll<Ended> {
        let Stage::Tool(reply) = &mut self.stage else {
            return Poll::Pending;
        };
        let begun = self.begun.take().unwrap_or_else(Instant::now);
        let poll = || self.span.in_scope(|| reply.as_mut().poll(context));
        let polled = catch_unwind(AssertUnwindSafe(poll));
        self.overdue = self.overdue.max(self.polls.overdue(begun));
        let result = match polled {
            Ok(Poll::Ready(result)) => result,
            Err(panic) => Err(Failure::Panicked(Panicked::from(panic).words)),
            Ok(Poll::Pending) => Err(ready!(self.time_out(context))),
        };
        Poll::Ready(self.end(result))
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
        self.stage = Stage::Over;
        self.span.finish(result.as_ref().map_or_else(Outcome::from_failure, |_| Outcome::Ok));
        let fault = self.overdue.and_then(|took| self.polls.fault(&self.signature, took));
        Ended { result, fault, replayed: false }
    }

    fn keep(&mut self, once: Box<Once>, mut ended: Ended) {
        let signature = self.signature.clone();
        self.stage = Stage::Keep(Box::pin(async move {
            if let Some(cause) = once.end(&ended.result).await {
                ended.fault = Some(Fault::new(signature, cause));
            }
            ended
        }));
    }
}

/// Starts a tool, which may panic before it returns a future.
#[inline]
fn started(span: &CallSpan, start: impl FnOnce() -> Reply) -> Reply {
    catch_unwind(AssertUnwindSafe(|| span.in_scope(start)))
        .unwrap_or_else(|panic| Box::pin(async { resume_unwind(panic) }))
}

impl Future for Running {
    type Output = Ended;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Ended> {
        let this = self.get_mut();
        if let Stage::Key(_) = this.stage
            && let Some(ended) = ready!(this.poll_key(context))
        {
            return Poll::Ready(ended);
        }
        if let Stage::Tool(_) = this.stage {
            let ended = ready!(this.poll_tool(context));
            match this.once.take() {
                None => return Poll::Ready(ended),
                Some(once) => this.keep(once, ended),
            }
        }
        match &mut this.stage {
            Stage::Keep(keep) => keep.as_mut().poll(context),
            Stage::Key(_) | Stage::Tool(_) | Stage::Over => Poll::Pending,
        }
    }
}
