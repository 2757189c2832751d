//! Answers that a test writes for a fake, each after its time.

use std::any::TypeId;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::script::{Answer, Boxed};
use super::{Failure, Fake, Sent, sent};
use crate::Declared;
use crate::fake::record::Scripted;
use crate::schema::typed::{Generated, Sending, Typed};

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
    pub fn reply<T: Typed<C>>(self, reply: T) -> &'f Fake<C> {
        self.write::<T>(None, always(reply))
    }

    /// Does as [`Fake::reply_to`] does.
    pub fn reply_to<T: Typed<C>>(self, call: Sending<T>, reply: T) -> &'f Fake<C> {
        self.write::<T>(sent(call), always(reply))
    }

    /// Does as [`Fake::fail`] does.
    pub fn fail<T: Typed<C>>(self, failure: impl Into<Failure>) -> &'f Fake<C> {
        self.write::<T>(None, never(failure.into()))
    }

    /// Works like [`Fake::fails`].
    pub fn fails<E: Declared<Calls = C>>(self, error: E) -> &'f Fake<C>
    where
        E::Reply: Typed<C>,
    {
        self.fail::<E::Reply>(Failure::with(error.problem()))
    }

    /// Does as [`Fake::fail_on`] does.
    pub fn fail_on<T: Typed<C>>(
        self,
        call: Sending<T>,
        failure: impl Into<Failure>,
    ) -> &'f Fake<C> {
        self.write::<T>(sent(call), never(failure.into()))
    }

    /// Does as [`Fake::answer`] does; the answer is made when the time is over.
    pub fn answer<T: Typed<C>>(
        self,
        answer: impl Fn(&Sent) -> Result<T, Failure> + Send + Sync + 'static,
    ) -> &'f Fake<C> {
        let written = move |sent: &Sent| answer(sent).map(|reply| Box::new(reply) as Boxed);
        self.write::<T>(None, Arc::new(written))
    }

    fn write<T: Typed<C>>(self, to: Option<Sent>, answer: Answer) -> &'f Fake<C> {
        self.fake.script.record.push(TypeId::of::<T>(), to, Scripted { after: self.time, answer });
        self.fake
    }
}

fn always<T: Clone + Send + Sync + 'static>(reply: T) -> Answer {
    Arc::new(move |_: &Sent| Ok(Box::new(reply.clone())))
}

fn never(failure: Failure) -> Answer {
    Arc::new(move |_: &Sent| Err(failure.clone()))
}

impl<C> fmt::Debug for Delayed<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Delayed").field(&self.time).finish()
    }
}
