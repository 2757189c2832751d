//! The vendor's side: the tools in the code of some packages, and the files in their `published/`.

mod cargo;
mod compiler;
mod judge;
mod list;
mod package;
mod remark;
mod settle;
mod shelf;
mod sources;
mod stale;
mod tokens;
mod write;

use std::path::Path;

pub(crate) use cargo::Selection;
pub(crate) use judge::{compare, in_no_toolset, of_code, of_files, title, twins};
pub(crate) use list::of_list;
pub(crate) use package::{Code, Package, Packages, look, none_found, packages};
pub(crate) use remark::{Remark, report};
pub(crate) use settle::{Moves, Settled};
pub(crate) use shelf::{Kept, Shelf, digest};
pub(crate) use sources::{Site, find};
pub(crate) use write::Edition;

/// A path as people type it: relative to where the program runs, if it is below.
pub(crate) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    a2t_core::error::inert(&path.display().to_string())
}
