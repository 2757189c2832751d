//! A call that goes on as a task (extension `io.modelcontextprotocol/tasks` of MCP 2026-07-28):
//! polled until it ends, and cancelled if its caller is gone.

use std::time::Duration;

use a2t_schema::validate::Validator;
use rmcp::model::{
    CancelTaskParams, CancelTaskRequest, ClientRequest, GetTaskParams, GetTaskRequest,
    InputResponses, UpdateTaskParams, UpdateTaskRequest,
};
use serde_json::{Map, Value};
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep};

use crate::client::error::protocol;
use crate::client::limits::{PAUSE, PAUSES, QUESTIONS};
use crate::client::result::{finished, object};
use crate::client::untyped::{Client, within};
use crate::client::wire;
use a2t_client::schema::Reply;
use a2t_client::{Error, Kind, Result};

/// Number of JSON-RPC for a task that a server does not have.
const UNKNOWN: i64 = -32602;

/// A task that a server began.
pub(crate) struct Task {
    id: String,
    pause: Duration,
}

impl Task {
    /// Reads the result of a call whose `resultType` is `task`.
    pub(crate) fn from_result(result: &Map<String, Value>) -> Result<Self> {
        match result.get("taskId").and_then(Value::as_str) {
            Some(id) => Ok(Self { id: id.to_owned(), pause: pause(result) }),
            None => Err(protocol("the answer is a task, and has no `taskId`").after_run()),
        }
    }
}

/// Time before the next question, as the server wishes it, within bounds.
fn pause(task: &Map<String, Value>) -> Duration {
    let wished = task.get("pollIntervalMs").and_then(Value::as_u64);
    wished.map_or(PAUSE, Duration::from_millis).clamp(*PAUSES.start(), *PAUSES.end())
}

/// Outcome of one question.
enum Look {
    /// The task goes on; ask again after this time.
    Later(Duration),
    Ended(Box<Result<Reply>>),
    /// The task asks something; the result has the questions.
    Asks(Map<String, Value>),
}

impl Client {
    /// Asks for a task until it ends. It is cancelled where this is dropped, or fails, before.
    pub(crate) async fn follow(
        &self,
        task: Task,
        tool: &str,
        mut deadline: Option<Instant>,
        output: Option<&Validator>,
    ) -> Result<Reply> {
        let Task { id, mut pause } = task;
        // Answers that the server has not read yet are asked for again.
        let mut answered = InputResponses::new();
        let watch = Watch { client: self, id: &id, is_over: false };
        loop {
            let wait = async {
                sleep(pause).await;
                Ok(())
            };
            let waited = within(deadline, self.total, wait).await;
            waited.map_err(|error| error.at(|| self.location()).after_run())?;
            let text = self.status(&id, deadline).await.map_err(lost)?;
            match look(&text, output, deadline)
                .await
                .map_err(|error| error.at(|| self.location()).after_run())?
            {
                Look::Later(next) => pause = next,
                Look::Asks(mut asked) => {
                    if let Some(Value::Object(requests)) = asked.get_mut("inputRequests") {
                        requests.retain(|name, _| !answered.contains_key(name));
                        if requests.is_empty() {
                            continue;
                        }
                    }
                    let clock = Instant::now();
                    let answers = self.hub.offers.answers.to(&asked, tool).await;
                    let answers = answers.map_err(|error| error.at(|| self.location()))?;
                    deadline = deadline.and_then(|end| end.checked_add(clock.elapsed()));
                    answered.extend(answers.clone());
                    if answered.len() > QUESTIONS {
                        let fault = format!("a task asked more than {QUESTIONS} times");
                        return Err(protocol(fault).at(|| self.location()).after_run());
                    }
                    self.update(&id, answers, deadline).await.map_err(lost)?;
                }
                Look::Ended(end) => {
                    watch.over();
                    return end.map_err(|error| error.at(|| self.location()));
                }
            }
        }
    }

