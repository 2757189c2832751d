//! A text becomes a file: whole or not at all, under its own name and no other.

use std::fs::{self, File};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Number of random names that are tried. A name is taken only by chance, or on purpose by another user.
const TRIES: usize = 16;

/// Writes `text` to `path` unless it stands there already, so that nothing is built again.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    if stands_there(path, text) {
        return Ok(());
    }
    replace(path, text.as_bytes()).map_err(|error| Error::io("write", path, &error))
}

/// A file of another length is not read.
fn stands_there(path: &Path, text: &str) -> bool {
    let same_length = fs::metadata(path).is_ok_and(|found| found.len() == text.len() as u64);
    same_length && fs::read(path).is_ok_and(|found| found == text.as_bytes())
}

/// Replaces a file, or creates it, so that readers see one whole file or the other: the bytes are
/// written to a new file of a random name in the same folder, which is then renamed. Nothing is written
/// through a symbolic link. The permissions of an earlier file stay.
///
/// ```
/// # let folder = std::env::temp_dir().join(format!("a2t-file-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let path = folder.join("weather.json");
/// a2t_codegen::file::replace(&path, b"{}")?;
/// assert_eq!(std::fs::read(&path)?, b"{}");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<_, std::io::Error>(())
/// ```
///
/// # Errors
/// A symbolic link or anything else that is not a file at `path`, and a file system that refuses; the
/// file is then as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let permissions = match fs::symlink_metadata(path) {
        Ok(found) => {
            regular(&found)?;
            Some(found.permissions())
        }
        Err(_) => None,
    };
    let (draft, mut file) = draft(path)?;
    // Set before the content is written, so that no other user can open a private file meanwhile.
    let written = permissions
        .map_or(Ok(()), |kept| file.set_permissions(kept))
        .and_then(|()| file.write_all(bytes))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The first error has the cause.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Refuses what is not a file: a device has no end, and a link may lead to the file of another user.
///
/// # Errors
/// Fails for a symbolic link and for what is not a file, with what to give instead.
pub fn regular(found: &fs::Metadata) -> io::Result<()> {
    let reason = if found.is_symlink() {
        "a symbolic link; give the path of the file that it leads to"
    } else if !found.is_file() {
        "not a file; give the path of a file, such as approved/weather.json"
    } else {
        return Ok(());
    };
    Err(io::Error::new(ErrorKind::InvalidInput, reason))
}

/// A new file in the folder of `path`. `create_new` follows no link and takes no file that is there.
fn draft(path: &Path) -> io::Result<(PathBuf, File)> {
    if path.file_name().is_none() {
        return Err(ErrorKind::InvalidFilename.into());
    }
    let random = RandomState::new();
    for number in 0..TRIES {
        // The hasher has random keys of the system, so that no other user can guess the name.
        let name = format!(".{:016x}.a2t", random.hash_one((number, std::process::id())));
        let draft = path.with_file_name(name);
        match File::options().write(true).create_new(true).open(&draft) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (draft, file)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("a2t-file-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = scratch("replace");
        let path = folder.join("a.json");
        for text in ["one", "two"] {
            replace(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(replace(&folder, b"x").unwrap_err().to_string().contains("not a file"));
        assert!(replace(&folder.join("missing/a.json"), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = scratch("links");
        let (path, other) = (folder.join("a.json"), folder.join("other"));
        fs::write(&other, "theirs").unwrap();
        symlink(&other, &path).unwrap();
        assert!(replace(&path, b"ours").unwrap_err().to_string().contains("a symbolic link"));
        fs::remove_file(&path).unwrap();
        symlink(folder.join("nothing"), &path).unwrap();
        assert!(replace(&path, b"ours").is_err());
        assert!(!folder.join("nothing").exists());
        fs::remove_file(&path).unwrap();
        // Names that an earlier version used, and others could know.
        let pid = std::process::id();
        for name in [format!(".{pid}.a2t"), format!(".a.json.{pid}.tmp")] {
            symlink(&other, folder.join(name)).unwrap();
        }
        replace(&path, b"ours").unwrap();
        assert_eq!(fs::read_to_string(&other).unwrap(), "theirs");
        assert_eq!(fs::read_to_string(&path).unwrap(), "ours");
        for mode in [0o640, 0o400] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            replace(&path, b"again").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn drafts_have_names_that_are_not_known_before() {
        let folder = scratch("names");
        let name = || draft(&folder.join("a.json")).unwrap().0;
        let (one, two) = (name(), name());
        assert_ne!(one, two);
        assert!(!one.to_string_lossy().contains(&format!(".{}.", std::process::id())));
    }
}
