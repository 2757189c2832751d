//! MCP with a child process: a line a message on its standard input and output, both bounded.

mod last;
mod pipe;
mod printed;
mod stderr;
mod writer;

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use process_wrap::tokio::{CommandWrap, KillOnDrop};

use crate::error::{Error, Kind, Result};
use crate::session::Changed;
pub(crate) use last::Last;
pub(crate) use pipe::Pipe;

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

    /// Starts the program. Its group is its own, so that programs which it started go with it, unless they leave the
    /// group by `setsid`.
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
