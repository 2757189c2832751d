//! `FILE|URL` becomes a catalog: fetched, or read from a snapshot, a page, a list or a signature.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use a2t_codegen::fetch::{self, Endpoint, Fault, Finding};
use a2t_codegen::source;
use a2t_core::ToolSignature;
use a2t_core::error::{inert, nearest};
use a2t_core::wire::page::DOCUMENT_MAX;
use clap::{Arg, ArgAction, ArgMatches};
use serde_json::{Value, json};

use crate::report::Failure;

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
    /// The unknown members.
    pub(crate) warnings: Vec<Mistake>,
}

/// Why there is no catalog.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It was read and breaks rules.
    Rules {
        mistakes: Vec<Mistake>,
        /// How many more there are.
        more: usize,
        /// The unknown members.
        warnings: Vec<Mistake>,
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

/// The argument that names headers to send.
pub(crate) fn header_argument() -> Arg {
    Arg::new("header-env")
        .long("header-env")
        .value_name("NAME")
        .action(ArgAction::Append)
        .help("Send the header that the environment variable NAME holds, as `Authorization: Bearer …`")
}

/// The server at an address, with the headers that the arguments name.
pub(crate) fn endpoint(url: &str, matches: &ArgMatches) -> Result<Endpoint, Failure> {
    let mut endpoint = Endpoint::new(url)?;
    for name in matches
        .get_many::<String>("header-env")
        .into_iter()
        .flatten()
    {
        let line = std::env::var(name)
            .map_err(|_| Failure::new(format!("the environment variable `{name}` is not set; set it to a header such as `Authorization: Bearer …`")))?;
        let (header, value) = line.split_once(':').ok_or_else(|| {
            Failure::new(format!(
                "the environment variable `{name}` is not a header; expected `Name: value`"
            ))
        })?;
        endpoint = endpoint.header(header.trim(), value.trim())?;
    }
    Ok(endpoint)
}

impl Source {
    /// An address if it has `://` in it, else a file.
    pub(crate) fn new(text: &str, matches: &ArgMatches) -> Result<Self, Failure> {
        match text.contains("://") {
            true => Ok(Self::Url(Box::new(endpoint(text, matches)?))),
            false => Ok(Self::File(text.into())),
        }
    }

    /// The catalog, or everything that is wrong with it.
    pub(crate) fn read(&self) -> Result<Catalog, Refusal> {
        match self {
            Self::Url(endpoint) => fetched(endpoint),
            Self::File(path) => read(path),
        }
    }

    /// The catalog, for commands that need one.
    pub(crate) fn required(&self) -> Result<Catalog, Failure> {
        self.read().map_err(|refusal| match refusal {
            Refusal::Unread(failure) => failure,
            Refusal::Rules { mistakes, more, .. } => {
                let mut lines: Vec<_> = mistakes.into_iter().map(|mistake| mistake.text).collect();
                if more > 0 {
                    lines.push(format!("and {more} more"));
                }
                Failure::new(format!(
                    "the catalog breaks rules, so its tools cannot be used:\n{}",
                    lines.join("\n")
                ))
            }
        })
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
        matching.max_by_key(newest).ok_or_else(|| {
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

fn fetched(endpoint: &Endpoint) -> Result<Catalog, Refusal> {
    match fetch::catalog(endpoint) {
        Ok(found) => {
            let warnings = found.warnings.iter().map(on_page).collect();
            Ok(Catalog {
                tools: found.tools,
                warnings,
            })
        }
        Err(fetch::Error::Invalid {
            findings,
            more,
            warnings,
            ..
        }) => Err(Refusal::Rules {
            mistakes: findings.iter().map(on_page).collect(),
            more,
            warnings: warnings.iter().map(on_page).collect(),
        }),
        Err(error) => Err(Refusal::Unread(error.into())),
    }
}

pub(crate) fn on_page(finding: &Finding) -> Mistake {
    let mut json = match &finding.fault {
        Fault::Rule(violation) => json!(violation),
        Fault::Syntax(message) => json!({"code": "not-json", "detail": inert(message)}),
    };
    place(&mut json, finding.line, finding.column);
    if let Some(members) = json.as_object_mut() {
        members.insert("page".to_owned(), finding.page.into());
    }
    Mistake {
        text: finding.to_string(),
        json,
    }
}

fn read(path: &Path) -> Result<Catalog, Refusal> {
    let bytes = bytes(path).map_err(Refusal::Unread)?;
    let document = source::parse(&bytes).map_err(|refusal| broken(path, refusal))?;
    let (tools, warnings) = match source::read(&document) {
        Ok(source::Source::Snapshot(snapshot)) => (snapshot.tools, Vec::new()),
        Ok(source::Source::Catalog(found)) => {
            let unknown = source::located(document.text(), &found.unknown);
            (found.tools, in_file(path, &unknown))
        }
        Err(refusal) => return Err(broken(path, refusal)),
    };
    Ok(Catalog { tools, warnings })
}

fn broken(path: &Path, refusal: source::Refusal) -> Refusal {
    Refusal::Rules {
        mistakes: in_file(path, &refusal.mistakes),
        more: refusal.more,
        warnings: in_file(path, &refusal.unknown),
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
    let mistake = |found: &source::Mistake| {
        let mut json = match &found.fault {
            source::Fault::Rule(violation) => json!(violation),
            source::Fault::Syntax(message) => json!({"code": "not-json", "detail": message}),
            source::Fault::Edited(message) => json!({"code": "edited", "detail": message}),
        };
        place(&mut json, found.line, found.column);
        let text = format!("{}:{found}", shown(path));
        Mistake { text, json }
    };
    mistakes.iter().map(mistake).collect()
}

fn place(json: &mut Value, line: usize, column: usize) {
    if let Some(members) = json.as_object_mut() {
        members.insert("line".to_owned(), line.into());
        members.insert("column".to_owned(), column.into());
    }
}

/// A path on one line.
pub(crate) fn shown(path: &Path) -> String {
    inert(&path.display().to_string())
}
