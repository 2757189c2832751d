//! A connection that was made, looked at before each of its requests.

use std::io::{self, IoSlice, Read as _};
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::TokioIo;
use socket2::SockRef;
use tokio::net::TcpStream;

use crate::keep_alive::{Expired, KeepAlive};

/// Most bytes of a look: the end of a reply, or the alert of TLS with which a server takes its leave.
const LOOK: usize = 1_024;

/// A connection over TCP, below all TLS, and if a proxy reads and relays what is sent on it.
///
/// hyper reads a kept connection before it writes the next request on it, and has the request sent
/// on another one if it reads the end. It would read nothing where the runtime has not asked the
/// system since the server closed, so the system is asked here.
///
/// A connection beyond its time refuses the next request when it is written, and reads no end before that:
/// hyper would close it at once, and a request that another thread hands to hyper in that very
/// moment would wait forever in hyper's queue.
pub(crate) struct CheckedStream {
    stream: TokioIo<TcpStream>,
    is_relayed: bool,
    /// Whether nothing was written since the last read.
    rests: bool,
    keep_alive: KeepAlive,
}

impl CheckedStream {
    pub(crate) fn new(stream: TokioIo<TcpStream>, is_relayed: bool) -> Self {
        Self { stream, is_relayed, rests: true, keep_alive: KeepAlive::default() }
    }

    /// Notes what is written: the first of a request, or more of it.
    fn begin_write(&mut self) -> io::Result<()> {
        if self.rests && self.keep_alive.is_over() {
            return Err(io::Error::other(Expired));
        }
        if std::mem::take(&mut self.rests) {
            self.keep_alive.begin();
        }
        self.keep_alive.write();
        Ok(())
    }
}

/// Reads what the system has, which the runtime may not know yet.
fn look(stream: &TcpStream, buffer: &mut ReadBufCursor<'_>) -> Poll<io::Result<()>> {
    let mut bytes = [0; LOOK];
    let most = buffer.remaining().min(LOOK);
    let read = (&*SockRef::from(stream)).read(bytes.get_mut(..most).unwrap_or_default());
    Poll::Ready(match read {
        Ok(read) => {
            buffer.put_slice(bytes.get(..read).unwrap_or_default());
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Poll::Pending,
        Err(error) => Err(error),
    })
}

impl Connection for CheckedStream {
    fn connected(&self) -> Connected {
        self.stream.connected().proxy(self.is_relayed).extra(self.keep_alive.exchange())
    }
}

impl Read for CheckedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let read = if self.stream.inner().poll_read_ready(context).is_pending() {
            look(self.stream.inner(), &mut buffer)
        } else {
            Pin::new(&mut self.stream).poll_read(context, buffer)
        };
        self.rests |= read.is_ready();
        read
    }
}

impl Write for CheckedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.begin_write()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.begin_write()?;
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }
}
