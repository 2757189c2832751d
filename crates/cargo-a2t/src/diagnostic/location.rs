//! Locations that a person or an editor can go to.

use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use a2t_core::error::inert;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    File(PathBuf),
    Url(String),
    /// A page of a catalog that was fetched, from 1.
    Page {
        number: usize,
        url: String,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub(crate) source: Rc<Source>,
    /// From 1, like the column.
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
}

/// A path relative to where the program runs, if it is below.
pub(super) fn relative(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).to_owned()
}

/// A path as people type it.
pub(crate) fn shown(path: &Path) -> String {
    inert(&relative(path).display().to_string())
}

impl Source {
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::File(path) => shown(path),
            Self::Url(url) => inert(url),
            Self::Page { number, .. } => format!("page {number}"),
        }
    }
}

impl Location {
    pub(crate) fn new(source: &Rc<Source>, (line, column): (usize, usize)) -> Self {
        let (source, line, column) = (Rc::clone(source), Some(line), Some(column));
        Self { source, line, column }
    }

    pub(crate) fn file_at(path: &Path, line: Option<usize>) -> Self {
        let source = Rc::new(Source::File(path.to_owned()));
        Self { source, line, column: None }
    }

    /// The file, as it is printed.
    pub(super) fn file(&self) -> Option<String> {
        match &*self.source {
            Source::File(path) => Some(shown(path)),
            Source::Url(_) | Source::Page { .. } => None,
        }
    }

    pub(super) fn key(&self) -> (&Source, usize, usize) {
        let or_last = |number: Option<usize>| number.unwrap_or(usize::MAX);
        (&self.source, or_last(self.line), or_last(self.column))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source.shown())?;
        let colon = if matches!(*self.source, Source::Page { .. }) { ", " } else { ":" };
        if let Some(line) = self.line {
            write!(f, "{colon}{line}")?;
        }
        if let (Some(_), Some(column)) = (self.line, self.column) {
            write!(f, ":{column}")?;
        }
        Ok(())
    }
}
