//! The stream on the server: batches to it, its messages from it.

use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{DeliverPolicy, push};
use async_nats::jetstream::{self, stream};
use futures_util::StreamExt as _;
use serde::Deserialize;
use tokio::sync::watch;

use super::replica::{Replica, Write};
use crate::StoreError;
use crate::fault::Crash;

/// Time in which the server answers.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time that the server remembers that a row is gone.
const GONE: Duration = Duration::from_hours(24);
/// Code of the server for a stream that is further than was expected.
const WRONG_LAST_SEQUENCE: u64 = 10_071;
/// Messages whose cleaning may wait.
const CLEANINGS: usize = 10_000;

pub(super) enum StreamError {
    /// Other programs have written in between.
    Stale,
    /// More than fits a batch.
    Large,
    Store(StoreError),
}

fn engine(error: impl std::fmt::Display) -> StoreError {
    StoreError::Engine(error.to_string())
}

pub(super) struct Stream {
    client: async_nats::Client,
    /// Changes when the connection was lost, with what was asked on it.
    lost: watch::Receiver<()>,
    /// Changes when the connection was lost since the replica was known to be as far as the stream:
    /// the server may have forgotten meanwhile that rows are gone.
    away: watch::Receiver<()>,
    stream: stream::Stream,
    prefix: String,
    messages: Option<push::Ordered>,
    is_cleaned: bool,
    cleaner: tokio::sync::mpsc::Sender<String>,
    crash: Option<Crash>,
    has_crashed: bool,
}

/// Answer to the last message of a batch, or to a single one.
#[derive(Deserialize)]
struct Stored {
    seq: Option<u64>,
    error: Option<ErrorReply>,
}

#[derive(Deserialize)]
struct ErrorReply {
    err_code: u64,
    description: String,
}

impl Stream {
    pub(super) fn new(
        client: async_nats::Client,
        lost: watch::Receiver<()>,
        stream: stream::Stream,
        prefix: String,
        crash: Option<Crash>,
    ) -> Self {
        let (cleaner, subjects) = tokio::sync::mpsc::channel(CLEANINGS);
        tokio::spawn(clean(stream.clone(), subjects));
        Self {
            client,
            away: lost.clone(),
            lost,
            stream,
            prefix,
            messages: None,
            is_cleaned: false,
            cleaner,
            crash,
            has_crashed: false,
        }
    }

    pub(super) fn has_crashed(&self) -> bool {
        self.has_crashed
    }

    fn crashes_now(&mut self) -> Result<(), StoreError> {
        self.has_crashed |= self.crash.as_ref().is_some_and(Crash::is_now);
        if self.has_crashed { Err(StoreError::Closed) } else { Ok(()) }
    }

    /// Takes in a message that another program stored, as it comes.
    pub(super) async fn follow(&mut self, replica: &mut Replica) {
        match self.next(replica).await {
            Ok(()) => {}
            // The next request meets the failure again, and reports it.
            Err(_) => std::future::pending().await,
        }
    }

    async fn next(&mut self, replica: &mut Replica) -> Result<(), StoreError> {
        if self.away.has_changed().unwrap_or(true) {
            self.away.mark_unchanged();
            self.messages = None;
            replica.reset();
        }
        let messages = match &mut self.messages {
            Some(messages) => messages,
            None => {
                let from = replica.position + 1;
                let messages = messages(&self.client, &self.stream, from).await?;
                self.messages.insert(messages)
            }
        };
        let Some(Ok(message)) = messages.next().await else {
            self.messages = None;
            return Err(engine("the connection broke"));
        };
        let info = message.info().map_err(engine)?;
        let subject = message.subject.strip_prefix(self.prefix.as_str()).unwrap_or_default();
        replica.read(info.stream_sequence, subject, &message.payload)
    }

    /// Brings the replica to where the stream is now.
    pub(super) async fn catch_up(&mut self, replica: &mut Replica) -> Result<(), StoreError> {
        self.crashes_now()?;
        let last = last(&self.stream).await?;
        while replica.position < last {
            let next = tokio::time::timeout(PATIENCE, self.next(replica)).await;
            next.map_err(|_| engine("its stream was not read in 10 seconds"))??;
        }
        Ok(())
    }

    pub(super) async fn is_current(&mut self, position: u64) -> Result<(), StreamError> {
        self.crashes_now().map_err(StreamError::Store)?;
        let last = last(&self.stream).await.map_err(StreamError::Store)?;
        self.was(last == position)
    }

    fn was(&mut self, current: bool) -> Result<(), StreamError> {
        if current {
            self.away.mark_unchanged();
            Ok(())
        } else {
            Err(StreamError::Stale)
        }
    }

