//! MCP with a child process: a line a message on its standard input and output, both bounded.

mod stderr;

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::error::{Error, Kind, Result};
use crate::limits::TAKEN;
use crate::message;
use crate::session::Changed;
use stderr::Tail;

/// Variables of the environment that a child process gets: what programs need to find their files
/// and to speak the user's language. Others may be secrets of this program, and a server is a
/// stranger's program.
pub(crate) const INHERITED: &[&str] = if cfg!(windows) {
    &[
        "APPDATA",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATH",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMFILES",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "USERNAME",
        "USERPROFILE",
    ]
} else {
    &["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"]
};

/// The time that a child process has to end by itself once its input is closed.
const GRACE: Duration = Duration::from_secs(2);

/// The time to hear the last words of a process that ended.
const HEARD: Duration = Duration::from_millis(100);

/// Command that starts a server.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) program: OsString,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) directory: Option<PathBuf>,
    pub(crate) environment: HashMap<OsString, OsString>,
    pub(crate) inherited: Vec<OsString>,
}

impl Command {
    /// The program and its arguments, as people write them.
    pub(crate) fn shown(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    /// Starts the program. Its group is its own, so that programs which it started go with it.
    pub(crate) fn start(&self, reply: usize, changed: Changed) -> Result<Pipe> {
        let mut command = CommandWrap::with_new(&self.program, |command| {
            command.args(&self.arguments).env_clear();
            let known = INHERITED.iter().map(OsString::from);
            for name in known.chain(self.inherited.iter().cloned()) {
                if let Some(value) = std::env::var_os(&name) {
                    command.env(name, value);
                }
            }
            command.envs(&self.environment);
            if let Some(directory) = &self.directory {
                command.current_dir(directory);
            }
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        });
        command.wrap(KillOnDrop);
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        let start = |cause: io::Error| Error::new(Kind::Start { cause: cause.into() });
        let child = command.spawn().map_err(start)?;
        Pipe::of(child, reply, changed).ok_or_else(|| start(io::Error::other("no pipes")))
    }
}

/// Connection to a child process, which ends with it.
pub(crate) struct Pipe {
    child: Box<dyn ChildWrapper>,
    input: Arc<tokio::sync::Mutex<Option<ChildStdin>>>,
    output: BufReader<ChildStdout>,
    /// Line that is not whole yet.
    line: Vec<u8>,
    /// The most bytes of a line, and of all that is no answer between two answers.
    reply: usize,
    idle: usize,
    last: Last,
    heard: tokio::task::JoinHandle<()>,
    ended: bool,
    changed: Changed,
}

/// Last signs of life of a child process, for errors.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    stderr: Tail,
    fault: Arc<watch::Sender<Option<Fault>>>,
}

/// Reason why a connection to a child process is over.
#[derive(Clone, Debug)]
enum Fault {
    Ended(Option<ExitStatus>),
    TooLarge(usize),
    Malformed(String),
}

impl Pipe {
    fn of(mut child: Box<dyn ChildWrapper>, reply: usize, changed: Changed) -> Option<Self> {
        let input = child.stdin().take()?;
        let output = BufReader::new(child.stdout().take()?);
        let stderr = Tail::default();
        let heard = stderr.follow(child.stderr().take()?);
        Some(Self {
            child,
            input: Arc::new(tokio::sync::Mutex::new(Some(input))),
            output,
            line: Vec::new(),
            reply,
            idle: 0,
            last: Last { stderr, fault: Arc::new(watch::Sender::new(None)) },
            heard,
            ended: false,
            changed,
        })
    }

