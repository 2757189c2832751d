//! `FILE|URL` becomes a catalog: fetched, or read from a snapshot, a page, a list or a signature.

mod arguments;
mod aside;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use a2t_codegen::fetch::{self, Endpoint, Finding};
use a2t_codegen::source;
use a2t_core::ToolSignature;
use a2t_core::error::{inert, nearest};
use a2t_core::wire::page::DOCUMENT_MAX;
use serde_json::{Value, json};

use crate::report::Failure;
pub(crate) use arguments::{Bounded, Headers, Named, Picked};
pub(crate) use aside::{Refused, refused, tell};

/// Where a catalog comes from.
#[derive(Debug)]
pub(crate) enum Source {
    File(PathBuf),
    Url(Box<Endpoint>),
}

/// A catalog that obeys every rule.
#[derive(Debug)]
pub(crate) struct Catalog {
    pub(crate) tools: Vec<ToolSignature>,
    /// The versions before those, where a whole folder `published` was read.
    pub(crate) older: Vec<ToolSignature>,
    /// The unknown members.
    pub(crate) warnings: Vec<Mistake>,
    /// Where a snapshot was fetched from.
    pub(crate) origin: Option<String>,
    /// It is one page of a list that goes on.
    pub(crate) goes_on: bool,
    /// The tools that break rules, where the others were asked for.
    pub(crate) refused: Vec<Refused>,
}

/// Why there is no catalog.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It was read and breaks rules.
    Rules {
        mistakes: Vec<Mistake>,
        /// How many more there are.
        more: usize,
    },
    /// It could not be read.
    Unread(Failure),
}

/// One mistake of a document, where people and programs find it.
#[derive(Debug)]
pub(crate) struct Mistake {
    /// `FILE:LINE:COLUMN: what is wrong`.
    pub(crate) text: String,
    pub(crate) json: Value,
}

/// Help to FILE of a command that needs an approved catalog.
pub(crate) const FILE: &str = "A snapshot, a page, a list of signatures, one signature such as `published/add/v1.json`, \
                               or a folder `published`, whose newest versions are taken";

impl Source {
    /// An address if it has `://` in it, else a file.
    pub(crate) fn new(
        text: &str,
        endpoint: impl FnOnce(&str) -> Result<Endpoint, Failure>,
    ) -> Result<Self, Failure> {
        if text.contains("://") {
            Ok(Self::Url(Box::new(endpoint(text)?)))
        } else {
            Ok(Self::File(text.into()))
        }
    }

    /// The catalog, or everything that is wrong with it.
    pub(crate) fn read(&self) -> Result<Catalog, Refusal> {
        match self {
            Self::Url(endpoint) => fetched(endpoint),
            Self::File(path) => read(path),
        }
    }

    /// The tools that obey every rule, for commands that look at each on its own; the others are
    /// set aside.
    pub(crate) fn sound(&self) -> Result<Catalog, Failure> {
        match self {
            Self::Url(endpoint) => Ok(on_server(fetch::sound(endpoint)?)),
            Self::File(path) => aside::sound(path).map_err(required),
        }
    }

    /// The catalog, for commands that need one.
    pub(crate) fn required(&self) -> Result<Catalog, Failure> {
        self.read().map_err(required)
    }
}

/// Why a command that needs a catalog cannot go on.
pub(crate) fn required(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Unread(failure) => failure,
        Refusal::Rules { mistakes, more } => {
            let mut lines: Vec<_> = mistakes.into_iter().map(|mistake| mistake.text).collect();
            if more > 0 {
                lines.push(format!("and {more} more"));
            }
            Failure::new(format!(
                "the catalog breaks rules, so its tools cannot be used:\n{}",
                lines.join("\n")
            ))
        }
    }
}

impl Catalog {
    /// The tool with this name or id.
    pub(crate) fn tool(&self, wanted: &str) -> Result<&ToolSignature, Failure> {
        let id = wanted.parse().ok();
        let newest = |tool: &&ToolSignature| tool.version;
        let matching = self
            .tools
            .iter()
            .filter(|tool| tool.name == wanted || Some(tool.tool_id) == id);
        let refused = |one: &&Refused| one.label == wanted || one.id.as_deref() == Some(wanted);
        matching.max_by_key(newest).ok_or_else(|| {
            if let Some(refused) = self.refused.iter().find(refused) {
                return Failure::new(refused.told());
            }
            let names = self.tools.iter().map(|tool| &*tool.name);
            let meant = nearest(wanted, names).map_or(String::new(), |name| {
                format!("; did you mean `{}`?", inert(name))
            });
            let advice = "`cargo a2t list` shows what there is";
            Failure::new(format!(
                "no tool is called `{}`{meant}; {advice}",
                inert(wanted)
            ))
        })
    }
}

