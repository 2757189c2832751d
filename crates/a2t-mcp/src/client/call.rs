//! A call: checked arguments out, a checked result back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use a2t_client::Retry;
use a2t_client::parts::{self, own_key};
use a2t_schema::Tool;
use a2t_schema::validate::Validator;
use http::HeaderMap;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, GetMeta as _, InputResponses,
};
use serde_json::{Map, Value};
use tokio::time::Instant;

use crate::client::error::protocol;
use crate::client::limits::QUESTIONS;
use crate::client::mirror;
use crate::client::result::{finished, object};
use crate::client::session::Offers;
use crate::client::task::Task;
use crate::client::untyped::{Client, within};
use crate::client::validators::violations;
use crate::client::wire;
use crate::meta::IDEMPOTENCY_KEY;
use a2t_client::schema::Reply;
use a2t_client::schema::State;
use a2t_client::{Error, Kind, Result};

impl Client {
    /// Calls a tool as it was approved: checks the arguments against its input schema, sends them,
    /// and checks a structured result against its output schema.
    ///
    /// ```no_run
    /// use a2t::mcp::client::{Client, Tool};
    /// use serde_json::json;
    ///
    /// # async fn run(approved: &Tool) -> Result<(), a2t::mcp::client::Error> {
    /// let client = Client::http("https://tools.example/mcp")?;
    /// let arguments = json!({"timezone": "Europe/Vienna"});
    /// let reply = client.call_tool(approved, arguments.as_object().cloned().unwrap_or_default());
    /// println!("{}", reply.await?);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Arguments that break the schema, all violations at once and nothing sent; a tool that failed
    /// ([`Kind::Tool`]); a result that breaks the output schema; a tool that asks, or goes on as a task, if the client
    /// does not [answer](crate::client::HttpBuilder::answer_questions) or [take](crate::client::HttpBuilder::tasks)
    /// these; and every [`Kind`] of failure of a connection. A call that is lost on the way is sent again only if the tool was
    /// approved as read-only or idempotent, and not if it goes on as a task. All attempts have one key in `_meta`
    /// (`dev.a2t/idempotencyKey`), by which a server of a2t runs the tool once.
    pub async fn call_tool(&self, tool: &Tool, arguments: Map<String, Value>) -> Result<Reply> {
        let span = self.hub.trace.call(&*tool.name, None);
        let called = self.called(tool, arguments, &span).await;
        span.finish(&called);
        if tool.deprecated.is_some() && called.is_ok() {
            self.remark(tool);
        }
        called.map_err(|error| error.of_tool(&tool.name, is_harmless(tool)))
    }

    async fn called(
        &self,
        tool: &Tool,
        arguments: Map<String, Value>,
        span: &parts::Call,
    ) -> Result<Reply> {
        let deadline = Instant::now().checked_add(self.total);
        let arguments = Value::Object(arguments);
        let ready = async {
            let input = self.hub.validators.input(tool).await?;
            let violations = violations(&input, &arguments, "", deadline).await;
            if !violations.is_empty() {
                let tool = tool.name.clone();
                return Err(Error::new(Kind::Invalid { tool, violations }));
            }
            self.hub.validators.output(tool).await
        };
        let output = within(deadline, self.total, ready).await.map_err(Error::before)?;
        let output = output.as_ref();
        // In a box, because each future around another one moves it.
        let sent = Box::pin(self.sent(tool, arguments.as_object(), output, span, deadline));
        self.hub.recording.call(&tool.name, &arguments, output, sent).await
    }

    async fn sent(
        &self,
        tool: &Tool,
        arguments: Option<&Map<String, Value>>,
        output: Option<&Validator>,
        span: &parts::Call,
        deadline: Option<Instant>,
    ) -> Result<Reply> {
        let (key, made) = (self.key()?, AtomicU32::new(1));
        let mut call = Calling { client: self, tool, arguments, output, span, key, made, deadline };
        let mut given = Given::default();
        for left in (0..=QUESTIONS).rev() {
            match call.round(&given).await? {
                Round::Over(reply) => return Ok(*reply),
                Round::Asks(_) if left == 0 => break,
                Round::Asks(asked) => given = call.ask_user(&asked).await?,
            }
        }
        let fault = format!("a call of the tool asked more than {QUESTIONS} times");
        Err(protocol(fault).at(|| self.location()))
    }

    /// Returns the key of a call, the same for all of its attempts.
    fn key(&self) -> Result<Arc<str>> {
        let Some(key) = &self.key else {
            let fresh = self.hub.pace.key()?;
            return Ok(fresh.to_str().unwrap_or_default().into());
        };
        match own_key(key) {
            Ok(_) => Ok(Arc::clone(key)),
            Err(key) => Err(Error::new(Kind::IdempotencyKey { key: key.into() })),
        }
    }

    /// A tool that only reads, or that may be called twice, is retried after every kind of failure.
    fn policy_for(&self, tool: &Tool) -> Retry {
        self.retry.for_request(false, is_harmless(tool))
    }
}

