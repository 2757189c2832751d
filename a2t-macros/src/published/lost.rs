//! The list of all files against those of a tool: a newest version that is gone leaves no gap.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use super::folder::bytes;
use a2t_core::published::FileName;

type Newest = HashMap<String, FileName>;

/// What a list says, and when it was changed last: read once for all tools of a compilation.
type Known = HashMap<PathBuf, (Option<SystemTime>, Arc<Newest>)>;

static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// The newest file of a folder, as this `SHA256SUMS` says, if it is `next` or later and gone. What is
/// wrong with a list, `cargo a2t check` tells.
pub(super) fn newest(sums: &Path, folder: &str, next: u32) -> Option<FileName> {
    let newest = listed(sums).get(folder).copied()?;
    let file = sums.with_file_name(folder).join(newest.to_string());
    (newest.version() >= next && !file.is_file()).then_some(newest)
}

fn listed(sums: &Path) -> Arc<Newest> {
    let stamp = fs::metadata(sums).and_then(|file| file.modified()).ok();
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some((read, newest)) = known.get(sums)
        && *read == stamp
    {
        return Arc::clone(newest);
    }
    let newest = Arc::new(read(
        &String::from_utf8(bytes(sums).unwrap_or_default()).unwrap_or_default(),
    ));
    known.insert(sums.to_owned(), (stamp, Arc::clone(&newest)));
    newest
}

fn read(sums: &str) -> Newest {
    let mut newest = Newest::new();
    for line in sums.lines() {
        let path = line.split_once("  ").map_or("", |(_, path)| path);
        let Some((folder, name)) = path.split_once('/') else {
            continue;
        };
        let Some(name) = FileName::parse(name) else {
            continue;
        };
        let before = newest.entry(folder.to_owned()).or_insert(name);
        if before.version() < name.version() {
            *before = name;
        }
    }
    newest
}
