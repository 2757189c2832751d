//! The least of an HTTP/1.1 client: one connection, one request at a time, bodies of known length or chunks.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Callgrind slows a program down fifty-fold, and still no reply takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A `POST` that is sent again and again.
#[derive(Clone)]
pub struct Request {
    pub path: String,
    /// Each ends with a line break.
    pub headers: &'static str,
    pub body: String,
}

impl Request {
    /// Bytes of the request, as they are sent.
    pub fn text(&self) -> String {
        let Self { path, headers, body } = self;
        let length = body.len();
        format!(
            "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n{headers}content-length: {length}\r\n\r\n{body}"
        )
    }
}

pub struct Connection(BufReader<TcpStream>);

impl Connection {
    pub fn open(port: u16) -> Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self(BufReader::new(stream)))
    }

    /// Sends the request; returns the body of its reply, whose status must be 200.
    pub fn send(&mut self, request: &Request) -> Result<Vec<u8>> {
        match self.ask(request)? {
            (200, body) => Ok(body),
            (status, body) => Err(wrong(format!("{status}: {}", String::from_utf8_lossy(&body)))),
        }
    }

    /// Sends the request; the status and the body of its reply.
    pub fn ask(&mut self, request: &Request) -> Result<(u16, Vec<u8>)> {
        self.0.get_mut().write_all(request.text().as_bytes())?;
        let status = self.line()?;
        let framing = self.framing()?;
        let body = match framing {
            Framing::Length(length) => self.bytes(length)?,
            Framing::Chunks => self.chunks()?,
        };
        let code = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        Ok((code.ok_or(wrong(format!("not a status: {status}")))?, body))
    }

    fn framing(&mut self) -> Result<Framing> {
        let mut framing = Framing::Length(0);
        loop {
            let line = self.line()?.to_ascii_lowercase();
            match line.split_once(": ") {
                None => return Ok(framing),
                Some(("content-length", length)) => {
                    framing = Framing::Length(
                        length.parse().map_err(|_| wrong(format!("not a length: {length}")))?,
                    );
                }
                Some(("transfer-encoding", "chunked")) => framing = Framing::Chunks,
                Some(_) => {}
            }
        }
    }

    fn chunks(&mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let size = self.line()?;
            let size = usize::from_str_radix(&size, 16)
                .map_err(|_| wrong(format!("not a chunk's size: {size}")))?;
            body.extend(self.bytes(size)?);
            self.line()?;
            if size == 0 {
                return Ok(body);
            }
        }
    }

    fn bytes(&mut self, length: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        match self.0.read_line(&mut line)? {
            0 => Err(wrong("the server hung up".to_owned())),
            _ => Ok(line.trim_end().to_owned()),
        }
    }
}

enum Framing {
    Length(usize),
    Chunks,
}

fn wrong(what: String) -> Error {
    Error::new(ErrorKind::InvalidData, what)
}