    /// Stores messages behind that position, all of them or none; the position of the last one.
    pub(super) async fn write(
        &mut self,
        behind: u64,
        writes: &[Write],
    ) -> Result<u64, StreamError> {
        let Some((last, first)) = writes.split_last() else { return Ok(behind) };
        self.lost.mark_unchanged();
        let name = self.client.new_inbox();
        for (number, write) in first.iter().enumerate() {
            self.crashes_now().map_err(StreamError::Store)?;
            let mut headers = headers(write, number, behind);
            in_batch(&mut headers, &name, number);
            let body = write.body.clone().into();
            let sent = self.client.publish_with_headers(self.subject(write), headers, body);
            sent.await.map_err(|error| StreamError::Store(engine(error)))?;
        }
        self.crashes_now().map_err(StreamError::Store)?;
        let mut headers = headers(last, first.len(), behind);
        if !first.is_empty() {
            in_batch(&mut headers, &name, first.len());
            headers.insert("Nats-Batch-Commit", "1");
        }
        let body = last.body.clone().into();
        let answer = self.client.request_with_headers(self.subject(last), headers, body);
        let answer = tokio::select! {
            answer = answer => answer.map_err(engine),
            Ok(()) = self.lost.changed() => Err(engine("the connection broke")),
        };
        // It was stored, and the program crashes before it learns of it.
        self.crashes_now().map_err(StreamError::Store)?;
        let answer = answer.map_err(StreamError::Store)?;
        let stored: Stored = serde_json::from_slice(&answer.payload)
            .map_err(|error| StreamError::Store(engine(error)))?;
        match stored {
            Stored { error: Some(refused), .. } if refused.err_code == WRONG_LAST_SEQUENCE => {
                Err(StreamError::Stale)
            }
            Stored { error: Some(refused), .. } => {
                Err(StreamError::Store(engine(refused.description)))
            }
            Stored { seq: Some(position), .. } => self.was(true).map(|()| position),
            Stored { .. } => Err(StreamError::Store(engine("it did not report what it stored"))),
        }
    }

    fn subject(&self, write: &Write) -> String {
        format!("{}{}", self.prefix, write.subject)
    }

    /// Removes messages of subjects that are not needed, some time later.
    pub(super) fn clean(&self, subjects: Vec<String>) {
        for subject in subjects {
            // What is not removed now is left behind, and found by a program that starts.
            let _ = self.cleaner.try_send(format!("{}{subject}", self.prefix));
        }
    }

    /// Removes what programs left behind, once, where the replica is as far as the stream.
    pub(super) fn clean_up(&mut self, replica: &mut Replica) {
        if !self.is_cleaned {
            self.is_cleaned = true;
            self.clean(replica.clean());
        }
    }
}

fn headers(write: &Write, number: usize, behind: u64) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if number == 0 {
        headers.insert("Nats-Expected-Last-Sequence", behind.to_string());
    }
    if write.gone {
        headers.insert("Nats-TTL", format!("{}s", GONE.as_secs()));
    }
    headers
}

fn in_batch(headers: &mut HeaderMap, name: &str, number: usize) {
    headers.insert("Nats-Batch-Id", name);
    headers.insert("Nats-Batch-Sequence", (number + 1).to_string());
}

/// Number of the last message. Asked again for some time, because a question is lost with its
/// connection, and a server that was just started has no answer yet.
async fn last(stream: &stream::Stream) -> Result<u64, StoreError> {
    let asked = async {
        loop {
            let answer = tokio::time::timeout(PATIENCE / 10, stream.get_info()).await;
            if let Ok(Ok(info)) = answer {
                return info.state.last_sequence;
            }
            tokio::time::sleep(PATIENCE / 100).await;
        }
    };
    let last = tokio::time::timeout(PATIENCE, asked).await;
    last.map_err(|_| engine("the server did not answer in 10 seconds"))
}

async fn messages(
    client: &async_nats::Client,
    stream: &stream::Stream,
    from: u64,
) -> Result<push::Ordered, StoreError> {
    let config = push::OrderedConfig {
        deliver_subject: client.new_inbox(),
        deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from },
        ..push::OrderedConfig::default()
    };
    let consumer: jetstream::consumer::Consumer<push::OrderedConfig> =
        stream.create_consumer(config).await.map_err(engine)?;
    consumer.messages().await.map_err(engine)
}

async fn clean(stream: stream::Stream, mut subjects: tokio::sync::mpsc::Receiver<String>) {
    while let Some(subject) = subjects.recv().await {
        // What is not removed now is left behind, and found by a program that starts.
        let _ = stream.purge().filter(subject).await;
    }
}
