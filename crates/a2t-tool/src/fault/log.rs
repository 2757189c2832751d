//! The report of a fault if the program sets no receiver: an event, or a line on standard error.

use std::io::{self, Write as _};

use a2t_core::error::escaped;

use super::{Fault, text_of};

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
        // The level of an event is a constant.
        macro_rules! event {
            ($level:ident, $message:literal) => {
                tracing::$level!(
                    target: "a2t::fault",
                    error = escaped(&text_of(&self.chain())).to_string(),
                    "gen_ai.tool.name" = &*self.signature.name,
                    "a2t.tool.version" = self.version(),
                    "a2t.request.id" = self.request_id().map(tracing::field::display),
                    "a2t.caller.id" = self.caller().map(|caller| escaped(caller.id()).to_string()),
                    $message
                )
            };
        }
        if self.is_warning() {
            event!(warn, "a tool blocked a thread that serves");
        } else {
            event!(error, "a call failed");
        }
    }

    fn line(&self) -> String {
        let id = self.request_id().map(|id| format!(", request {id}")).unwrap_or_default();
        let caller = self.caller().map(|caller| format!(", caller `{}`", caller.id()));
        let (name, version, chain) = (&self.signature.name, self.version(), self.chain());
        let caller = caller.unwrap_or_default();
        let line = format!("a2t: tool `{name}` version {version}{id}{caller}: {}", text_of(&chain));
        escaped(&line).to_string()
    }
}
