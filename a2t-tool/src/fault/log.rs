//! The report of a fault if the program sets no receiver: an event, or a line on standard error.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

use super::Fault;
#[cfg(feature = "tracing")]
use crate::Caller;

impl Fault {
    /// Reports the fault to the log of the program.
    pub(super) fn log(&self) {
        #[cfg(feature = "tracing")]
        if tracing::dispatcher::has_been_set() {
            return self.event();
        }
        // Standard error may be closed, and that must not stop the program.
        let _ = writeln!(io::stderr(), "{}", self.line());
    }

    #[cfg(feature = "tracing")]
    fn event(&self) {
        tracing::error!(
            target: "a2t::fault",
            error = on_one_line(&self.chain()),
            "gen_ai.tool.name" = &*self.signature.name,
            "a2t.tool.version" = self.version(),
            "a2t.request.id" = self.request_id().map(tracing::field::display),
            "a2t.caller.id" = self.caller().map(Caller::id),
            "a call failed"
        );
    }

    fn line(&self) -> String {
        let id = self.request_id().map(|id| format!(", request {id}")).unwrap_or_default();
        let caller = self.caller().map(|caller| format!(", caller `{}`", caller.id()));
        let (name, version, chain) = (&self.signature.name, self.version(), self.chain());
        let caller = caller.unwrap_or_default();
        on_one_line(&format_args!("a2t: tool `{name}` version {version}{id}{caller}: {chain}"))
    }
}

/// Returns the text of an error without characters that control a terminal or start a new line, since errors may
/// contain input of a caller. A `Display` that fails ends the text early.
fn on_one_line(words: &dyn fmt::Display) -> String {
    let mut text = String::new();
    let _ = write!(text, "{words}");
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}
