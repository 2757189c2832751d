//! A folder `published/`: the versions of each tool in it, and the digests that pin them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use a2t_core::ToolId;
use a2t_core::published::{self, FileName, Published, Reading, SUMS, Sums, lines};
use sha2::{Digest as _, Sha256};

use super::shown;
use crate::report::CommandError;
use crate::text::hex;

#[derive(Debug, Default)]
pub(crate) struct PublishedDir {
    pub(crate) root: PathBuf,
    /// The bytes, by path below the root, as `add/v1.json`.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    pub(crate) tools: Vec<PublishedTool>,
}

#[derive(Debug)]
pub(crate) struct PublishedTool {
    pub(crate) folder: String,
    pub(crate) reading: Reading,
}

impl PublishedTool {
    pub(crate) fn published(&self) -> &Published {
        &self.reading.published
    }

    /// Its name in the newest version.
    pub(crate) fn name(&self) -> String {
        let newest = self.published().newest().map(|signature| signature.name.to_string());
        let first = || published::tool(&self.folder);
        newest.or_else(first).unwrap_or_else(|| self.folder.clone())
    }

    pub(crate) fn path(&self, file: FileName) -> String {
        format!("{}/{file}", self.folder)
    }
}

impl PublishedDir {
    /// Reads a folder; one that is not there is an empty one.
    pub(crate) fn read(root: &Path) -> Result<Self, CommandError> {
        let mut files = BTreeMap::new();
        for (name, path) in entries(root)? {
            if !path.is_dir() {
                files.insert(name, bytes(&path)?);
                continue;
            }
            for (file, path) in entries(&path)? {
                if !path.is_dir() {
                    files.insert(format!("{name}/{file}"), bytes(&path)?);
                }
            }
        }
        Ok(Self::new(root, files))
    }

    pub(crate) fn new(root: &Path, files: BTreeMap<String, Vec<u8>>) -> Self {
        let mut folders: BTreeMap<&str, Vec<(String, &[u8])>> = BTreeMap::new();
        for (path, bytes) in &files {
            if let Some((folder, _)) = path.split_once('/') {
                let shown = shown(&root.join(path));
                folders.entry(folder).or_default().push((shown, bytes));
            }
        }
        let kept = |(folder, files): (&str, Vec<(String, &[u8])>)| {
            let files = files.iter().map(|(path, bytes)| (path.as_str(), *bytes));
            let folder = folder.to_owned();
            let reading = published::read(files);
            PublishedTool { folder, reading }
        };
        let tools = folders.into_iter().map(kept).collect();
        let root = root.to_owned();
        Self { root, files, tools }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    pub(crate) fn tool(&self, id: ToolId) -> Option<&PublishedTool> {
        self.tools.iter().find(|kept| kept.published().tool_id() == Some(id))
    }

    /// The digests as they are noted.
    ///
    /// # Errors
    /// The line, from 1, that cannot be read.
    pub(crate) fn sums(&self) -> Result<Sums, usize> {
        let text = self.files.get(SUMS).map_or(Ok(""), |bytes| str::from_utf8(bytes));
        Sums::parse(text.map_err(|_| 1_usize)?)
    }

    /// Returns `true` for a file that is gone and has a digest, too.
    pub(crate) fn lists(&self, path: &str) -> bool {
        let sums = self.sums().unwrap_or_default();
        sums.digest(path).is_some()
    }

    pub(crate) fn pinned(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let files = self.files.iter();
        let files = files.map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
        files.filter(|(path, _)| {
            let name = path.split_once('/').map(|(_, name)| name);
            name.and_then(FileName::parse).is_some()
        })
    }
}

/// The digest of a file as it was written, also if version control changed its line ends.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let hash = match str::from_utf8(bytes) {
        Ok(text) => Sha256::digest(lines(text)),
        Err(_) => Sha256::digest(bytes),
    };
    hex(&hash)
}

/// Names and paths of what is in a folder, without what is hidden.
fn entries(folder: &Path) -> Result<BTreeMap<String, PathBuf>, CommandError> {
    let failed = |error: io::Error| CommandError::new(format!("{}: {error}", shown(folder)));
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        entries => entries.map_err(failed)?,
    };
    let mut found = BTreeMap::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            found.insert(name, entry.path());
        }
    }
    Ok(found)
}

/// The bytes of a regular file that is not too long.
fn bytes(path: &Path) -> Result<Vec<u8>, CommandError> {
    let failed = |error: io::Error| CommandError::new(format!("{}: {error}", shown(path)));
    let found = fs::metadata(path).map_err(failed)?;
    if let Some(reason) = published::refusal(found.is_file(), found.len()) {
        return Err(CommandError::new(format!("{}: {reason}", shown(path))));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(failed)?;
    let read = file.take(published::FILE_MAX).read_to_end(&mut bytes);
    read.map_err(failed)?;
    Ok(bytes)
}
