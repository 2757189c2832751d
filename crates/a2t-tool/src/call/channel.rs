//! The way back to the caller, while the tool runs: questions, pages, views and events in addition
//! to the result, as far as the protocol of the call can express them.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::{IntoToolError, ToolError};

/// A channel's answer to come.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, ChannelError>> + Send + 'a>>;

/// The way back to the caller of one call. A protocol puts it as `Arc<dyn Channel>` into the extensions
/// of the request that contexts are taken from. A call without one came over a protocol that has only
/// results, such as A2T.
///
/// A protocol keeps the default body of a method that it cannot express: [`ChannelError::NotHere`].
pub trait Channel: Send + Sync {
    /// The protocol of the call, such as `RAP` or `MCP`.
    fn protocol(&self) -> &'static str;

    /// The conversation and the person that the call belongs to.
    fn caller(&self) -> Caller {
        Caller::default()
    }

    /// Asks the user; the answer is an index of the choices.
    fn choose(&self, question: Question) -> Answer<'_, usize> {
        drop(question);
        not_here(self.protocol(), "ask the user")
    }

    /// Sends the user to a page that asks for authorization. `page` makes its URL from the `state` that
    /// it must carry and the address that it must lead back to; the answer is what came back.
    fn authorize(&self, page: Page) -> Answer<'_, Authorization> {
        drop(page);
        not_here(self.protocol(), "send the user to a page")
    }

    /// Replaces what the user sees of this kind of view; an empty object clears it.
    fn update_view(&self, kind: &str, content: Map<String, Value>) -> Answer<'_, ()> {
        drop((kind.to_owned(), content));
        not_here(self.protocol(), "update a view")
    }

    /// Gives the result now and turns the call into a subscription, whose events follow.
    fn subscribe(&self, text: String) -> Answer<'_, ()> {
        drop(text);
        not_here(self.protocol(), "turn a call into a subscription")
    }

    /// An event of the subscription; after a final one there is none.
    fn event(&self, event: Event) -> Answer<'_, ()> {
        drop(event);
        not_here(self.protocol(), "send events")
    }

    /// Shows this to people in addition to the result that the model reads.
    fn show(&self, shown: Shown) -> Result<(), ChannelError> {
        drop(shown);
        Err(ChannelError::NotHere { protocol: self.protocol(), wanted: "show text or images" })
    }

    /// Ready when the caller gave the call up; the tool has a moment to clean up after that.
    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::pending())
    }
}

fn not_here<T>(protocol: &'static str, wanted: &'static str) -> Answer<'static, T> {
    Box::pin(async move { Err(ChannelError::NotHere { protocol, wanted }) })
}

/// The conversation and the person that a call belongs to.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Caller {
    /// The conversation, if the protocol has them (`group_id` of RAP).
    pub group: Option<String>,
    /// The person (`user_id` of RAP), as the caller names it.
    pub user: Option<String>,
    /// The conversations that this one came from, the root first (`thread_ancestors` of RAP).
    pub ancestors: Vec<String>,
}

/// A question for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Question {
    /// The question.
    pub prompt: String,
    /// The answers to choose from, at least one.
    pub choices: Vec<String>,
    /// Index of the choice that is taken if there is no answer.
    pub default: usize,
}

impl Question {
    /// Creates a question whose last choice is taken if there is no answer. Write the choice that does the
    /// least there, such as "No".
    pub fn new(
        prompt: impl Into<String>,
        choices: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let choices: Vec<_> = choices.into_iter().map(Into::into).collect();
        Self { prompt: prompt.into(), default: choices.len().saturating_sub(1), choices }
    }

    /// Sets the choice that is taken if there is no answer.
    #[must_use]
    pub fn default(self, default: usize) -> Self {
        Self { default, ..self }
    }
}

/// A page that asks for authorization: from the `state` and the redirect URI its URL is made.
pub struct Page(Box<MakeUrl>);

type MakeUrl = dyn FnOnce(&str, &str) -> String + Send;

impl Page {
    /// Creates a page whose URL `make` writes from `state` and redirect URI, as OAuth 2 names them
    /// (RFC 6749 section 4.1.1).
    pub fn new(make: impl FnOnce(&str, &str) -> String + Send + 'static) -> Self {
        Self(Box::new(make))
    }

    /// Returns the URL of the page.
    pub fn url(self, state: &str, redirect_uri: &str) -> String {
        (self.0)(state, redirect_uri)
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Page(..)")
    }
}

/// Answer of a page that asked for authorization (RFC 6749 section 4.1.2).
#[derive(Clone, PartialEq, Eq)]
pub struct Authorization {
    /// The code to exchange.
    pub code: String,
    /// The redirect URI, which the exchange has to repeat.
    pub redirect_uri: String,
}

/// The code is a credential.
impl fmt::Debug for Authorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Authorization(..)")
    }
}

/// An event of a subscription.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Event {
    /// Words for the model.
    pub text: String,
    /// Belongs to the output of the call, as a line of a program that runs.
    pub is_associative: bool,
    /// The last one.
    pub is_final: bool,
}

impl Event {
    /// Creates an event with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_associative: false, is_final: false }
    }

    /// Marks the event as a piece of the output of the call.
    #[must_use]
    pub fn associative(self) -> Self {
        Self { is_associative: true, ..self }
    }

    /// Marks the event as the last of the subscription.
    #[must_use]
    pub fn last(self) -> Self {
        Self { is_final: true, ..self }
    }
}

impl From<String> for Event {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl From<&str> for Event {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// Something to show to people in addition to the text that the model reads.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Shown {
    /// A line of text.
    Text(String),
    /// A change of a file, as a unified diff.
    Diff {
        /// The file.
        path: String,
        /// The diff.
        patch: String,
    },
    /// An image.
    Image {
        /// Its bytes.
        bytes: Vec<u8>,
        /// Its type, such as `image/png`.
        media_type: String,
    },
}

/// Reason why a channel did not do what the tool asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ChannelError {
    /// The protocol cannot express it.
    NotHere {
        /// The protocol of the call.
        protocol: &'static str,
        /// The action that the tool asked for.
        wanted: &'static str,
    },
    /// There was no answer in time.
    Unanswered(Duration),
    /// The user, or the page, refused, with this message.
    Refused(String),
    /// The caller gave the call up.
    Cancelled,
    /// The action cannot be sent; the reason.
    Unsendable(String),
    /// The journal of the call could not be stored; the call runs again later.
    Unstored,
}

impl fmt::Display for ChannelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHere { protocol, wanted } => {
                write!(f, "a tool that is called over {protocol} cannot {wanted}")
            }
            Self::Unanswered(time) => write!(f, "there was no answer within {} s", time.as_secs()),
            Self::Refused(words) => write!(f, "refused: {words}"),
            Self::Cancelled => f.write_str("the call was cancelled"),
            Self::Unsendable(why) => write!(f, "cannot be sent: {why}"),
            Self::Unstored => f.write_str("it could not be stored; the call runs again later"),
        }
    }
}

impl std::error::Error for ChannelError {}

/// The message is for the caller, whose user refused or did not answer; what could not be sent or stored
/// is a fault.
// The name of this one does not help a user whose error is refused.
#[diagnostic::do_not_recommend]
impl IntoToolError for ChannelError {
    fn into_tool_error(self) -> ToolError {
        match self {
            Self::Unstored | Self::Unsendable(_) => ToolError::internal(self),
            _ => ToolError::refused(self.to_string()),
        }
    }
}
