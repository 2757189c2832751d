//! Tools of MCP and RAP that changed after they were approved: refused, or run with a note.

use a2t_client::schema::{State, Watched};
use a2t_dialect::{Outcome, Part};

/// Returns the outcome of a call with a note for the model, if the tool ran although it changed.
pub(super) fn noted(outcome: Outcome, watched: &Watched) -> (Outcome, Option<State>) {
    let drift = watched.drift();
    let outcome = match &drift {
        // The refusal is the message.
        Some(_) if watched.is_refused() => outcome,
        Some(state) => with_note(outcome, state),
        None => outcome,
    };
    (outcome, drift)
}

/// Adds a note to what a model reads. It has nothing of the server's own texts.
fn with_note(outcome: Outcome, state: &State) -> Outcome {
    let note = match state {
        State::Gone => "the server does not list this tool any more",
        _ => "the server changed this tool after it was approved",
    };
    let note = format!("[{note}: what follows may not be what its description promises]");
    match outcome {
        Outcome::Refused(message) => Outcome::Refused(format!("{message}\n{note}")),
        Outcome::Failed(message) => Outcome::Failed(format!("{message}\n{note}")),
        Outcome::Parts(parts) => {
            Outcome::Parts([Part::Text(note)].into_iter().chain(parts).collect())
        }
        outcome => Outcome::Text(format!("{note}\n{}", outcome.text())),
    }
}
