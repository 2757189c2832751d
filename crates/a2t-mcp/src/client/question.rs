//! Questions of a server to the user of this program (MCP: elicitation): asked while a call is made, and answered by
//! the program.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::handler::client::ClientHandler;
use rmcp::model::{
    ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction, ErrorData, InputResponses,
};
use rmcp::service::RequestContext;
use serde_json::{Map, Value, json};

use crate::client::result::questions;
use a2t_client::Result;

/// A question of a server to the user of this program.
///
/// The text is the server's: show which server asks, and do not ask for secrets in a form.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The tool whose call asks; `None` in revisions before 2026-07-28, where a question names no call.
    pub tool: Option<String>,
    /// The text for the user.
    pub message: String,
    /// The JSON Schema of the form: an object whose properties are strings, numbers, booleans and enums.
    pub schema: Value,
}

/// The user's answer to a [`Question`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// The form, filled in.
    Accept(Map<String, Value>),
    /// The user does not want to answer.
    Decline,
    /// The user left without a decision.
    Cancel,
}

impl Question {
    /// Returns the choices of a form with a single choice, as servers of a2t send it, with the name of the field.
    pub fn choices(&self) -> Option<(&str, Vec<&str>)> {
        let properties = self.schema.get("properties")?.as_object()?;
        let mut properties = properties.iter();
        let ((name, field), None) = (properties.next()?, properties.next()) else { return None };
        let choices = field.get("enum")?.as_array()?;
        Some((name, choices.iter().map(Value::as_str).collect::<Option<_>>()?))
    }

    fn read(request: &Value, tool: &str) -> Option<Self> {
        let params = request.get("params")?;
        let is_form = params.get("mode").is_none_or(|mode| mode == "form");
        let is_elicitation = request.get("method").is_some_and(|name| name == "elicitation/create");
        (is_elicitation && is_form).then_some(())?;
        Some(Self {
            tool: Some(tool.to_owned()),
            message: params.get("message")?.as_str()?.to_owned(),
            schema: params.get("requestedSchema")?.clone(),
        })
    }
}

impl Answer {
    /// Creates an answer that accepts the form with one field.
    ///
    /// ```
    /// use a2t::mcp::client::Answer;
    ///
    /// let answer = Answer::accept("choice", "Yes");
    /// assert!(matches!(answer, Answer::Accept(fields) if fields["choice"] == "Yes"));
    /// ```
    pub fn accept(field: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::Accept(Map::from_iter([(field.into(), value.into())]))
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Accept(content) => json!({ "action": "accept", "content": content }),
            Self::Decline => json!({ "action": "decline" }),
            Self::Cancel => json!({ "action": "cancel" }),
        }
    }
}

type Answering = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// The program's function that answers questions, if it has one.
#[derive(Clone, Default)]
pub(crate) struct Answers(Option<Arc<dyn Fn(Question) -> Answering + Send + Sync>>);

impl Answers {
    pub(crate) fn new<F, A>(answer: F) -> Self
    where
        F: Fn(Question) -> A + Send + Sync + 'static,
        A: Future<Output = Answer> + Send + 'static,
    {
        Self(Some(Arc::new(move |question| Box::pin(answer(question)))))
    }

    pub(crate) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// Answers the questions of a result or a task, one after the other.
    ///
    /// # Errors
    /// Something other than a form, and any question if the program answers none.
    pub(crate) async fn to(
        &self,
        result: &Map<String, Value>,
        tool: &str,
    ) -> Result<InputResponses> {
        let requests = result.get("inputRequests").and_then(Value::as_object);
        let asked = requests.into_iter().flatten();
        let asked = asked.map(|(name, request)| Some((name, Question::read(request, tool)?)));
        let (Some(answer), Some(asked)) = (&self.0, asked.collect::<Option<Vec<_>>>()) else {
            return Err(questions(result));
        };
        let mut answers = InputResponses::new();
        for (name, question) in asked {
            answers.insert(name.clone(), answer(question).await.to_value());
        }
        Ok(answers)
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Answers").field(&self.is_some()).finish()
    }
}

/// Our side of a connection: what the client can do, and its answers to requests of the server, by which revisions
/// before 2026-07-28 ask.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub(crate) config: ClientConfig,
    pub(crate) answers: Answers,
}

impl ClientHandler for Host {
    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let declined = ElicitResult::new(ElicitationAction::Decline);
        let (
            Some(answer),
            ElicitRequestParams::FormElicitationParams { message, requested_schema, .. },
        ) = (&self.answers.0, request)
        else {
            return Ok(declined);
        };
        let schema = serde_json::to_value(requested_schema).unwrap_or_default();
        Ok(match answer(Question { tool: None, message, schema }).await {
            Answer::Accept(content) => {
                ElicitResult::new(ElicitationAction::Accept).with_content(content.into())
            }
            Answer::Decline => declined,
            Answer::Cancel => ElicitResult::new(ElicitationAction::Cancel),
        })
    }
}
