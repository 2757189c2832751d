//! Answers calls from a recording.

// An assertion of a test fails by a panic.
#![expect(clippy::panic)]

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::entry::{Asked, Entry, shown};
use super::error::RecordingError;
use super::line::Members;
use super::redact::{Field, Rule};
use super::{BYTES_MAX, CALLS_MAX, VERSION};

/// Most calls that an error lists.
const LISTED_MAX: usize = 8;

/// Answers the calls of the clients that have it ([`Builder::replay`](crate::Builder::replay)) from a
/// recording, and sends nothing. [The module](super) has a program, and the order of answers.
///
/// It is cheap to clone, and clones share what has been answered: a test that begins again opens the
/// recording again.
#[derive(Clone)]
pub struct Replay {
    recording: Arc<Recording>,
    rule: Rule,
    repeats: bool,
    server: Option<Arc<str>>,
}

struct Recording {
    entries: Vec<Entry>,
    command: Option<String>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Whether each entry has answered.
    used: Vec<bool>,
    /// Calls that had no answer, as they are shown.
    missed: Vec<String>,
}

/// A call that the recording does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRecordedError {
    /// The call.
    pub call: String,
    /// Calls of the same tool that were recorded, as far as an error lists them.
    pub recorded: Vec<String>,
    /// The command that records again.
    pub command: Option<String>,
}

impl Replay {
    /// Reads a recording from a file.
    ///
    /// # Errors
    /// A file that cannot be read, or does not fit [the format](super#the-file).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, RecordingError> {
        let path = path.as_ref();
        let text = read(path).map_err(|error| RecordingError::io(path, "read", error))?;
        Self::parse(&text).map_err(|error| error.with_path(path))
    }

    /// Reads a recording from its text, such as that of `include_str!`.
    ///
    /// ```
    /// use a2t::testing::Replay;
    ///
    /// let text = "{\"a2t_recording\":1}\n{\"get\":\"/tools\",\"pages\":[]}\n";
    /// let error = Replay::parse(text).unwrap_err();
    /// assert_eq!(error.line(), Some(2));
    /// ```
    ///
    /// # Errors
    /// Text that does not fit [the format](super#the-file).
    pub fn parse(text: &str) -> Result<Self, RecordingError> {
        if text.len() > BYTES_MAX {
            let fault = format!("it has more than {BYTES_MAX} bytes; record less in one file");
            return Err(RecordingError::new(fault));
        }
        let mut lines = text.lines();
        let command = head(lines.next().unwrap_or_default()).map_err(|error| error.at(1))?;
        let mut entries = Vec::new();
        for (index, line) in lines.enumerate() {
            if index >= CALLS_MAX {
                let fault = format!("it has more than {CALLS_MAX} calls; record less in one file");
                return Err(RecordingError::new(fault));
            }
            entries.push(Entry::parse(line).map_err(|error| error.at(index + 2))?);
        }
        let state = State { used: vec![false; entries.len()], missed: Vec::new() };
        let recording = Recording { entries, command, state: Mutex::new(state) };
        Ok(Self {
            recording: Arc::new(recording),
            rule: Rule::default(),
            repeats: false,
            server: None,
        })
    }

    /// Rewrites the arguments of each call before it is looked for, as
    /// [`Recorder::redact`](super::Recorder::redact) did before it was kept. It may also make equal
    /// what differs from run to run, such as a time of day.
    #[must_use]
    pub fn redact(
        mut self,
        rewrite: impl Fn(Field<'_>, &mut Value) + Send + Sync + 'static,
    ) -> Self {
        self.rule = Rule::new(rewrite);
        self
    }

    /// Lets the last end of a call answer each later one, for an agent that asks more often than it
    /// did, as one that polls.
    #[must_use]
    pub fn repeating(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// Returns the same replay, for the clients of one server of several: it answers from what a
    /// [recorder](super::Recorder::for_server) of this name kept.
    #[must_use]
    pub fn for_server(&self, name: &str) -> Self {
        Self { server: Some(name.into()), ..self.clone() }
    }

    /// Calls of the recording that have not been made, as `lookup_weather@1(city: "Omaha")`.
    pub fn unused(&self) -> Vec<String> {
        let state = self.state();
        let entries = self.recording.entries.iter().zip(&state.used);
        entries.filter(|(_, used)| !**used).map(|(entry, _)| entry.shown()).collect()
    }

    /// Calls that were made and not recorded; a model may have got them as a failure.
    pub fn missed(&self) -> Vec<String> {
        self.state().missed.clone()
    }

    /// Asserts that every call of the recording was made, and no other.
    ///
    /// # Panics
    /// A recorded call was not made, or one was made that is not recorded. The message lists both.
    #[track_caller]
    pub fn assert_complete(&self) {
        let (unused, missed) = (self.unused(), self.missed());
        if unused.is_empty() && missed.is_empty() {
            return;
        }
        let anew = match &self.recording.command {
            Some(command) => format!("\nif the agent is right, record again: {command}"),
            None => String::new(),
        };
        let list = |calls: &[String]| match calls {
            [] => " none".to_owned(),
            calls => calls.iter().map(|call| format!("\n  {call}")).collect(),
        };
        panic!(
            "the agent's calls are not those of the recording\nrecorded and not made:{}\nmade and \
             not recorded:{}{anew}",
            list(&unused),
            list(&missed)
        );
    }

    /// Returns the end that answers this call.
    ///
    /// # Errors
    /// A call that is not recorded, or no more.
    #[doc(hidden)]
    pub fn answer(&self, mut asked: Asked) -> Result<Entry, NotRecordedError> {
        self.rule.asked(&mut asked);
        let mut state = self.state();
        let mut last = None;
        for (entry, used) in self.recording.entries.iter().zip(&mut state.used) {
            if entry.server != self.server || entry.asked != asked {
                continue;
            }
            if !*used {
                *used = true;
                return Ok(entry.clone());
            }
            last = Some(entry);
        }
        match last.filter(|_| self.repeats) {
            Some(entry) => Ok(entry.clone()),
            None => {
                let missed = self.missed_call(&asked);
                state.missed.push(missed.call.clone());
                Err(missed)
            }
        }
    }

    fn missed_call(&self, asked: &Asked) -> NotRecordedError {
        let near = self.recording.entries.iter().filter(|entry| entry.asked.is_near(asked));
        let recorded = near.map(Entry::shown).take(LISTED_MAX).collect();
        let command = self.recording.command.clone();
        NotRecordedError { call: shown(self.server.as_deref(), asked), recorded, command }
    }

    // A test that failed while it held the lock left whole values.
    fn state(&self) -> MutexGuard<'_, State> {
        self.recording.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let most = BYTES_MAX as u64 + 1;
    File::open(path)?.take(most).read_to_string(&mut text)?;
    Ok(text)
}

/// Reads the first line; the command that records again, if it has one.
fn head(line: &str) -> Result<Option<String>, RecordingError> {
    let mut members = Members::parse(line)?;
    let version: u64 = members.required("a2t_recording", Members::number)?;
    if version != VERSION {
        let fault = format!("expected version {VERSION} of the format, got {version}");
        return Err(RecordingError::new(fault));
    }
    let command = members.text("command")?;
    members.end()?;
    Ok(command)
}

impl fmt::Debug for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = self.recording.entries.len();
        f.debug_struct("Replay").field("calls", &calls).finish_non_exhaustive()
    }
}
