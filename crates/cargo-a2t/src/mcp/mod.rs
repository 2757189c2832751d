//! Snapshots of MCP servers: documents that commands take as they take catalogs of A2T.

mod change;
mod shape;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use a2t_codegen::no_tool;
use a2t_core::ValidationError;
use a2t_core::error::inert;
use a2t_core::json;
use a2t_core::secret;
use a2t_core::wire::page::read_document;
use a2t_schema::snapshot::{self, Protocol};
use a2t_schema::{Snapshot, Source as Origin, Tool};

pub(crate) use change::changed;
pub(crate) use shape::{kind, signature};

use crate::catalog::{bytes, shown};
use crate::diagnostic::{Diagnostic, Location, Source};
use crate::report::CommandError;

/// An approved snapshot of an MCP server, and the file that it is in.
pub(crate) struct Document {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) snapshot: Snapshot,
}

impl Document {
    /// Reads the snapshot in a file; `None` for an address, a folder, and any other document.
    pub(crate) fn read(path: impl AsRef<Path>) -> Result<Option<Self>, CommandError> {
        let path = path.as_ref();
        // A pipe can be read only once, by the command itself.
        if !path.is_file() {
            return Ok(None);
        }
        let bytes = bytes(path)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let read = match read_document(&bytes) {
            Ok(document) => match snapshot::protocol(&document) {
                Some(Protocol::Mcp | Protocol::Rap) => Snapshot::read(&text, &document),
                _ => return Ok(None),
            },
            Err(ValidationError::Syntax(error)) if snapshot::looks_written(&text) => {
                Err(snapshot::broken(&text, &error))
            }
            Err(_) => return Ok(None),
        };
        let snapshot = read.map_err(|error| {
            let lines = error.lines(&shown(path)).join("\n");
            CommandError::new(format!("the snapshot cannot be used:\n{lines}"))
        })?;
        Ok(Some(Self { path: path.to_owned(), text, snapshot }))
    }

    pub(crate) fn tool(&self, wanted: &str) -> Result<&Tool, CommandError> {
        let names = self.snapshot.tools.iter().map(|tool| &*tool.name);
        self.snapshot.tool(wanted).ok_or_else(|| CommandError::new(no_tool(wanted, names)))
    }

    /// Puts diagnostics at the JSON pointers that they are of.
    pub(crate) fn located(&self, found: Vec<(String, Diagnostic)>) -> Vec<Diagnostic> {
        let source = Rc::new(Source::File(self.path.clone()));
        let locations = json::locate_all(&self.text, found.iter().map(|(pointer, _)| &**pointer));
        let located = found.into_iter().zip(locations);
        located.map(|((_, one), location)| one.at(Location::new(&source, location))).collect()
    }
}

/// Returns the way to a server, as people write it, without what looks like a secret.
pub(crate) fn location(source: &Origin) -> String {
    match source {
        Origin::Http { url } | Origin::Rap { url } => inert(&secret::url(url)),
        Origin::Stdio { command } => inert(&secret::hide_in_command(command).join(" ")),
        other => inert(&format!("{other:?}")),
    }
}
