//! Options with which a store in JetStream is opened.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;

use async_nats::jetstream::context::{Context, GetStreamErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType, Stream as Found};
use async_nats::jetstream::{self, ErrorCode};
use async_nats::{Client, ConnectOptions, Event};
use tokio::sync::{mpsc, watch};

use super::replica::Replica;
use super::results::Results;
use super::stream::Stream;
use super::{JetStream, task};
use crate::fault::Crash;
use crate::state::State;
use crate::{Limits, StoreError};

/// Version of the rows, in the metadata of the stream.
const VERSION: i64 = 1;
const VERSION_KEY: &str = "a2t-store-version";
/// Number of the store, from which the ids of its messages are made.
const NAME_KEY: &str = "a2t-store-name";
/// Least version of the server: it stores batches as a whole.
const SERVER: (i64, i64, i64) = (2, 12, 0);
/// Requests that wait for the task; more wait with their callers.
const WAITING: usize = 1_024;

#[cfg(feature = "nats-credentials")]
const UNKNOWN: &str = "a parameter of its URL is unknown: expected `replicas` or `credentials`";
#[cfg(not(feature = "nats-credentials"))]
const UNKNOWN: &str = "a parameter of its URL is unknown: expected `replicas`, or `credentials` with the \
                       feature `nats-credentials` of a2t-store";

/// Address and limits of a store that is about to be opened. `Debug` does not show the address.
pub struct Options {
    address: String,
    name: String,
    replicas: usize,
    #[cfg(feature = "nats-credentials")]
    credentials: Option<String>,
    limits: Limits,
    existing: bool,
    crash: Option<Crash>,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Options {
    pub(super) fn new(address: String) -> Self {
        Self {
            address,
            name: "a2t-calls".to_owned(),
            replicas: 1,
            #[cfg(feature = "nats-credentials")]
            credentials: None,
            limits: Limits::default(),
            existing: false,
            crash: None,
        }
    }

    /// Reads a URL such as `nats://user:password@host:4222/NAME?replicas=3`; the error describes
    /// what is wrong without the URL.
    pub(crate) fn from_url(url: &str) -> Result<Self, &'static str> {
        let (address, query) = url.split_once('?').unwrap_or((url, ""));
        let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
        let (host, name) = rest.split_once('/').unwrap_or((rest, ""));
        let mut options = Self::new(format!("{scheme}://{host}"));
        if !name.is_empty() {
            options.name = name.to_owned();
        }
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            options = match parameter.split_once('=') {
                Some(("replicas", number)) => match number.parse() {
                    Ok(replicas @ 1..=5) => options.replicas(replicas),
                    _ => return Err("`replicas` of its URL is not a number from 1 to 5"),
                },
                #[cfg(feature = "nats-credentials")]
                Some(("credentials", file)) => options.credentials(file),
                #[cfg(not(feature = "nats-credentials"))]
                Some(("credentials", _)) => {
                    return Err(
                        "`credentials` of its URL needs the feature `nats-credentials` of a2t-store",
                    );
                }
                _ => return Err(UNKNOWN),
            };
        }
        Ok(options)
    }

    /// Sets the name of the stream, `a2t-calls` by default; subjects begin with it and a dot.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets the number of servers that keep a copy, 1 to 5, when the stream is created; 1 by
    /// default.
    #[must_use]
    pub fn replicas(self, replicas: usize) -> Self {
        Self { replicas, ..self }
    }

    /// Sets a file with the credentials of a user, as `nsc` writes them.
    #[cfg(feature = "nats-credentials")]
    #[must_use]
    pub fn credentials(self, file: impl Into<String>) -> Self {
        Self { credentials: Some(file.into()), ..self }
    }

    /// Sets the maximum number of calls, messages and replies that wait in the store.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Creates no stream if `true`: for programs that look at the calls of another one.
    #[must_use]
    pub fn existing(self, existing: bool) -> Self {
        Self { existing, ..self }
    }

    /// Crashes the connection at a message, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn crash(self, crash: Crash) -> Self {
        Self { crash: Some(crash), ..self }
    }

    /// Connects, creates the stream, reads it, and starts its tasks on the current tokio runtime.
    ///
    /// # Errors
    /// [`StoreError::Engine`] if there is no such server, if it has no JetStream or is older than
    /// 2.12, or if the stream is one of another program; [`StoreError::Newer`] if a later program
    /// wrote it; of one that is [`existing`](Self::existing), [`StoreError::Absent`].
    pub async fn open(self) -> Result<JetStream, StoreError> {
        if !is_name(&self.name) {
            let message =
                "the name of its stream is not one of 1 to 64 letters, digits, `-` and `_`";
            return Err(StoreError::Engine(message.to_owned()));
        }
        let (client, lost) = connect(&self).await?;
        if !client.is_server_compatible(SERVER.0, SERVER.1, SERVER.2) {
            let message = "the server is older than NATS 2.12, which stores batches as a whole";
            return Err(StoreError::Engine(message.to_owned()));
        }
        let context = jetstream::new(client.clone());
        let found = self.stream(&context).await?;
        let name = identify(&found)?;
        // Subjects and headers need room in addition to a piece.
        let piece = (client.max_payload() / 2).clamp(1_024, 512 * 1_024);
        let mut replica = Replica::new(State::new(self.limits, name), piece);
        let prefix = format!("{}.", self.name);
        let results = Results::new(found.clone(), prefix.clone());
        let mut stream = Stream::new(client, lost, found, prefix, self.crash);
        stream.catch_up(&mut replica).await?;
        let (jobs, waiting) = mpsc::channel(WAITING);
        let task = tokio::spawn(task::serve(waiting, replica, stream));
        Ok(JetStream { jobs, task, results })
    }

    async fn stream(&self, context: &Context) -> Result<Found, StoreError> {
        let found = context.get_stream(&self.name).await;
        let absent = match found {
            Ok(found) => return Ok(found),
            Err(error) => match error.kind() {
                GetStreamErrorKind::JetStream(error)
                    if error.error_code() == ErrorCode::STREAM_NOT_FOUND =>
                {
                    StoreError::Absent
                }
                _ => return Err(StoreError::Engine(error.to_string())),
            },
        };
        if self.existing {
            return Err(absent);
        }
        let created = context.create_stream(self.config()).await;
        match created {
            Ok(_) => {}
            // Another program was quicker.
            Err(error) if error.to_string().contains("already in use") => {}
            Err(error) => return Err(StoreError::Engine(error.to_string())),
        }
        let found = context.get_stream(&self.name).await;
        found.map_err(|error| StoreError::Engine(error.to_string()))
    }

    fn config(&self) -> Config {
        Config {
            name: self.name.clone(),
            subjects: vec![format!("{}.>", self.name)],
            description: Some("Calls and messages of an a2t-store: a row a subject".to_owned()),
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            num_replicas: self.replicas,
            allow_message_ttl: true,
            allow_atomic_publish: true,
            metadata: HashMap::from([
                (VERSION_KEY.to_owned(), VERSION.to_string()),
                // Of two programs that create it at once, the first one names it.
                (NAME_KEY.to_owned(), State::new_name()),
            ]),
            ..Config::default()
        }
    }
}

fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (1..=64).contains(&name.len()) && name.bytes().all(fits)
}

/// Connects; the receiver changes when the connection is lost.
async fn connect(options: &Options) -> Result<(Client, watch::Receiver<()>), StoreError> {
    let (lose, lost) = watch::channel(());
    let connect = ConnectOptions::new().name("a2t-store").event_callback(move |event| {
        if event == Event::Disconnected {
            // There is no listener while the store is opened or closed.
            let _ = lose.send(());
        }
        std::future::ready(())
    });
    #[cfg(feature = "nats-credentials")]
    let connect = match &options.credentials {
        None => connect,
        Some(file) => {
            let read = connect.credentials_file(file).await;
            read.map_err(|error| StoreError::Engine(format!("its credentials: {error}")))?
        }
    };
    let client = connect.connect(options.address.as_str()).await;
    // Its own words may show the address.
    let client =
        client.map_err(|error| StoreError::Engine(format!("its server: {:?}", error.kind())))?;
    Ok((client, lost))
}

/// The number of the store, if a store made the stream.
fn identify(found: &Found) -> Result<String, StoreError> {
    let metadata = &found.cached_info().config.metadata;
    let version: Option<i64> = metadata.get(VERSION_KEY).and_then(|version| version.parse().ok());
    let name = metadata.get(NAME_KEY).cloned();
    let (Some(version), Some(name)) = (version, name) else {
        let message = "the stream of that name is not one of a store: give another name";
        return Err(StoreError::Engine(message.to_owned()));
    };
    match version.cmp(&VERSION) {
        Ordering::Less => Err(StoreError::Older { found: version, known: VERSION }),
        Ordering::Greater => Err(StoreError::Newer { found: version, known: VERSION }),
        Ordering::Equal => Ok(name),
    }
}
