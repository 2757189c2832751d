//! Repairs that `publish` makes by itself, because files and digests leave no choice: lists that two
//! branches wrote, and the lines of tools that were moved from one package to another.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use a2t_core::published::{FileName, SUMS, Sums, lines};

use super::dir::{PublishedDir, digest};
use super::write::{remove_list, replace};
use crate::report::CommandError;

const MARKS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// The lines of both branches where they met in a list: a digest of each file that is there.
///
/// # Errors
/// The files that are neither what one branch published nor what the other did.
pub(crate) fn merged(dir: &PublishedDir) -> Option<Result<Sums, Vec<String>>> {
    let text = str::from_utf8(dir.files.get(SUMS)?).ok()?;
    let found = candidates(&lines(text))?;
    let (mut sums, mut strange) = (Sums::default(), Vec::new());
    for (path, digests) in found {
        let fits = match dir.files.get(&path).map(|bytes| digest(bytes)) {
            Some(own) if digests.contains(&own) => Some(own),
            // One that was edited is reported as such, like all others.
            Some(_) if digests.len() > 1 => None,
            None if retired(dir, &path) => continue,
            _ => digests.into_iter().next(),
        };
        match fits {
            Some(digest) => sums.insert(path, digest),
            None => strange.push(path),
        }
    }
    Some(if strange.is_empty() { Ok(sums) } else { Err(strange) })
}

/// The digests of each file, where a list has several of one or marks between its lines; `None` of
/// any other list.
fn candidates(text: &str) -> Option<BTreeMap<String, BTreeSet<String>>> {
    let mut found = BTreeMap::<String, BTreeSet<String>>::new();
    let (mut met, mut in_base) = (false, false);
    for line in text.lines() {
        if let Some(mark) = MARKS.iter().find(|mark| line.starts_with(**mark)) {
            (met, in_base) = (true, mark.starts_with('|'));
            continue;
        }
        let sums = Sums::parse(line).ok()?;
        let (path, digest) = sums.iter().next()?;
        if !in_base {
            let digests = found.entry(path.to_owned()).or_default();
            met |= !digests.is_empty();
            digests.insert(digest.to_owned());
        }
    }
    met.then_some(found)
}

fn retired(dir: &PublishedDir, path: &str) -> bool {
    let grave = path.rsplit_once('/').and_then(|(folder, name)| {
        let version = FileName::parse(name)?.version();
        Some(format!("{folder}/{}", FileName::Retired(version)))
    });
    grave.is_some_and(|grave| dir.files.contains_key(&grave))
}

#[derive(Default)]
pub(crate) struct Moves(Vec<Move>);

struct Move {
    path: String,
    digest: String,
    from: PathBuf,
    to: PathBuf,
    /// The new folder is asked about, and has no line of it yet.
    reported_there: bool,
}

impl Moves {
    /// Moves from or to the first `selected` of these folders.
    pub(crate) fn new(dirs: &[PublishedDir], selected: usize) -> Self {
        let mut moves = Vec::new();
        for (from, old) in dirs.iter().enumerate() {
            let sums = old.sums().unwrap_or_default();
            let gone = sums.iter().filter(|(path, _)| !old.files.contains_key(*path));
            for (path, noted) in gone {
                let has = |(_, new): &(usize, &PublishedDir)| {
                    let bytes = new.files.get(path);
                    new.root != old.root && bytes.is_some_and(|bytes| digest(bytes) == noted)
                };
                let new = dirs.iter().enumerate().find(has);
                let new = new.filter(|(to, _)| from.min(*to) < selected);
                moves.extend(new.map(|(to, new)| Move {
                    path: path.to_owned(),
                    digest: noted.to_owned(),
                    from: old.root.clone(),
                    to: new.root.clone(),
                    reported_there: to < selected
                        && new.sums().is_ok_and(|sums| sums.digest(path).is_none()),
                }));
            }
        }
        Self(moves)
    }

    /// New folder of a file that is gone from this folder; true where that is reported there.
    pub(crate) fn away(&self, root: &Path, path: &str) -> Option<(&Path, bool)> {
        let moved = |moved: &&Move| moved.from == root && moved.path == path;
        let moved = self.0.iter().find(moved)?;
        Some((&moved.to, moved.reported_there))
    }

    pub(crate) fn here(&self, root: &Path, path: &str) -> Option<&Path> {
        let moved = |moved: &&Move| moved.to == root && moved.path == path;
        Some(&self.0.iter().find(moved)?.from)
    }
}

pub(crate) struct Settled {
    pub(crate) root: PathBuf,
    sums: Sums,
}

impl Settled {
    /// The lists of the first `selected` of these folders, and of those that tools were moved from
    /// or to, where they have to change.
    pub(crate) fn all(dirs: &[PublishedDir], selected: usize) -> Vec<Self> {
        let met = dirs.iter().take(selected).filter_map(|dir| {
            let sums = merged(dir)?.ok()?;
            let root = dir.root.clone();
            Some(Self { root, sums })
        });
        let mut settled: Vec<_> = met.collect();
        for Move { path, digest, from, to, .. } in &Moves::new(dirs, selected).0 {
            // The new line is written before the old one goes.
            if let Some(sums) = list(&mut settled, dirs, to) {
                sums.insert(path, digest);
            }
            if let Some(sums) = list(&mut settled, dirs, from) {
                sums.remove(path);
            }
        }
        settled
    }

