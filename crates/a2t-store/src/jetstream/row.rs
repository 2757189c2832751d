//! Rows as messages of a stream: a line of JSON, and the bodies that are small enough behind it.

use serde::{Deserialize, Serialize};

use crate::state::{StoredCall, StoredMessage};
use crate::{Call, Digest, Key, Reason, Secret, Standing, Time};

/// Bodies up to this size are stored with their row, which is written again at each change.
const SMALL: usize = 4 * 1024;
/// Bodies of a row that are stored with it have at most this size together.
const ROOM: usize = 64 * 1024;

/// Where a body is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum BodyLocation {
    /// So many of the bytes behind the line.
    Inline(usize),
    /// In separate messages.
    Separate { part: u64, pieces: u64 },
}

#[derive(Serialize, Deserialize)]
struct CallRow {
    queue: String,
    group: String,
    id: String,
    standing: Word,
    digest: String,
    fence: i64,
    attempts: u32,
    accepted: u64,
    ready: u64,
    changed: u64,
    payload: BodyLocation,
    checkpoint: Option<BodyLocation>,
    result: Option<BodyLocation>,
    signals: Vec<BodyLocation>,
}

#[derive(Serialize, Deserialize)]
struct MessageRow {
    queue: String,
    group: String,
    id: String,
    standing: Word,
    reason: Option<String>,
    until_cancelled: bool,
    fence: i64,
    attempts: u32,
    created: u64,
    ready: u64,
    changed: u64,
    body: BodyLocation,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Waiting,
    Leased,
    Suspended,
    Done,
    Cancelled,
    Delivered,
    Dead,
}

macro_rules! words {
    ($($word:ident)*) => {
        impl From<Standing> for Word {
            fn from(standing: Standing) -> Self {
                match standing { $(Standing::$word => Self::$word,)* }
            }
        }

        impl From<Word> for Standing {
            fn from(word: Word) -> Self {
                match word { $(Word::$word => Self::$word,)* }
            }
        }
    };
}

words!(Waiting Leased Suspended Done Cancelled Delivered Dead);

/// Writer of a row: decides where each body goes.
pub(super) struct Writer<'a> {
    /// Finds where a large body is stored, or stores it.
    pub(super) separate: &'a mut dyn FnMut(&Secret) -> BodyLocation,
    pub(super) here: Vec<u8>,
    /// Maximum number of bytes of a message apart from the line.
    pub(super) room: usize,
}

impl Writer<'_> {
    fn store(&mut self, body: &Secret) -> BodyLocation {
        let bytes = body.expose();
        if bytes.len() > SMALL || self.here.len() + bytes.len() > ROOM.min(self.room) {
            return (self.separate)(body);
        }
        self.here.extend_from_slice(bytes);
        BodyLocation::Inline(bytes.len())
    }

    fn written(self, row: &impl Serialize) -> serde_json::Result<Vec<u8>> {
        let mut text = serde_json::to_vec(row)?;
        text.push(b'\n');
        text.extend(self.here);
        Ok(text)
    }

    pub(super) fn call(mut self, stored: &StoredCall) -> serde_json::Result<Vec<u8>> {
        let call = &stored.call;
        let row = CallRow {
            queue: call.key.queue().to_owned(),
            group: call.key.group().to_owned(),
            id: call.key.id().to_owned(),
            standing: call.standing.into(),
            digest: hex(&stored.digest),
            fence: stored.fence,
            attempts: call.attempts,
            accepted: call.accepted.millis(),
            ready: stored.ready.millis(),
            changed: call.changed.millis(),
            payload: self.store(&call.payload),
            checkpoint: call.checkpoint.as_ref().map(|body| self.store(body)),
            result: call.result.as_ref().map(|body| self.store(body)),
            signals: call.signals.iter().map(|body| self.store(body)).collect(),
        };
        self.written(&row)
    }

    pub(super) fn message(mut self, stored: &StoredMessage) -> serde_json::Result<Vec<u8>> {
        let row = MessageRow {
            queue: stored.key.queue().to_owned(),
            group: stored.key.group().to_owned(),
            id: stored.key.id().to_owned(),
            standing: stored.standing.into(),
            reason: stored.reason.map(|reason| reason.to_string()),
            until_cancelled: stored.until_cancelled,
            fence: stored.fence,
            attempts: stored.attempts,
            created: stored.created.millis(),
            ready: stored.ready.millis(),
            changed: stored.changed.millis(),
            body: self.store(&stored.body),
        };
        self.written(&row)
    }
}

