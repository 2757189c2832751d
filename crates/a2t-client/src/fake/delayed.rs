//! Answers that a test writes for a fake, each after its time.

use std::any::TypeId;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::record::Scripted;
use super::script::Answer;
use super::{Failure, Fake, Sent, sent};
use crate::generated::reply::{Generated, Outputs, Reply};
use crate::{Declared, Sending};

/// A [`Fake`] whose next answer takes its time; made by [`Fake::delayed`]. Each method writes one
/// answer and returns the fake: answers written to that come at once.
#[must_use = "a delay belongs to the answer that is written to it"]
pub struct Delayed<'f, C> {
    fake: &'f Fake<C>,
    time: Duration,
}

impl<'f, C: Generated> Delayed<'f, C> {
    pub(super) fn new(fake: &'f Fake<C>, time: Duration) -> Self {
        Self { fake, time }
    }

    /// Does as [`Fake::reply`] does.
    pub fn reply<R: Reply<C>>(self, reply: R) -> &'f Fake<C> {
        self.write::<R>(None, always(reply))
    }

    /// Does as [`Fake::reply_to`] does.
    pub fn reply_to<R: Reply<C>>(self, call: Sending<R>, reply: R) -> &'f Fake<C> {
        self.write::<R>(sent(call), always(reply))
    }

    /// Does as [`Fake::fail`] does.
    pub fn fail<R: Reply<C>>(self, failure: impl Into<Failure>) -> &'f Fake<C> {
        self.write::<R>(None, never(failure.into()))
    }

    /// Does as [`Fake::fails`] does.
    pub fn fails<E: Declared<Calls = C>>(self, error: E) -> &'f Fake<C>
    where
        E::Reply: Reply<C>,
    {
        self.write::<E::Reply>(None, never(Failure::with(error.problem())))
    }

    /// Does as [`Fake::fail_on`] does.
    pub fn fail_on<R: Reply<C>>(
        self,
        call: Sending<R>,
        failure: impl Into<Failure>,
    ) -> &'f Fake<C> {
        self.write::<R>(sent(call), never(failure.into()))
    }

    /// Does as [`Fake::answer`] does; the answer is made when the time is over.
    pub fn answer<R: Reply<C>>(
        self,
        answer: impl Fn(&Sent) -> Result<R, Failure> + Send + Sync + 'static,
    ) -> &'f Fake<C> {
        let written = move |sent: &Sent| {
            let reply = answer(sent)?;
            Ok(Outputs::written(sent.signature, reply))
        };
        self.write::<R>(None, Arc::new(written))
    }

    fn write<R: Reply<C>>(self, to: Option<Sent>, answer: Answer) -> &'f Fake<C> {
        let scripted = Scripted { after: self.time, answer };
        self.fake.script.record.push(TypeId::of::<R>(), to, scripted);
        self.fake
    }
}

fn always<R: Clone + Send + Sync + 'static>(reply: R) -> Answer {
    Arc::new(move |sent: &Sent| Ok(Outputs::written(sent.signature, reply.clone())))
}

fn never(failure: Failure) -> Answer {
    Arc::new(move |_: &Sent| Err(failure.clone()))
}

impl<C> fmt::Debug for Delayed<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Delayed").field(&self.time).finish()
    }
}
