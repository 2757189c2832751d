//! `FILE|URL` becomes the tools that can be read, and everything that the rules of the draft say.

use std::path::{Path, PathBuf};

use a2t_codegen::{fetch, source};
use a2t_core::published::{FileName, completed};
use a2t_core::signature::check_catalog;
use a2t_core::{ToolSignature, Violation, Violations, signature};
use serde_json::Value;

use super::finding::{Finding, Level, Place};
use crate::catalog::{Bounded, bytes};
use crate::report::Failure;

/// A catalog that was looked at.
pub(super) struct Linted {
    /// The files, a page each; none if it was fetched.
    pub(super) files: Vec<PathBuf>,
    /// The address, if it was.
    pub(super) url: String,
    /// The text of the file, or of each page.
    pub(super) texts: Vec<String>,
    /// The tools that can be read, also beside others that break rules.
    pub(super) tools: Vec<Located>,
    pub(super) findings: Vec<Finding>,
    /// How many violations there are beside those.
    pub(super) more: usize,
}

/// A tool, and where it stands.
pub(super) struct Located {
    pub(super) page: usize,
    pub(super) pointer: String,
    pub(super) tool: ToolSignature,
}

pub(super) fn read(text: &str, server: &Bounded) -> Result<Linted, Failure> {
    match text.contains("://") {
        true => fetched(text, server),
        false if Path::new(text).is_dir() => folder(Path::new(text)),
        false => {
            let mut linted = Linted::new(String::new());
            linted.file(Path::new(text), &bytes(Path::new(text))?);
            Ok(linted)
        }
    }
}

/// The newest version of each tool in a folder `published`.
fn folder(path: &Path) -> Result<Linted, Failure> {
    let files = source::files(path, path).map_err(|lines| Failure::new(lines.join("\n")))?;
    let mut linted = Linted::new(String::new());
    for tool in files.chunk_by(|a, b| a.tool == b.tool) {
        let versions = tool
            .iter()
            .filter(|file| matches!(file.name, FileName::Version(_)));
        if let Some(newest) = versions.max_by_key(|file| file.name) {
            linted.file(&newest.path, &newest.bytes);
        }
    }
    linted.together();
    Ok(linted)
}

