//! Violations of a file of `published/`: which file, what, and what to do.

use std::fmt;

use super::path::{FOLDER, FileName};
use crate::ToolId;
use crate::error::{ValidationError, inert};

/// Something that is wrong with one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileViolation {
    /// The file, as it was named to the reader.
    pub path: String,
    /// Violated rule.
    pub reason: Reason,
}

/// Rule that a file breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is not UTF-8.
    NotText,
    /// Two branches wrote it, and git's marks stand between their lines.
    Conflicted,
    /// It is not JSON, or not a signature.
    Unreadable(ValidationError),
    /// It is no tombstone; what is wrong with it.
    InvalidTombstone(String),
    /// It has members that this release of a2t does not know; the first of them.
    Unknown(String),
    /// The document is right, but not in the bytes that `publish` writes.
    NotCanonical,
    /// The document is of another version than its file name.
    OtherVersion {
        /// Number in the name.
        named: u32,
        /// Number in the file.
        found: u32,
    },
    /// It is of another tool than the first version in its folder.
    OtherTool {
        /// The tool of the folder.
        folder: ToolId,
        /// The tool of the file.
        found: ToolId,
    },
    /// It is not called as a version is.
    Misnamed,
    /// The version has both a file and a tombstone.
    PublishedAndRetired(u32),
    /// It is the first version after a number that neither a version nor a tombstone accounts for.
    Gap {
        /// The first number that is missing.
        missing: u32,
        /// The file's own.
        version: u32,
    },
}

impl FileViolation {
    pub(super) fn new(path: &str, reason: Reason) -> Self {
        let path = path.to_owned();
        Self { path, reason }
    }

    /// Returns the help, in words.
    pub fn help(&self) -> String {
        const RESTORE: &str = "restore it from version control, then run `cargo a2t check`: a published file is never edited";
        match &self.reason {
            Reason::Conflicted => {
                let path = inert(&self.path);
                format!(
                    "a published file is never edited: keep that of the branch that was merged first, \
                     `git checkout --theirs -- {path}` while you merge it into yours, \
                     `git checkout --ours -- {path}` while you rebase onto it or merge yours into it; then give yours the next `version`, \
                     and run `cargo a2t publish`"
                )
            }
            Reason::Unknown(_) => {
                "it may come from a newer release of a2t: update a2t, or restore the file from version control and run \
                 `cargo a2t check`"
                    .to_owned()
            }
            Reason::Misnamed => format!(
                "`{FOLDER}/` holds what `cargo a2t publish` writes, v1.json, v2.json and so on: move it elsewhere, then run \
                 `cargo a2t check`"
            ),
            Reason::PublishedAndRetired(version) => format!(
                "remove {} to bring the version back, or {} to keep it retired; then run `cargo a2t check`",
                FileName::Retired(*version),
                FileName::Version(*version),
            ),
            Reason::Gap { missing, .. } => format!(
                "restore {} from version control, or record that it is gone for good: \
                 `cargo a2t publish --retire TOOL@{missing} --reason \"…\"`",
                FileName::Version(*missing)
            ),
            _ => RESTORE.to_owned(),
        }
    }
}

impl fmt::Display for FileViolation {
    /// `published/add/v1.json: not valid JSON: … (restore it …)`, safe for a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = inert(&self.path);
        match &self.reason {
            // With line and column, as editors find them.
            Reason::Unreadable(ValidationError::Syntax(error)) => write!(f, "{path}:{error}")?,
            reason => write!(f, "{path}: {reason}")?,
        }
        write!(f, "; {}", self.help())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText => f.write_str("not text: it is no UTF-8"),
            Self::Conflicted => f.write_str("two branches published this version, and met here"),
            Self::Unreadable(error) => write!(f, "{error}"),
            Self::InvalidTombstone(what) => write!(f, "no tombstone: {what}"),
            Self::Unknown(what) => f.write_str(what),
            Self::NotCanonical => f.write_str(
                "edited: not the text that `cargo a2t publish` writes for this signature",
            ),
            Self::OtherVersion { named, found } => {
                write!(
                    f,
                    "edited or renamed: its file name has version {named}, its content version {found}"
                )
            }
            Self::OtherTool { folder, found } => {
                write!(
                    f,
                    "belongs to another tool: its folder is that of {folder}, its content that of {found}"
                )
            }
            Self::Misnamed => f.write_str("its name is not that of a published version"),
            Self::PublishedAndRetired(version) => {
                write!(f, "version {version} is both published and retired")
            }
            Self::Gap { missing, version } => write!(
                f,
                "version {version} is published, but version {missing} has neither a file nor a tombstone (A2T-L005)"
            ),
        }
    }
}

impl std::error::Error for FileViolation {}
