//! `FILE|URL` becomes a catalog: fetched, or read from a snapshot, a page, a list or a signature.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use a2t_codegen::fetch::{self, Endpoint, Fault, Finding};
use a2t_codegen::snapshot;
use a2t_core::error::{inert, nearest};
use a2t_core::json::{self, SyntaxError};
use a2t_core::wire::page::DOCUMENT_MAX;
use a2t_core::{Invalid, ToolSignature, Violation, Violations, catalog};
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
    let broken = |mistakes: Vec<Mistake>| Refusal::Rules {
        mistakes,
        more: 0,
        warnings: Vec::new(),
    };
    if json::parse(&bytes).is_ok_and(|document| snapshot::is_snapshot(&document)) {
        let edited = |found: &snapshot::Finding| edited(path, found);
        let snapshot = snapshot::read(&bytes);
        let snapshot =
            snapshot.map_err(|error| broken(error.findings().iter().map(edited).collect()))?;
        return Ok(Catalog {
            tools: snapshot.tools,
            warnings: Vec::new(),
        });
    }
    let text = String::from_utf8_lossy(&bytes);
    match catalog::parse(&bytes) {
        Ok(found) => Ok(Catalog {
            tools: found.tools,
            warnings: in_file(path, &text, &found.unknown),
        }),
        Err(Invalid::Rules(violations)) => Err(Refusal::Rules {
            mistakes: in_file(path, &text, &violations),
            more: violations.more(),
            warnings: in_file(path, &text, &catalog::unknown_members(&bytes)),
        }),
        Err(Invalid::Syntax(error)) => Err(broken(vec![syntax(path, &error)])),
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

/// The violations as mistakes of a file, in its order.
fn in_file(path: &Path, text: &str, violations: &Violations) -> Vec<Mistake> {
    let pointers = violations.iter().map(|violation| &*violation.pointer);
    let places = json::locate_all(text, pointers);
    let mut found: Vec<_> = places.into_iter().zip(violations).collect();
    found.sort_by_key(|(place, _)| *place);
    let mistake = |((line, column), violation): ((usize, usize), &Violation)| {
        let mut json = json!(violation);
        place(&mut json, line, column);
        let text = format!("{}:{line}:{column}: {violation}", shown(path));
        Mistake { text, json }
    };
    found.into_iter().map(mistake).collect()
}

fn edited(path: &Path, found: &snapshot::Finding) -> Mistake {
    let mut json = json!({"code": "edited", "detail": found.message});
    place(&mut json, found.line, found.column);
    Mistake {
        text: format!("{}:{found}", shown(path)),
        json,
    }
}

fn syntax(path: &Path, error: &SyntaxError) -> Mistake {
    let mut json = json!({"code": "not-json", "detail": error.message});
    place(&mut json, error.line, error.column);
    Mistake {
        text: format!("{}:{error}", shown(path)),
        json,
    }
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
