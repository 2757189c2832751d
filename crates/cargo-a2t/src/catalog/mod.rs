//! `FILE|URL` becomes a catalog: fetched, or read from a snapshot, a page, a list or a signature.

mod arguments;
mod headers;
mod opened;
mod rejected;

use std::cmp::Reverse;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use a2t::dialect::Described;
use a2t_codegen::fetch::{self, Endpoint, PageDiagnostic};
use a2t_codegen::file::regular;
use a2t_codegen::snapshot::{self, Snapshot};
use a2t_codegen::{Selection, few, no_tool, source, split_version};
use a2t_core::ToolSignature;
use a2t_core::document::DocumentError;
use a2t_core::error::inert;
use a2t_core::rule::Severity;
use a2t_core::wire::page::DOCUMENT_MAX;
use serde_json::Value;

pub(crate) use crate::diagnostic::shown;
use crate::diagnostic::{self, Diagnostic, Location};
use crate::mcp::Document;
use crate::progress::Progress;
use crate::report::{CommandError, to_stderr};
use crate::text::{remark, versioned};
pub(crate) use arguments::{Bounded, Named, Picked, file};
pub(crate) use headers::{Headers, Variable};
pub(crate) use opened::Opened;
pub(crate) use rejected::{RejectedTool, refused, report_rejected};

/// Origin of a catalog.
#[derive(Debug)]
pub(crate) enum Source {
    File(PathBuf),
    Url(Box<Endpoint>),
}

#[derive(Debug, Default)]
pub(crate) struct Catalog {
    pub(crate) tools: Vec<ToolSignature>,
    /// The versions before those, where a whole folder `published` was read.
    pub(crate) older: Vec<ToolSignature>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// Address that a snapshot was fetched from.
    pub(crate) origin: Option<a2t_schema::Source>,
    pub(crate) goes_on: bool,
    /// The tools that break rules, where the others were asked for.
    pub(crate) refused: Vec<RejectedTool>,
}

pub(crate) const FILE: &str = "A snapshot, a page, a list of signatures, one signature such as `published/add/v1.json`, \
                               or a folder `published`, whose newest versions are taken";

impl Source {
    pub(crate) fn new(
        text: &str,
        endpoint: impl FnOnce(&str) -> Result<Endpoint, CommandError>,
    ) -> Result<Self, CommandError> {
        if text.contains("://") {
            Ok(Self::Url(Box::new(endpoint(text)?)))
        } else {
            Ok(Self::File(text.into()))
        }
    }

    /// The tools, each of which must obey every rule.
    pub(crate) fn open(&self) -> Result<Opened, CommandError> {
        match self {
            Self::Url(endpoint) => fetched(endpoint).map(Opened::Signed),
            Self::File(path) => open(path),
        }
    }

    /// The tools that obey every rule, for commands that read each separately; the others are
    /// left out.
    pub(crate) fn open_sound(&self) -> Result<Opened, CommandError> {
        match self {
            Self::Url(endpoint) => sound(endpoint).map(Opened::Signed),
            Self::File(path) => rejected::sound(path),
        }
    }
}

/// The tools of a server that obey every rule; the others are left out.
pub(crate) fn sound(endpoint: &Endpoint) -> Result<Catalog, CommandError> {
    Ok(on_server(watched(endpoint, fetch::Request::default().sound())?))
}

/// Every version that a server has of a tool, which `NAME` or `NAME@N` names.
pub(crate) fn versions(endpoint: &Endpoint, wanted: &str) -> Result<Catalog, CommandError> {
    let listed = sound(endpoint)?;
    let name = [wanted, split_version(wanted).0]
        .into_iter()
        .find(|name| !listed.versions(name).is_empty());
    let Some(tool) = name.and_then(|name| listed.versions(name).first().copied()) else {
        return Ok(listed);
    };
    let selection = Selection::default().tool(tool.tool_id.to_string()).all_versions();
    let request = fetch::Request::default().selection(&selection);
    Ok(on_server(watched(endpoint, request)?))
}

