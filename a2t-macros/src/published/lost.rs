//! The list of all files against those of a tool: a newest version that is gone leaves no gap.

use std::convert::Infallible;
use std::fs;
use std::path::Path;

use a2t_core::published::{FileName, Sums};

use super::folder::bytes;
use super::known::Known;

static KNOWN: Known<Sums> = Known::new();

/// The newest file of a folder, as this `SHA256SUMS` says, if it is `next` or later and gone. What is
/// wrong with a list, `cargo a2t check` tells.
pub(super) fn newest(sums: &Path, folder: &str, next: u32) -> Option<FileName> {
    let stamp = fs::metadata(sums).and_then(|file| file.modified()).ok();
    let listed = KNOWN.get(sums, stamp, |sums| Ok::<_, Infallible>(read(sums)));
    let newest = listed.ok()?.newest(folder)?;
    let file = sums.with_file_name(folder).join(newest.to_string());
    (newest.version() >= next && !file.is_file()).then_some(newest)
}

fn read(sums: &Path) -> Sums {
    let text = bytes(sums).unwrap_or_default();
    Sums::parse(&String::from_utf8_lossy(&text)).unwrap_or_default()
}
