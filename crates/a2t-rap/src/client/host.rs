//! The program around a runtime: it consents to calls, asks its user, and shows views.

use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};

use crate::message::Annotations;

/// A host's answer to come.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The program around a runtime. Every method has an answer already: calls are consented to,
/// questions dismissed, pages and views not shown.
///
/// ```
/// use a2t_rap::client::{Answer, Choice, Dispatch, Host};
///
/// struct Terminal;
///
/// impl Host for Terminal {
///     fn consent<'a>(&'a self, call: &'a Dispatch) -> Answer<'a, Result<(), String>> {
///         Box::pin(async move {
///             match call.annotations.destructive {
///                 Some(true) => Err(format!("`{}` may destroy something", call.tool)),
///                 _ => Ok(()),
///             }
///         })
///     }
///
///     fn choose<'a>(&'a self, choice: &'a Choice) -> Answer<'a, Option<usize>> {
///         Box::pin(async move { choice.choices.iter().position(|choice| choice == "Yes once") })
///     }
/// }
/// ```
pub trait Host: Send + Sync {
    /// Consents to a call before it is sent (CB-159, CB-161, CBA-24), or returns why not, as text
    /// that a model can act on.
    fn consent<'a>(&'a self, call: &'a Dispatch) -> Answer<'a, Result<(), String>> {
        let _ = call;
        Box::pin(async { Ok(()) })
    }

    /// Asks the user (CB-126). The answer is an index of the choices; `None`, or an index that none
    /// has, dismisses the question, which sends its default (CB-127). The future is dropped when the
    /// answer is no longer wanted.
    fn choose<'a>(&'a self, choice: &'a Choice) -> Answer<'a, Option<usize>> {
        let _ = choice;
        Box::pin(async { None })
    }

    /// Sends the user to a page where the tool is authorised (CB-118). The call goes on waiting; the
    /// page's URL is not kept beyond this (CB-119).
    fn authorize<'a>(&'a self, page: &'a Page) -> Answer<'a, ()> {
        let _ = page;
        Box::pin(async {})
    }

    /// Shows the latest content of a view, or clears it if that is empty (CB-134, CBA-16). The content
    /// is a stranger's (CB-138).
    fn view<'a>(&'a self, view: &'a View) -> Answer<'a, ()> {
        let _ = view;
        Box::pin(async {})
    }
}

/// A host that consents to everything and has no user.
pub(crate) struct NoUser;

impl Host for NoUser {}

/// A call that is about to be sent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Dispatch {
    /// Thread of the conversation.
    pub thread: String,
    /// Id of the call.
    pub id: String,
    /// The tool.
    pub tool: String,
    /// The toolset of the tool.
    pub toolset: String,
    /// Arguments that obey the schema.
    pub arguments: Map<String, Value>,
    /// The effects of the tool on the world, as its server declares them; they are not verified
    /// (CB-100).
    pub annotations: Annotations,
}

/// A question of a tool (CB-125).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// Thread of the conversation.
    pub thread: String,
    /// Id of the call.
    pub id: String,
    /// The question, in a stranger's words.
    pub prompt: String,
    /// The answers, 1 to 100.
    pub choices: Vec<String>,
    /// Index of the answer that stands for none.
    pub default: usize,
}

/// A page where a tool is authorised (CB-116).
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// Thread of the conversation.
    pub thread: String,
    /// Id of the call.
    pub id: String,
    /// The page: https.
    pub url: String,
}

/// The URL has the state of an authorization.
impl std::fmt::Debug for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { thread, id, url: _ } = self;
        f.debug_struct("Page").field("thread", thread).field("id", id).finish_non_exhaustive()
    }
}

/// The latest content of a view of a thread (CB-133).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct View {
    /// Thread of the conversation.
    pub thread: String,
    /// The view, such as `diff`.
    pub kind: String,
    /// Its content, as it came (CB-135).
    pub content: Map<String, Value>,
}
