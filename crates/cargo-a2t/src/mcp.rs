//! Snapshots of MCP servers: documents that commands take as they take catalogs of A2T.

mod change;
mod shape;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use a2t_core::error::inert;
use a2t_core::json;
use a2t_core::rule::{Publication, Severity};
use a2t_core::secret;
use a2t_schema::snapshot::{Reason, Refused, is_snapshot, looks_written};
use a2t_schema::{Snapshot, Source as Origin, Tool};

pub(crate) use change::{Changes, changed};
pub(crate) use shape::{kind, signature};

use crate::catalog::{bytes, shown};
use crate::diagnostic::{Diagnostic, Place, Source};
use crate::report::Failure;
use crate::text::{advised, meant};

/// An approved snapshot of an MCP server, and the file that it is in.
pub(crate) struct Document {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) snapshot: Snapshot,
}

impl Document {
    /// The snapshot in a file; `None` for an address, a folder, and any other document.
    pub(crate) fn read(path: &str) -> Result<Option<Self>, Failure> {
        let Some(found) = Self::judged(path)? else {
            return Ok(None);
        };
        found.map(Some).map_err(|refused| {
            let name = shown(Path::new(path));
            let lines = refused.diagnostics().iter().map(|one| format!("{name}:{one}"));
            let more = (refused.more() > 0).then(|| format!("and {} more", refused.more()));
            let lines: Vec<_> = lines.chain(more).collect();
            Failure::new(format!("the snapshot cannot be used:\n{}", lines.join("\n")))
        })
    }

    /// The snapshot in a file, or all that is wrong with one that is refused.
    pub(crate) fn judged(path: &str) -> Result<Option<Result<Self, Refused>>, Failure> {
        let path = Path::new(path);
        // A pipe is read once, by whoever takes every document.
        if !path.is_file() {
            return Ok(None);
        }
        let bytes = bytes(path)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let is_one = match json::parse_document(&bytes) {
            Ok(document) => is_snapshot(&document),
            Err(_) => looks_written(&text),
        };
        if !is_one {
            return Ok(None);
        }
        Ok(Some(match Snapshot::parse(&bytes) {
            Ok(snapshot) => Ok(Self { path: path.to_owned(), text, snapshot }),
            Err(refused) => Err(refused),
        }))
    }

    pub(crate) fn tool(&self, wanted: &str) -> Result<&Tool, Failure> {
        self.snapshot.tool(wanted).ok_or_else(|| {
            let names = self.snapshot.tools.iter().map(|tool| &*tool.name);
            let (meant, wanted) = (meant(wanted, names), inert(wanted));
            let advice = advised(&meant, "`cargo a2t list` shows what there is");
            Failure::new(format!("no tool is called `{wanted}`{advice}"))
        })
    }

    /// Puts diagnostics at the JSON pointers that they are of.
    pub(crate) fn placed(&self, found: Vec<(String, Diagnostic)>) -> Vec<Diagnostic> {
        let source = Rc::new(Source::File(self.path.clone()));
        let places = json::locate_all(&self.text, found.iter().map(|(pointer, _)| &**pointer));
        let placed = found.into_iter().zip(places);
        placed.map(|((_, one), place)| one.at(Place::new(&source, place))).collect()
    }
}

/// The way to a server, as people write it, without what looks like a secret.
pub(crate) fn origin(source: &Origin) -> String {
    match source {
        Origin::Http { url } | Origin::Rap { url } => inert(&secret::url(url)),
        Origin::Stdio { command } => inert(&secret::hide_in_command(command).join(" ")),
        other => inert(&format!("{other:?}")),
    }
}

/// Diagnostics of a file that should be a snapshot.
pub(crate) fn refused(path: &Path, refused: &Refused) -> Vec<Diagnostic> {
    let source = Rc::new(Source::File(path.to_owned()));
    let diagnostic = |read: &a2t_schema::snapshot::Diagnostic| {
        let tool = read.tool.as_deref().map(inert);
        let tool = tool.map_or(String::new(), |tool| format!("tool `{tool}`: "));
        let edited =
            |rule: Publication, said: &str| Diagnostic::of(rule, format!("{tool}{said}")).under("");
        let one = match &read.reason {
            Reason::Rule(violation) => Diagnostic::violation(violation, Severity::Error),
            Reason::Edited(said) => edited(Publication::Edited, said),
            Reason::Syntax(said) => {
                edited(Publication::NotJson, &format!("not valid JSON: {}", inert(said)))
            }
            other => edited(Publication::Edited, &inert(&format!("{other:?}"))),
        };
        one.at(Place::new(&source, (read.line, read.column)))
    };
    refused.diagnostics().iter().map(diagnostic).collect()
}
