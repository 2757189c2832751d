//! The call that a tool runs for, as a context of its function.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use a2t_tool::channel::{
    Authorization, Caller, Channel, ChannelError, Event, Page, Question, Shown,
};
use axum::extract::FromRequestParts;
use http::request::Parts;
use serde_json::{Map, Value};

/// The call that a tool runs for: whose it is, and the way back to the caller while the tool runs.
///
/// A function takes it as a context, for callers of every protocol. What a protocol cannot express
/// is [`ChannelError::NotHere`], so that the same function is a tool of A2T and MCP too:
///
/// ```
/// use a2t::ToolError;
/// use a2t::rap::{Call, ChannelError};
///
/// /// Deletes a branch.
/// ///
/// /// # Returns
/// /// Tells if it was deleted.
/// #[a2t::tool(version = 1, destructive)]
/// async fn delete_branch(
///     /// Name of the branch.
///     name: String,
///     #[a2t(context)] call: Call,
/// ) -> Result<bool, ToolError> {
///     let sure = match call.choose(format!("Delete `{name}`?"), ["Yes", "No"]).await {
///         Ok(choice) => choice == 0,
///         Err(ChannelError::NotHere { .. }) => true, // the caller's user was asked there
///         Err(error) => return Err(error.into()),
///     };
///     Ok(sure)
/// }
/// # let _ = a2t::toolset![delete_branch].into_router() as axum::Router;
/// ```
///
/// # After a crash
///
/// A call whose program ended runs again from its start, in another program. Questions and pages
/// that it comes to in the same order are not asked again: the answer that came, or comes, is
/// theirs. A subscription is not confirmed again. Views and events are sent again, so a function
/// that must not repeat one has to keep a note.
#[derive(Clone)]
pub struct Call {
    channel: Option<Arc<dyn Channel>>,
    caller: Caller,
}

impl<S: Sync> FromRequestParts<S> for Call {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let channel = parts.extensions.get::<Arc<dyn Channel>>().cloned();
        let caller = channel.as_ref().map(|channel| channel.caller()).unwrap_or_default();
        Ok(Self { channel, caller })
    }
}

impl Call {
    fn channel(&self, wanted: &'static str) -> Result<&Arc<dyn Channel>, ChannelError> {
        self.channel.as_ref().ok_or(ChannelError::NotHere { protocol: "A2T", wanted })
    }

    /// Asks the user to choose, and waits for the index of the choice, from 0. The last choice is the
    /// one that stands for no answer: write "No" there.
    ///
    /// # Errors
    /// [`ChannelError`]: there was no answer within
    /// [`WorkerLimits::answer_timeout`](crate::server::WorkerLimits::answer_timeout), the call was cancelled,
    /// or there are no choices, more than 100, or no user to ask.
    pub async fn choose(
        &self,
        prompt: impl Into<String>,
        choices: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<usize, ChannelError> {
        self.ask(Question::new(prompt, choices)).await
    }

    /// Does as [`choose`](Self::choose) does, with a question of any form.
    ///
    /// # Errors
    /// Those of [`choose`](Self::choose).
    pub async fn ask(&self, question: Question) -> Result<usize, ChannelError> {
        self.channel("ask the user")?.choose(question).await
    }

    /// Sends the user to a page that asks for authorization, and waits for the code that comes back.
    /// `page` makes the URL of the page, which is `https`, from the `state` and the redirect URI
    /// that it must have (RFC 6749 section 4.1.1). The provider has to know the redirect URI, which is
    /// `{base}/oauth_callback`.
    ///
    /// Exchanging the code, and keeping the token for [`user`](Self::user), is the tool's work.
    ///
    /// # Errors
    /// [`ChannelError`]: the user or the page refused, the user did not come back within
    /// [`WorkerLimits::answer_timeout`](crate::server::WorkerLimits::answer_timeout), the call was cancelled,
    /// or the URL is not `https`.
    pub async fn authorize(
        &self,
        page: impl FnOnce(&str, &str) -> String + Send + 'static,
    ) -> Result<Authorization, ChannelError> {
        self.channel("send the user to a page")?.authorize(Page::new(page)).await
    }

    /// Replaces what the user sees of this kind of view; an empty object clears it.
    ///
    /// # Errors
    /// [`ChannelError`].
    pub async fn update_view(
        &self,
        kind: &str,
        content: Map<String, Value>,
    ) -> Result<(), ChannelError> {
        self.channel("update a view")?.update_view(kind, content).await
    }

    /// Gives this text as the result now, and turns the call into a subscription. It lasts until the
    /// function returns: what that returns is the last event, unless
    /// [`finish`](Subscription::finish) sent one.
    ///
    /// # Errors
    /// [`ChannelError`].
    pub async fn subscribe(&self, text: impl Into<String>) -> Result<Subscription, ChannelError> {
        let channel = self.channel("turn a call into a subscription")?;
        channel.subscribe(text.into()).await?;
        Ok(Subscription { channel: Arc::clone(channel) })
    }

    /// Shows this to people in addition to the result that the model reads; the first that their
    /// program can show is taken, so the best comes first.
    ///
    /// # Errors
    /// [`ChannelError::NotHere`].
    pub fn show(&self, shown: Shown) -> Result<(), ChannelError> {
        self.channel("show text or images")?.show(shown)
    }

    /// Returns the conversation, as the caller names it.
    pub fn group(&self) -> Option<&str> {
        self.caller.group.as_deref()
    }

    /// Returns the person for whom the agent works, as the caller names it. It is not verified, so
    /// grant rights by it only where callers are authenticated (CB-39).
    pub fn user(&self) -> Option<&str> {
        self.caller.user.as_deref()
    }

    /// Returns the conversations that this one came from, the root first.
    pub fn ancestors(&self) -> &[String] {
        &self.caller.ancestors
    }

    /// Waits until the caller gives the call up. The function has a moment to clean up then
    /// ([`WorkerLimits::cancel_grace`](crate::server::WorkerLimits::cancel_grace)); what it returns is not
    /// sent.
    pub async fn cancelled(&self) {
        match &self.channel {
            Some(channel) => channel.cancelled().await,
            None => std::future::pending().await,
        }
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let protocol = self.channel.as_ref().map_or("A2T", |channel| channel.protocol());
        f.debug_struct("Call").field("protocol", &protocol).finish_non_exhaustive()
    }
}

/// A call that became a subscription.
pub struct Subscription {
    channel: Arc<dyn Channel>,
}

impl Subscription {
    /// Sends an event: a text, or an [`Event`] with more members. Structured data is best written
    /// as JSON (CB-103).
    ///
    /// # Errors
    /// [`ChannelError`]: the call was cancelled, or too many messages wait.
    pub async fn send(&self, event: impl Into<Event>) -> Result<(), ChannelError> {
        self.channel.event(event.into()).await
    }

    /// Sends the last event.
    ///
    /// # Errors
    /// [`ChannelError`].
    pub async fn finish(self, event: impl Into<Event>) -> Result<(), ChannelError> {
        self.channel.event(event.into().last()).await
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").finish_non_exhaustive()
    }
}
