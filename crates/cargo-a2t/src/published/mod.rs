//! The vendor's side: the tools in the code of some packages, and the files in their `published/`.

mod cargo;
mod cfg;
mod check;
mod compiler;
mod dir;
mod list;
mod look;
mod package;
mod settle;
mod shipped;
mod sources;
mod stale;
mod tokens;
mod write;

pub(crate) use crate::diagnostic::shown;
pub(crate) use cargo::Selection;
pub(crate) use check::{compare, duplicates, in_no_toolset, of_code, of_files, of_unrun, title};
pub(crate) use dir::{PublishedDir, PublishedTool, digest};
pub(crate) use list::of_list;
pub(crate) use look::{look, none_found};
pub(crate) use package::{Code, Package, Packages, packages};
pub(crate) use settle::{Moves, Settled};
pub(crate) use shipped::{left_out, uncommitted};
pub(crate) use sources::{Site, find};
pub(crate) use write::Edition;
