//! A listener that cannot accept: reported once, and tried again after pauses.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Receiver of errors of the listener.
pub(crate) type OnError = Arc<dyn Fn(&io::Error) + Send + Sync>;

/// Errors of the listener since it last accepted a connection.
#[derive(Default)]
pub(crate) struct Trouble {
    pause: Duration,
    end: Option<Instant>,
}

impl Trouble {
    /// End of the pause, if there is trouble.
    pub(crate) fn pause(&self) -> Option<Instant> {
        self.end
    }

    pub(crate) fn over(&mut self) {
        *self = Self::default();
    }

    /// Reports the first error, and sets the pause after each.
    pub(crate) fn report(&mut self, error: &io::Error, report: Option<&OnError>) {
        if self.end.is_none() {
            match report {
                Some(report) => report(error),
                None => log(error),
            }
        }
        self.pause = (2 * self.pause).clamp(FIRST_PAUSE, LONGEST_PAUSE);
        self.end = Some(Instant::now() + self.pause);
    }
}

fn log(error: &io::Error) {
    // Standard error may be closed, which is no reason to stop.
    let _ = writeln!(
        io::stderr(),
        "a2t: cannot accept connections: {error}; they wait until it is over: raise the limit of open files \
         (`ulimit -n`), or lower `Limits::max_connections` below it"
    );
}
