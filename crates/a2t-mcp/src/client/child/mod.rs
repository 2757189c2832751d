//! MCP with a child process: one line per message on its standard input and output, both bounded.

mod captured;
mod last;
mod pipe;
mod process;
mod secrets;
mod stderr;
mod writer;

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use a2t_core::error::inert;
use a2t_core::secret;
use process_wrap::tokio::{CommandWrap, KillOnDrop};

use crate::client::changed::Changed;
use a2t_client::{Error, Kind, Result};
pub(crate) use last::Last;
pub(crate) use pipe::Pipe;
use secrets::Secrets;

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
#[derive(Clone)]
pub(crate) struct Command {
    pub(crate) program: OsString,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) directory: Option<PathBuf>,
    pub(crate) environment: HashMap<OsString, OsString>,
    pub(crate) inherited: Vec<OsString>,
    /// Variables of this program that arguments name as `${NAME}`.
    pub(crate) named: Vec<String>,
}

impl Command {
    /// The program and its arguments, as people write them, without those that look like secrets.
    pub(crate) fn shown(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        secret::hide_in_command(words.map(|word| word.to_string_lossy())).join(" ")
    }

    /// The arguments with the values of the variables that they name.
    fn arguments(&self) -> Result<Vec<OsString>> {
        let mut arguments = self.arguments.clone();
        for name in &self.named {
            let placeholder = format!("${{{name}}}");
            let is_named = |argument: &OsString| argument.to_string_lossy().contains(&placeholder);
            for argument in arguments.iter_mut().filter(|argument| is_named(argument)) {
                let value = std::env::var(name).map_err(|_| not_set(name))?;
                *argument = argument.to_string_lossy().replace(&placeholder, &value).into();
            }
        }
        Ok(arguments)
    }

    /// Values that the program gets and that are never shown.
    fn secrets(&self, arguments: &[OsString]) -> Secrets {
        let given = self.environment.values().map(|value| value.to_string_lossy().into_owned());
        let named = self.named.iter().map(OsString::from).chain(self.inherited.iter().cloned());
        let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy().into()).collect();
        let named = named.filter_map(|name| std::env::var(name).ok());
        Secrets::new(given.chain(named).chain(secrets::of_words(&words)).collect())
    }

    /// Starts the program. Its group is its own, so that programs which it started go with it, unless they leave the
    /// group by `setsid`.
    pub(crate) fn start(&self, reply: usize, changed: Changed) -> Result<Pipe> {
        let arguments = self.arguments()?;
        let mut command = CommandWrap::with_new(&self.program, |command| {
            command.args(&arguments).env_clear();
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
        Pipe::new(child, reply, changed, self.secrets(&arguments))
            .ok_or_else(|| start(io::Error::other("no pipes")))
    }
}

fn not_set(name: &str) -> Error {
    let name = inert(name);
    let cause = format!("the environment variable `{name}`, which an argument names, is not set");
    Error::new(Kind::Start { cause: cause.into() })
}

/// Shows the program and the names of variables: arguments may be keys, and so are values.
impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Command")
            .field("program", &self.program)
            .field("arguments", &self.arguments.len())
            .field("environment", &self.environment.keys().collect::<Vec<_>>())
            .field("inherited", &self.inherited)
            .field("named", &self.named)
            .finish_non_exhaustive()
    }
}