fn on_server(found: fetch::Catalog) -> Catalog {
    Catalog {
        warnings: found.warnings.iter().map(on_page).collect(),
        refused: found.refused.iter().map(refused).collect(),
        tools: found.tools,
        older: Vec::new(),
        origin: None,
        goes_on: false,
    }
}

fn fetched(endpoint: &Endpoint) -> Result<Catalog, Refusal> {
    match fetch::catalog(endpoint) {
        Ok(found) => Ok(on_server(found)),
        Err(fetch::Error::Invalid { findings, more, .. }) => Err(Refusal::Rules {
            mistakes: findings.iter().map(on_page).collect(),
            more,
        }),
        Err(error) => Err(Refusal::Unread(error.into())),
    }
}

pub(crate) fn on_page(finding: &Finding) -> Mistake {
    let mut json = placed(&finding.mistake);
    if let Some(members) = json.as_object_mut() {
        members.insert("page".to_owned(), finding.page.into());
    }
    let text = finding.to_string();
    Mistake { text, json }
}

/// The catalog in a file, or in a folder `published`.
pub(crate) fn read(path: &Path) -> Result<Catalog, Refusal> {
    if path.is_dir() {
        let folder = source::read_folder(path, path).map_err(in_folder)?;
        let older = folder.older.iter().map(|version| version.signature.clone());
        return Ok(Catalog {
            older: older.collect(),
            tools: folder.into_catalog().tools,
            warnings: Vec::new(),
            origin: None,
            goes_on: false,
            refused: Vec::new(),
        });
    }
    let bytes = bytes(path).map_err(Refusal::Unread)?;
    let document = source::parse(&bytes).map_err(|refusal| broken(path, refusal))?;
    let source = source::read(&document).map_err(|refusal| broken(path, refusal))?;
    Ok(whole(path, &document, source))
}

fn whole(path: &Path, document: &source::Document, source: source::Source) -> Catalog {
    let (goes_on, refused) = (source.goes_on(), Vec::new());
    match source {
        source::Source::Snapshot(snapshot) => Catalog {
            tools: snapshot.tools,
            older: Vec::new(),
            warnings: Vec::new(),
            origin: Some(snapshot.url),
            goes_on,
            refused,
        },
        source::Source::Catalog(found) => Catalog {
            warnings: in_file(path, &source::located(document.text(), &found.unknown)),
            tools: found.tools,
            older: Vec::new(),
            origin: None,
            goes_on,
            refused,
        },
    }
}

fn in_folder(lines: Vec<String>) -> Refusal {
    let mistake = |text: String| Mistake {
        json: json!({"code": "published-file", "detail": text}),
        text,
    };
    Refusal::Rules {
        mistakes: lines.into_iter().map(mistake).collect(),
        more: 0,
    }
}

fn broken(path: &Path, refusal: source::Refusal) -> Refusal {
    Refusal::Rules {
        mistakes: in_file(path, &refusal.mistakes),
        more: refusal.more,
    }
}

/// A snapshot that is written is a file: what has no end is not read to see what it was.
pub(crate) fn writable(path: &Path) -> Result<(), Failure> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(Failure::new(format!(
            "{}: not a file; give the path of a file, such as approved/weather.json",
            shown(path)
        ))),
        _ => Ok(()),
    }
}

/// The bytes of a file, and not many more than a document may have.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(DOCUMENT_MAX)
        .unwrap_or(u64::MAX)
        .saturating_add(1);
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    let advice = "give a file, or an address such as https://api.weather.example";
    read.map_err(|error| Failure::new(format!("{}: {error}; {advice}", shown(path))))?;
    Ok(bytes)
}

fn in_file(path: &Path, mistakes: &[source::Mistake]) -> Vec<Mistake> {
    let mistake = |found: &source::Mistake| Mistake {
        text: format!("{}:{found}", shown(path)),
        json: placed(found),
    };
    mistakes.iter().map(mistake).collect()
}

/// A mistake and its place as JSON.
fn placed(found: &source::Mistake) -> Value {
    let mut json = match &found.fault {
        source::Fault::Rule(violation) => json!(violation),
        source::Fault::Syntax(message) => json!({"code": "not-json", "detail": inert(message)}),
        source::Fault::Edited(message) => json!({"code": "edited", "detail": message}),
        source::Fault::Retired(message) => json!({"code": "retired", "detail": message}),
    };
    if let Some(members) = json.as_object_mut() {
        members.insert("line".to_owned(), found.line.into());
        members.insert("column".to_owned(), found.column.into());
    }
    json
}

/// A path on one line.
pub(crate) fn shown(path: &Path) -> String {
    inert(&path.display().to_string())
}