/// Fetches, while people see how far it is.
fn watched(
    endpoint: &Endpoint,
    request: fetch::Request<'_>,
) -> Result<fetch::Catalog, fetch::Error> {
    let progress = Progress::new();
    let on_progress = |done| progress.fetched(done);
    fetch::selected(endpoint, &request.progress(&on_progress))
}

fn against_rules(mut lines: Vec<String>, more: usize) -> CommandError {
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    let lines = lines.join("\n");
    CommandError::new(format!("the catalog breaks rules, so its tools cannot be used:\n{lines}"))
}

impl Catalog {
    /// The versions that there are of a tool, or the one that `NAME@N` names; newest first.
    pub(crate) fn versions(&self, wanted: &str) -> Vec<&ToolSignature> {
        let of = |name: &str, version: Option<u32>| {
            let id = name.parse().ok();
            let is = |tool: &&ToolSignature| {
                (tool.name == name || Some(tool.tool_id) == id)
                    && version.is_none_or(|version| tool.version == version)
            };
            let mut found: Vec<_> = self.tools.iter().chain(&self.older).filter(is).collect();
            found.sort_by_key(|tool| Reverse(tool.version));
            found
        };
        let (name, version) = split_version(wanted);
        let whole = of(wanted, None);
        if whole.is_empty() { of(name, version) } else { whole }
    }

    pub(crate) fn tool(&self, wanted: &str) -> Result<&ToolSignature, CommandError> {
        let newest = |tool: &&ToolSignature| tool.version;
        let matching = self.versions(wanted).into_iter();
        let known = [wanted, split_version(wanted).0];
        let refused = |one: &&RejectedTool| {
            let id = one.id.as_deref().unwrap_or_default();
            known.iter().any(|wanted| one.label == *wanted || id == *wanted)
        };
        matching.max_by_key(newest).ok_or_else(|| {
            if let Some(refused) = self.refused.iter().find(refused) {
                return CommandError::new(refused.message());
            }
            let versions = self.versions(split_version(wanted).0);
            if !versions.is_empty() {
                let all = versions.iter().map(|tool| versioned(&tool.name, tool.version));
                let (wanted, all) = (inert(wanted), few(all));
                return CommandError::new(format!("there is no `{wanted}`; there is {all}"));
            }
            let names = self.tools.iter().map(|tool| &*tool.name);
            CommandError::new(no_tool(wanted, names))
        })
    }
}

fn on_server(found: fetch::Catalog) -> Catalog {
    Catalog {
        warnings: found.warnings.iter().map(on_page).collect(),
        refused: found.refused.iter().map(refused).collect(),
        tools: found.tools,
        ..Catalog::default()
    }
}

