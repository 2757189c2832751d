//! The file that is imported: JSON or YAML, and the locations in it.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use a2t_core::json;
use serde_json::Value;

use super::yaml;
use crate::catalog::shown;
use crate::report::CommandError;

/// Text of the file, and how it is written.
pub(super) struct Document {
    text: String,
    is_yaml: bool,
}

impl Document {
    /// Reads a file of at most `limit` bytes.
    pub(super) fn read(file: &Path, limit: usize) -> Result<(Self, Value), CommandError> {
        let name = shown(file);
        let bytes = whole(file, limit)?;
        if !is_yaml(file, &bytes) {
            let value = json::parse(&bytes);
            let value = value.map_err(|error| CommandError::new(format!("{name}:{error}")))?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            return Ok((Self { text, is_yaml: false }, value));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            CommandError::new(format!(
                "{name}: not UTF-8 from byte {at} on; write the file in UTF-8"
            ))
        })?;
        let value = yaml::read(&text).map_err(|error| {
            let ((line, column), message) = (error.position, a2t_core::error::inert(&error.message));
            CommandError::new(format!(
                "{name}:{line}:{column}: not YAML that is read: {message}; correct it, or convert it: `yq -o json {name} > {name}.json`"
            ))
        })?;
        Ok((Self { text, is_yaml: true }, value))
    }

    /// Returns line and column of each of these pointers.
    pub(super) fn locations<'p>(
        &self,
        pointers: impl Iterator<Item = &'p str>,
    ) -> Vec<(usize, usize)> {
        if self.is_yaml {
            yaml::locate_all(&self.text, &pointers.collect::<Vec<_>>())
        } else {
            json::locate_all(&self.text, pointers)
        }
    }
}

/// Decides by the name of the file; if that has no known extension, a catalog in JSON begins with a
/// bracket.
fn is_yaml(file: &Path, bytes: &[u8]) -> bool {
    let extension = file.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        Some("json") => false,
        Some("yaml" | "yml") => true,
        _ => {
            !bytes.trim_ascii_start().starts_with(b"{")
                && !bytes.trim_ascii_start().starts_with(b"[")
        }
    }
}

/// The bytes of a file of at most `limit` bytes.
fn whole(file: &Path, limit: usize) -> Result<Vec<u8>, CommandError> {
    let name = shown(file);
    let failed = |error: std::io::Error| CommandError::new(format!("{name}: {error}"));
    let open = File::open(file).map_err(failed)?;
    let size = open.metadata().map_err(failed)?.len();
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    let mut read = open.take(most.saturating_add(1));
    read.read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() > limit {
        // A pipe has no size.
        let size = if size > most { format!("{size} bytes") } else { "it".to_owned() };
        return Err(CommandError::new(format!(
            "{name}: {size}, more than the {limit} bytes that are read; raise them with --max-bytes, or import a part"
        )));
    }
    Ok(bytes)
}
