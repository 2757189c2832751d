//! Results of calls that have ended, which are in the stream and not in memory.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use tokio::time::timeout;

use super::row;
use crate::{Secret, StoreError};

/// Longest time for one message of a result.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reader of the rows of calls that have ended.
#[derive(Clone, Debug)]
pub(super) struct Results {
    stream: Stream,
    /// Beginning of each subject.
    prefix: String,
}

impl Results {
    pub(super) fn new(stream: Stream, prefix: String) -> Self {
        Self { stream, prefix }
    }

    /// Returns the result of a call that has ended, or `None` if it is gone since.
    pub(super) async fn of(&self, call: i64) -> Result<Option<Secret>, StoreError> {
        let Some(bytes) = self.last(&format!("c.{call}")).await? else { return Ok(None) };
        let mut wanted = Vec::new();
        let read = row::call(&bytes, &mut |part, pieces| {
            wanted.push((part, pieces));
            Some(Secret::default())
        });
        let Some(stored) = read else { return Ok(None) };
        if wanted.is_empty() {
            return Ok(stored.call.result);
        }
        let mut parts = BTreeMap::new();
        for (part, pieces) in wanted {
            let Some(body) = self.part(call, part, pieces).await? else { return Ok(None) };
            parts.insert(part, body);
        }
        let read = row::call(&bytes, &mut |part, _| parts.get(&part).cloned());
        Ok(read.and_then(|stored| stored.call.result))
    }

    async fn part(&self, call: i64, part: u64, pieces: u64) -> Result<Option<Secret>, StoreError> {
        let mut body = Vec::new();
        for piece in 0..pieces {
            let subject = format!("b.{call}.{call}.{part}.{piece}");
            let Some(bytes) = self.last(&subject).await? else { return Ok(None) };
            body.extend(bytes);
        }
        Ok(Some(body.into()))
    }

    /// Returns the message of a subject behind the prefix.
    async fn last(&self, subject: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let subject = format!("{}{subject}", self.prefix);
        let asked = timeout(PATIENCE, self.stream.get_last_raw_message_by_subject(&subject)).await;
        match asked {
            Ok(Ok(message)) => Ok(Some(message.payload.to_vec())),
            Ok(Err(error)) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Ok(Err(error)) => Err(StoreError::Engine(error.kind().to_string())),
            Err(_) => Err(StoreError::Engine(format!("it did not answer within {PATIENCE:?}"))),
        }
    }
}
