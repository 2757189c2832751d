//! The vendor's side: the tools in the code of some packages, and the files in their `published/`.

mod cargo;
mod compiler;
mod judge;
mod package;
mod remark;
mod shelf;
mod write;

use std::path::Path;

pub(crate) use cargo::{Selection, arguments};
pub(crate) use judge::{compare, of_code, of_files, of_list, title};
pub(crate) use package::{Code, Package, look, none_found, packages};
pub(crate) use remark::{Remark, report};
pub(crate) use shelf::{Kept, Shelf, digest};
pub(crate) use write::Edition;

/// A path as people type it: relative to where the program runs, if it is below.
pub(crate) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    a2t_core::error::inert(&path.display().to_string())
}
