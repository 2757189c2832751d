//! The context of a run as the tool sees it: questions, pages, views and events.

use std::future::Future;
use std::pin::Pin;

use a2t_store::{Step, Then};
use a2t_tool::channel::{
    Answer, Authorization, Caller, Channel, ChannelError, Event, Page, Question, Shown,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use super::RunContext;
use crate::message::{Callback, Segment, SubscriptionEvent, ToolResult, ViewUpdate};
use crate::server::journal::Journal;

impl Channel for RunContext {
    fn protocol(&self) -> &'static str {
        "RAP"
    }

    fn caller(&self) -> Caller {
        self.caller.clone()
    }

    fn choose(&self, question: Question) -> Answer<'_, usize> {
        Box::pin(self.ask(question))
    }

    fn authorize(&self, page: Page) -> Answer<'_, Authorization> {
        Box::pin(self.send_to(page))
    }

    fn update_view(&self, kind: &str, content: Map<String, Value>) -> Answer<'_, ()> {
        let update = ViewUpdate::new(&self.address.group_id, kind, content);
        Box::pin(async move {
            let message = self.message(&update.into())?;
            self.go_on(Step::new(Then::Continue), message, |_| {}).await
        })
    }

    fn subscribe(&self, text: String) -> Answer<'_, ()> {
        Box::pin(self.confirm(text))
    }

    fn event(&self, event: Event) -> Answer<'_, ()> {
        Box::pin(self.post(event))
    }

    fn show(&self, shown: Shown) -> Result<(), ChannelError> {
        self.state().shown.push(segment(shown)?);
        Ok(())
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.held.holder.cancelled())
    }
}

fn segment(shown: Shown) -> Result<Segment, ChannelError> {
    match shown {
        Shown::Text(text) => Ok(Segment::Text(text)),
        Shown::Diff { path, patch } => Ok(Segment::Diff { path, patch }),
        Shown::Image { bytes, media_type } => {
            Ok(Segment::Image { data: STANDARD.encode(bytes), media_type })
        }
        _ => Err(ChannelError::NotHere { protocol: "RAP", wanted: "show this" }),
    }
}

impl RunContext {
    /// Gives the result and goes on (CB-101); a run after a crash finds it given.
    async fn confirm(&self, text: String) -> Result<(), ChannelError> {
        let _turn = self.posting.lock().await;
        if !self.state().is_subscribed {
            let mut result = ToolResult::text(&self.address, text);
            result.subscription = true;
            result.display_as = std::mem::take(&mut self.state().shown);
            let text = result.text.clone().unwrap_or_default();
            let message = self.message(&result.into())?;
            let step = Step::new(Then::Continue).result(text);
            self.go_on(step, message, |_| {}).await?;
            self.state().is_subscribed = true;
        }
        self.held.holder.wait();
        Ok(())
    }

    /// Posts an event (CB-102), none after the last (CB-109).
    async fn post(&self, event: Event) -> Result<(), ChannelError> {
        let unsendable = |why: &str| Err(ChannelError::Unsendable(why.to_owned()));
        let _turn = self.posting.lock().await;
        if !self.state().is_subscribed {
            return unsendable("the call is not a subscription");
        }
        if self.state().journal.is_finished {
            return unsendable("the last event of the subscription was sent");
        }
        let is_final = event.is_final;
        let message = self.message(&self.event_of(event))?.until_cancelled();
        let finish = |journal: &mut Journal| journal.is_finished = is_final;
        self.go_on(Step::new(Then::Continue), message, finish).await
    }

    pub(crate) fn event_of(&self, event: Event) -> Callback {
        let mut sent = SubscriptionEvent::new(&self.address, event.text);
        sent.associative = event.is_associative;
        sent.is_final = event.is_final;
        sent.into()
    }
}
