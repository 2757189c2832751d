//! The files of `published/` meet the tool that the code declares: texts are judged here, on their
//! own tokens, and what only rustc knows becomes the facts that constants compare.

mod folder;
mod index;
mod judge;
mod known;
mod lock;
mod lost;
mod mistaken;
mod once;
mod places;
mod shared;
#[cfg(test)]
mod tests;

pub(crate) use lock::{Lock, Origin, WasInput};
pub(crate) use shared::{Shared, errors as shared_errors};

use a2t_core::ToolSignature;
use a2t_core::evolution::Subject;
use a2t_core::published::{FileName, Published};

use crate::ast::Tool;
use crate::ctxt::Ctxt;

/// Published versions of a tool, whose id is the published one from here on, unless its author gave
/// another; `None` where nothing ever was, by anybody in this crate.
pub(crate) fn read(tool: &mut Tool, ctxt: &Ctxt) -> Option<Lock> {
    let folder = folder::Folder::find()?;
    let record = match folder.record(&tool.head) {
        Ok(record) => record,
        Err(reasons) => {
            for reason in reasons {
                reason.report(tool, ctxt);
            }
            return None;
        }
    };
    record.identify(tool);
    if mistaken::is_reported(tool, &folder, &record, ctxt) {
        return None;
    }
    judge::texts(tool, &record, ctxt);
    Some(Lock::new(tool, &folder, &record))
}

#[derive(Default)]
pub(crate) struct Record {
    /// The folder of the tool, as messages name it: `published/add`.
    shown: String,
    path: std::path::PathBuf,
    published: Published,
    texts: Vec<String>,
}

impl Record {
    fn identify(&self, tool: &mut Tool) {
        let id = &mut tool.head.id.value;
        *id = self.published.tool_id().unwrap_or(*id);
    }

    /// The versions that the code of version `code` must keep, newest first, each with its text.
    fn kept(&self, code: u32) -> impl Iterator<Item = (&ToolSignature, &str)> {
        let versions = self.published.versions.iter().zip(&self.texts);
        versions
            .filter(move |(version, _)| version.version <= code)
            .map(|(version, text)| (version, text.as_str()))
            .rev()
    }

    fn file(&self, version: u32) -> String {
        format!("{}/{}", self.shown, FileName::Version(version))
    }

    fn subject<'a>(&self, tool: &'a Tool, version: u32, place: &'a str) -> Subject<'a> {
        let code = tool.head.version.value;
        Subject {
            tool: &tool.head.name.value,
            code,
            published: version,
            place,
            next: self.next(code),
            bounds: None,
        }
    }

    fn next(&self, code: u32) -> u32 {
        self.published.next().max(code.saturating_add(1))
    }
}
