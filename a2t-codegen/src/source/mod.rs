//! Bytes become signatures (of a snapshot, a page, a list, or one alone), or everything that is wrong
//! with them, by line and column.
//!
//! ```
//! use a2t_codegen::source;
//!
//! let document = source::parse(br#"[{"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
//!     "name": "add", "description": "Adds.", "version": 1, "currentVersion": 1}]"#).unwrap();
//! assert_eq!(source::read(&document).unwrap().tools()[0].name, "add");
//!
//! let error = source::parse(b"[{,}]").unwrap_err();
//! assert!(error.diagnostics[0].to_string().starts_with("1:3: not valid JSON"));
//! ```

mod error;
mod published;

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use a2t_core::catalog::{self, Catalog};
pub use a2t_core::document::{Diagnostic, DocumentError, Reason, each_located, located};
use a2t_core::published::read_tombstone;
use a2t_core::wire::page::{DOCUMENT_MAX, read_document};
use a2t_core::{Code, ToolSignature, ValidationError, Violations};
use a2t_schema::snapshot::{self, Protocol, is_snapshot};
use serde_json::Value;

use self::error::{at, not_json, refused, retired};
pub use self::published::{Folder, PublishedFile, Version, files, read as read_folder, watched};
use crate::Selection;
use crate::error::{Error, shown};
use crate::names::{Memory, Table};
use crate::snapshot::Snapshot;

/// JSON that was parsed once: its text, to find locations in, and its value.
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
    value: Value,
}

impl Document {
    /// Returns the text as it came.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the value of the text.
    pub fn value(&self) -> &Value {
        &self.value
    }
}

/// Content of a document; every signature obeys every rule.
#[derive(Clone, Debug)]
pub enum Source {
    /// An approved snapshot of A2T, its digests verified.
    Snapshot(Snapshot),
    /// An approved snapshot of MCP or RAP, whose tools JSON Schema describes, its digests verified.
    Described(a2t_schema::Snapshot),
    /// A vendor's page or list, or one signature.
    Catalog(Catalog),
}

impl Source {
    /// Returns the signatures, in the order of the document; none of tools that JSON Schema describes.
    pub fn tools(&self) -> &[ToolSignature] {
        match self {
            Self::Snapshot(snapshot) => &snapshot.tools,
            Self::Catalog(catalog) => &catalog.tools,
            Self::Described(_) => &[],
        }
    }

    pub(crate) fn names(&self) -> Memory<'_> {
        self.table().map_or(Memory::NONE, Memory::new)
    }

    pub(crate) fn table(&self) -> Option<&Table> {
        match self {
            Self::Snapshot(snapshot) => Some(&snapshot.names),
            _ => None,
        }
    }

    /// URL that a snapshot was fetched from, if it is one over HTTP.
    pub(crate) fn url(&self) -> Option<&str> {
        match self {
            Self::Snapshot(snapshot) => snapshot
                .source
                .url()
                .filter(|url| url.starts_with("http://") || url.starts_with("https://")),
            _ => None,
        }
    }

    /// Selection with which a snapshot was approved.
    pub(crate) fn approved_selection(&self) -> Option<&Selection> {
        match self {
            Self::Snapshot(snapshot) => Some(&snapshot.selection),
            _ => None,
        }
    }

    /// Returns `true` if it is one page of a longer list.
    pub fn goes_on(&self) -> bool {
        let goes_on = |catalog: &Catalog| {
            let mut remarks = catalog.unknown.iter();
            catalog.next.is_some() || remarks.any(|remark| remark.code == Code::MayGoOn)
        };
        matches!(self, Self::Catalog(catalog) if goes_on(catalog))
    }
}

/// Parses a document, once.
///
/// # Errors
/// More than 8 MiB, or text that is not JSON.
pub fn parse(bytes: &[u8]) -> Result<Document, DocumentError> {
    let value = read_document(bytes).map_err(|invalid| broken(bytes, &invalid))?;
    Ok(Document { text: String::from_utf8_lossy(bytes).into_owned(), value })
}

fn broken(bytes: &[u8], invalid: &ValidationError) -> DocumentError {
    match invalid {
        ValidationError::Syntax(error) => not_json(&String::from_utf8_lossy(bytes), error),
        ValidationError::Rules(violations) => refused("", violations, &Violations::default()),
    }
}

/// Reads what a document holds: a snapshot of any protocol, whose digests are verified, a page of `GET /tools` or
/// of a tool's versions, a list of signatures, or one signature, such as `published/add/v1.json`.
///
/// # Errors
/// Everything that breaks a rule of the protocol, or was edited since it was approved; the record of
/// a version that was retired.
pub fn read(document: &Document) -> Result<Source, DocumentError> {
    let Document { text, value } = document;
    if is_snapshot(value) {
        return match snapshot::protocol(value) {
            Some(Protocol::Mcp | Protocol::Rap) => {
                a2t_schema::Snapshot::read(text, value).map(Source::Described)
            }
            _ => Snapshot::read(text, value).map(Source::Snapshot),
        };
    }
    match catalog::read(value) {
        Ok(catalog) => Ok(Source::Catalog(catalog)),
        Err(_) if let Ok(tombstone) = read_tombstone(text.as_bytes()) => Err(retired(&tombstone)),
        Err(violations) => Err(refused(text, &violations, &catalog::unknown_members(value))),
    }
}

/// Reads a file or a folder, which messages call `path`.
pub(crate) fn read_file(file: &Path, path: &Path) -> Result<Source, Error> {
    if file.is_dir() {
        let folder = published::read(file, path).map_err(Error::lines)?;
        return Ok(Source::Catalog(folder.into_catalog()));
    }
    read_bytes(path, bytes(file, path)?)
}

pub(crate) fn read_bytes(path: &Path, bytes: Vec<u8>) -> Result<Source, Error> {
    let value = read_document(&bytes).map_err(|invalid| at(&broken(&bytes, &invalid), path))?;
    // Without a copy, because a document has up to 8 MiB; JSON is UTF-8.
    let text = String::from_utf8(bytes).unwrap_or_default();
    read(&Document { text, value }).map_err(|error| at(&error, path))
}

fn bytes(file: &Path, path: &Path) -> Result<Vec<u8>, Error> {
    let io = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Error::new(format!(
            "{}: there is no such file; write it with `cargo a2t fetch URL -o {}`",
            shown(path),
            shown(path),
        )),
        _ => Error::io("read", path, &error),
    };
    let file = File::open(file).map_err(io)?;
    let length = file.metadata().map_or(0, |metadata| metadata.len()).min(DOCUMENT_MAX as u64);
    // With room for the end of the file to be found.
    let mut bytes = Vec::with_capacity(usize::try_from(length + 1).unwrap_or_default());
    file.take(DOCUMENT_MAX as u64 + 1).read_to_end(&mut bytes).map_err(io)?;
    Ok(bytes)
}
