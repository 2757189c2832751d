//! Answers that are errors which a signature lists, by name; checked when they are written.

use a2t_core::signature::{Reader, check_value};
use a2t_core::wire::failure::Failure;
use a2t_core::wire::problem::Problem;
use a2t_core::{JsonShape, ToolSignature, Violations};
use serde_json::Value;

use super::answer::Answer;
use super::{Mock, MockError};

impl Mock {
    /// Fails the next call of a tool with an error that its signature lists (spec note AMB-48), by
    /// its name and its members. An error of a generated client goes by [`Mock::fail`].
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let catalog = r#"{"items":[{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
    /// #   "name":"lend_book","description":"Lends a book.","version":1,"currentVersion":1,
    /// #   "errors":[{"name":"ALREADY_LENT","status":409,"description":"Somebody else has the book.",
    /// #     "schema":{"type":"object","properties":{"until":{"type":"string"}},"required":["until"]}}]}]}"#;
    /// use a2t::testing::Mock;
    /// use serde_json::json;
    ///
    /// let mock = Mock::read(catalog)?;
    /// mock.fails("lend_book", "ALREADY_LENT", json!({"until": "2026-12-01"}))?;
    /// # let client = a2t::testing::TestClient::from_router(mock.router());
    /// # let error = client.call("lend_book", json!({})).await.unwrap_err();
    /// # assert_eq!(error.status(), 409);
    /// # assert!(error.kind().ends_with("#ALREADY_LENT"), "{error}");
    ///
    /// let error = mock.fails("lend_book", "ALREADY_LENT", json!({"until": 7})).unwrap_err();
    /// assert_eq!(error.to_string(), "/until: expected a string, got 7 [A2T-34]");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// A name that no tool has, an error that its signature does not list, and members that do not
    /// fit it.
    pub fn fails(&self, tool: &str, error: &str, members: Value) -> Result<(), MockError> {
        self.write(tool, None, |_, tool| listed(tool, error, members))
    }

    /// Fails calls with exactly these arguments with an error that the tool's signature lists.
    ///
    /// # Errors
    /// Those of [`Mock::fails`], and arguments that the tool's signature refuses.
    pub fn fails_on(
        &self,
        tool: &str,
        arguments: Value,
        error: &str,
        members: Value,
    ) -> Result<(), MockError> {
        self.write(tool, Some(arguments), |_, tool| listed(tool, error, members))
    }
}

/// Refusal of a server that keeps to the signature.
fn listed(tool: &ToolSignature, error: &str, members: Value) -> Result<Answer, MockError> {
    let Some(listed) = tool.errors.iter().find(|listed| listed.name == error) else {
        return Err(MockError::error(tool, error));
    };
    let mut found = Violations::default();
    let shape = JsonShape::Record { members: listed.members.clone() };
    check_value(&shape, &members, "", Reader::Strict, &mut found);
    let Value::Object(members) = members else {
        return Err(MockError::Members);
    };
    if !found.is_empty() {
        return Err(MockError::Invalid(found.into()));
    }
    let problem = Problem::listed(listed, tool.tool_id).with_members(members);
    Ok(Answer::Failure(Failure::with(problem)))
}