/// Reader of a row: the bodies behind its line, and those that were stored apart.
pub(super) struct Reader<'a> {
    pub(super) separate: &'a mut dyn FnMut(u64, u64) -> Option<Secret>,
    here: &'a [u8],
}

impl<'a> Reader<'a> {
    /// The line of a row, and the reader of its bodies.
    fn open<R: Deserialize<'a>>(
        bytes: &'a [u8],
        separate: &'a mut dyn FnMut(u64, u64) -> Option<Secret>,
    ) -> Option<(R, Self)> {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let (line, here) = bytes.split_at(end);
        Some((serde_json::from_slice(line).ok()?, Self { separate, here: here.get(1..)? }))
    }

    fn body(&mut self, location: BodyLocation) -> Option<Secret> {
        match location {
            BodyLocation::Inline(size) => {
                let (body, rest) = self.here.split_at_checked(size)?;
                self.here = rest;
                Some(body.into())
            }
            BodyLocation::Separate { part, pieces } => (self.separate)(part, pieces),
        }
    }

    fn optional(&mut self, location: Option<BodyLocation>) -> Option<Option<Secret>> {
        match location {
            Some(location) => self.body(location).map(Some),
            None => Some(None),
        }
    }
}

/// Reads a call; `None` if these are not the bytes of one, or if a body is not there.
pub(super) fn call(
    bytes: &[u8],
    separate: &mut dyn FnMut(u64, u64) -> Option<Secret>,
) -> Option<StoredCall> {
    let (row, mut bodies) = Reader::open::<CallRow>(bytes, separate)?;
    Some(StoredCall {
        digest: Digest::stored(digits(&row.digest)?),
        fence: row.fence,
        ready: Time::from_millis(row.ready),
        is_away: false,
        call: Call {
            key: Key::new(row.queue, row.group, row.id).ok()?,
            standing: row.standing.into(),
            payload: bodies.body(row.payload)?,
            checkpoint: bodies.optional(row.checkpoint)?,
            result: bodies.optional(row.result)?,
            signals: row
                .signals
                .into_iter()
                .map(|location| bodies.body(location))
                .collect::<Option<_>>()?,
            attempts: row.attempts,
            accepted: Time::from_millis(row.accepted),
            changed: Time::from_millis(row.changed),
        },
    })
}

/// Reads a message of a call; `None` as for [`call`].
pub(super) fn message(
    call: i64,
    bytes: &[u8],
    separate: &mut dyn FnMut(u64, u64) -> Option<Secret>,
) -> Option<StoredMessage> {
    let (row, mut bodies) = Reader::open::<MessageRow>(bytes, separate)?;
    let reason = match &row.reason {
        Some(text) => Some(Reason::parse(text)?),
        None => None,
    };
    Some(StoredMessage {
        call,
        key: Key::new(row.queue, row.group, row.id).ok()?,
        body: bodies.body(row.body)?,
        until_cancelled: row.until_cancelled,
        standing: row.standing.into(),
        reason,
        fence: row.fence,
        attempts: row.attempts,
        created: Time::from_millis(row.created),
        ready: Time::from_millis(row.ready),
        changed: Time::from_millis(row.changed),
    })
}

fn hex(digest: &Digest) -> String {
    digest.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn digits(text: &str) -> Option<[u8; 32]> {
    let pair = |at: usize| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok();
    let bytes: Vec<u8> = (0..32).map(pair).collect::<Option<_>>()?;
    bytes.try_into().ok()
}
