//! The signals that ask a process to end: SIGTERM where there is one, and ctrl-c.

use std::io;

/// Receives each signal that comes after it was made.
pub(crate) struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

#[cfg(unix)]
impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt())?;
        let terminate = signal(SignalKind::terminate())?;
        Ok(Self { interrupt, terminate })
    }

    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(windows)]
impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        let interrupt = tokio::signal::windows::ctrl_c()?;
        Ok(Self { interrupt })
    }

    pub(crate) async fn next(&mut self) {
        self.interrupt.recv().await;
    }
}
