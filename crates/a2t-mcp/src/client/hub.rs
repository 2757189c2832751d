//! Connection to a server: made when it is needed, made again when it is lost, shared by all calls.

use std::collections::VecDeque;
use std::sync::Arc;

use a2t_client::parts::{Pace, Trace};
use a2t_core::secret;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

use crate::client::changed::Changed;
use crate::client::child::{Command, Last, Pipe};
use crate::client::limits::{SILENCE, STARTS, STARTS_WITHIN};
use crate::client::question::Answers;
use crate::client::recording::Recording;
use crate::client::session::{Offers, Session, Undiscovered};
use crate::client::validators::Validators;
use crate::client::wire::Http;
use a2t_client::parts::Heard;
use a2t_client::{Error, Kind, Result};

/// Connection that comes and goes.
pub(crate) struct Hub {
    pub(crate) endpoint: Endpoint,
    pub(crate) pace: Pace,
    pub(crate) changed: Changed,
    pub(crate) validators: Validators,
    /// Abilities that the program turned on.
    pub(crate) offers: Offers,
    /// Spans and metrics of calls.
    pub(crate) trace: Trace,
    /// Recording or replay of calls.
    pub(crate) recording: Recording,
    live: Mutex<Live>,
}

/// The way to a server.
pub(crate) enum Endpoint {
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
        endpoint: Endpoint,
        pace: Pace,
        changed: Changed,
        offers: Offers,
        trace: Trace,
        recording: Recording,
    ) -> Self {
        let (validators, live) = (Validators::default(), Mutex::default());
        Self { endpoint, pace, changed, validators, offers, trace, recording, live }
    }

    /// The address, or the command, without what looks like a secret.
    pub(crate) fn location(&self) -> String {
        match &self.endpoint {
            Endpoint::Http(http) => secret::url(&http.uri().to_string()),
            Endpoint::Command(command) => command.shown(),
        }
    }

    /// What a child process wrote that is no message.
    pub(crate) async fn heard(&self) -> Heard {
        let live = self.live.lock().await;
        live.last.as_ref().map(Last::heard).unwrap_or_default()
    }

    /// The connection that is up, or a new one.
    pub(crate) async fn session(&self) -> Result<Arc<Session>> {
        let mut live = self.live.lock().await;
        if let Some(session) = live.session.as_ref().filter(|session| !session.is_over()) {
            return Ok(session.clone());
        }
        live.session = None;
        let session = match &self.endpoint {
            Endpoint::Http(http) => self.reach(http).await?,
            Endpoint::Command(command) => self.start(command, &mut live).await?,
        };
        let session = Arc::new(session);
        live.session = Some(session.clone());
        Ok(session)
    }

    async fn reach(&self, http: &Http) -> Result<Session> {
        let newer = Session::discover(http.transport(), sleep(SILENCE), None, &self.offers).await;
        match newer {
            Ok(session) => Ok(session),
            Err(Undiscovered::Failed(error)) => Err(error),
            Err(Undiscovered::Older | Undiscovered::Silent) => {
                // These revisions ask within the stream of an answer, which is read to its end here.
                let offers = Offers { answers: Answers::default(), ..self.offers.clone() };
                Session::initialize(|| http.transport(), None, &offers).await
            }
        }
    }

    async fn start(&self, command: &Command, live: &mut Live) -> Result<Session> {
        live.count()?;
        let mut pipe = self.open(command, live)?;
        if !live.older {
            let (last, silence) = (live.last.clone(), pipe.silence());
            match Session::discover(pipe.clone(), silence, last, &self.offers).await {
                Ok(session) => return Ok(session),
                Err(Undiscovered::Failed(error)) if !matches!(error.kind(), Kind::Ended { .. }) => {
                    return Err(error);
                }
                Err(Undiscovered::Older) => {}
                // Some servers end, or send nothing more, once they got a message that they do not
                // know; the older handshake begins with a new process.
                Err(Undiscovered::Failed(_) | Undiscovered::Silent) => {
                    drop(pipe);
                    pipe = self.open(command, live)?;
                    live.older = true;
                }
            }
        }
        let last = live.last.clone();
        let session = Session::initialize(|| pipe.clone(), last, &self.offers).await;
        live.older &= session.is_ok();
        session
    }

    fn open(&self, command: &Command, live: &mut Live) -> Result<Pipe> {
        let pipe = command.start(self.pace.limits().reply, self.changed.clone())?;
        live.last = Some(pipe.last());
        Ok(pipe)
    }
}

impl Live {
    /// Counts a start, unless there were too many.
    fn count(&mut self) -> Result<()> {
        let now = Instant::now();
        self.starts.retain(|start| now.duration_since(*start) < STARTS_WITHIN);
        if self.starts.len() >= STARTS {
            let heard = self.last.as_ref().map(Last::heard).unwrap_or_default();
            let Heard { stderr, stdout } = heard;
            let (most, within) = (STARTS, STARTS_WITHIN);
            return Err(Error::new(Kind::Restarts { most, within, stderr, stdout }));
        }
        self.starts.push_back(now);
        Ok(())
    }
}
