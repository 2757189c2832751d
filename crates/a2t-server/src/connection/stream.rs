//! The stream of a connection: it hangs up on a client that stops reading, ends an idle connection,
//! and hears a client out that is still sending when its reply is written.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Buf, Bytes};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use crate::connection::exchange::Exchange;
use crate::connection::head::in_words;
use crate::connection::transport::Transport;

/// Longest time that a client is heard out, because closing a socket with unread bytes would take
/// the reply back.
const LINGER: Duration = Duration::from_secs(1);

/// Bytes that a client has to take within the limit, once a write had to wait for it.
pub(crate) const PROGRESS: usize = 8 * 1024;
/// Bytes that wait in the socket when it has room for more. Left to itself the system waits until a
/// third of a buffer is free, which may have megabytes: too long for a slow reader.
#[cfg(any(target_os = "android", target_os = "linux"))]
const WAITING_BYTES: u32 = 64 * 1024;

/// A stream whose writes fail where the client has not taken [`PROGRESS`] bytes within `limit`.
pub(crate) struct Stream<T> {
    stream: T,
    exchange: Arc<Exchange>,
    /// Bytes of a request were read that no reply has followed yet.
    begun: bool,
    /// Rest of what is written in the place of hyper's own bytes.
    words: Option<Bytes>,
    limit: Duration,
    /// Runs from a write that waits until the client has taken [`PROGRESS`] bytes.
    timer: Option<Pin<Box<Sleep>>>,
    /// Runs only once the writing side is closed.
    linger: Option<Pin<Box<Sleep>>>,
    /// Bytes that were written while the timer ran.
    written: usize,
}

impl<T: Transport> Stream<T> {
    pub(crate) fn new(stream: T, exchange: Arc<Exchange>, limit: Duration) -> Self {
        announce_early(stream.socket());
        Self {
            stream,
            exchange,
            begun: false,
            words: None,
            limit,
            timer: None,
            linger: None,
            written: 0,
        }
    }

    /// Counts what is written while the timer runs: enough of it is a client that reads.
    fn progress(&mut self, polled: &Poll<Result<usize>>) {
        let Poll::Ready(Ok(written)) = polled else {
            return;
        };
        self.exchange.wrote(*written);
        if let Some(timer) = &self.timer {
            self.written = self.written.saturating_add(*written);
            if self.written >= PROGRESS || timer.deadline() <= Instant::now() {
                self.timer = None;
            }
        }
    }

    fn wait<R>(&mut self, context: &mut Context<'_>, polled: Poll<Result<R>>) -> Poll<Result<R>> {
        if polled.is_ready() {
            return polled;
        }
        let limit = self.limit;
        if self.timer.is_none() {
            self.written = 0;
        }
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(limit)));
        let stalled = || Error::new(ErrorKind::TimedOut, "the client stopped reading");
        timer.as_mut().poll(context).map(|()| Err(stalled()))
    }

    /// Writes something else in the place of a reply of hyper's own, which has no words.
    fn poll_words(
        &mut self,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Option<Poll<Result<usize>>> {
        if self.exchange.is_replying() {
            return None;
        }
        let mut words = match self.words.take() {
            Some(words) => words,
            None => in_words(bytes)?.into(),
        };
        self.exchange.linger();
        while !words.is_empty() {
            let polled = Pin::new(&mut self.stream).poll_write(context, &words);
            match self.wait(context, polled) {
                Poll::Ready(Ok(written)) => words.advance(written),
                Poll::Ready(Err(error)) => return Some(Poll::Ready(Err(error))),
                Poll::Pending => {
                    self.words = Some(words);
                    return Some(Poll::Pending);
                }
            }
        }
        Some(Poll::Ready(Ok(bytes.len())))
    }

    /// Looks whether the client has closed its side. The runtime wakes the connection when it does.
    fn poll_leave(&mut self, context: &mut Context<'_>) {
        if self.stream.poll_left(context) {
            self.exchange.leave();
            context.waker().wake_by_ref();
        }
    }

    fn poll_linger(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let mut sink = [0; 4096];
        loop {
            let mut read = ReadBuf::new(&mut sink);
            match Pin::new(&mut self.stream).poll_read(context, &mut read) {
                Poll::Ready(Ok(())) if !read.filled().is_empty() => {}
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => break,
            }
        }
        self.linger.get_or_insert_with(|| Box::pin(sleep(LINGER))).as_mut().poll(context)
    }
}

/// Has the system report early that there is room; an error costs only slow readers.
fn announce_early(stream: &TcpStream) {
    #[cfg(any(target_os = "android", target_os = "linux"))]
    let _ = SockRef::from(stream).set_tcp_notsent_lowat(WAITING_BYTES);
    #[cfg(not(any(target_os = "android", target_os = "linux")))]
    let _ = stream;
}

impl<T: Transport> AsyncRead for Stream<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.begun = true;
            self.timer = None;
        }
        if polled.is_pending() && self.begun {
            self.exchange.wait();
        }
        if polled.is_pending() && !self.begun && self.exchange.may_end() {
            if self.stream.is_silent() {
                return Poll::Ready(Ok(()));
            }
            context.waker().wake_by_ref();
        }
        polled
    }
}

impl<T: Transport> AsyncWrite for Stream<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        self.begun = false;
        if let Some(polled) = self.poll_words(context, bytes) {
            return polled;
        }
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.progress(&polled);
        self.wait(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        self.begun = false;
        if let [bytes] = slices
            && let Some(polled) = self.poll_words(context, bytes)
        {
            return polled;
        }
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.progress(&polled);
        self.wait(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        if self.exchange.is_watched() {
            self.poll_leave(context);
        }
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        if polled.is_ready() {
            self.exchange.flushed();
        }
        self.wait(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        if self.linger.is_none() {
            let polled = Pin::new(&mut self.stream).poll_shutdown(context);
            ready!(self.wait(context, polled))?;
        }
        if self.exchange.lingers() {
            ready!(self.poll_linger(context));
        }
        Poll::Ready(Ok(()))
    }
}
