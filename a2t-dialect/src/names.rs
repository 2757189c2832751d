//! Names that a dialect takes, and back: what a model says is looked up, never guessed.

use crate::limits::Name;

/// The name that a dialect takes for `name`: `name` itself wherever it is accepted.
pub(crate) fn accepted(name: &str, rule: Option<&Name>) -> String {
    let _ = rule;
    name.to_owned()
}
