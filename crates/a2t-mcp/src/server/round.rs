//! The way back to the caller of a call that is answered at once. A question ends the call with
//! `input_required`; the client makes it again with the answer, and the tool runs again.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use a2t_tool::channel::{Answer, Channel, ChannelError, Question};
use a2t_tool::dispatch::{Ended, Running};
use a2t_tool::{Fault, within};
use futures_util::future::select;
use rmcp::model::{CallToolRequestParams, InputRequests, InputRequiredResult, JsonObject};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::Notify;

use crate::server::question::{NOT_HERE, Names, chosen, form};

/// Time for a tool that hears of its cancellation to clean up.
pub(crate) const FAREWELL: Duration = Duration::from_secs(5);

/// Answers that came with a call: those of this round, and those of earlier rounds, which the client
/// carries in `requestState`. Nothing is sealed, because the client could have answered anything.
pub(crate) fn answers(request: &CallToolRequestParams) -> JsonObject {
    let earlier = request.request_state.as_deref();
    let earlier = earlier.and_then(|state| serde_json::from_str(state).ok());
    let mut answers: JsonObject = earlier.unwrap_or_default();
    for (name, answer) in request.input_responses.iter().flatten() {
        answers.entry(name.clone()).or_insert_with(|| answer.clone());
    }
    answers
}

/// The channel of one call, all of it in one place, since every call has one.
pub(crate) struct Round {
    /// The client takes questions.
    asks: bool,
    answers: JsonObject,
    names: Names,
    open: Mutex<Open>,
    /// A question was asked.
    asked: Notify,
    is_cancelled: AtomicBool,
    cancelled: Notify,
    /// The tool waits for its cancellation.
    listens: AtomicBool,
}

#[derive(Default)]
struct Open {
    /// Answers that the tool has read.
    read: JsonObject,
    /// Questions of this round, by name.
    asked: InputRequests,
}

impl Round {
    pub(crate) fn new(asks: bool, answers: JsonObject) -> Arc<Self> {
        Arc::new(Self {
            asks,
            answers,
            names: Names::default(),
            open: Mutex::default(),
            asked: Notify::new(),
            is_cancelled: AtomicBool::new(false),
            cancelled: Notify::new(),
            listens: AtomicBool::new(false),
        })
    }

    /// Notifies the tool that its caller is gone; `true` if it was notified.
    pub(crate) fn cancel(&self) -> bool {
        self.is_cancelled.store(true, Ordering::SeqCst);
        self.cancelled.notify_waiters();
        self.listens.load(Ordering::SeqCst)
    }

    /// Every question of this round, as soon as there is one.
    pub(crate) async fn asked(&self) -> InputRequiredResult {
        self.asked.notified().await;
        let Open { read, asked } = std::mem::take(&mut *self.open());
        let state = (!read.is_empty()).then(|| Value::Object(read).to_string());
        InputRequiredResult::new(Some(asked), state)
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that its caller waits for. To drop it cancels the call.
pub(crate) struct Attended {
    pub(crate) running: Option<Running>,
    pub(crate) round: Arc<Round>,
}

impl Attended {
    /// Gives the call up, and frees its key.
    pub(crate) async fn release(mut self) -> Option<Fault> {
        self.running.take()?.release().await
    }
}

impl Future for Attended {
    type Output = Ended;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Ended> {
        let Some(running) = &mut self.running else {
            return Poll::Pending;
        };
        let ended = ready!(Pin::new(running).poll(context));
        self.running = None;
        Poll::Ready(ended)
    }
}

impl Drop for Attended {
    /// Over HTTP a caller that leaves drops the call. A tool that hears of that goes on for a moment.
    fn drop(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        if self.round.cancel()
            && let Ok(runtime) = Handle::try_current()
        {
            let round = Arc::clone(&self.round);
            runtime.spawn(async move {
                let _ = within(|| FAREWELL, select(running, pin!(round.asked()))).await;
            });
        }
    }
}

impl Channel for Round {
    fn protocol(&self) -> &'static str {
        "MCP"
    }

    fn choose(&self, question: Question) -> Answer<'_, usize> {
        Box::pin(async move {
            if !self.asks {
                return Err(NOT_HERE);
            }
            let form = form(&question)?;
            let name = self.names.next(&question);
            if let Some(answer) = self.answers.get(&name) {
                self.open().read.insert(name, answer.clone());
                return Ok(chosen(&question, answer));
            }
            let unsendable = |_| ChannelError::Unsendable("no form has this question".to_owned());
            let form = serde_json::from_value(form).map_err(unsendable)?;
            self.open().asked.insert(name, form);
            self.asked.notify_one();
            // The run ends with this question.
            std::future::pending().await
        })
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            self.listens.store(true, Ordering::SeqCst);
            let mut cancelled = std::pin::pin!(self.cancelled.notified());
            cancelled.as_mut().enable();
            if !self.is_cancelled.load(Ordering::SeqCst) {
                cancelled.await;
            }
        })
    }
}
