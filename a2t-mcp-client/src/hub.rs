//! Connection to a server: made when it is needed, made anew when it is lost, shared by all calls.

use std::collections::VecDeque;
use std::sync::Arc;

use a2t_client::parts::{Pace, Trace};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::child::{Command, Last};
use crate::error::{Error, Kind, Result};
use crate::judges::Judges;
use crate::limits::{SILENCE, STARTS, STARTS_WITHIN};
use crate::session::{Changed, Handshake, Session};
use crate::tape::Tape;
use crate::wire::Http;

/// Connection that comes and goes.
pub(crate) struct Hub {
    pub(crate) way: Way,
    pub(crate) pace: Pace,
    pub(crate) changed: Changed,
    pub(crate) judges: Judges,
    /// Calls may go on as tasks.
    pub(crate) tasks: bool,
    /// Spans and figures of calls.
    pub(crate) trace: Trace,
    /// Recording or replay of calls.
    pub(crate) tape: Tape,
    live: Mutex<Live>,
}

/// The way to a server.
pub(crate) enum Way {
    Http(Box<Http>),
    Command(Command),
}

#[derive(Default)]
struct Live {
    session: Option<Arc<Session>>,
    /// Times of the last starts of a child process.
    starts: VecDeque<Instant>,
    last: Option<Last>,
    /// Whether this is a child process that is known not to answer the newer revision.
    older: bool,
}

impl Hub {
    pub(crate) fn new(
        way: Way,
        pace: Pace,
        changed: Changed,
        tasks: bool,
        trace: Trace,
        tape: Tape,
    ) -> Self {
        let (judges, live) = (Judges::default(), Mutex::default());
        Self { way, pace, changed, judges, tasks, trace, tape, live }
    }

    /// The address, or the command.
    pub(crate) fn place(&self) -> String {
        match &self.way {
            Way::Http(http) => http.uri().to_string(),
            Way::Command(command) => command.shown(),
        }
    }

    /// The end of what a child process said on standard error.
    pub(crate) async fn said(&self) -> String {
        let live = self.live.lock().await;
        live.last.as_ref().map(Last::said).unwrap_or_default()
    }

    /// The connection that is up, or a new one.
    pub(crate) async fn session(&self) -> Result<Arc<Session>> {
        let mut live = self.live.lock().await;
        if let Some(session) = live.session.as_ref().filter(|session| !session.is_over()) {
            return Ok(session.clone());
        }
        live.session = None;
        let session = match &self.way {
            Way::Http(http) => {
                Session::open(http.transport(), Handshake::Both, None, self.tasks).await?
            }
            Way::Command(command) => self.start(command, &mut live).await?,
        };
        let session = Arc::new(session);
        live.session = Some(session.clone());
        Ok(session)
    }

    async fn start(&self, command: &Command, live: &mut Live) -> Result<Session> {
        live.count()?;
        if !live.older {
            let opening = self.open(command, Handshake::Both, live);
            match timeout(SILENCE, opening).await {
                Ok(Ok(session)) => return Ok(session),
                Ok(Err(error)) if !matches!(error.kind(), Kind::Ended { .. }) => return Err(error),
                // Some servers end, or say nothing more, once they got a message that they do not
                // know; the older handshake begins with a process of its own.
                Ok(Err(_)) | Err(_) => {}
            }
        }
        let session = self.open(command, Handshake::Older, live).await?;
        live.older = true;
        Ok(session)
    }

    async fn open(
        &self,
        command: &Command,
        handshake: Handshake,
        live: &mut Live,
    ) -> Result<Session> {
        let pipe = command.start(self.pace.limits().reply, self.changed.clone())?;
        live.last = Some(pipe.last());
        Session::open(pipe, handshake, live.last.clone(), self.tasks).await
    }
}

impl Live {
    /// Counts a start, unless there were too many.
    fn count(&mut self) -> Result<()> {
        let now = Instant::now();
        self.starts.retain(|start| now.duration_since(*start) < STARTS_WITHIN);
        if self.starts.len() >= STARTS {
            let said = self.last.as_ref().map(Last::said).unwrap_or_default();
            let (most, within) = (STARTS, STARTS_WITHIN);
            return Err(Error::new(Kind::Restarts { most, within, said }));
        }
        self.starts.push_back(now);
        Ok(())
    }
}
