//! A model's call becomes a tool and checked arguments, without work of a vendor's making on a thread
//! that other calls wait for.

use std::sync::Arc;
use std::time::Duration;

use a2t_client::parts::check_until;
use a2t_core::invocation::Arguments;
use a2t_dialect::{Call, Coerced, Selected, Selection};
use tokio::time::Instant;

/// A call that its tool takes.
pub(super) struct Checked<'s> {
    pub(super) tool: &'s Selected,
    pub(super) arguments: Arguments,
    pub(super) coerced: Vec<Coerced>,
}

/// Checks a call in this time, or returns why it is not carried out, for the model.
pub(super) async fn check<'s>(
    selection: &'s Arc<Selection>,
    call: &Call,
    within: Duration,
) -> Result<Checked<'s>, String> {
    let tool = selection.find(call.dialect(), call.name());
    // A signature is bounded in itself. A schema may be made to take seconds.
    let Some(tool) = tool.filter(|tool| tool.signature().is_none()) else {
        let validated = selection.validate(call).map_err(|refusal| refusal.to_string())?;
        let (tool, arguments, coerced) = (validated.tool, validated.arguments, validated.coerced);
        return Ok(Checked { tool, arguments, coerced });
    };
    let (tools, asked) = (Arc::clone(selection), call.clone());
    let check = move || {
        let validated = tools.validate(&asked).map_err(|refusal| refusal.to_string())?;
        Ok((validated.arguments, validated.coerced))
    };
    match check_until(Instant::now().checked_add(within), check).await {
        Some(validated) => {
            validated.map(|(arguments, coerced)| Checked { tool, arguments, coerced })
        }
        None => Err(format!(
            "`{}` was not called, because checking its arguments took too long: call it with fewer or \
             shorter ones",
            call.name()
        )),
    }
}
