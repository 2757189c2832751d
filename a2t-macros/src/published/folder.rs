//! Finds the folder of a tool among the published ones: by its name, else by the id in its files.

use std::convert::Infallible;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use a2t_core::ToolId;
use a2t_core::error::inert;
use a2t_core::published::{self, FOLDER, FileName, SUMS, Sums};

use super::Record;
use super::file::bytes;
use super::index::Index;
use super::known::{Known, is_reporter};
use crate::ast::{Head, Tool};
use crate::ctxt::Ctxt;

/// An absolute path that replaces `published` next to the manifest.
const OVERRIDE: &str = "A2T_PUBLISHED_DIR";

pub(crate) struct Folder {
    path: PathBuf,
    /// As messages name it: from where rustc runs, as it names source files itself.
    shown: String,
    pub(crate) overridden: bool,
}

/// Reason that what is published of a tool cannot be compared with.
pub(crate) enum FolderError {
    File(published::FileViolation),
    Unreadable(String, io::Error),
    /// The list of all files is missing; this path is not shown.
    Unpinned {
        shown: String,
        path: PathBuf,
    },
    /// The list of all files has this one, the folder has not.
    Lost(String),
    /// The name belongs to another tool.
    Taken(Claim),
    /// The name belongs to several tools, and the code does not decide which one it is.
    Ambiguous(Vec<Claim>),
}

pub(crate) struct Claim {
    file: String,
    id: ToolId,
}

impl Folder {
    pub(crate) fn find() -> Option<Self> {
        Self::from_variables(env::var_os(OVERRIDE), env::var_os("CARGO_MANIFEST_DIR"))
    }

