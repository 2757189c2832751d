//! Connection to a child process: its lines become messages, and its end becomes an error.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use process_wrap::tokio::ChildWrapper;
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::ChildStdout;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use super::last::{Fault, Last};
use super::process::Process;
use super::secrets::Secrets;
use super::stderr::Tail;
use super::writer::{Matched, Writer};
use super::{GRACE, HEARD};
use crate::client::changed::Changed;
use crate::client::limits::{LOOK, SILENCE, SILENCE_UNTOLD};
use crate::client::message;
use a2t_client::{Error, Result};

/// Connection to a child process, which ends with its last clone. The handshakes are tried one after the other on clones.
#[derive(Clone)]
pub(crate) struct Pipe {
    writer: Arc<Writer>,
    reader: Arc<Mutex<Reader>>,
    last: Last,
}

struct Reader {
    process: Process,
    writer: Arc<Writer>,
    output: BufReader<ChildStdout>,
    /// Line that is not whole yet.
    line: Vec<u8>,
    /// Messages of the last line that are not handed out yet.
    ready: VecDeque<ServerJsonRpcMessage>,
    /// Maximum number of bytes of a line, and of all that is no answer between two answers.
    reply: usize,
    last: Last,
    heard: tokio::task::JoinHandle<()>,
    changed: Changed,
}

impl Pipe {
    pub(super) fn new(
        mut child: Box<dyn ChildWrapper>,
        reply: usize,
        changed: Changed,
        secrets: Secrets,
    ) -> Option<Self> {
        let writer = Writer::new(child.stdin().take()?);
        let output = BufReader::new(child.stdout().take()?);
        let stderr = Tail::new(secrets.clone());
        let heard = stderr.follow(child.stderr().take()?);
        let last = Last::new(stderr, secrets);
        let reader = Reader {
            process: Process::new(child, writer.clone(), last.clone()),
            writer: writer.clone(),
            output,
            line: Vec::new(),
            ready: VecDeque::new(),
            reply,
            last: last.clone(),
            heard,
            changed,
        };
        Some(Self { writer, reader: Arc::new(Mutex::new(reader)), last })
    }

    pub(crate) fn last(&self) -> Last {
        self.last.clone()
    }

    /// Waits until the process has been silent for too long since it read the last message. One that does not read yet is
    /// starting: it may download itself first.
    pub(crate) async fn silence(&self) {
        let longest = if cfg!(target_os = "linux") { SILENCE } else { SILENCE_UNTOLD };
        let mut since = Instant::now();
        while since.elapsed() < longest {
            sleep(LOOK).await;
            if self.writer.is_unread() {
                since = Instant::now();
            }
        }
    }
}

impl Reader {
    /// The next line without its end; `None` at the end of the output. What was read stays if this
    /// is dropped.
    async fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let chunk = self.output.fill_buf().await?;
            if chunk.is_empty() {
                return Ok(None);
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(chunk.len());
            self.line.extend(chunk.iter().take(taken));
            self.output.consume(taken + usize::from(end.is_some()));
            if end.is_some() {
                self.last.stdout.open(b"");
                return Ok(Some(std::mem::take(&mut self.line)));
            }
            self.last.stdout.open(&self.line);
            if self.line.len() > self.reply {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
        }
    }

    async fn next(&mut self) -> Result<ServerJsonRpcMessage, Fault> {
        loop {
            // A batch is one line and many requests: each waits, not the line alone. Answers do not.
            if !self.ready.front().is_some_and(message::is_answer) {
                self.writer.caught_up().await;
            }
            if let Some(message) = self.ready.pop_front() {
                return Ok(message);
            }
            let line = self.line().await.map_err(|_| Fault::TooLarge(self.reply))?;
            let line = line.ok_or(Fault::Ended(None))?;
            let answers = self.sorted(&line);
            if self.writer.idle(line.len() + 1, answers) > self.reply {
                return Err(self.flooded(&line));
            }
        }
    }

    /// Takes the messages of a line, and returns whether one of them is an answer. Servers write lines for people among
    /// the messages, against the protocol.
    fn sorted(&mut self, line: &[u8]) -> bool {
        let Ok(messages) = message::read(line) else {
            self.last.stdout.line(line);
            return false;
        };
        let mut answers = false;
        for message in messages {
            match self.writer.matched(message) {
                Matched::Answer(message) => {
                    answers = true;
                    self.ready.push_back(message);
                }
                Matched::Unknown => self.last.stdout.line(line),
                Matched::Late => {}
                Matched::Other(message) if message::is_list_changed(&message) => {
                    self.changed.increment()
                }
                Matched::Other(ServerJsonRpcMessage::Notification(_)) => {}
                Matched::Other(message) => self.ready.push_back(message),
            }
        }
        answers
    }

    fn flooded(&self, line: &[u8]) -> Fault {
        let (limit, start) = (self.reply, self.last.start(line, 80));
        Fault::Malformed(format!("more than {limit} bytes without an answer, such as `{start}`"))
    }

    /// Ends the connection: a process that closed its output gets the time to end by itself, then
    /// it is killed, as one that breaks the protocol is at once.
    async fn end(&mut self, fault: Fault) {
        self.writer.close().await;
        let grace = if matches!(fault, Fault::Ended(_)) { GRACE } else { Duration::ZERO };
        let status = self.process.end(grace).await;
        if !self.heard.is_finished() {
            let _ = timeout(HEARD, &mut self.heard).await;
        }
        self.last.set(match fault {
            Fault::Ended(None) => Fault::Ended(status),
            fault => fault,
        });
    }
}

impl Transport<RoleClient> for Pipe {
    type Error = Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<()>> + Send + 'static {
        let (reader, sent) = (self.reader.clone(), self.writer.clone().send(message));
        async move {
            let sent = sent.await;
            // In a handshake no task reads while a message is sent: the end of the process explains
            // why it failed.
            if sent.is_err()
                && let Ok(mut reader) = reader.try_lock()
            {
                reader.end(Fault::Ended(None)).await;
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        let mut reader = self.reader.lock().await;
        match reader.next().await {
            Ok(message) => Some(message),
            Err(fault) => {
                reader.end(fault).await;
                None
            }
        }
    }

    async fn close(&mut self) -> Result<()> {
        self.reader.lock().await.end(Fault::Ended(None)).await;
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests;