    /// The answer to `tasks/get`, which may be asked for again after every failure.
    async fn status(&self, id: &str, deadline: Option<Instant>) -> Result<String> {
        let get = |deadline| {
            let mut request = GetTaskRequest::new(GetTaskParams::new(id));
            request.extensions.insert(wire::Call { deadline, ..wire::Call::default() });
            let request = ClientRequest::GetTaskRequest(request);
            self.ask(deadline, |session| async move { session.request(request).await })
        };
        self.attempts_until(deadline, self.retry.for_request(true, true), get).await
    }

    /// Sends answers to what a task asks. They can be sent again: a server passes over those that it has.
    async fn update(
        &self,
        id: &str,
        answers: InputResponses,
        deadline: Option<Instant>,
    ) -> Result<String> {
        let update = |deadline| {
            let params = UpdateTaskParams::new(id, answers.clone());
            let mut request = UpdateTaskRequest::new(params);
            request.extensions.insert(wire::Call { deadline, ..wire::Call::default() });
            let request = ClientRequest::UpdateTaskRequest(request);
            self.ask(deadline, |session| async move { session.request(request).await })
        };
        self.attempts_until(deadline, self.retry.for_request(true, true), update).await
    }

    async fn cancel(&self, id: &str) -> Result<String> {
        let deadline = Instant::now().checked_add(self.hub.pace.limits().attempt);
        let mut request = CancelTaskRequest::new(CancelTaskParams::new(id));
        request.extensions.insert(wire::Call { deadline, ..wire::Call::default() });
        let request = ClientRequest::CancelTaskRequest(request);
        self.ask(deadline, |session| async move { session.request(request).await }).await
    }
}

/// The error of a question about a task that had begun.
fn lost(error: Error) -> Error {
    match error.kind() {
        Kind::Rpc { code: UNKNOWN, message, .. } => {
            let fault = message.clone();
            error.became(Kind::Abandoned { fault }).after_run()
        }
        _ => error.after_run(),
    }
}

/// Reads the answer to `tasks/get` (`GetTaskResult`).
async fn look(text: &str, output: Option<&Validator>, deadline: Option<Instant>) -> Result<Look> {
    let mut task = object(text, "tasks/get")?;
    let ended = |end| Ok(Look::Ended(Box::new(end)));
    match task.get("status").and_then(Value::as_str) {
        Some("working") => Ok(Look::Later(pause(&task))),
        Some("input_required") => Ok(Look::Asks(task)),
        Some("completed") => match task.remove("result") {
            Some(Value::Object(result)) => ended(finished(result, output, deadline).await),
            _ => Err(protocol("a task that is `completed` has no `result`")),
        },
        Some("failed") => ended(Err(failed(task.get("error")))),
        Some("cancelled") => {
            let message = task.get("statusMessage").and_then(Value::as_str);
            let fault = message.unwrap_or("it was cancelled").to_owned();
            ended(Err(Error::new(Kind::Abandoned { fault }).after_run()))
        }
        other => {
            let other = other.unwrap_or_default();
            Err(protocol(format!("`{other}` is not a known `status` of a task")))
        }
    }
}

fn failed(error: Option<&Value>) -> Error {
    let member = |name| error?.get(name);
    let Some(code) = member("code").and_then(Value::as_i64) else {
        return protocol("a task that is `failed` has no `error`").after_run();
    };
    let message = member("message").and_then(Value::as_str).unwrap_or_default().to_owned();
    Error::new(Kind::Rpc { code, message, data: member("data").cloned() })
}

/// Cancels its task when it is dropped, unless the task is over.
struct Watch<'a> {
    client: &'a Client,
    id: &'a str,
    is_over: bool,
}

impl Watch<'_> {
    fn over(mut self) {
        self.is_over = true;
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let runtime = Handle::try_current().ok().filter(|_| !self.is_over);
        if let Some(runtime) = runtime {
            let (client, id) = (self.client.clone(), self.id.to_owned());
            // There is no receiver for a failure; the server ends the task by its own time then.
            runtime.spawn(async move { client.cancel(&id).await.is_ok() });
        }
    }
}