fn fetched(endpoint: &Endpoint) -> Result<Catalog, CommandError> {
    match watched(endpoint, fetch::Request::default()) {
        Ok(found) => Ok(on_server(found)),
        Err(fetch::Error::Invalid { diagnostics, more, .. }) => {
            let lines = diagnostics.iter().map(PageDiagnostic::to_string);
            Err(against_rules(lines.collect(), more))
        }
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn on_page(finding: &PageDiagnostic) -> Diagnostic {
    let (number, url) = (finding.page, String::new());
    let found = located(&finding.diagnostic, &Rc::new(diagnostic::Source::Page { number, url }));
    match &finding.tool {
        Some(tool) => found.of_tool(tool),
        None => found,
    }
}

/// Reads a file of any kind, or a folder `published`: the one way to tools that stand in files.
pub(crate) fn open(path: &Path) -> Result<Opened, CommandError> {
    if path.is_dir() {
        let folder = source::read_folder(path, path).map_err(|lines| against_rules(lines, 0))?;
        let older = folder.older.iter().map(|version| version.signature.clone());
        return Ok(Opened::Signed(Catalog {
            older: older.collect(),
            tools: folder.into_catalog().tools,
            ..Catalog::default()
        }));
    }
    let bytes = bytes(path)?;
    let document = source::parse(&bytes).map_err(|refusal| broken(path, &refusal))?;
    let source = source::read(&document).map_err(|refusal| broken(path, &refusal))?;
    Ok(whole(path, &document, source))
}

fn whole(path: &Path, document: &source::Document, source: source::Source) -> Opened {
    let goes_on = source.goes_on();
    Opened::Signed(match source {
        source::Source::Described(snapshot) => {
            let (path, text) = (path.to_owned(), document.text().to_owned());
            return Opened::Described(Box::new(Document { path, text, snapshot }));
        }
        source::Source::Snapshot(snapshot) => {
            Catalog { tools: snapshot.tools, origin: Some(snapshot.source), ..Catalog::default() }
        }
        source::Source::Catalog(found) => Catalog {
            warnings: {
                let found = in_file(path, &source::located(document.text(), &found.unknown));
                named(found, &names(document.value()))
            },
            tools: found.tools,
            goes_on,
            ..Catalog::default()
        },
    })
}

fn broken(path: &Path, refusal: &DocumentError) -> CommandError {
    against_rules(refusal.lines(&shown(path)), 0)
}

/// A snapshot that is written is a file: what has no end is not read to see what it was, and nothing is
/// written through a link.
pub(crate) fn writable(path: &Path) -> Result<(), CommandError> {
    let Ok(found) = std::fs::symlink_metadata(path) else { return Ok(()) };
    regular(&found).map_err(|why| CommandError::new(format!("cannot write {}: {why}", shown(path))))
}

/// The approved snapshot in a file.
pub(crate) fn approved(path: &Path) -> Result<Snapshot, CommandError> {
    let failed = |source| {
        let path = path.to_owned();
        CommandError::from(snapshot::Error::Unverified { path, source })
    };
    snapshot::read(&bytes(path)?).map_err(failed)
}

pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(DOCUMENT_MAX).unwrap_or(u64::MAX).saturating_add(1);
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    let advice = "give a file, or an address such as https://api.weather.example";
    read.map_err(|error| CommandError::new(format!("{}: {error}; {advice}", shown(path))))?;
    Ok(bytes)
}

/// Prints remarks on the deprecated tools among these, or their versions, to standard error, which no
/// program parses for outputs or findings.
pub(crate) fn report_deprecated<'t, T: Into<Described<'t>>>(tools: impl IntoIterator<Item = T>) {
    for tool in tools.into_iter().map(T::into) {
        let Some(remarked) = tool.deprecated() else { continue };
        let name = inert(tool.name());
        let what = match tool {
            Described::Signature(tool) => format!("version {} of `{name}`", tool.version),
            _ => format!("`{name}`"),
        };
        to_stderr(&format!("warning: {what} is {}\n", inert(&remark(remarked))));
    }
}

/// The list of tools of a page or a snapshot, and the member that it is.
pub(crate) fn list(document: &Value) -> Option<(&'static str, &Value)> {
    ["items", "tools"].into_iter().find_map(|name| Some((name, document.get(name)?)))
}

/// The names of the tools of a list, by their position.
pub(crate) fn names(document: &Value) -> Vec<Option<String>> {
    let items = list(document).map_or(document, |(_, list)| list).as_array();
    let name = |item: &Value| Some(item.get("name")?.as_str()?.to_owned());
    items.into_iter().flatten().map(name).collect()
}

fn named(found: Vec<Diagnostic>, names: &[Option<String>]) -> Vec<Diagnostic> {
    let named = |one: Diagnostic| match one.item().and_then(|index| names.get(index)?.as_ref()) {
        Some(name) => one.of_tool(name),
        None => one,
    };
    found.into_iter().map(named).collect()
}

fn in_file(path: &Path, mistakes: &[source::Diagnostic]) -> Vec<Diagnostic> {
    let source = Rc::new(diagnostic::Source::File(path.to_owned()));
    let mistakes = mistakes.iter();
    mistakes.map(|mistake| located(mistake, &source)).collect()
}

fn located(mistake: &source::Diagnostic, source: &Rc<diagnostic::Source>) -> Diagnostic {
    let diagnostic = Diagnostic::read(mistake, Severity::Warning);
    diagnostic.at(Location::new(source, (mistake.line, mistake.column)))
}
