//! Errors that published tools list, for the enum that declares them: a change is one error at its variant, with the
//! tools that publish it.

use std::convert::Infallible;
use std::fs;
use std::path::Path;

use a2t_core::published::{FileName, lines, read_version};
use a2t_core::{ProblemType, ToolSignature};

use super::file::bytes;
use super::folder::Folder;
use super::known::Known;
use super::lines::Lines;
use crate::ast::{Declared, Errors};

/// Tools that list the same errors in their newest versions. The first one represents them.
pub(crate) struct Shared {
    pub(crate) signature: ToolSignature,
    pub(crate) file: String,
    /// Each error's location in the file, and the tools that publish it.
    pub(crate) locations: Vec<Location>,
    pub(crate) tools: String,
}

pub(crate) struct Location {
    pub(crate) file: String,
    pub(crate) tools: String,
}

struct Group {
    /// The errors as they are in the file, without the tool's id.
    section: String,
    signature: ToolSignature,
    /// The folder and the file of the first tool. `text` is the content of that file.
    file: String,
    text: String,
    tools: Vec<String>,
}

static KNOWN: Known<Vec<Group>> = Known::new();

/// Returns the errors of the published tools that return this enum, as far as names and texts show it. Those with the
/// fewest differences come first.
pub(crate) fn errors(errors: &Errors) -> Vec<Shared> {
    let Some(folder) = Folder::find() else {
        return Vec::new();
    };
    let read = |path: &Path| Ok::<_, Infallible>(groups(path));
    let Ok(groups) = KNOWN.get(folder.path(), folder.stamp(), read);
    let declared: Vec<_> = errors.declared().map(|(_, declared)| declared).collect();
    let mut fitting: Vec<_> = groups
        .iter()
        .filter_map(|group| Some((differences(&group.signature.errors, &declared)?, group)))
        .collect();
    if fitting.is_empty() {
        // Every error differs, as the only one of an enum does. Another enum may have errors of these names, too.
        let is_named = |group: &&Group| has_names(&declared, &group.signature.errors);
        let named: Vec<_> = groups.iter().filter(is_named).collect();
        if let [only] = *named {
            fitting.push((declared.len(), only));
        }
    }
    // A tool that lists a part of the errors comes after those that list more.
    let fewer = |group: &Group| std::cmp::Reverse(group.signature.errors.len());
    fitting.sort_by_key(|(differences, group)| (*differences, fewer(group)));
    let all: Vec<_> = fitting.iter().map(|(_, group)| *group).collect();
    all.iter().map(|group| shared(group, &all, &folder)).collect()
}

fn shared(group: &Group, all: &[&Group], folder: &Folder) -> Shared {
    let file = folder.shown_file(&group.file);
    let lines = Lines::new(&group.text);
    let location = |error: &ProblemType| {
        let path = a2t_core::evolution::Path::Error(&error.name);
        let also = all.iter().filter(|group| group.signature.errors.contains(error));
        Location {
            file: format!("{file}:{}", lines.line(&group.signature, path)),
            tools: listed(also.flat_map(|group| &group.tools)),
        }
    };
    Shared {
        locations: group.signature.errors.iter().map(location).collect(),
        tools: listed(group.tools.iter()),
        signature: group.signature.clone(),
        file,
    }
}

/// Counts the errors whose texts or status differ in the enum. Returns `None` if the enum has too few of them.
fn differences(published: &[ProblemType], declared: &[&Declared]) -> Option<usize> {
    let is_same = |error: &&ProblemType| declared.iter().any(|declared| same(error, declared));
    let same = published.iter().filter(is_same).count();
    let differences = published.len().saturating_sub(same);
    (same > 0 && same >= differences).then_some(differences)
}

/// Returns `true` if these are the names of all declared errors.
fn has_names(declared: &[&Declared], published: &[ProblemType]) -> bool {
    declared.len() == published.len()
        && declared
            .iter()
            .all(|declared| published.iter().any(|published| published.name == declared.name.value))
}

fn same(published: &ProblemType, declared: &Declared) -> bool {
    let description = declared.description.as_ref().map_or("", |text| &text.value);
    published.name == declared.name.value
        && published.status == declared.status
        && published.description == description
        && published.uri.as_deref() == declared.uri.as_ref().map(syn::LitStr::value).as_deref()
}

pub(super) fn listed<'a>(tools: impl Iterator<Item = &'a String>) -> String {
    const SHOWN: usize = 6;
    let mut tools: Vec<_> = tools.map(String::as_str).collect();
    tools.sort_unstable();
    match (tools.split_at_checked(SHOWN), tools.last()) {
        (Some((shown, [_, _, ..])), _) => {
            format!("{} and {} more", shown.join(", "), tools.len().saturating_sub(SHOWN))
        }
        _ => tools.join(", "),
    }
}

/// Groups the published tools by their errors. Each tool reports problems with its own file.
fn groups(path: &Path) -> Vec<Group> {
    let folders = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    let mut folders: Vec<_> =
        folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    folders.sort_unstable();
    let mut groups = Vec::new();
    for folder in folders {
        let _ = add(path, &folder, &mut groups);
    }
    groups
}

fn add(path: &Path, folder: &str, groups: &mut Vec<Group>) -> Option<()> {
    let entries = fs::read_dir(path.join(folder)).ok()?.filter_map(Result::ok);
    let names = entries.filter_map(|entry| FileName::parse(entry.file_name().to_str()?));
    let versions = names.filter(|name| matches!(name, FileName::Version(_)));
    let file = format!("{folder}/{}", versions.max_by_key(|name| name.version())?);
    let bytes = bytes(&path.join(&file)).ok()?;
    let text = lines(str::from_utf8(&bytes).ok()?);
    let section = section(&text)?;
    if let Some(group) = groups.iter_mut().find(|group| group.section == section) {
        let name = text.lines().nth(2)?.strip_prefix("  \"name\": \"")?.strip_suffix("\",")?;
        group.tools.push(name.to_owned());
        return Some(());
    }
    let signature = read_version(text.as_bytes()).ok()?;
    let tools = vec![signature.name.to_string()];
    groups.push(Group { section, signature, file, text, tools });
    Some(())
}

/// Returns the errors of a published file, whose layout is always the same, without the tool's id.
fn section(text: &str) -> Option<String> {
    let (head, rest) = text.split_once("\n  \"errors\": [\n")?;
    let (errors, _) = rest.split_once("\n  ]")?;
    let (_, id) = head.split_once("\"toolId\": \"")?;
    let (id, _) = id.split_once('"')?;
    Some(errors.replace(id, ""))
}
