//! Memory of a task between its runs: what it asked, and how many runs ended in a clean shutdown.

use std::collections::BTreeMap;

use a2t_store::{Call, Secret, Time};
use rmcp::model::{InputRequests, JsonObject};
use serde_json::{Value, json};

/// The checkpoint of a task.
#[derive(Clone, Default)]
pub(super) struct Journal {
    /// By name.
    pub(super) asked: BTreeMap<String, Asked>,
    /// Runs that ended well and left the task to the next one.
    pub(super) calm: u32,
    /// Runs that were cut short, when the latest run began that knew of one.
    pub(super) cut: u32,
}

/// A question that a task asked.
#[derive(Clone)]
pub(super) struct Asked {
    /// The request, as the client sees it.
    pub(super) form: Value,
    pub(super) since: Time,
    /// There was no answer in time.
    pub(super) is_over: bool,
}

impl Journal {
    pub(super) fn read(checkpoint: Option<&Secret>) -> Self {
        let value = checkpoint.and_then(|secret| serde_json::from_slice(secret.expose()).ok());
        let value: Value = value.unwrap_or_default();
        let asked = value.get("asked").and_then(Value::as_object).into_iter().flatten();
        let asked = asked.filter_map(|(name, asked)| Some((name.clone(), Asked::read(asked)?)));
        let number = |name: &str| {
            let number = value.get(name).and_then(Value::as_u64).unwrap_or_default();
            u32::try_from(number).unwrap_or(u32::MAX)
        };
        Self { asked: asked.collect(), calm: number("calm"), cut: number("cut") }
    }

    pub(super) fn to_secret(&self) -> Secret {
        let asked = self.asked.iter().map(|(name, asked)| {
            let Asked { form, since, is_over } = asked;
            (name.clone(), json!({ "form": form, "since": since.millis(), "over": is_over }))
        });
        let asked: JsonObject = asked.collect();
        json!({ "asked": asked, "calm": self.calm, "cut": self.cut }).to_string().into()
    }

    /// Questions that wait for an answer.
    pub(super) fn pending(&self, call: &Call) -> InputRequests {
        let waiting = self
            .asked
            .iter()
            .filter(|(name, asked)| !asked.is_over && answer(call, name).is_none());
        let requests = waiting.filter_map(|(name, asked)| {
            Some((name.clone(), serde_json::from_value(asked.form.clone()).ok()?))
        });
        requests.collect()
    }
}

impl Asked {
    fn read(value: &Value) -> Option<Self> {
        let since = Time::from_millis(value.get("since")?.as_u64()?);
        let is_over = value.get("over")?.as_bool()?;
        Some(Self { form: value.get("form")?.clone(), since, is_over })
    }
}

/// The first answer to the question of that name: later ones change nothing.
pub(super) fn answer(call: &Call, name: &str) -> Option<Value> {
    call.signals.iter().find_map(|signal| {
        let answers: Value = serde_json::from_slice(signal.expose()).ok()?;
        answers.get(name).cloned()
    })
}
