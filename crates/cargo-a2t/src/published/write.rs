//! Files are written whole or not at all, and published ones never twice.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use a2t_core::published::{SUMS, Sums};

use super::dir::digest;
use super::shown;
use crate::report::CommandError;

/// Keeps git from changing line ends, because `sha256sum -c` compares bytes.
const ATTRIBUTES: (&str, &str) = (".gitattributes", "* -text\n");

#[derive(Debug, Default)]
pub(crate) struct Edition {
    /// The new files, by path below the root.
    pub(crate) new: BTreeMap<String, String>,
    pub(crate) gone: Vec<String>,
    pub(crate) unlisted: BTreeMap<String, String>,
    /// Source files to be touched, so that the next build reads what is published.
    pub(crate) touched: Vec<PathBuf>,
    /// Whether `.gitattributes` is added to the folder.
    pub(crate) attributes: bool,
}

impl Edition {
    pub(crate) fn is_empty(&self) -> bool {
        self.new.is_empty() && self.unlisted.is_empty()
    }

    /// Returns whether a published folder lacks its `.gitattributes`.
    pub(crate) fn has_no_attributes(root: &Path) -> bool {
        !root.join(ATTRIBUTES.0).exists()
    }

    /// Writes everything, digests last.
    pub(crate) fn write(&self, root: &Path, sums: Sums) -> Result<(), CommandError> {
        if self.attributes {
            replace(&root.join(ATTRIBUTES.0), ATTRIBUTES.1)?;
        }
        if self.is_empty() { Ok(()) } else { self.write_versions(root, sums) }
    }

    fn write_versions(&self, root: &Path, mut sums: Sums) -> Result<(), CommandError> {
        self.new.keys().chain(&self.gone).try_for_each(|path| own_folder(root, path))?;
        for (path, text) in &self.new {
            let file = root.join(path);
            if file.exists() {
                let shown = shown(&file);
                return Err(CommandError::new(format!(
                    "{shown}: there by now; run the command again"
                )));
            }
            replace(&file, text)?;
            sums.insert(path, digest(text.as_bytes()));
        }
        for path in &self.gone {
            let file = root.join(path);
            match fs::remove_file(&file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(failed(&file, &error));
                }
                _ => sums.remove(path),
            }
        }
        for (path, digest) in &self.unlisted {
            sums.insert(path, digest);
        }
        replace(&root.join(SUMS), &sums.to_string())?;
        self.touched.iter().try_for_each(|file| touch(file))
    }

    /// Removes what [`write`](Self::write) wrote, and restores the list `sums`.
    pub(crate) fn undo(&self, root: &Path, sums: &Sums) -> Result<(), CommandError> {
        for path in self.new.keys() {
            let file = root.join(path);
            fs::remove_file(&file).map_err(|error| failed(&file, &error))?;
            // A folder with other versions stays.
            let _ = file.parent().map(fs::remove_dir);
        }
        if self.attributes {
            let _ = fs::remove_file(root.join(ATTRIBUTES.0));
        }
        match sums.iter().next() {
            Some(_) => replace(&root.join(SUMS), &sums.to_string()),
            None => remove_list(root),
        }
    }

    pub(crate) fn lines(&self, root: &Path) -> Vec<(PathBuf, &'static str)> {
        let new = self.new.keys().map(|path| (root.join(path), "new"));
        let gone = self.gone.iter().map(|path| (root.join(path), "removed"));
        let sums = (!self.is_empty()).then(|| (root.join(SUMS), "updated"));
        let touched = self.touched.iter().map(|path| (path.clone(), "touched"));
        let attributes = self.attributes.then(|| (root.join(ATTRIBUTES.0), "new"));
        attributes.into_iter().chain(new).chain(gone).chain(sums).chain(touched).collect()
    }
}

/// Removes a list without lines, and the folder if nothing else is in it.
pub(super) fn remove_list(root: &Path) -> Result<(), CommandError> {
    let list = root.join(SUMS);
    match fs::remove_file(&list) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&list, &error)),
        _ => {
            let attributes = root.join(ATTRIBUTES.0);
            if fs::read_to_string(&attributes).is_ok_and(|text| text == ATTRIBUTES.1) {
                let _ = fs::remove_file(&attributes);
            }
            let _ = fs::remove_dir(root);
            Ok(())
        }
    }
}

/// Makes the next build look at a source file again.
pub(super) fn touch(file: &Path) -> Result<(), CommandError> {
    let opened = File::options().append(true).open(file);
    let touched = opened.and_then(|opened| opened.set_modified(SystemTime::now()));
    touched.map_err(|error| failed(file, &error))
}

/// Replaces a file, in a folder that is created if it is missing.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), CommandError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let written = fs::create_dir_all(folder);
    let written = written.and_then(|()| a2t_codegen::file::replace(path, text.as_bytes()));
    written.map_err(|error| failed(path, &error))
}

/// Refuses a folder of versions that is a symbolic link: its content belongs to another project.
fn own_folder(root: &Path, path: &str) -> Result<(), CommandError> {
    let own = Path::new(path).parent().map(|folder| root.join(folder));
    match own.filter(|folder| *folder != root && folder.is_symlink()) {
        Some(link) => Err(CommandError::new(format!(
            "{}: a symbolic link; versions are written to folders of `published` only",
            shown(&link)
        ))),
        None => Ok(()),
    }
}

fn failed(path: &Path, error: &io::Error) -> CommandError {
    CommandError::new(format!("{}: {error}", shown(path)))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_versions_that_is_a_link_is_refused() {
        let root = std::env::temp_dir().join(format!("a2t-write-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("theirs")).unwrap();
        std::os::unix::fs::symlink(root.join("theirs"), root.join("add")).unwrap();
        let new = [("add/v1.json".to_owned(), "{}".to_owned())].into();
        let edition = Edition { new, ..Edition::default() };
        let error = edition.write(&root, Sums::default()).unwrap_err();
        assert!(error.reason().contains("a symbolic link"), "{}", error.reason());
        assert_eq!(fs::read_dir(root.join("theirs")).unwrap().count(), 0);
        fs::remove_dir_all(&root).unwrap();
    }
}
