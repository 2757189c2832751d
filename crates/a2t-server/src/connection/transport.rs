//! Transport of a connection: the socket, or TLS around it.

use std::io::ErrorKind;
use std::mem::MaybeUninit;
use std::task::{Context, Poll};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

pub(crate) trait Transport: AsyncRead + AsyncWrite + Send + Unpin + 'static {
    fn socket(&self) -> &TcpStream;

    /// Returns whether nothing waits to be read. The socket itself is asked, because what it has may not
    /// have reached the runtime yet.
    fn is_silent(&self) -> bool {
        let mut first = [MaybeUninit::uninit()];
        let peeked = SockRef::from(self.socket()).peek(&mut first);
        peeked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    }

    /// Returns whether the client has closed its side; the runtime wakes the connection when it does.
    fn poll_left(&mut self, context: &mut Context<'_>) -> bool {
        let mut first = [0];
        let peeked = self.socket().poll_peek(context, &mut ReadBuf::new(&mut first));
        matches!(peeked, Poll::Ready(Ok(0) | Err(_)))
    }
}

impl Transport for TcpStream {
    fn socket(&self) -> &TcpStream {
        self
    }
}

#[cfg(feature = "tls")]
mod secured {
    use std::io::{self, Read};
    use std::task::{Context, Poll};

    use tokio::net::TcpStream;
    use tokio_rustls::server::TlsStream;

    use super::Transport;

    impl Transport for TlsStream<TcpStream> {
        fn socket(&self) -> &TcpStream {
            self.get_ref().0
        }

        fn is_silent(&self) -> bool {
            let (socket, session) = self.get_ref();
            session.wants_read() && socket.is_silent()
        }

        /// The end of a client of TLS is a record among others, so that they are read as far as nothing
        /// of a request is in them.
        fn poll_left(&mut self, context: &mut Context<'_>) -> bool {
            let (socket, session) = self.get_mut();
            while let Poll::Ready(ready) = socket.poll_read_ready(context) {
                match ready.and_then(|()| session.read_tls(&mut Records(socket))) {
                    Ok(0) => return true,
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
                    Err(_) => return true,
                }
                match session.process_new_packets() {
                    Ok(state) if state.peer_has_closed() => return true,
                    Ok(state) if state.plaintext_bytes_to_read() > 0 => return false,
                    Ok(_) => {}
                    Err(_) => return true,
                }
            }
            false
        }
    }

    /// The socket, as rustls reads it.
    struct Records<'s>(&'s TcpStream);

    impl Read for Records<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.try_read(buffer)
        }
    }
}
