//! A generated call that goes on after its answer.

use std::any::Any;
use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::time::Duration;

use a2t_client::schema::Reply;
use a2t_client::schema::typed::{Call, CallOptions, Carriage, Generated, Reading, Sending, Typed};
use a2t_client::{CalledTool as _, Kind, Result};
use a2t_schema::Tool;

use super::carry;
use crate::client::arguments::approved;
use crate::client::{Subscription, Thread};
use crate::message::SubscriptionEvent;

/// A call that is sent when it is awaited, for its answer and the events that follow it.
///
/// # Errors
/// Those of the call.
#[must_use = "a call is sent when it is awaited"]
pub struct Subscribing<T> {
    call: Call,
    within: Option<Duration>,
    read: fn(&mut Reply) -> Reading<T>,
    send: fn(Call) -> Sending<T>,
}

/// Begins a call that goes on after its answer.
#[doc(hidden)]
pub fn subscribe<C: Generated<Tool = Tool>, T: Typed<C>>(call: Call) -> Subscribing<T> {
    Subscribing { call, within: None, read: T::read, send: Call::send::<C, T> }
}

impl<T> Subscribing<T> {
    /// Sets the maximum time that the call waits for its answer. Events come whenever they do.
    pub fn total_timeout(mut self, total: Duration) -> Self {
        self.within = Some(total);
        self
    }
}

impl<T: Any + Send + Default> IntoFuture for Subscribing<T> {
    type Output = Result<(T, Events)>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            match self.call.carriage() {
                Some(carriage) => carried(carriage?, self.within, self.read).await,
                // A fake has no events.
                None => Ok(((self.send)(self.call).await?, Events(None))),
            }
        })
    }
}

async fn carried<T>(
    carriage: Carriage,
    within: Option<Duration>,
    read: fn(&mut Reply) -> Reading<T>,
) -> Result<(T, Events)> {
    let Carriage { by, tool, arguments } = carriage;
    let name = &tool.name;
    let Some(thread) = by.as_any().downcast_ref::<Thread>() else {
        let cause = "the client's calls are not carried over RAP".into();
        return Err(carry::failed(Kind::NotSent { cause }, name));
    };
    let options = CallOptions { within, ..CallOptions::default() };
    let call = carry::begin(thread, name, approved(&tool.input), arguments, &options).await?;
    let pending = call.await.map_err(|error| carry::unsent(thread, error, name))?;
    let (result, events) =
        pending.subscribe().await.map_err(|error| carry::unanswered(error, name))?;
    let events = result.subscription.then_some(events);
    let reply = tool.read(carry::reply(result, name)?, read)?;
    Ok((reply, Events(events)))
}

impl<T> fmt::Debug for Subscribing<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Subscribing").field(&self.call).finish()
    }
}

/// The events after an answer; none if the tool made no subscription of the call, or a fake answered.
#[derive(Debug)]
pub struct Events(Option<Subscription>);

impl Events {
    /// Returns the next event; `None` after the final one (CB-108), and when the subscription was
    /// cancelled.
    pub async fn next(&mut self) -> Option<SubscriptionEvent> {
        self.0.as_mut()?.next().await
    }

    /// Returns the subscription, by which it is cancelled.
    pub fn subscription(&self) -> Option<&Subscription> {
        self.0.as_ref()
    }
}
