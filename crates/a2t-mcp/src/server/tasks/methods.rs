//! The methods of the extension, and the answer to a call that becomes a task.

use std::sync::Arc;
use std::time::Duration;

use a2t_core::rfc3339;
use a2t_store::worker::Admission;
use a2t_store::{Call, Cancelled, Digest, Key, NewCall, Standing, StoreError, Time};
use a2t_tool::Caller;
use rmcp::ErrorData;
use rmcp::model::{
    CreateTaskResult, DetailedTask, GetTaskResult, InputResponses, Task, TaskPayload, TaskStatus,
};
use serde_json::{Value, json};

use super::journal::Journal;
use super::run::Taken;
use super::{Order, QUEUE, State, now};
use crate::server::inner::Inner;

/// Bytes of randomness of an id, which is the right to a task, with its caller if it has one.
const SECRET: usize = 32;

impl<S: Clone + Send + Sync + 'static> Inner<S> {
    /// Accepts a call; it is durable when the answer is there.
    pub(crate) async fn accept(
        self: &Arc<Self>,
        state: &Arc<State>,
        order: Order,
    ) -> Result<CreateTaskResult, ErrorData> {
        let id = mint().ok_or_else(|| internal("the system has no random bits"))?;
        let payload = order.to_secret();
        let call = NewCall::new(
            key(&id, order.caller.as_ref())?,
            Digest::from_parts([payload.expose()]),
            payload,
        );
        let now = now();
        match state.pool.accept(call).await.map_err(|error| broken(&error))? {
            Admission::Claimed(lease, permit) => {
                self.spawn_task(state, Taken::first(lease, order), permit);
            }
            Admission::Waiting => {}
            Admission::Full => {
                return Err(internal("the server has too many tasks: try again later"));
            }
            Admission::Known(_) | Admission::Conflict => {
                return Err(internal("the id of a task was taken: try again"));
            }
        }
        let task = state.task(&id, TaskStatus::Working, [now, now], false);
        Ok(CreateTaskResult::new(task).with_meta(self.identity.meta.clone()))
    }

    /// Answers `tasks/get`.
    pub(crate) async fn task(
        &self,
        state: &State,
        id: &str,
        caller: Option<&Caller>,
    ) -> Result<GetTaskResult, ErrorData> {
        let call = state.find(id, caller).await?;
        let payload = match call.standing {
            Standing::Cancelled => TaskPayload::Cancelled,
            _ => match &call.result {
                Some(result) => finished(result.expose()),
                None => waiting(&call),
            },
        };
        let is_ended = call.standing.is_final();
        let task = state.task(id, payload.status(), [call.accepted, call.changed], is_ended);
        let mut result = GetTaskResult::new(DetailedTask::new(task, payload));
        result.meta = Some(self.identity.meta.clone());
        Ok(result)
    }
}

impl State {
    /// Answers `tasks/cancel`: the worker that runs it is notified.
    pub(crate) async fn cancel(&self, id: &str, caller: Option<&Caller>) -> Result<(), ErrorData> {
        let key = self.find(id, caller).await?.key;
        let ending = a2t_store::Ending::silent();
        let cancelled = self.store().cancel(&key, ending, now()).await;
        if cancelled.map_err(|error| broken(&error))? == Cancelled::Unknown {
            return Err(unknown());
        }
        if let Some(context) = self.pool.running.find(&key) {
            context.holder.cancel();
        }
        Ok(())
    }

    /// Answers `tasks/update`. Answers to questions that do not wait for one change nothing.
    pub(crate) async fn update(
        &self,
        id: &str,
        caller: Option<&Caller>,
        mut answers: InputResponses,
    ) -> Result<(), ErrorData> {
        let call = self.find(id, caller).await?;
        let pending = Journal::read(call.checkpoint.as_ref()).pending(&call);
        answers.retain(|name, _| pending.contains_key(name));
        if answers.is_empty() || call.standing.is_final() {
            return Ok(());
        }
        let body = json!(answers).to_string().into();
        self.store().signal(&call.key, body, now()).await.map_err(|error| broken(&error))?;
        if let Some(context) = self.pool.running.find(&call.key) {
            context.signalled.notify_waiters();
        }
        Ok(())
    }

    async fn find(&self, id: &str, caller: Option<&Caller>) -> Result<Call, ErrorData> {
        let call = self.store().find(&key(id, caller)?).await.map_err(|error| broken(&error))?;
        let is_over = |call: &Call| {
            call.standing.is_final() && now().since(call.changed) >= self.settings.limits.retention
        };
        call.filter(|call| !is_over(call)).ok_or_else(unknown)
    }

    /// Task as its client sees it; times are those of its acceptance and of its last change.
    fn task(&self, id: &str, status: TaskStatus, times: [Time; 2], is_ended: bool) -> Task {
        let [accepted, changed] = times;
        let age = now().since(accepted);
        let ends = if is_ended {
            changed.since(accepted)
        } else {
            age.max(self.settings.limits.run_timeout)
        };
        let task = Task::new(id, status, stamp(accepted), stamp(changed));
        let task = task.with_ttl_ms(millis(ends.saturating_add(self.settings.limits.retention)));
        task.with_poll_interval_ms(millis(poll(age)))
    }
}

/// Questions, or nothing to return yet.
fn waiting(call: &Call) -> TaskPayload {
    let input_requests = Journal::read(call.checkpoint.as_ref()).pending(call);
    if input_requests.is_empty() {
        TaskPayload::Working
    } else {
        TaskPayload::InputRequired { input_requests }
    }
}

fn finished(stored: &[u8]) -> TaskPayload {
    let stored: Option<Value> = serde_json::from_slice(stored).ok();
    let member = |name| stored.as_ref()?.get(name)?.as_object().cloned();
    if let Some(result) = member("result") {
        return TaskPayload::Completed { result };
    }
    let later = || {
        let words = "the result was stored by a later version of this server";
        json!(internal(words)).as_object().cloned().unwrap_or_default()
    };
    TaskPayload::Failed { error: member("error").unwrap_or_else(later) }
}

fn stamp(time: Time) -> String {
    rfc3339(time.since(Time::default()), 3)
}

/// Time between two looks: short for a task that is young, because most end early.
fn poll(age: Duration) -> Duration {
    (age / 10).clamp(Duration::from_millis(500), Duration::from_secs(30))
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn mint() -> Option<String> {
    let mut secret = [0; SECRET];
    getrandom::fill(&mut secret).ok()?;
    Some(hex(&secret))
}

/// The name of the task in the store: a digest of its id, so that a reader of the store does not
/// get the right to its tasks, and of its caller, since no other caller has it either.
fn key(id: &str, caller: Option<&Caller>) -> Result<Key, ErrorData> {
    let name = match caller {
        None => Digest::from_parts([id]),
        Some(caller) => Digest::from_parts([id, caller.id()]),
    };
    let name = hex(name.as_bytes());
    Key::new(QUEUE, name.clone(), name).map_err(|_| unknown())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unknown() -> ErrorData {
    let words = "no task has this id: it never was, or it ended too long ago";
    ErrorData::invalid_params(words, None)
}

fn internal(words: &'static str) -> ErrorData {
    ErrorData::internal_error(words, None)
}

fn broken(error: &StoreError) -> ErrorData {
    tracing::error!(%error, "the store of tasks failed");
    internal("the store of tasks failed: try again later")
}