    pub(super) fn from_variables(
        given: Option<OsString>,
        manifest: Option<OsString>,
    ) -> Option<Self> {
        let given = given.filter(|path| !path.is_empty());
        let overridden = given.is_some();
        let path = match given {
            Some(path) => PathBuf::from(path),
            None => Path::new(&manifest?).join(FOLDER),
        };
        path.is_dir().then(|| Self {
            shown: shown(&path, env::current_dir().ok().as_deref()),
            path,
            overridden,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the name of a file of the folder for messages.
    pub(super) fn shown_file(&self, file: &str) -> String {
        format!("{}/{file}", self.shown)
    }

    pub(crate) fn sums(&self) -> Option<PathBuf> {
        let sums = self.path.join(SUMS);
        sums.is_file().then_some(sums)
    }

    pub(crate) fn record(&self, head: &Head) -> Result<Record, Vec<FolderError>> {
        let record = self.record_of(head)?;
        let Some(sums) = self.sums() else {
            return match record.published.tool_id() {
                Some(_) => Err(vec![FolderError::Unpinned {
                    shown: format!("{}/{SUMS}", self.shown),
                    path: self.path.clone(),
                }]),
                None => Ok(record),
            };
        };
        let own = published::folder(&head.name.value);
        let folder = record.path.file_name();
        let folder = folder.map_or(own.into(), |name| name.to_string_lossy());
        match newest_lost(&sums, &folder, record.published.next()) {
            Some(lost) => Err(vec![FolderError::Lost(format!("{}/{folder}/{lost}", self.shown))]),
            None => Ok(record),
        }
    }

    fn record_of(&self, head: &Head) -> Result<Record, Vec<FolderError>> {
        let (id, name) = (head.id.value, &*head.name.value);
        let named = self.read(&published::folder(name))?;
        if named.published.tool_id() == Some(id) {
            return Ok(named);
        }
        let index = self.index()?;
        if let Some(folder) = index.of_id(id) {
            return self.read(folder);
        }
        match (head.id_is_given, index.named(name)) {
            (false, [folder]) => self.read(folder),
            (false, folders @ [_, _, ..]) => Err(self.ambiguous(folders)),
            _ => named.taken(name),
        }
    }

    /// Returns the newest file of the tool with this name, if one is published.
    pub(super) fn newest_of(&self, name: &str) -> Option<String> {
        let record = self.read(&published::folder(name)).ok()?;
        let newest = record.published.newest().filter(|newest| newest.name == name)?;
        Some(record.file(newest.version))
    }

    fn index(&self) -> Result<Arc<Index>, Vec<FolderError>> {
        let index = Index::load(&self.path, self.stamp());
        index.map_err(|error| vec![FolderError::Unreadable(self.shown.clone(), error)])
    }

    fn ambiguous(&self, folders: &[String]) -> Vec<FolderError> {
        let mut claims = Vec::new();
        for folder in folders {
            match self.read(folder) {
                Ok(record) => claims.extend(record.claim()),
                Err(reasons) => return reasons,
            }
        }
        vec![FolderError::Ambiguous(claims)]
    }

    /// Changes with every publication; one process of rust-analyzer outlives many.
    pub(super) fn stamp(&self) -> Option<SystemTime> {
        fs::metadata(self.sums()?).ok()?.modified().ok()
    }

    fn read(&self, folder: &str) -> Result<Record, Vec<FolderError>> {
        let path = self.path.join(folder);
        let shown = format!("{}/{folder}", self.shown);
        let unreadable = |(file, error): (String, io::Error)| {
            vec![FolderError::Unreadable(format!("{shown}{file}"), error)]
        };
        let files = files(&path).map_err(unreadable)?;
        let named: Vec<_> =
            files.iter().map(|(name, bytes)| (format!("{shown}/{name}"), bytes)).collect();
        let reading =
            published::read(named.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())));
        let published = reading.into_result().map_err(|violations| {
            violations.into_iter().map(FolderError::File).collect::<Vec<_>>()
        })?;
        let text = |version: u32| {
            let name = FileName::Version(version).to_string();
            let file = files.iter().find(|(file, _)| *file == name);
            file.map(|(_, bytes)| published::lines(&String::from_utf8_lossy(bytes)))
        };
        let versions = published.versions.iter();
        let texts = versions.filter_map(|signature| text(signature.version));
        Ok(Record { texts: texts.collect(), published, path, shown })
    }
}

/// The path from `here`, where it is below; else its last part, without the rest of this machine.
pub(super) fn shown(path: &Path, here: Option<&Path>) -> String {
    let below = |path: &Path| Some(path.strip_prefix(here?).ok()?.to_owned());
    // The working folder has no links in it, the folder that cargo names may.
    let found = below(path).or_else(|| below(&path.canonicalize().ok()?));
    let found = found.filter(|found| !found.as_os_str().is_empty());
    let found = found.or_else(|| path.file_name().map(PathBuf::from));
    let parts = found.iter().flatten().map(|part| part.to_string_lossy());
    inert(&parts.collect::<Vec<_>>().join("/"))
}

/// The files of a folder with their bytes, by name; none where there is no such folder. An error
/// has the name of its file, behind a slash.
#[allow(clippy::type_complexity, reason = "a pair that is taken apart where it is returned")]
fn files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, (String, io::Error)> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let of_folder = |error| (String::new(), error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(of_folder)? {
        let entry = entry.map_err(of_folder)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") {
            let bytes = bytes(&entry.path()).map_err(|error| (format!("/{name}"), error))?;
            files.push((name, bytes));
        }
    }
    files.sort_unstable();
    Ok(files)
}

