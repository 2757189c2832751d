//! The bytes that were given become signatures: a snapshot, a page, a list, one signature.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use a2t_core::wire::page::DOCUMENT_MAX;
use a2t_core::{ToolSignature, catalog, json};

use crate::error::{Error, shown};
use crate::snapshot;

/// What a document gives to generate from.
pub(crate) struct Source {
    pub(crate) tools: Vec<ToolSignature>,
    /// The document is one page of a list that goes on.
    pub(crate) goes_on: bool,
}

/// Reads the file at `path`.
pub(crate) fn read(path: &Path) -> Result<Source, Error> {
    let bytes = bytes(path)?;
    parse(path, &bytes)
}

fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    let io = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Error::new(format!(
            "{}: there is no such file; write it with `cargo a2t fetch URL -o {}`",
            shown(path),
            shown(path),
        )),
        _ => Error::io("read", path, &error),
    };
    let file = File::open(path).map_err(io)?;
    let mut bytes = Vec::new();
    file.take(DOCUMENT_MAX as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(io)?;
    Ok(bytes)
}

/// Reads a document whose place is `path`.
pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<Source, Error> {
    if bytes.len() <= DOCUMENT_MAX
        && json::parse(bytes).is_ok_and(|value| snapshot::is_snapshot(&value))
    {
        let findings = |error: snapshot::ReadError| {
            let findings = error.findings().iter();
            Error::lines(findings.map(|finding| format!("{}:{finding}", shown(path))))
        };
        let tools = snapshot::read(bytes).map_err(findings)?.tools;
        return Ok(Source {
            tools,
            goes_on: false,
        });
    }
    let catalog =
        catalog::parse(bytes).map_err(|invalid| Error::document(path, bytes, &invalid))?;
    Ok(Source {
        tools: catalog.tools,
        goes_on: catalog.next.is_some(),
    })
}