    pub(crate) fn write(&self) -> Result<(), CommandError> {
        match self.sums.iter().next() {
            Some(_) => replace(&self.root.join(SUMS), &self.sums.to_string()),
            None => remove_list(&self.root),
        }
    }
}

fn list<'s>(
    settled: &'s mut Vec<Settled>,
    dirs: &[PublishedDir],
    root: &Path,
) -> Option<&'s mut Sums> {
    let known = settled.iter().position(|settled| settled.root == root);
    let index = match known {
        Some(index) => index,
        None => {
            let dir = dirs.iter().find(|dir| dir.root == root)?;
            let (root, sums) = (root.to_owned(), dir.sums().ok()?);
            settled.push(Settled { root, sums });
            settled.len().saturating_sub(1)
        }
    };
    Some(&mut settled.get_mut(index)?.sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files and this list, in which `FILE` stands for the digest of a text.
    fn dir(root: &str, files: &[(&str, &str)], list: &str) -> PublishedDir {
        let files = files.iter().copied().chain([(SUMS, list)]);
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        PublishedDir::new(Path::new(root), files.collect())
    }

    fn line(text: &str, path: &str) -> String {
        format!("{}  {path}\n", digest(text.as_bytes()))
    }

    /// Conflict of two branches in `v1.json`, and the line that each added.
    fn met(ours: &str, theirs: &str) -> String {
        let first = line("one", "add/v1.json");
        format!("{first}<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> main\n")
    }

    const V1: (&str, &str) = ("add/v1.json", "one");

    #[test]
    fn the_lines_of_both_branches_are_kept() {
        let (ours, theirs) = (line("a", "a/v1.json"), line("b", "b/v1.json"));
        let files = [V1, ("a/v1.json", "a"), ("b/v1.json", "b")];
        let expected = format!("{ours}{}{theirs}", line("one", "add/v1.json"));
        let base = format!("||||||| base\n{}", line("gone", "old/v1.json"));
        let lists = [
            met(&ours, &theirs),
            met(&format!("{ours}{base}"), &theirs),
            met(&ours, &theirs).replace('\n', "\r\n"),
        ];
        for list in lists {
            let merged = merged(&dir("p", &files, &list)).unwrap().unwrap();
            assert_eq!(merged.to_string(), expected, "{list}");
        }
    }

    #[test]
    fn of_two_lines_of_one_file_that_of_the_file_is_kept() {
        let (ours, theirs) = (line("ours", "add/v2.json"), line("theirs", "add/v2.json"));
        let by_hand = format!("{}{ours}{theirs}", line("one", "add/v1.json"));
        for list in [met(&ours, &theirs), by_hand] {
            let with = |text| merged(&dir("p", &[V1, ("add/v2.json", text)], &list)).unwrap();
            let kept = with("theirs").unwrap();
            let expected = format!("{}{theirs}", line("one", "add/v1.json"));
            assert_eq!(kept.to_string(), expected);
            assert_eq!(with("both"), Err(vec!["add/v2.json".to_owned()]));
        }
    }

    #[test]
    fn a_tombstone_takes_the_line_of_its_version_along() {
        let grave = line("grave", "add/v1.retired.json");
        let list = met(&grave, &line("two", "add/v2.json"));
        let files = [("add/v1.retired.json", "grave"), ("add/v2.json", "two")];
        let merged = merged(&dir("p", &files, &list)).unwrap().unwrap();
        assert_eq!(merged.digest("add/v1.json"), None);
        assert!(merged.digest("add/v1.retired.json").is_some());
    }

    #[test]
    fn what_is_edited_or_gone_is_not_covered_up() {
        let list = met(&line("two", "add/v2.json"), &line("b", "b/v1.json"));
        let files = [("add/v1.json", "edited"), ("add/v2.json", "two")];
        let merged = merged(&dir("p", &files, &list)).unwrap().unwrap();
        assert_eq!(merged.digest("add/v1.json"), Some(&*digest(b"one")));
        assert!(merged.digest("b/v1.json").is_some());
    }

    #[test]
    fn other_lists_are_left_alone() {
        let sound = line("one", "add/v1.json");
        for list in [sound.clone(), format!("{sound}damaged\n"), String::new()] {
            assert_eq!(merged(&dir("p", &[V1], &list)), None, "{list}");
        }
    }

    #[test]
    fn lines_follow_their_files_from_package_to_package() {
        let both = format!("{}{}", line("one", "add/v1.json"), line("b", "b/v1.json"));
        let old = dir("old/published", &[("b/v1.json", "b")], &both);
        let new = PublishedDir::new(
            Path::new("new/published"),
            [("add/v1.json".to_owned(), b"one".to_vec())].into(),
        );
        let settled = Settled::all(&[old, new], 1);
        let lists: Vec<_> = settled.iter().map(|list| list.sums.to_string()).collect();
        assert_eq!(lists, [line("one", "add/v1.json"), line("b", "b/v1.json")]);

        let old = dir("old/published", &[("b/v1.json", "b")], &both);
        let edited = PublishedDir::new(
            Path::new("new/published"),
            [("add/v1.json".to_owned(), b"edited".to_vec())].into(),
        );
        assert!(Settled::all(&[old, edited], 2).is_empty(), "an edit is none");
    }
}
