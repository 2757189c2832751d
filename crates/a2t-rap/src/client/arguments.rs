//! Arguments against schemas: both are checked away from the threads that other calls wait for.

use std::time::Duration;

use a2t_client::parts::check_until;
use a2t_core::{Code, Violation, Violations};
use a2t_schema::Schema;
use a2t_schema::validate::{UnsupportedSchema, Validator};
use serde_json::Value;
use tokio::time::Instant;

/// Returns everything that is wrong with arguments, which is a violation itself if it takes longer
/// than `within`. Fails with the reason if the schema cannot check values.
pub(crate) async fn violations(
    validator: impl FnOnce() -> Result<Validator, UnsupportedSchema> + Send + 'static,
    arguments: &Value,
    within: Duration,
) -> Result<Violations, String> {
    let arguments = arguments.clone();
    let check = move || validator().map(|validator| validator.violations(&arguments, "/arguments"));
    match check_until(Instant::now().checked_add(within), check).await {
        Some(found) => found.map_err(|error| error.to_string()),
        None => {
            let expected = "arguments that can be checked before the deadline of the call";
            Ok(Violation::new(Code::SchemaMismatch, "/arguments").expected(expected).into())
        }
    }
}

/// Prepares an approved schema.
pub(crate) fn approved(
    schema: &Schema,
) -> impl FnOnce() -> Result<Validator, UnsupportedSchema> + use<> {
    let schema = schema.clone();
    move || Validator::new(&schema)
}
