//! A vendor's folder `published/`, or that of one tool in it, as a document: its versions, read from
//! regular files that are bounded in number and size.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use a2t_core::ToolSignature;
use a2t_core::catalog::Catalog;
use a2t_core::error::inert;
use a2t_core::published::{self, FOLDER, FileName, Published, Reason, SUMS, Tombstone};
use a2t_core::wire::page::DOCUMENT_MAX;

use crate::error::shown;

/// Maximum number of files of a folder.
const FILES_MAX: usize = 100_000;
/// Maximum number of bytes of all of them: each may have as many as one document.
const BYTES_MAX: usize = 8 * DOCUMENT_MAX;

/// A version or a tombstone, unread.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PublishedFile {
    /// The folder of its tool; empty if that is the folder that was named.
    pub tool: String,
    /// Its name.
    pub name: FileName,
    /// Its path, as messages name it.
    pub path: PathBuf,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Published versions of a folder.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Folder {
    /// The newest version of each tool that is not retired, by its folder.
    pub newest: Vec<Version>,
    /// All versions before those.
    pub older: Vec<Version>,
    /// The versions that were taken back for good.
    pub retired: Vec<Tombstone>,
}

/// A published version, and its file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Version {
    /// Its path, as messages name it.
    pub path: PathBuf,
    /// Its content.
    pub text: String,
    /// The signature, with the newest version as the current one.
    pub signature: ToolSignature,
}

impl Folder {
    /// Returns the newest versions, as a server lists them.
    pub fn into_catalog(self) -> Catalog {
        let newest = self.newest.into_iter();
        let mut catalog = Catalog::default();
        catalog.tools = newest.map(|version| version.signature).collect();
        catalog
    }

    /// A line for each tool that has the name or the id of one before it.
    fn duplicates(&self) -> Vec<String> {
        let (mut names, mut ids) = (HashMap::new(), HashMap::new());
        let mut lines = Vec::new();
        for Version { path, signature, .. } in &self.newest {
            let first = ids.insert(signature.tool_id, path);
            let id = first.map(|first| (first, format!("the id {}", signature.tool_id)));
            let first = names.insert(&signature.name, path);
            let name = first.map(|first| (first, format!("the name `{}`", inert(&signature.name))));
            if let Some((first, what)) = id.or(name) {
                let (path, first) = (shown(path), shown(first));
                lines.push(format!(
                    "{path}: its tool has {what}, as that of {first} has; name the file of one of them"
                ));
            }
        }
        lines
    }
}

/// Reads all versions of a folder, which messages call `path`.
///
/// ```no_run
/// use std::path::Path;
/// let published = Path::new("published");
/// let folder = a2t_codegen::source::read_folder(published, published).map_err(|lines| lines.join("\n"))?;
/// let names = folder.newest.iter().map(|version| &version.signature.name);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// One line for each file that cannot be read or was edited, and each two tools of one name.
pub fn read(folder: &Path, path: &Path) -> Result<Folder, Vec<String>> {
    let mut tools = BTreeMap::<_, Vec<_>>::new();
    for file in files(folder, path)? {
        tools.entry(file.tool.clone()).or_default().push(file);
    }
    let (mut found, mut lines) = (Folder::default(), Vec::new());
    for files in tools.values() {
        let named = files.iter().map(|file| (shown(&file.path), &*file.bytes));
        let named: Vec<_> = named.collect();
        let reading = published::read(named.iter().map(|(path, bytes)| (&**path, *bytes)));
        // A gap is no information about the versions that are there.
        let violations = reading.violations.iter();
        let violations =
            violations.filter(|violation| !matches!(violation.reason, Reason::Gap { .. }));
        lines.extend(violations.map(ToString::to_string));
        found.add(reading.published, files);
    }
    lines.extend(found.duplicates());
    if lines.is_empty() { Ok(found) } else { Err(lines) }
}

