//! A call: checked arguments out, a checked result back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use a2t_client::Retry;
use a2t_client::parts::{self, own_key};
use a2t_schema::Tool;
use a2t_schema::validate::Validator;
use http::HeaderMap;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, GetMeta as _};
use serde_json::{Map, Value};
use tokio::time::Instant;

use crate::client::mirror;
use crate::client::result::{finished, object};
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
    /// ([`Kind::Tool`]); a result that breaks the output schema; a tool that asks, or goes on
    /// as a task that the client did not [offer](crate::client::HttpBuilder::tasks); and every [`Kind`] of
    /// failure of a connection. A call that is lost on the way is sent again only if the tool was
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
        let made = AtomicU32::new(1);
        let key = &self.key()?;
        let call = |deadline| {
            let attempt = self.hub.pace.attempt(span, made.fetch_add(1, Ordering::Relaxed));
            let mut trace_headers = HeaderMap::new();
            attempt.sign(&mut trace_headers);
            let asked = self.ask(deadline, move |session| async move {
                let drift = self.drift(&session, tool).await?;
                let answer =
                    session.request(request(tool, arguments, key, deadline, trace_headers)).await;
                let answer = match answer {
                    Ok(text) => read(&text, output, self.hub.tasks, deadline).await,
                    Err(error) => Err(error),
                };
                match answer {
                    Ok(answer) => Ok((answer, drift)),
                    Err(error) => Err(drifted(error, drift)),
                }
            });
            async move { attempt.instrument(asked).await }
        };
        let (answer, drift) = self.attempts_until(deadline, self.policy_for(tool), call).await?;
        let reply = match answer {
            Answer::Reply(reply) => Ok(reply),
            Answer::Task(task) => self.follow(task, deadline, output).await,
        };
        match reply {
            Ok(mut reply) => {
                reply.drift = drift;
                Ok(reply)
            }
            Err(error) => Err(drifted(error, drift)),
        }
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

fn is_harmless(tool: &Tool) -> bool {
    let hints = &tool.annotations;
    hints.read_only == Some(true) || hints.idempotent == Some(true)
}

fn request(
    tool: &Tool,
    arguments: Option<&Map<String, Value>>,
    key: &str,
    deadline: Option<Instant>,
    trace_headers: HeaderMap,
) -> ClientRequest {
    let arguments = arguments.cloned().unwrap_or_default();
    let headers = mirror::headers(tool, &arguments);
    let params = CallToolRequestParams::new(tool.name.clone()).with_arguments(arguments);
    let mut request = CallToolRequest::new(params);
    request.extensions.insert(wire::Call {
        deadline,
        headers,
        trace_headers: Some(trace_headers.clone()),
    });
    let mut request = ClientRequest::CallToolRequest(request);
    request.get_meta_mut().insert(IDEMPOTENCY_KEY.to_owned(), key.into());
    // The names that MCP keeps for W3C Trace Context; over HTTP, headers have the same content.
    for (name, value) in &trace_headers {
        if let Ok(value) = value.to_str() {
            request.get_meta_mut().insert(name.as_str().to_owned(), value.into());
        }
    }
    request
}

fn drifted(error: Error, drift: Option<State>) -> Error {
    match drift {
        Some(state) => error.drifted(state),
        None => error,
    }
}

/// The result of a call, or the task that it goes on as.
enum Answer {
    Reply(Reply),
    Task(Task),
}

/// Reads the answer to a call; `tasks` if it may be a task.
async fn read(
    text: &str,
    output: Option<&Validator>,
    tasks: bool,
    deadline: Option<Instant>,
) -> Result<Answer> {
    let result = object(text, "tools/call")?;
    if tasks && result.get("resultType").and_then(Value::as_str) == Some("task") {
        return Ok(Answer::Task(Task::from_result(&result)?));
    }
    finished(result, output, deadline).await.map(Answer::Reply)
}
