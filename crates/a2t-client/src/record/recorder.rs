//! Keeps the calls of a client, and writes them to a file.

use std::fmt;
use std::fs::{self, File, Permissions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::VERSION;
use super::entry::Entry;
use super::error::RecordingError;
use super::line::Line;
use super::redact::{Field, Rule};
use super::replay::Replay;

/// Keeps the calls of the clients that have it ([`Builder::record`](crate::Builder::record)), with
/// their ends, until they are [saved](Recorder::save). [The module](super) has a program, the format
/// of the file, and what is never written.
///
/// It is cheap to clone, and clones keep the same calls. A call that its program gives up has no
/// end, and is not kept.
#[derive(Clone, Default)]
pub struct Recorder {
    /// Positions in the order of the calls' begin.
    entries: Arc<Mutex<Vec<Option<Entry>>>>,
    rule: Rule,
    command: Option<Arc<str>>,
    server: Option<Arc<str>>,
}

impl Recorder {
    /// Creates a recorder without calls.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the command that records again: the file has it, and so has the error of a call that was
    /// not recorded.
    #[must_use]
    pub fn command(mut self, command: impl AsRef<str>) -> Self {
        self.command = Some(command.as_ref().into());
        self
    }

    /// Returns the same recorder, for the clients of one server of several: its calls have this name, and a
    /// [replay](Replay::for_server) of the same name finds them. So servers share a file whose tools
    /// have a name in common.
    ///
    /// ```
    /// use a2t::client::Client;
    /// use a2t::testing::Recorder;
    ///
    /// let recorder = Recorder::new();
    /// let trains = Client::builder("https://api.trains.example").record(&recorder.for_server("trains"));
    /// let buses = Client::builder("https://api.buses.example").record(&recorder.for_server("buses"));
    /// ```
    #[must_use]
    pub fn for_server(&self, name: &str) -> Self {
        Self { server: Some(name.into()), ..self.clone() }
    }

    /// Rewrites each value before it is kept: those of inputs and outputs, members of problems, and
    /// replies that are not the protocol's. The program's own calls and replies stay as they are.
    ///
    /// Give [`Replay::redact`] the same function, so that calls are found by what is left of their
    /// arguments. An output that is to be read again keeps its type.
    ///
    /// ```
    /// use a2t::Value;
    /// use a2t::client::record::{Field, Part};
    /// use a2t::testing::Recorder;
    ///
    /// fn redact(field: Field<'_>, value: &mut Value) {
    ///     match (field.part, field.name) {
    ///         (Part::Input | Part::Output, "email") => *value = "ada@example.org".into(),
    ///         (Part::Output, "account") => *value = 0.into(),
    ///         _ => {}
    ///     }
    /// }
    ///
    /// let recorder = Recorder::new().redact(redact);
    /// ```
    #[must_use]
    pub fn redact(
        mut self,
        rewrite: impl Fn(Field<'_>, &mut Value) + Send + Sync + 'static,
    ) -> Self {
        self.rule = Rule::new(rewrite);
        self
    }

    /// Returns the number of calls that have ended so far.
    pub fn len(&self) -> usize {
        self.entries().iter().flatten().count()
    }

    /// Returns `true` before the first call has ended.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the recording as text: a line for the format, and one for each call that has ended.
    pub fn to_ndjson(&self) -> String {
        let mut head = Line::default();
        head.member("a2t_recording", &VERSION);
        if let Some(command) = &self.command {
            head.member("command", &**command);
        }
        let mut text = head.finish();
        for entry in self.entries().iter().flatten() {
            text.push('\n');
            text.push_str(&entry.to_line());
        }
        text.push('\n');
        text
    }

    /// Writes the recording, and the folders above it. A file of that name, or the file that a symbolic link of that name
    /// leads to, is replaced as a whole. A test that fails
    /// before or during this leaves the old recording.
    ///
    /// # Errors
    /// A recording beyond the bounds of [the format](super#the-file), which could not be read again,
    /// and a file that cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), RecordingError> {
        let (path, text) = (path.as_ref(), self.to_ndjson());
        Replay::parse(&text).map_err(|error| error.with_path(path))?;
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| write(path, &text));
        written.map_err(|error| RecordingError::io(path, "written", error))
    }

    /// Reserves a position for a call that begins.
    #[doc(hidden)]
    pub fn begin(&self) -> usize {
        let mut entries = self.entries();
        entries.push(None);
        entries.len() - 1
    }

    /// Keeps a call that has ended, in its position.
    #[doc(hidden)]
    pub fn end(&self, index: usize, mut entry: Entry) {
        self.rule.end(&entry.asked, &mut entry.end);
        self.rule.asked(&mut entry.asked);
        entry.server.clone_from(&self.server);
        if let Some(free) = self.entries().get_mut(index) {
            *free = Some(entry);
        }
    }

    // A test that failed while it held the lock left whole values.
    fn entries(&self) -> MutexGuard<'_, Vec<Option<Entry>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Replaces a file, or creates it: readers see one whole file or the other. A symbolic link stays, and its file is
/// replaced. What is not a regular file, such as a device, is written directly.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let Ok(path) = fs::canonicalize(path) else {
        return match fs::symlink_metadata(path) {
            // A link to a file that does not exist yet.
            Ok(_) => fs::write(path, text),
            Err(_) => replace(path, text, None),
        };
    };
    let found = fs::metadata(&path)?;
    if !found.is_file() {
        return fs::write(&path, text);
    }
    // A file that cannot be written is not replaced either.
    File::options().write(true).open(&path)?;
    replace(&path, text, Some(found.permissions()))
}

fn replace(path: &Path, text: &str, kept: Option<Permissions>) -> io::Result<()> {
    // The hasher has random keys of the system, so that no other user can guess the name.
    let random = RandomState::new().hash_one(std::process::id());
    let draft = path.with_file_name(format!(".{random:016x}.a2t"));
    let mut file = File::create_new(&draft)?;
    // Set before the content is written, so that no other user can open a private file meanwhile.
    let written = kept
        .map_or(Ok(()), |kept| file.set_permissions(kept))
        .and_then(|()| file.write_all(text.as_bytes()))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The first error has the cause.
        let _ = fs::remove_file(&draft);
    }
    written
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("calls", &self.len()).finish_non_exhaustive()
    }
}