impl Folder {
    fn add(&mut self, published: Published, files: &[PublishedFile]) {
        let version = |signature: ToolSignature| {
            let name = FileName::Version(signature.version);
            let file = files.iter().find(|file| file.name == name)?;
            Some(Version {
                path: file.path.clone(),
                text: String::from_utf8_lossy(&file.bytes).into_owned(),
                signature,
            })
        };
        let mut versions: Vec<_> = published.versions.into_iter().filter_map(version).collect();
        self.newest.extend(versions.pop());
        self.older.extend(versions);
        self.retired.extend(published.tombstones);
    }
}

/// Returns the file that changes whenever the catalog at this path does: of a folder, the list of
/// its files.
///
/// # Errors
/// A folder without such a list.
pub fn watched(path: PathBuf) -> Result<PathBuf, String> {
    if !path.is_dir() {
        return Ok(path);
    }
    let list = path.join(SUMS);
    let reason = || {
        format!(
            "a folder without {SUMS} cannot be watched; name the folder `{FOLDER}` of a package, or a file in it"
        )
    };
    list.is_file().then_some(list).ok_or_else(reason)
}

/// Returns the versions and tombstones of a folder, which messages call `path`, in the order of
/// their paths.
///
/// # Errors
/// A folder without any, more or longer ones than are read, and what is not a regular file.
pub fn files(folder: &Path, path: &Path) -> Result<Vec<PublishedFile>, Vec<String>> {
    let mut reader = Reader { files: Vec::new(), entries: 0, bytes: 0 };
    let read = reader.folder(folder, path, None);
    read.map_err(|line| vec![line])?;
    if reader.files.is_empty() {
        let inside = folder.join(FOLDER).is_dir();
        let inside = inside.then(|| format!("; did you mean `{}`?", shown(&path.join(FOLDER))));
        return Err(vec![format!(
            "{}: no published version is there; expected `TOOL/v1.json`, as `cargo a2t publish` writes it{}",
            shown(path),
            inside.unwrap_or_default()
        )]);
    }
    reader.files.sort_by(|a, b| (&a.tool, a.name).cmp(&(&b.tool, b.name)));
    Ok(reader.files)
}

struct Reader {
    files: Vec<PublishedFile>,
    entries: usize,
    bytes: usize,
}

impl Reader {
    /// Reads a folder, and the folders in it unless it is that of a tool.
    fn folder(&mut self, folder: &Path, path: &Path, tool: Option<&str>) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", shown(path));
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            self.entries = self.entries.saturating_add(1);
            if self.entries > FILES_MAX {
                return Err(format!("{}: more than {FILES_MAX} files", shown(path)));
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let (file, path) = (entry.path(), path.join(&name));
            match FileName::parse(&name) {
                Some(name) => {
                    let bytes = self.bytes(&file, &path)?;
                    let tool = tool.unwrap_or_default().to_owned();
                    self.files.push(PublishedFile { tool, name, path, bytes });
                }
                None if tool.is_none() && file.is_dir() => {
                    self.folder(&file, &path, Some(&name))?;
                }
                None => {}
            }
        }
        Ok(())
    }

    /// The bytes of a file that was asked what it is before it was opened: a pipe would be waited for.
    fn bytes(&mut self, file: &Path, path: &Path) -> Result<Vec<u8>, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", shown(path));
        if !fs::metadata(file).map_err(failed)?.is_file() {
            return Err(format!("{}: not a regular file", shown(path)));
        }
        let mut bytes = Vec::new();
        let file = File::open(file).map_err(failed)?;
        let limit = u64::try_from(DOCUMENT_MAX).unwrap_or(u64::MAX).saturating_add(1);
        file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
        self.bytes = self.bytes.saturating_add(bytes.len());
        if bytes.len() > DOCUMENT_MAX {
            return Err(format!("{}: more than {DOCUMENT_MAX} bytes", shown(path)));
        }
        if self.bytes > BYTES_MAX {
            return Err(format!(
                "{}: with the files before it more than {BYTES_MAX} bytes",
                shown(path)
            ));
        }
        Ok(bytes)
    }
}
