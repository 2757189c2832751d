//! Folders by tool, with the tool's present name: read once for all tools of a
//! compilation.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use super::file::bytes;
use super::known::Known;
use a2t_core::ToolId;
use a2t_core::published::{self, FileName, read_tombstone, read_version};

#[derive(Default)]
pub(super) struct Index {
    ids: HashMap<ToolId, String>,
    names: HashMap<String, Vec<String>>,
}

static KNOWN: Known<Index> = Known::new();

impl Index {
    pub(super) fn load(path: &Path, stamp: Option<SystemTime>) -> io::Result<Arc<Self>> {
        KNOWN.get(path, stamp, Self::read)
    }

    fn read(path: &Path) -> io::Result<Self> {
        let (mut index, mut retired) = (Self::default(), HashMap::<_, Vec<_>>::new());
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let folder = entry.file_name().to_string_lossy().into_owned();
            if entry.path().is_dir()
                && let Some((id, name)) = newest(&entry.path(), &folder)
            {
                let names = match name {
                    Name::Live(name) => index.names.entry(name).or_default(),
                    Name::Retired(name) => retired.entry(name).or_default(),
                    Name::Unknown => &mut Vec::new(),
                };
                names.push(folder.clone());
                index.ids.insert(id, folder);
            }
        }
        for (name, folders) in retired {
            index.names.entry(name).or_insert(folders);
        }
        index.names.values_mut().for_each(|folders| folders.sort());
        Ok(index)
    }

    pub(super) fn of_id(&self, id: ToolId) -> Option<&str> {
        self.ids.get(&id).map(String::as_str)
    }

    /// The folders of the tools that have this name in their newest version; of those that had it
    /// until they were retired where there is none.
    pub(super) fn named(&self, name: &str) -> &[String] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }
}

enum Name {
    /// In its newest version.
    Live(String),
    /// In none, for all are retired; this is what its folder is called for.
    Retired(String),
    Unknown,
}

/// The tool whose files these are, and its name. Errors in the files are found later, by the code
/// that reads them all.
fn newest(path: &Path, folder: &str) -> Option<(ToolId, Name)> {
    let entries = fs::read_dir(path).ok()?.filter_map(Result::ok);
    let names = entries.filter_map(|entry| FileName::parse(entry.file_name().to_str()?));
    // Every version comes after every tombstone.
    let newest = names.max_by_key(|name| (matches!(name, FileName::Version(_)), name.version()))?;
    let bytes = bytes(&path.join(newest.to_string())).ok()?;
    match newest {
        FileName::Retired(_) => {
            let id = read_tombstone(&bytes).ok()?.tool_id;
            let name = published::tool(folder);
            Some((id, name.map_or(Name::Unknown, Name::Retired)))
        }
        FileName::Version(_) => head(&bytes),
    }
}

/// First lines of a version, read without the rest: there may be hundreds of folders, and macros are not optimised.
fn head(bytes: &[u8]) -> Option<(ToolId, Name)> {
    let text = str::from_utf8(bytes).ok()?;
    let mut lines = text.lines().skip(1);
    let mut member = |before: &str| lines.next()?.strip_prefix(before)?.strip_suffix("\",");
    let id = member("  \"toolId\": \"").and_then(|id| id.parse().ok());
    let name = member("  \"name\": \"").filter(|name| !name.contains('\\'));
    if let (Some(id), Some(name)) = (id, name) {
        return Some((id, Name::Live(name.to_owned())));
    }
    match read_version(bytes) {
        Ok(signature) => Some((signature.tool_id, Name::Live(signature.name.into_owned()))),
        Err(_) => Some((spelt_id(text)?, Name::Unknown)),
    }
}

fn spelt_id(text: &str) -> Option<ToolId> {
    let (_, rest) = text.split_once("\"toolId\": \"")?;
    rest.split_once('"')?.0.parse().ok()
}
