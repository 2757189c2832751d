//! Compares the files of `published/` with the tool that the code declares: texts are checked here,
//! on their own tokens, and what only rustc knows becomes the facts that constants compare.

mod bounds;
mod compare;
mod edits;
mod file;
mod folder;
mod forms;
mod index;
mod known;
mod lines;
mod lock;
mod mistaken;
mod shared;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use bounds::{ChangedBounds, bounds};
pub(crate) use edits::Location;
pub(crate) use known::Known;
pub(crate) use shared::{Shared, errors as shared_errors};
pub(crate) use types::{Before, Changed, Difference, choices, fields};

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use a2t_core::evolution::{Bounds, Subject};
use a2t_core::published::{FileName, Published};
use a2t_core::rule::Publication;

use crate::ast::{Lock, Tool};
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
    if record.is_retired(tool, ctxt) || mistaken::is_reported(tool, &folder, &record, ctxt) {
        tool.refused = true;
        return None;
    }
    compare::texts(tool, &record, ctxt);
    Some(Lock::new(tool, &folder, &record))
}

/// Returns `true` if the package publishes tools.
pub(crate) fn is_any() -> bool {
    folder::Folder::find().is_some()
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

    /// Refuses a version that was retired. Nothing else is compared in that case.
    fn is_retired(&self, tool: &Tool, ctxt: &Ctxt) -> bool {
        let version = &tool.head.version;
        let mut tombstones = self.published.tombstones.iter();
        let Some(tombstone) = tombstones.find(|grave| grave.version == version.value) else {
            return false;
        };
        let (name, number, rule) =
            (&tool.head.name.value, version.value, Publication::RetiredVersion);
        let (file, reason) = (FileName::Retired(number), inert(&tombstone.reason));
        let (shown, next) = (&self.shown, self.next(number));
        let message = format!(
            "`{name}` version {number} was retired for good, but the code declares it again\
             \n  published: retired, because: {reason} ({shown}/{file}:4)\
             \n  the code:  version {number}\
             \n  rule {rule}: a retired version never returns\
             \n  help: give it the next version, `version = {next}`, or take it out of the code\
             \n  more: cargo a2t explain {rule}"
        );
        ctxt.syn(syn::Error::new_spanned(&version.tokens, message));
        true
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

    fn subject<'a>(&self, tool: &'a Tool, version: u32, location: &'a str) -> Subject<'a> {
        let code = tool.head.version.value;
        Subject {
            tool: &tool.head.name.value,
            code,
            published: version,
            location,
            next: self.next(code),
            newest: self.newest(),
            bounds: Bounds::Changed,
        }
    }

    fn newest(&self) -> u32 {
        self.published.newest().map_or(0, |newest| newest.version)
    }

    fn next(&self, code: u32) -> u32 {
        self.published.next().max(code.saturating_add(1))
    }
}