    pub(crate) fn last(&self) -> Last {
        self.last.clone()
    }

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
                return Ok(Some(std::mem::take(&mut self.line)));
            }
            if self.line.len() > self.reply {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
        }
    }

    async fn next(&mut self) -> Result<ServerJsonRpcMessage, Fault> {
        loop {
            let line = self.line().await.map_err(|_| Fault::TooLarge(self.reply))?;
            let line = line.ok_or(Fault::Ended(None))?;
            let read = message::read(&line);
            let answers = matches!(
                read,
                Ok(ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_))
            );
            self.idle = if answers { 0 } else { self.idle + line.len() + 1 };
            if self.idle > self.reply {
                return Err(flooded(&line, self.reply));
            }
            match read {
                Ok(message) if message::says_changed(&message) => self.changed.tell(),
                Ok(ServerJsonRpcMessage::Notification(_)) => {}
                Ok(message) => return Ok(message),
                // Servers write lines for people among the messages, against the protocol.
                Err(_) => {}
            }
        }
    }

    /// Ends the connection: a process that closed its output gets the time to end by itself, then
    /// it is killed, as one that breaks the protocol is at once.
    async fn end(&mut self, fault: Fault) {
        drop(self.input.lock().await.take());
        let grace = if matches!(fault, Fault::Ended(_)) { GRACE } else { Duration::ZERO };
        let status = timeout(grace, self.child.wait()).await.ok().and_then(Result::ok);
        self.ended = status.is_some();
        if !self.ended {
            // One that is gone already cannot be killed.
            let _ = self.child.start_kill();
        }
        if !self.heard.is_finished() {
            let _ = timeout(HEARD, &mut self.heard).await;
        }
        self.last.set(match fault {
            Fault::Ended(None) => Fault::Ended(status),
            fault => fault,
        });
    }
}

fn flooded(line: &[u8], limit: usize) -> Fault {
    let start: Vec<u8> = line.iter().take(80).copied().collect();
    let start = String::from_utf8_lossy(&start);
    Fault::Malformed(format!("more than {limit} bytes without an answer, such as `{start}`"))
}

impl Transport<RoleClient> for Pipe {
    type Error = Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<()>> + Send + 'static {
        let input = self.input.clone();
        self.idle = 0;
        async move {
            let mut line = serde_json::to_vec(&message).map_err(Error::setup)?;
            line.push(b'\n');
            let mut input = input.lock().await;
            let Some(pipe) = input.as_mut() else {
                return Err(interrupted("its input is closed"));
            };
            let written = async {
                pipe.write_all(&line).await?;
                pipe.flush().await
            };
            let done = match timeout(TAKEN, written).await {
                Ok(Ok(())) => return Ok(()),
                Ok(Err(error)) => interrupted(error),
                Err(_) => interrupted(format!("it took no message within {TAKEN:?}")),
            };
            // A message that was written in part spoils the ones after it.
            *input = None;
            Err(done)
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        match self.next().await {
            Ok(message) => Some(message),
            Err(fault) => {
                self.end(fault).await;
                None
            }
        }
    }

    async fn close(&mut self) -> Result<()> {
        self.end(Fault::Ended(None)).await;
        Ok(())
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        // A process whose input broke is ending: its status says why, and comes within moments.
        let broken = self.input.try_lock().is_ok_and(|input| input.is_none());
        let mut status = self.child.try_wait().ok().flatten();
        for _ in 0..if broken { 20 } else { 0 } {
            if status.is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
            status = self.child.try_wait().ok().flatten();
        }
        // The whole group: dropping the process alone would leave what it started.
        let _ = self.child.start_kill();
        self.last.set(Fault::Ended(status));
    }
}

fn interrupted(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(Kind::Interrupted { cause: cause.into() })
}

impl Last {
    /// The first reason counts: what follows comes of it.
    fn set(&self, fault: Fault) {
        self.fault.send_if_modified(|kept| {
            let first = kept.is_none();
            kept.get_or_insert(fault);
            first
        });
    }

    /// The end of what the process said on standard error.
    pub(crate) fn said(&self) -> String {
        self.stderr.text()
    }

    /// The error of a call that got no answer, as soon as the reason is known.
    pub(crate) async fn error(&self) -> Error {
        let mut fault = self.fault.subscribe();
        let known = timeout(2 * GRACE, fault.wait_for(Option::is_some)).await;
        let fault = known.ok().and_then(Result::ok).and_then(|fault| fault.clone());
        if self.said().is_empty() {
            tokio::time::sleep(HEARD).await;
        }
        Error::new(match fault {
            Some(Fault::TooLarge(limit)) => Kind::TooLarge { limit },
            Some(Fault::Malformed(fault)) => Kind::Protocol { fault },
            Some(Fault::Ended(Some(status))) => {
                Kind::Ended { status: Some(status.to_string()), said: self.said() }
            }
            Some(Fault::Ended(None)) | None => Kind::Ended { status: None, said: self.said() },
        })
    }
}
