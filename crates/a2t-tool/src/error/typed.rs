//! Problems of a vendor's own types: a URI that distinguishes one from another, and its members.

use std::borrow::Cow;

use a2t_core::signature::{PROBLEM_MEMBERS, vendor_type};
use a2t_core::wire::problem::{self, Problem};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Kind, ToolError};
use crate::signature::finite::Finite;

/// Parts of a problem that a vendor gives.
#[derive(Debug, Default)]
pub(super) struct Typed {
    pub(super) uri: Option<Cow<'static, str>>,
    pub(super) members: Map<String, Value>,
}

impl ToolError {
    /// Sets your own problem type for the refusal (RFC 9457, section 3.1.1), by which programs
    /// distinguish it from others with its status: an absolute URI, such as the address of a page
    /// that explains it. It has no effect on [`ToolError::invalid`], [`ToolError::unavailable`] and
    /// faults.
    ///
    /// ```
    /// use a2t::{ToolError, serde_json::json, testing::TestClient};
    ///
    /// /// Lends a book.
    /// ///
    /// /// # Returns
    /// /// Day when it is due back.
    /// #[a2t::tool(version = 1)]
    /// fn lend(
    ///     /// Number of the book.
    ///     book: u32,
    /// ) -> Result<String, ToolError> {
    ///     Err(ToolError::conflict(format!("the book {book} is with somebody else"))
    ///         .of_type("https://library.example/problems/already-lent")
    ///         .with_member("until", "2026-12-01"))
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let client = TestClient::new(a2t::toolset![lend]);
    /// let error = client.call("lend", json!({"book": 7})).await.unwrap_err();
    /// assert_eq!((error.status(), error.kind()), (409, "https://library.example/problems/already-lent"));
    /// # }
    /// ```
    ///
    /// Clients match on [`Problem::type_uri`] and read the members as their own type
    /// ([`Problem::members`]). Models read them below the message. A text that is not an absolute URI,
    /// or that the protocol reserves, makes the error a fault.
    #[must_use]
    pub fn of_type(mut self, uri: impl Into<Cow<'static, str>>) -> Self {
        let uri = uri.into();
        if let Err(expected) = vendor_type(&uri) {
            let words = format!(
                "the problem type {uri:?} is not {expected}; write one such as https://library.example/lent"
            );
            return Self::internal(words);
        }
        self.typed.get_or_insert_default().uri = Some(uri);
        self
    }

    /// Adds an extension member to the problem of the refusal (RFC 9457, section 3.2), in snake case.
    /// No effect where [`ToolError::of_type`] has none. A value that JSON does not have, and a name
    /// that every problem has, such as `status`, make the error a fault.
    #[must_use]
    pub fn with_member<T: Serialize + ?Sized>(mut self, name: &str, value: &T) -> Self {
        if PROBLEM_MEMBERS.contains(&name) {
            return Self::internal(format!("`{name}` is a member that every problem has"));
        }
        match serde_json::to_value(Finite(value)) {
            Ok(value) => {
                self.typed.get_or_insert_default().members.insert(name.to_owned(), value);
                self
            }
            Err(error) => Self::internal(format!("the member `{name}` of a problem: {error}")),
        }
    }

    /// The problem of this kind, with the vendor's own type and members.
    pub(super) fn typed(&self, kind: problem::Kind) -> Problem {
        let mut problem = Problem::new(kind, self.message());
        if let Kind::Declared(declared) = self.kind {
            problem = problem.with_status(declared.status);
            problem.title = Cow::Borrowed(declared.name);
        }
        let Some(typed) = self.typed.as_ref().filter(|_| self.is_refusal()) else {
            return problem;
        };
        if let Some(uri) = &typed.uri {
            problem = problem.with_type(uri.clone());
        }
        problem.with_members(typed.members.clone())
    }

    fn is_refusal(&self) -> bool {
        matches!(
            self.kind,
            Kind::Refused | Kind::Forbidden | Kind::NotFound | Kind::Conflict | Kind::Declared(_)
        )
    }
}
