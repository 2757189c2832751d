//! Schemas of tools that are called, ready to check values: compiled once per tool, kept by its digest,
//! and never on a thread that other calls wait for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use a2t_core::{Code, Violation, Violations};
use a2t_schema::validate::{UnsupportedSchema, Validator};
use a2t_schema::{Digest, Schema, Tool};
use serde_json::Value;
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use a2t_client::parts::check_until;
use a2t_client::{Error, Kind, Result};

/// Maximum number of schemas that are kept.
const KEPT_MAX: usize = 1_024;
/// The maximum size of their compiled patterns, in bytes.
const KEPT_SIZE_MAX: usize = 64 << 20;

#[derive(Default)]
pub(crate) struct Validators(Mutex<HashMap<(Digest, Side), Cell>>);

type Ready = Result<Validator, UnsupportedSchema>;
/// A schema that is compiled once, by the first call that needs it.
type Cell = Arc<OnceLock<Ready>>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Input,
    Output,
}

impl Side {
    fn validator(self, schema: &Schema) -> Ready {
        match self {
            Self::Input => Validator::new(schema),
            Self::Output => Validator::for_results(schema),
        }
    }
}

impl Validators {
    /// Returns the validator of arguments.
    pub(crate) async fn input(&self, tool: &Tool) -> Result<Validator> {
        self.of(tool.digest(), Side::Input, &tool.input).await
    }

    /// Returns the validator of a structured result, if there is a schema of it.
    pub(crate) async fn output(&self, tool: &Tool) -> Result<Option<Validator>> {
        let Some(schema) = &tool.output else { return Ok(None) };
        self.of(tool.digest(), Side::Output, schema).await.map(Some)
    }

    async fn of(&self, tool: Digest, side: Side, schema: &Schema) -> Result<Validator> {
        let cell = self.cell((tool, side));
        let known = cell.get().cloned();
        let ready = match known {
            Some(ready) => ready,
            None => {
                let schema = schema.clone();
                let ready = move || cell.get_or_init(|| side.validator(&schema)).clone();
                spawn_blocking(ready).await.map_err(stopped)?
            }
        };
        ready.map_err(|error| Error::new(Kind::Schema { fault: error.to_string() }))
    }

    fn cell(&self, key: (Digest, Side)) -> Cell {
        // A thread that panicked meanwhile left whole entries.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = kept.get(&key) {
            return Arc::clone(cell);
        }
        let size = |cell: &Cell| match cell.get() {
            Some(Ok(validator)) => validator.size(),
            _ => 0,
        };
        if kept.len() >= KEPT_MAX || kept.values().map(size).sum::<usize>() >= KEPT_SIZE_MAX {
            kept.clear();
        }
        Arc::clone(kept.entry(key).or_default())
    }
}

fn stopped(error: tokio::task::JoinError) -> Error {
    Error::new(Kind::Schema { fault: error.to_string() })
}

/// Returns everything that is wrong with a value. One that takes time is checked on a thread for
/// blocking work; if that is not done by the deadline of the call, it is a violation too.
pub(crate) async fn violations(
    validator: &Validator,
    value: &Value,
    at: &'static str,
    deadline: Option<Instant>,
) -> Violations {
    if validator.is_light(value) {
        return validator.violations(value, at);
    }
    let (validator, value) = (validator.clone(), value.clone());
    let expected = "a value that can be checked before the deadline of the call";
    match check_until(deadline, move || validator.violations(&value, at)).await {
        Some(found) => found,
        None => Violation::new(Code::SchemaMismatch, at).expected(expected).into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    fn tool(output: &Value) -> Tool {
        let tool = json!({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": output});
        Tool::read(&tool, "").unwrap()
    }

    #[tokio::test]
    async fn no_more_schemas_are_kept_than_the_bound_says() {
        let validators = Validators::default();
        for number in 0..KEPT_MAX + 9 {
            let schema = json!({"type": "object", "maxProperties": number});
            validators.output(&tool(&schema)).await.unwrap();
        }
        assert!(validators.0.lock().unwrap().len() <= KEPT_MAX);
    }

    #[tokio::test]
    async fn a_value_is_checked_until_the_deadline_of_its_call() {
        let patterns: Map<_, _> =
            (0..200).map(|number| (format!("^a.*b{number}c$"), json!(true))).collect();
        let validators = Validators::default();
        let tool = tool(&json!({"type": "object", "patternProperties": patterns}));
        let validator = validators.output(&tool).await.unwrap().unwrap();
        let value: Value = (0..2_000).map(|number| (format!("a{number}"), json!(1))).collect();
        assert!(!validator.is_light(&value));
        let none = violations(&validator, &value, "", None).await;
        assert!(none.is_empty(), "{none}");
        let cut = violations(&validator, &value, "", Some(Instant::now())).await;
        assert!(cut.to_string().contains("before the deadline"), "{cut}");
    }
}
