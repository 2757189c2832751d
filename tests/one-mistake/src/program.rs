//! A program that compiles: the sources of a library, and its published files.

use std::fs;
use std::path::{Path, PathBuf};

/// Sources by their path below the package.
pub struct Program {
    pub(crate) name: String,
    pub(crate) package: String,
    pub(crate) sources: Vec<(String, String)>,
    pub(crate) published: Option<PathBuf>,
    /// Files that the sources include.
    pub(crate) data: Option<PathBuf>,
    /// Whether functions have no bodies that a type could break.
    pub(crate) bodiless: bool,
}

impl Program {
    /// Reads a package with a library.
    pub fn package(root: &Path, package: &str) -> Self {
        let mut sources = Vec::new();
        for entry in fs::read_dir(root.join("src")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if name != "main.rs" {
                sources.push((format!("src/{name}"), fs::read_to_string(&path).unwrap()));
            }
        }
        sources.sort();
        let folder = |name: &str| Some(root.join(name)).filter(|path| path.is_dir());
        Self {
            name: package.to_owned(),
            package: package.to_owned(),
            sources,
            published: folder("published"),
            data: folder("data"),
            bodiless: false,
        }
    }

    /// Reads a program of one file, with the published files of this folder.
    pub fn file(path: &Path, package: &str, published: Option<&Path>) -> Self {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = fs::read_to_string(path).unwrap();
        Self {
            name: name.to_owned(),
            package: package.to_owned(),
            bodiless: text.contains("unimplemented!()"),
            sources: vec![("src/lib.rs".to_owned(), text)],
            published: published.map(Path::to_owned),
            data: None,
        }
    }

    /// Returns `false` if a module is in another file.
    pub fn is_whole(&self) -> bool {
        !self.sources.iter().any(|(_, text)| text.contains("#[path"))
    }

    /// Returns the same program without published files.
    #[must_use]
    pub fn unpublished(&self) -> Self {
        Self {
            name: format!("{}, not published", self.name),
            package: self.package.clone(),
            sources: self.sources.clone(),
            published: None,
            data: self.data.clone(),
            bodiless: self.bodiless,
        }
    }
}