fn fetched(url: &str, server: &Bounded) -> Result<Linted, Failure> {
    let endpoint = server.endpoint(url)?;
    let (texts, judged) = fetch::inspect(&endpoint)?;
    let mut linted = Linted::new(endpoint.url());
    linted.texts = texts;
    for (page, text) in linted.texts.clone().iter().enumerate() {
        if let Ok(document) = source::parse(text.as_bytes()) {
            linted.tools(document.value(), page);
        }
    }
    match judged {
        Ok(warnings) => linted.found(&warnings, Level::Warning),
        Err(fetch::Error::Invalid {
            findings,
            more,
            warnings,
            ..
        }) => {
            linted.found(&findings, Level::Error);
            linted.found(&warnings, Level::Warning);
            linted.more = more;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(linted)
}

impl Linted {
    fn new(url: String) -> Self {
        Self {
            files: Vec::new(),
            url,
            texts: Vec::new(),
            tools: Vec::new(),
            findings: Vec::new(),
            more: 0,
        }
    }

    /// Adds a file as a page.
    fn file(&mut self, path: &Path, bytes: &[u8]) {
        let page = self.texts.len();
        self.files.push(path.to_owned());
        self.texts.push(String::from_utf8_lossy(bytes).into_owned());
        let refusal = match source::parse(bytes) {
            Err(refusal) => refusal,
            Ok(document) => {
                self.tools(&completed(document.value()), page);
                match source::read(&document) {
                    Ok(source::Source::Catalog(found)) => {
                        let unknown = source::located(document.text(), &found.unknown);
                        return self.mistakes(&unknown, page, Level::Warning);
                    }
                    Ok(source::Source::Snapshot(_)) => return,
                    Err(refusal) => refusal,
                }
            }
        };
        self.mistakes(&refusal.mistakes, page, Level::Error);
        self.mistakes(&refusal.unknown, page, Level::Warning);
        self.more = self.more.saturating_add(refusal.more);
    }

    /// What the tools of several files break only together.
    fn together(&mut self) {
        let tools: Vec<_> = self
            .tools
            .iter()
            .map(|located| located.tool.clone())
            .collect();
        for mut violation in check_catalog(&tools) {
            let (index, member) = violation
                .pointer
                .trim_start_matches('/')
                .split_once('/')
                .unwrap_or_default();
            let located = index
                .parse()
                .ok()
                .and_then(|index: usize| self.tools.get(index));
            let Some(page) = located.map(|located| located.page) else {
                continue;
            };
            violation.pointer = format!("/{member}");
            let mut alone = Violations::default();
            alone.push_with(|| violation);
            let text = self.texts.get(page).map_or("", String::as_str);
            let mistakes = source::located(text, &alone);
            self.mistakes(&mistakes, page, Level::Error);
        }
    }

    /// Every signature of a document that can be read, whatever is wrong with others.
    fn tools(&mut self, document: &Value, page: usize) {
        let (at, values) = match (document, document.get("items")) {
            (Value::Array(values), _) => ("", &**values),
            (_, Some(Value::Array(values))) => ("/items", &**values),
            _ => ("", std::slice::from_ref(document)),
        };
        let lone = !document.is_array() && document.get("items").is_none();
        for (index, value) in values.iter().enumerate() {
            let pointer = match lone {
                true => String::new(),
                false => format!("{at}/{index}"),
            };
            if let Ok(parsed) = signature::parse_value(value, "") {
                let tool = parsed.signature;
                self.tools.push(Located {
                    page,
                    pointer,
                    tool,
                });
            }
        }
    }

    fn mistakes(&mut self, mistakes: &[source::Mistake], page: usize, level: Level) {
        let found = mistakes.iter().map(|mistake| told(mistake, page, level));
        self.findings.extend(found);
    }

    fn found(&mut self, findings: &[fetch::Finding], level: Level) {
        let found = findings
            .iter()
            .map(|found| told(&found.mistake, found.page.saturating_sub(1), level));
        self.findings.extend(found);
    }
}

fn told(mistake: &source::Mistake, page: usize, level: Level) -> Finding {
    let place = (page, mistake.line, mistake.column);
    match &mistake.fault {
        source::Fault::Rule(violation) => broken(violation, place, level),
        source::Fault::Syntax(message) => not_json(message, place),
        source::Fault::Edited(message) => Finding {
            rule: "snapshot",
            code: "edited",
            message: message.clone(),
            hint: "a snapshot is only written by `cargo a2t fetch` and `import`",
            ..not_json("", place)
        },
        source::Fault::Retired(message) => Finding {
            rule: "published",
            code: "retired",
            message: message.clone(),
            hint: "name another version, or the folder of all",
            ..not_json("", place)
        },
    }
}

fn broken(
    violation: &Violation,
    (page, line, column): (usize, usize, usize),
    level: Level,
) -> Finding {
    Finding {
        level,
        rule: violation.code.id(),
        code: violation.code.slug(),
        message: violation.message(),
        hint: violation.code.hint(),
        place: Place {
            page,
            pointer: violation.pointer.clone(),
            line,
            column,
        },
        violation: Some(violation.clone()),
        dialects: Vec::new(),
    }
}

fn not_json(message: &str, (page, line, column): (usize, usize, usize)) -> Finding {
    Finding {
        level: Level::Error,
        rule: "RFC 8259",
        code: "invalid-json",
        message: format!("not valid JSON: {}", a2t_core::error::inert(message)),
        hint: "correct the document",
        place: Place {
            page,
            pointer: String::new(),
            line,
            column,
        },
        violation: None,
        dialects: Vec::new(),
    }
}
