//! Packages as `cargo metadata` describes them, and the tools in their code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use a2t_core::error::inert;
use a2t_core::published::FOLDER;
use a2t_core::{ToolId, ToolSignature};
use serde_json::Value;

use super::PublishedDir;
use super::cargo::Selection;
use super::cfg::Cfg;
use crate::report::CommandError;
use crate::text::meant;

pub(crate) struct Package {
    pub(super) id: String,
    pub(crate) name: String,
    /// Folder of its `Cargo.toml`.
    pub(crate) folder: PathBuf,
    pub(crate) workspace: PathBuf,
    pub(super) targets: Vec<Target>,
    pub(super) features: Vec<String>,
    /// The features that were off in every build so far.
    pub(crate) off: Vec<String>,
    /// The conditions that the builds set.
    pub(crate) builds: Vec<Cfg>,
    /// The versions in programs that were built but could not run.
    pub(crate) unrun: BTreeSet<(ToolId, u32)>,
    /// The tools in its code, by id and version, once they were looked for.
    pub(crate) tools: Vec<Code>,
}

pub(crate) struct Target {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) root: PathBuf,
    pub(super) has_tools: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Library,
    Binary,
    Example,
}

pub(crate) struct Code {
    pub(crate) signature: ToolSignature,
    pub(crate) file: PathBuf,
    pub(crate) line: u32,
    pub(crate) item: String,
    /// Listed by a toolset, or maybe by one that this build does not see.
    pub(crate) listed: bool,
}

impl Code {
    pub(crate) fn is_duplicate(&self, other: &Self) -> bool {
        let key = |code: &Self| (code.signature.tool_id, code.signature.version);
        key(self) == key(other)
    }
}

impl Package {
    pub(crate) fn dir(&self) -> Result<PublishedDir, CommandError> {
        PublishedDir::read(&self.published())
    }

    pub(crate) fn published(&self) -> PathBuf {
        let other = std::env::var_os("A2T_PUBLISHED_DIR");
        other.map_or_else(|| self.folder.join(FOLDER), PathBuf::from)
    }

    pub(crate) fn has_no_tools(&self) -> bool {
        self.tools.is_empty() && self.unrun.is_empty()
    }

    pub(crate) fn roots(&self) -> impl Iterator<Item = &Path> {
        let targets = self.targets.iter().filter(|target| target.has_tools);
        targets.map(|target| target.root.as_path())
    }
}

pub(crate) struct Packages {
    pub(crate) selected: Vec<Package>,
    pub(crate) others: Vec<Package>,
}

impl Packages {
    /// Everything that is published in the workspace: first by the selected packages.
    pub(crate) fn dirs(&self) -> Result<Vec<PublishedDir>, CommandError> {
        let all = self.selected.iter().chain(&self.others);
        all.map(Package::dir).collect()
    }
}

pub(crate) fn packages(selection: &Selection) -> Result<Packages, CommandError> {
    let metadata = metadata(selection)?;
    let text = |value: &Value, member: &str| {
        let text = value.get(member).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    let ids = |member: &str| -> Vec<&Value> {
        let list = metadata.get(member).and_then(Value::as_array);
        list.into_iter().flatten().collect()
    };
    let workspace = PathBuf::from(text(&metadata, "workspace_root"));
    let members = ids("workspace_members");
    let mut all = Vec::new();
    for package in ids("packages") {
        let Some(id) = package.get("id").filter(|id| members.contains(id)) else {
            continue;
        };
        let manifest = PathBuf::from(text(package, "manifest_path"));
        let package = Package {
            id: id.as_str().unwrap_or_default().to_owned(),
            name: text(package, "name"),
            folder: manifest.parent().unwrap_or(Path::new("")).to_owned(),
            workspace: workspace.clone(),
            targets: targets(package, selection),
            features: features(package),
            off: Vec::new(),
            builds: Vec::new(),
            unrun: BTreeSet::new(),
            tools: Vec::new(),
        };
        all.push((id, package));
    }
    let default = ids("workspace_default_members");
    select(all, &default, &workspace, selection)
}

fn metadata(selection: &Selection) -> Result<Value, CommandError> {
    let mut command = selection.cargo("metadata");
    let output = command.args(["--no-deps", "--format-version", "1"]).output();
    let output =
        output.map_err(|error| CommandError::new(format!("cargo cannot be run: {error}")))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(CommandError::new(format!("`cargo metadata` failed:\n{}", stderr.trim())));
    }
    let read = serde_json::from_slice(&output.stdout);
    read.map_err(|error| CommandError::new(format!("`cargo metadata` printed no JSON: {error}")))
}

fn features(package: &Value) -> Vec<String> {
    let features = package.get("features").and_then(Value::as_object);
    let names = features.into_iter().flat_map(|features| features.keys());
    names.filter(|name| *name != "default").cloned().collect()
}

fn targets(package: &Value, selection: &Selection) -> Vec<Target> {
    let list = package.get("targets").and_then(Value::as_array);
    let target = |target: &Value| {
        let name = target.get("name")?.as_str()?.to_owned();
        let kinds = target.get("kind")?.as_array()?.iter();
        let kind = match kinds.filter_map(Value::as_str).next()? {
            "bin" => Kind::Binary,
            "example" if selection.examples.contains(&name) => Kind::Example,
            "example" | "test" | "bench" | "custom-build" => return None,
            _ => Kind::Library,
        };
        let root = target.get("src_path")?.as_str()?.into();
        let has_tools = false;
        Some(Target { kind, name, root, has_tools })
    };
    list.into_iter().flatten().filter_map(target).collect()
}

fn select(
    all: Vec<(&Value, Package)>,
    default: &[&Value],
    workspace: &Path,
    selection: &Selection,
) -> Result<Packages, CommandError> {
    let names: Vec<_> = all.iter().map(|(_, package)| package.name.clone()).collect();
    for wanted in &selection.packages {
        if !names.contains(wanted) {
            let meant = meant(wanted, names.iter().map(String::as_str));
            let wanted = inert(wanted);
            return Err(CommandError::new(format!(
                "the workspace has no package `{wanted}`{meant}"
            )));
        }
    }
    let here = if selection.packages.is_empty() && !selection.workspace {
        located(selection)?
    } else {
        PathBuf::new()
    };
    let is_member = all.iter().any(|(_, package)| package.folder == here);
    let meant = |(id, package): &(&Value, Package)| {
        if !selection.packages.is_empty() {
            selection.packages.contains(&package.name)
        } else if selection.workspace {
            true
        } else if here == workspace || !is_member {
            default.contains(id)
        } else {
            package.folder == here
        }
    };
    let (selected, others): (Vec<_>, Vec<_>) = all.into_iter().partition(meant);
    let package = |(_, package): (&Value, Package)| package;
    Ok(Packages {
        selected: selected.into_iter().map(package).collect(),
        others: others.into_iter().map(package).collect(),
    })
}

fn located(selection: &Selection) -> Result<PathBuf, CommandError> {
    let mut command = selection.cargo("locate-project");
    let output = command.args(["--message-format", "plain"]).stderr(Stdio::inherit()).output();
    let output =
        output.map_err(|error| CommandError::new(format!("cargo cannot be run: {error}")))?;
    let path = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    Ok(path.parent().unwrap_or(Path::new("")).to_owned())
}
