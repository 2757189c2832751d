//! Published versions of a revision, from the `git` program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use a2t_core::error::inert;
use a2t_core::published::{FOLDER, FileName};

use crate::git::{checked, git};
use crate::published::PublishedDir;
use crate::report::CommandError;

pub(super) struct Revision {
    pub(super) name: String,
    commit: String,
}

impl Revision {
    pub(super) fn new(text: &str) -> Result<Self, CommandError> {
        let name = inert(text);
        let unknown = |why: &str| {
            CommandError::new(format!(
                "`{name}` is neither a folder, nor an address, nor a revision that git knows{why}; in CI, the history may not \
                 have been fetched (`fetch-depth: 0`)"
            ))
        };
        if text.starts_with('-') {
            return Err(unknown(""));
        }
        let spec = format!("{text}^{{commit}}");
        let output = git(Path::new("."), &["rev-parse", "--verify", "--quiet", &spec], &[])?;
        let commit = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if output.status.success() && !commit.is_empty() {
            Ok(Self { name, commit })
        } else {
            let stderr = inert(String::from_utf8_lossy(&output.stderr).trim());
            Err(unknown(&if stderr.is_empty() { stderr } else { format!(" ({stderr})") }))
        }
    }

    /// Published versions of the folder `ours`, which is below `folder`. Versions published after
    /// this branch began that are not here yet are left out: the branch has not removed them.
    pub(super) fn dir(
        &self,
        folder: &Path,
        ours: &PublishedDir,
    ) -> Result<PublishedDir, CommandError> {
        let name = ours.root.strip_prefix(folder).unwrap_or(&ours.root);
        let parts: Option<Vec<_>> = name.iter().map(|part| part.to_str()).collect();
        let Some(name) = parts.map(|parts| parts.join("/")) else {
            return Ok(PublishedDir::default());
        };
        let name = name.as_str();
        let mut files = self.files(folder, name, &self.commit)?;
        if let Some(base) = self.base(folder)? {
            let before = self.files(folder, name, &base)?;
            files.retain(|path, _| ours.files.contains_key(path) || before.contains_key(path));
        }
        let oids: Vec<_> = files.values().cloned().collect();
        let texts = blobs(folder, &oids)?;
        let files = files.into_keys().zip(texts).collect();
        Ok(PublishedDir::new(&ours.root, files))
    }

    pub(super) fn gone(&self, workspace: &Path) -> Result<Vec<PathBuf>, CommandError> {
        let output = git(workspace, &["ls-tree", "-r", "-z", "--name-only", &self.commit], &[])?;
        let listing = checked(output)?;
        let listing = listing.split(|byte| *byte == 0).map(String::from_utf8_lossy);
        let paths: BTreeSet<_> = listing.map(|path| format!("/{path}")).collect();
        let package = |path: &String| {
            let (tool, file) = path.rsplit_once('/')?;
            FileName::parse(file)?;
            let package = tool.rsplit_once('/')?.0.strip_suffix(&format!("/{FOLDER}"))?;
            paths.contains(&format!("{package}/Cargo.toml")).then(|| package.to_owned())
        };
        let packages: BTreeSet<_> = paths.iter().filter_map(package).collect();
        let roots = packages
            .iter()
            .map(|package| workspace.join(package.trim_start_matches('/')).join(FOLDER));
        Ok(roots.filter(|root| !root.exists()).collect())
    }

    /// Merge base of this branch and the revision; `None` where git knows none.
    fn base(&self, folder: &Path) -> Result<Option<String>, CommandError> {
        let output = git(folder, &["merge-base", "HEAD", &self.commit], &[])?;
        let base = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Some(base).filter(|base| output.status.success() && !base.is_empty()))
    }

    fn files(
        &self,
        folder: &Path,
        name: &str,
        commit: &str,
    ) -> Result<BTreeMap<String, String>, CommandError> {
        let output = git(folder, &["ls-tree", "-r", "-z", commit, "--", &format!("{name}/")], &[])?;
        let listing = checked(output)?;
        let mut files = BTreeMap::new();
        for entry in listing.split(|byte| *byte == 0) {
            // `MODE blob OID<tab>PATH`
            let entry = String::from_utf8_lossy(entry);
            let Some((facts, path)) = entry.split_once('\t') else {
                continue;
            };
            let path = path.strip_prefix(name).and_then(|path| path.strip_prefix('/'));
            if let (Some(path), Some(oid)) = (path, facts.split(' ').nth(2)) {
                files.insert(path.to_owned(), oid.to_owned());
            }
        }
        Ok(files)
    }
}

/// The texts of these ids, in their order, from one process.
fn blobs(folder: &Path, oids: &[String]) -> Result<Vec<Vec<u8>>, CommandError> {
    let input = oids.join("\n") + "\n";
    let output = checked(git(folder, &["cat-file", "--batch"], input.as_bytes())?)?;
    let mut rest = output.as_slice();
    let mut texts = Vec::with_capacity(oids.len());
    for oid in oids {
        // `OID blob SIZE<line feed>TEXT<line feed>`
        let parsed = rest.iter().position(|byte| *byte == b'\n').and_then(|end| {
            let (head, tail) = rest.split_at_checked(end)?;
            let size = str::from_utf8(head).ok()?.rsplit(' ').next()?.parse().ok()?;
            let (text, after) = tail.get(1..)?.split_at_checked(size)?;
            Some((text, after.get(1..)?))
        });
        let (text, after) =
            parsed.ok_or_else(|| CommandError::new(format!("git has no text of {oid}")))?;
        texts.push(text.to_vec());
        rest = after;
    }
    Ok(texts)
}
