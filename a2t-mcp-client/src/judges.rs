//! Schemas of tools that are called, ready to judge: made once a tool, kept by its digest.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use a2t_core::Violations;
use a2t_schema::judge::Judge;
use a2t_schema::{Digest, Tool};
use serde_json::Value;

use crate::error::{Error, Kind, Result};

/// The most schemas that are kept.
const KEPT_MAX: usize = 1_024;

#[derive(Default)]
pub(crate) struct Judges(Mutex<HashMap<(Digest, Side), Ready>>);

type Ready = Result<Arc<Judge>, String>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Input,
    Output,
}

impl Judges {
    /// Everything that is wrong with arguments.
    pub(crate) fn input(&self, tool: &Tool, arguments: &Value) -> Result<Violations> {
        let judge = self.of(tool.digest(), Side::Input, || Judge::new(&tool.input));
        Ok(judge?.violations(arguments, ""))
    }

    /// The judge of a structured result, if there is a schema of it.
    pub(crate) fn output(&self, tool: &Tool) -> Result<Option<Arc<Judge>>> {
        let Some(schema) = &tool.output else { return Ok(None) };
        self.of(tool.digest(), Side::Output, || Judge::of_results(schema)).map(Some)
    }

    fn of<E: ToString>(
        &self,
        tool: Digest,
        side: Side,
        judge: impl FnOnce() -> Result<Judge, E>,
    ) -> Result<Arc<Judge>> {
        // A thread that panicked meanwhile left whole entries.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        let judge = kept
            .entry((tool, side))
            .or_insert_with(|| judge().map(Arc::new).map_err(|error| error.to_string()));
        judge.clone().map_err(|fault| Error::new(Kind::Schema { fault }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tool(output: &Value) -> Tool {
        let tool = json!({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": output});
        Tool::read(&tool, "").unwrap()
    }

    #[test]
    fn no_more_schemas_are_kept_than_the_bound_says() {
        let judges = Judges::default();
        for number in 0..KEPT_MAX + 9 {
            let schema = json!({"type": "object", "maxProperties": number});
            judges.output(&tool(&schema)).unwrap();
        }
        assert!(judges.0.lock().unwrap().len() <= KEPT_MAX);
    }
}
