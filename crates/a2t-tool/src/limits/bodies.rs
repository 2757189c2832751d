//! Bodies of requests become bytes, within their limits of size and time and one share of memory for all of them.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use a2t_core::wire::problem::{Kind, Problem};
use bytes::{Buf, Bytes, BytesMut};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{Extensions, HeaderMap};
use http_body::Body;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

use crate::within;

/// The time since which a client is waited for in the middle of its request, among the extensions of one whose
/// head came in pieces.
#[derive(Clone, Copy, Debug)]
pub struct WaitedSince(pub Instant);

/// Limits of one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyLimits {
    pub bytes: usize,
    /// Maximum pause within it.
    pub idle: Duration,
    /// Maximum time from the first wait for its request to its last byte.
    pub total: Duration,
}

/// The reason why a body is not read.
#[derive(Clone, Copy)]
enum BodyError {
    TooLarge,
    TooSlow,
    /// It ended before its declared end.
    Broken,
    /// All bodies that are arriving have as many bytes as they may have together.
    Crowded,
}

impl BodyError {
    fn problem(self, BodyLimits { bytes, idle, total }: BodyLimits) -> Box<Problem> {
        let (kind, detail) = match self {
            Self::TooLarge => {
                (Kind::BodyTooLarge, format!("the body of a request has at most {bytes} bytes"))
            }
            Self::TooSlow => (
                Kind::RequestTimeout,
                format!("a body may pause for {idle:?}, and its request take {total:?} in all"),
            ),
            Self::Broken => {
                (Kind::MalformedJson, "the body broke off before its declared end".to_owned())
            }
            Self::Crowded => return Box::new(overloaded()),
        };
        Box::new(Problem::new(kind, detail))
    }
}

/// Returns the problem of a request that exceeds the shares of its server. It may be sent again after a second.
pub fn overloaded() -> Problem {
    let detail = "the server has as many requests as it takes; nothing was done";
    Problem::new(Kind::Overloaded, detail)
}

/// Checks that a body declares itself as JSON, because a web page of another origin can send one without asking first.
///
/// # Errors
/// Returns the detail of the refusal, which is 415.
pub fn check_media_type(headers: &HeaderMap) -> Result<(), &'static str> {
    if headers.get(CONTENT_ENCODING).is_some_and(|coding| coding != "identity") {
        return Err("send the body without a Content-Encoding");
    }
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = declared.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        Err("send the body as JSON, with Content-Type: application/json")
    }
}

/// The share of bodies that are arriving in one protocol.
#[derive(Debug)]
pub struct Bodies {
    bytes: Semaphore,
}

impl Bodies {
    /// Creates a limit for the bytes of all bodies together before they are complete.
    pub fn new(bytes: usize) -> Self {
        Self { bytes: Semaphore::new(bytes.min(Semaphore::MAX_PERMITS)) }
    }

    /// Reads a body of a request with these extensions to its end.
    ///
    /// A client that is slow to send it holds bytes of the share, but no permit of a call.
    ///
    /// # Errors
    /// Returns the problem: too large (413), too slow (408), broken off (400), or [`overloaded`] (503).
    pub async fn collect<B: Body>(
        &self,
        body: B,
        limits: BodyLimits,
        request: &Extensions,
    ) -> Result<Bytes, Box<Problem>> {
        let read = self.read(body, limits, request, &mut self.room()).await;
        read.map_err(|error| error.problem(limits))
    }

    /// Reads a body as [`collect`](Self::collect) does. All of its bytes count in the share until the room is dropped,
    /// because the body is large, and is kept for longer than the time of its arrival.
    ///
    /// # Errors
    /// Those of [`collect`](Self::collect).
    pub async fn hold<B: Body>(
        &self,
        body: B,
        limits: BodyLimits,
        request: &Extensions,
    ) -> Result<(Bytes, Room<'_>), Box<Problem>> {
        let mut room = self.room();
        let read = self.read(body, limits, request, &mut room).await;
        let bytes = read.map_err(|error| error.problem(limits))?;
        let rest = bytes.len().saturating_sub(room.held());
        if rest > 0 && !room.take(rest) {
            return Err(BodyError::Crowded.problem(limits));
        }
        Ok((bytes, room))
    }

    fn room(&self) -> Room<'_> {
        Room { bytes: &self.bytes, held: None }
    }

    async fn read<B: Body>(
        &self,
        body: B,
        limits: BodyLimits,
        request: &Extensions,
        room: &mut Room<'_>,
    ) -> Result<Bytes, BodyError> {
        if body.size_hint().lower() > limits.bytes as u64 {
            return Err(BodyError::TooLarge);
        }
        let mut body = pin!(body);
        let mut parts = Parts::default();
        let mut since = None;
        loop {
            let next = poll_fn(|context| body.as_mut().poll_frame(context));
            let left = || {
                let since: Instant = *since.get_or_insert_with(|| waited_since(request));
                limits.total.saturating_sub(since.elapsed()).min(limits.idle)
            };
            let frame = within(left, next).await;
            match frame.map_err(|_| BodyError::TooSlow)? {
                None => return Ok(parts.join()),
                Some(Err(_)) => return Err(BodyError::Broken),
                Some(Ok(frame)) => {
                    let Ok(mut part) = frame.into_data() else {
                        continue;
                    };
                    let length = part.remaining();
                    parts.push(part.copy_to_bytes(length));
                    if parts.len() > limits.bytes {
                        return Err(BodyError::TooLarge);
                    }
                    // One question less than to poll for the end.
                    if body.is_end_stream() {
                        return Ok(parts.join());
                    }
                    if !room.take(length) {
                        return Err(BodyError::Crowded);
                    }
                }
            }
        }
    }
}

fn waited_since(request: &Extensions) -> Instant {
    request.get().map_or_else(Instant::now, |WaitedSince(since)| *since)
}

/// Bytes of the share that a body holds, given back with the value.
#[derive(Debug)]
pub struct Room<'b> {
    bytes: &'b Semaphore,
    held: Option<SemaphorePermit<'b>>,
}

impl Room<'_> {
    fn held(&self) -> usize {
        self.held.as_ref().map_or(0, SemaphorePermit::num_permits)
    }

    /// Takes room for so many bytes more; `false` if there is none.
    fn take(&mut self, bytes: usize) -> bool {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let Ok(more) = self.bytes.try_acquire_many(bytes) else {
            return false;
        };
        match &mut self.held {
            Some(held) => held.merge(more),
            None => self.held = Some(more),
        }
        true
    }
}

/// The pieces of a body: a single one is kept as it is, several are copied together.
#[derive(Default)]
struct Parts {
    first: Bytes,
    whole: BytesMut,
}

impl Parts {
    #[inline]
    fn len(&self) -> usize {
        self.first.len().max(self.whole.len())
    }

    #[inline]
    fn push(&mut self, part: Bytes) {
        if self.len() == 0 {
            self.first = part;
            return;
        }
        if self.whole.is_empty() {
            self.whole.reserve(2 * (self.first.len() + part.len()));
            self.whole.extend_from_slice(&self.first);
        }
        self.whole.extend_from_slice(&part);
    }

    #[inline]
    fn join(self) -> Bytes {
        if self.whole.is_empty() { self.first } else { self.whole.freeze() }
    }
}