/// One call on its way, with all its attempts and rounds of questions.
struct Calling<'a> {
    client: &'a Client,
    tool: &'a Tool,
    arguments: Option<&'a Map<String, Value>>,
    output: Option<&'a Validator>,
    span: &'a parts::Call,
    /// The same for all attempts and rounds.
    key: Arc<str>,
    made: AtomicU32,
    deadline: Option<Instant>,
}

/// What the next round of a call repeats to the server: the user's answers, and the server's state.
#[derive(Default)]
struct Given {
    answers: Option<InputResponses>,
    state: Option<String>,
}

/// End of a round: the result, or questions.
enum Round {
    Over(Box<Reply>),
    Asks(Map<String, Value>),
}

impl Calling<'_> {
    async fn round(&self, given: &Given) -> Result<Round> {
        let client = self.client;
        let policy = client.policy_for(self.tool);
        let attempt = |deadline| self.attempt(given, deadline);
        let (answer, drift) = client.attempts_until(self.deadline, policy, attempt).await?;
        let reply = match answer {
            Answer::Reply(reply) => Ok(*reply),
            Answer::Asks(asked) => return Ok(Round::Asks(asked)),
            Answer::Task(task) => {
                client.follow(task, &self.tool.name, self.deadline, self.output).await
            }
        };
        match reply {
            Ok(mut reply) => {
                reply.drift = drift;
                Ok(Round::Over(Box::new(reply)))
            }
            Err(error) => Err(drifted(error, drift)),
        }
    }

    async fn attempt(
        &self,
        given: &Given,
        deadline: Option<Instant>,
    ) -> Result<(Answer, Option<State>)> {
        let hub = &self.client.hub;
        let attempt = hub.pace.attempt(self.span, self.made.fetch_add(1, Ordering::Relaxed));
        let mut trace_headers = HeaderMap::new();
        attempt.sign(&mut trace_headers);
        let asked = self.client.ask(deadline, |session| async move {
            let drift = self.client.drift(&session, self.tool).await?;
            let answer = session.request(self.request(given, deadline, trace_headers)).await;
            let answer = match answer {
                Ok(text) => read(&text, self.output, &hub.offers, deadline).await,
                Err(error) => Err(error),
            };
            match answer {
                Ok(answer) => Ok((answer, drift)),
                Err(error) => Err(drifted(error, drift)),
            }
        });
        attempt.instrument(asked).await
    }

    /// Has the program answer what the server asks. A user takes longer than a server, and this time is not the call's.
    async fn ask_user(&mut self, asked: &Map<String, Value>) -> Result<Given> {
        let clock = Instant::now();
        let answers = self.client.hub.offers.answers.to(asked, &self.tool.name).await;
        let answers = answers.map_err(|error| error.at(|| self.client.location()))?;
        self.deadline = self.deadline.and_then(|end| end.checked_add(clock.elapsed()));
        let state = asked.get("requestState").and_then(Value::as_str).map(str::to_owned);
        Ok(Given { answers: Some(answers), state })
    }

    fn request(
        &self,
        given: &Given,
        deadline: Option<Instant>,
        trace_headers: HeaderMap,
    ) -> ClientRequest {
        let arguments = self.arguments.cloned().unwrap_or_default();
        let headers = mirror::headers(self.tool, &arguments);
        let mut params =
            CallToolRequestParams::new(self.tool.name.clone()).with_arguments(arguments);
        (params.input_responses, params.request_state) =
            (given.answers.clone(), given.state.clone());
        let mut request = CallToolRequest::new(params);
        request.extensions.insert(wire::Call {
            deadline,
            headers,
            trace_headers: Some(trace_headers.clone()),
        });
        let mut request = ClientRequest::CallToolRequest(request);
        request.get_meta_mut().insert(IDEMPOTENCY_KEY.to_owned(), (*self.key).into());
        // The names that MCP keeps for W3C Trace Context; over HTTP, headers have the same content.
        for (name, value) in &trace_headers {
            if let Ok(value) = value.to_str() {
                request.get_meta_mut().insert(name.as_str().to_owned(), value.into());
            }
        }
        request
    }
}

fn is_harmless(tool: &Tool) -> bool {
    let hints = &tool.annotations;
    hints.read_only == Some(true) || hints.idempotent == Some(true)
}

fn drifted(error: Error, drift: Option<State>) -> Error {
    match drift {
        Some(state) => error.drifted(state),
        None => error,
    }
}

/// The result of a call, the questions that it asks, or the task that it goes on as.
enum Answer {
    Reply(Box<Reply>),
    Asks(Map<String, Value>),
    Task(Task),
}

/// Reads the answer to a call; questions and tasks only if the client offered to take them.
async fn read(
    text: &str,
    output: Option<&Validator>,
    offers: &Offers,
    deadline: Option<Instant>,
) -> Result<Answer> {
    let result = object(text, "tools/call")?;
    match result.get("resultType").and_then(Value::as_str) {
        Some("task") if offers.tasks => return Ok(Answer::Task(Task::from_result(&result)?)),
        Some("input_required") if offers.answers.is_some() => return Ok(Answer::Asks(result)),
        _ => {}
    }
    finished(result, output, deadline).await.map(|reply| Answer::Reply(Box::new(reply)))
}
