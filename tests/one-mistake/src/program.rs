//! A program that compiles: the sources of a library, and its published files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Sources by their path below the package.
pub struct Program {
    pub(crate) name: String,
    pub(crate) package: String,
    pub(crate) sources: Vec<(String, String)>,
    pub(crate) published: Published,
    /// Files that the sources include.
    pub(crate) data: Option<PathBuf>,
    /// Whether functions have no bodies that a type could break.
    pub(crate) bodiless: bool,
}

/// The published files of a program.
pub(crate) enum Published {
    None,
    Folder(PathBuf),
    /// Those of its own tools, written when they are first needed: paths below the folder, and texts.
    Own(OnceLock<Vec<(String, String)>>),
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
            published: folder("published").map_or(Published::None, Published::Folder),
            data: folder("data"),
            bodiless: false,
        }
    }

    /// Reads a program of one file without published files.
    pub fn file(path: &Path, package: &str) -> Self {
        let topic = path.ancestors().nth(2).and_then(Path::file_name).unwrap();
        let name = format!("{}/{}", topic.display(), path.file_stem().unwrap().display());
        let text = fs::read_to_string(path).unwrap();
        Self {
            name,
            package: package.to_owned(),
            bodiless: text.contains("unimplemented!()"),
            sources: vec![("src/lib.rs".to_owned(), text)],
            published: Published::None,
            data: None,
        }
    }

    /// Returns `true` if a module is in another file.
    pub fn is_part(&self) -> bool {
        self.sources.iter().any(|(_, text)| text.contains("#[path"))
    }

    /// Returns `true` if a `macro_rules!` writes tools: a mistake in it is one in each of them.
    pub fn is_from_macros(&self) -> bool {
        self.sources.iter().any(|(_, text)| text.contains("fn $"))
    }

    /// Returns `true` if there is a published file of each of its tools' versions.
    pub(crate) fn is_published(&self) -> bool {
        match &self.published {
            Published::None => false,
            Published::Own(_) => true,
            Published::Folder(folder) => {
                let mut texts = self.sources.iter().map(|(_, text)| text);
                texts.all(|text| versions(text).iter().all(|tool| is_published(folder, tool)))
            }
        }
    }

    /// Returns `true` if one of these words occurs in the program.
    pub fn mentions(&self, words: &[String]) -> bool {
        let is_part = |next: char| !next.is_alphanumeric() && next != '_';
        let mut texts = self.sources.iter().map(|(_, text)| text);
        texts.any(|text| text.split(is_part).any(|word| words.iter().any(|one| one == word)))
    }

    /// Returns `true` if the program has tools, which can be published.
    pub fn has_tools(&self) -> bool {
        let mut texts = self.sources.iter().map(|(_, text)| text);
        texts.any(|text| text.contains("#[a2t::tool(") || text.contains("#[tool("))
    }

    /// Returns the same program without published files.
    #[must_use]
    pub fn unpublished(&self) -> Self {
        self.like("not published", Published::None)
    }

    /// Returns the same program with the published files of this folder.
    #[must_use]
    pub fn published_in(&self, folder: &Path) -> Self {
        self.like("published", Published::Folder(folder.to_owned()))
    }

    /// Returns the same program with its tools published.
    #[must_use]
    pub fn published(&self) -> Self {
        self.like("published", Published::Own(OnceLock::new()))
    }

    fn like(&self, how: &str, published: Published) -> Self {
        Self {
            name: format!("{}, {how}", self.name),
            package: self.package.clone(),
            sources: self.sources.clone(),
            published,
            data: self.data.clone(),
            bodiless: self.bodiless,
        }
    }
}

fn is_published(folder: &Path, (name, version): &(String, String)) -> bool {
    folder.join(name).join(format!("v{version}.json")).is_file()
}

/// Returns the names and versions of the tools in a source.
fn versions(text: &str) -> Vec<(String, String)> {
    let (mut tools, mut attribute) = (Vec::new(), None);
    for line in text.lines() {
        if line.contains("#[a2t::tool(") || line.contains("#[tool(") {
            attribute = Some(String::new());
        }
        let Some(keys) = &mut attribute else { continue };
        *keys += line;
        if let Some((_, function)) = line.split_once("fn ") {
            let version = after(keys, "version = ").unwrap_or_default();
            let name = after(keys, "name = \"").unwrap_or(function);
            tools.push((word(name), word(version)));
            attribute = None;
        }
    }
    tools
}

fn after<'a>(keys: &'a str, key: &str) -> Option<&'a str> {
    keys.split_once(key).map(|(_, value)| value)
}

fn word(text: &str) -> String {
    text.chars().take_while(|next| next.is_alphanumeric() || *next == '_').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_have_the_names_and_versions_of_their_attributes() {
        let text = "#[a2t::tool(version = 2, tags = [\"air\"])]\npub fn find_flights(\n\
                    #[tool(\n    version = 1,\n    name = \"read\",\n)]\nfn read_1(&self) -> i32 {";
        let expected = [("find_flights", "2"), ("read", "1")];
        let expected = expected.map(|(name, version)| (name.to_owned(), version.to_owned()));
        assert_eq!(versions(text), expected);
    }
}
