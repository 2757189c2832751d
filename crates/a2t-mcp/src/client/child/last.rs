//! Last signs of life of a child process, for errors.

use std::process::ExitStatus;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::timeout;

use super::captured::Captured;
use super::secrets::Secrets;
use super::stderr::Tail;
use super::{GRACE, HEARD};
use a2t_client::parts::Heard;
use a2t_client::{Error, Kind};

#[derive(Clone)]
pub(crate) struct Last {
    /// Values that are hidden in the output of the process.
    secrets: Secrets,
    pub(super) stderr: Tail,
    pub(super) stdout: Captured,
    fault: Arc<watch::Sender<Option<Fault>>>,
}

/// Reason why a connection to a child process is over.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    Ended(Option<ExitStatus>),
    TooLarge(usize),
    Malformed(String),
}

impl Last {
    pub(super) fn new(stderr: Tail, secrets: Secrets) -> Self {
        let (stdout, fault) = (Captured::new(secrets.clone()), Arc::new(watch::Sender::new(None)));
        Self { secrets, stderr, stdout, fault }
    }

    pub(crate) fn hidden(&self, text: &str) -> String {
        self.secrets.hidden(text)
    }

    /// The beginning of a line.
    pub(super) fn start(&self, line: &[u8], most: usize) -> String {
        self.secrets.start(line, most)
    }

    /// The first reason counts: what follows comes of it.
    pub(super) fn set(&self, fault: Fault) {
        self.fault.send_if_modified(|kept| {
            let first = kept.is_none();
            kept.get_or_insert(fault);
            first
        });
    }

    /// The output of the process on standard error, and on standard output without a message.
    pub(crate) fn heard(&self) -> Heard {
        Heard { stderr: self.stderr.text(), stdout: self.stdout.text() }
    }

    /// The error of a call that got no answer, as soon as the reason is known.
    pub(crate) async fn error(&self) -> Error {
        let mut fault = self.fault.subscribe();
        let known = timeout(2 * GRACE, fault.wait_for(Option::is_some)).await;
        let fault = known.ok().and_then(Result::ok).and_then(|fault| fault.clone());
        if self.stderr.text().is_empty() {
            tokio::time::sleep(HEARD).await;
        }
        let status = match fault {
            Some(Fault::TooLarge(limit)) => return Error::new(Kind::TooLarge { limit }),
            Some(Fault::Malformed(fault)) => {
                return Error::new(Kind::Protocol { fault: self.hidden(&fault) });
            }
            Some(Fault::Ended(status)) => status.map(|status| status.to_string()),
            None => None,
        };
        let Heard { stderr, stdout } = self.heard();
        Error::new(Kind::Ended { status, stderr, stdout })
    }
}