impl FolderError {
    pub(crate) fn report(&self, tool: &Tool, ctxt: &Ctxt) {
        match self {
            Self::File(violation) => {
                let (path, reason) = (&violation.path, &violation.reason);
                ctxt.error(&tool.ident, format!("{path}: {reason}"), violation.help());
            }
            Self::Unreadable(path, error) => {
                let help = "every build compares the code with what is published: make it readable, then run `cargo a2t check`";
                ctxt.error(&tool.ident, format!("{path} cannot be read: {error}"), help);
            }
            // It concerns the whole package, so only one tool reports it.
            Self::Unpinned { path, .. } if !is_reporter(path, &tool.ident.to_string()) => {}
            Self::Unpinned { shown, .. } => {
                let help = "every build learns from it that something was published: restore it from version control \
                              (and name it where the manifest says what to `include`), then run `cargo a2t check`; \
                              where the folder was moved here, `cargo a2t publish` writes it";
                let wrong = "missing, and versions are published";
                ctxt.error(&tool.ident, format!("{shown}: {wrong}"), help);
            }
            Self::Lost(path) => {
                let help = "restore it from version control, then run `cargo a2t check`";
                let wrong = format!("listed in {SUMS}, but missing");
                ctxt.error(&tool.ident, format!("{path}: {wrong}"), help);
            }
            Self::Taken(claim) => taken(tool, claim, ctxt),
            Self::Ambiguous(claims) => ambiguous(tool, claims, ctxt),
        }
    }
}

impl Record {
    fn claim(&self) -> Option<Claim> {
        let newest = self.published.newest()?;
        let file = self.file(newest.version);
        let id = newest.tool_id;
        Some(Claim { file, id })
    }

    /// Refuses a name that another tool has; nothing is published of one that is free.
    fn taken(&self, name: &str) -> Result<Self, Vec<FolderError>> {
        let newest = self.published.newest();
        match self.claim() {
            Some(claim) if newest.is_some_and(|newest| newest.name == name) => {
                Err(vec![FolderError::Taken(claim)])
            }
            _ => Ok(Self::default()),
        }
    }
}

fn taken(tool: &Tool, Claim { file, id }: &Claim, ctxt: &Ctxt) {
    let head = &tool.head;
    let (name, code) = (&head.name.value, head.id.value);
    let message = format!(
        "the tool `{name}` is published with another id\
         \n  published: {id} ({file}:2)\
         \n  the code:  {code}\
         \n  rule A2T-L001 tool-id-changed\
         \n  broken: every call of the tool {id}\
         \n  help: keep it the same tool with `id = \"{id}\"`, or without `id`, which takes the published one; \
         a different contract is a new tool: give it another name; if the other tool has \
         a new name in the code, run `cargo a2t publish` before this one takes its old name\
         \n  more: cargo a2t explain A2T-L001"
    );
    ctxt.syn(syn::Error::new_spanned(&head.id.tokens, message));
}

fn ambiguous(tool: &Tool, claims: &[Claim], ctxt: &Ctxt) {
    let name = &tool.head.name.value;
    let lines: String =
        claims.iter().map(|Claim { file, id }| format!("\n  published: {id} ({file}:2)")).collect();
    let message = format!(
        "several published tools are named `{name}`, and the code does not decide which one this is{lines}\
         \n  rule A2T-L001 tool-id-changed\
         \n  help: name it with `id = \"…\"`; a different contract is a new tool: give it another name\
         \n  more: cargo a2t explain A2T-L001"
    );
    ctxt.syn(syn::Error::new_spanned(&tool.head.id.tokens, message));
}

static LISTS: Known<Sums> = Known::new();

/// The newest file of a folder by `SHA256SUMS`, if it is `next` or later and gone. `cargo a2t
/// check` reports errors in the list itself.
fn newest_lost(sums: &Path, folder: &str, next: u32) -> Option<FileName> {
    let stamp = fs::metadata(sums).and_then(|file| file.modified()).ok();
    let listed = LISTS.get(sums, stamp, |sums| Ok::<_, Infallible>(read_list(sums)));
    let newest = listed.ok()?.newest(folder)?;
    let file = sums.with_file_name(folder).join(newest.to_string());
    (newest.version() >= next && !file.is_file()).then_some(newest)
}

fn read_list(sums: &Path) -> Sums {
    let text = bytes(sums).unwrap_or_default();
    Sums::parse(&String::from_utf8_lossy(&text)).unwrap_or_default()
}
