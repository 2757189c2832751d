//! `SHA256SUMS` as text: one line per file, exactly as coreutils' `sha256sum -c` reads it. Nothing is
//! hashed here.

use std::collections::BTreeMap;
use std::fmt;

use super::path::FileName;
use super::text::lines;

/// The digest of each file of `published/`, by its path in there.
///
/// ```
/// use a2t_core::published::Sums;
/// let mut sums = Sums::default();
/// sums.insert("add/v1.json", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
/// assert_eq!(Sums::parse(&sums.to_string()), Ok(sums));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums(BTreeMap<String, String>);

impl Sums {
    /// Reads the file.
    ///
    /// # Errors
    /// The number, from 1, of the first line that is none of `sha256sum`'s, or names a file twice.
    pub fn parse(text: &str) -> Result<Self, usize> {
        let mut sums = Self::default();
        for (index, line) in lines(text).lines().enumerate() {
            let number = index.saturating_add(1);
            let (digest, path) = line.split_once("  ").ok_or(number)?;
            let hexadecimal = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            if digest.len() != 64 || !digest.bytes().all(hexadecimal) || path.is_empty() {
                return Err(number);
            }
            if sums.0.insert(path.to_owned(), digest.to_owned()).is_some() {
                return Err(number);
            }
        }
        Ok(sums)
    }

    /// Returns the digest of a file, 64 hexadecimal digits in lower case.
    pub fn digest(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    /// Returns the newest version or tombstone of a tool, by its folder.
    ///
    /// ```
    /// use a2t_core::published::{FileName, Sums};
    /// let mut sums = Sums::default();
    /// sums.insert("add/v9.json", "");
    /// sums.insert("add/v10.json", "");
    /// assert_eq!(sums.newest("add"), Some(FileName::Version(10)));
    /// assert_eq!(sums.newest("ad"), None);
    /// ```
    pub fn newest(&self, folder: &str) -> Option<FileName> {
        let first = format!("{folder}/");
        let paths = self.0.range(first.clone()..).map(|(path, _)| path);
        let names = paths.map_while(|path| path.strip_prefix(&first));
        names.filter_map(FileName::parse).max_by_key(|name| name.version())
    }

    /// Adds the digest of a file.
    pub fn insert(&mut self, path: impl Into<String>, digest: impl Into<String>) {
        self.0.insert(path.into(), digest.into());
    }

    /// Forgets a file.
    pub fn remove(&mut self, path: &str) {
        self.0.remove(path);
    }

    /// Returns the paths and digests, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, digest)| (path.as_str(), digest.as_str()))
    }
}

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(path, digest)| writeln!(f, "{digest}  {path}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_know_the_digest_of_each_file() {
        let mut sums = Sums::default();
        sums.insert("add/v1.json", "0".repeat(64));
        assert_eq!(sums.digest("add/v1.json"), Some(&*"0".repeat(64)));
        assert_eq!(sums.digest("add/v2.json"), None);
    }
}
