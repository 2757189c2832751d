//! Names of servers become names of files, in the folder and nowhere else.

use std::collections::HashMap;

use a2t_core::error::inert;
use sha2::{Digest as _, Sha256};

use crate::text::hex;

/// Maximum length of the name of a file, without its ending.
const LENGTH_MAX: usize = 64;

/// Names that Windows keeps for devices, with any ending.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];

/// The file of a server, and the name of another server that would have the same.
pub(super) struct Named {
    pub(super) file: String,
    pub(super) same_as: Option<String>,
}

/// Returns the file of each server. Lower case only, since some file systems take `A` and `a` for one.
pub(super) fn files<'n>(names: impl IntoIterator<Item = &'n str> + Clone) -> Vec<Named> {
    let mut of: HashMap<String, Vec<&str>> = HashMap::new();
    for name in names.clone() {
        of.entry(file(name)).or_default().push(name);
    }
    let named = |name: &str| {
        let file = file(name);
        let same_as = of.get(&file).and_then(|names| names.iter().find(|other| **other != name));
        Named { same_as: same_as.map(|other| (*other).to_owned()), file }
    };
    names.into_iter().map(named).collect()
}

pub(super) fn taken(file: &str, other: &str) -> String {
    format!("`{file}` would also be the snapshot of `{}`; rename one of the two", inert(other))
}

fn file(name: &str) -> String {
    let plain = |letter: char| match letter.to_ascii_lowercase() {
        letter if letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_') => letter,
        _ => '-',
    };
    let stem: String = name.chars().map(plain).take(LENGTH_MAX).collect();
    let stem = stem.trim_matches(['.', '-']);
    let first = stem.split('.').next().unwrap_or_default();
    let is_port = |name: &str| first.strip_prefix(name).is_some_and(|rest| rest.len() == 1);
    let is_device = DEVICES.contains(&first) || is_port("com") || is_port("lpt");
    let before = if is_device { "mcp-" } else { "" };
    if !stem.is_empty() && name.is_ascii() && name.len() <= LENGTH_MAX {
        return format!("{before}{stem}.json");
    }
    // Two names may differ only in the letters that are left out.
    let mut digest = hex(&Sha256::digest(name));
    digest.truncate(8);
    let dash = if stem.is_empty() { "" } else { "-" };
    format!("{before}{stem}{dash}{digest}.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_its_folder_on_every_system() {
        let long = "x".repeat(300);
        let names = [
            "../../etc/passwd",
            "/etc/passwd",
            "..",
            ".",
            "",
            "C:\\a",
            "a/b",
            ".git",
            "con",
            "NUL.txt",
            "COM1",
            "a\u{0}b",
            "a\nb",
            "天気",
            "a\u{202e}b",
            &long,
            "~",
            "-o",
            "$(x)",
            "`x`",
        ];
        let files = files(names);
        for (name, named) in names.iter().zip(&files) {
            let file = &named.file;
            let stem = file.strip_suffix(".json").unwrap();
            assert!(!stem.is_empty() && stem.len() < 80, "{name:?}: {file}");
            let is_plain = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '.' | '-' | '_');
            assert!(stem.chars().all(is_plain), "{name:?}: {file}");
            assert!(!file.starts_with(['.', '-']), "{name:?}: {file}");
            assert!(
                !["con.json", "nul.txt.json", "com1.json"].contains(&&**file),
                "{name:?}: {file}"
            );
        }
        assert_eq!(files[0].file, "etc-passwd.json");
    }

    #[test]
    fn names_that_differ_in_case_or_signs_only_are_taken() {
        let same = |names: [&str; 2]| {
            files(names).into_iter().map(|named| named.same_as).collect::<Vec<_>>()
        };
        let of = |name: &str| Some(name.to_owned());
        assert_eq!(same(["GitHub", "github"]), [of("github"), of("GitHub")]);
        assert_eq!(same(["a b", "a/b"]), [of("a/b"), of("a b")]);
        assert_eq!(same(["con", "mcp-con"]), [of("mcp-con"), of("con")]);
        assert_eq!(same(["天気", "地図"]), [None, None]);
        assert_eq!(same(["git", "github"]), [None, None]);
    }
}
