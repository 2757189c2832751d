//! `FILE|URL` becomes the tools that can be read, and everything that the rules of the draft say.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use a2t_codegen::{fetch, source};
use a2t_core::published::{FileName, completed};
use a2t_core::rule::Severity;
use a2t_core::signature::check_catalog;
use a2t_core::{ToolSignature, Violations, json, signature};
use serde_json::Value;

use crate::catalog::{Bounded, bytes};
use crate::diagnostic::{Diagnostic, Place, Source};
use crate::progress::Progress;
use crate::report::Failure;

#[derive(Default)]
pub(super) struct Linted {
    pages: Vec<Page>,
    pub(super) tools: Vec<Located>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) more: usize,
}

struct Page {
    source: Rc<Source>,
    text: String,
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
            let mut linted = Linted::default();
            linted.file(Path::new(text), &bytes(Path::new(text))?);
            Ok(linted)
        }
    }
}

fn folder(path: &Path) -> Result<Linted, Failure> {
    let files = source::files(path, path).map_err(|lines| Failure::new(lines.join("\n")))?;
    let mut linted = Linted::default();
    for tool in files.chunk_by(|a, b| a.tool == b.tool) {
        let versions = tool.iter().filter(|file| matches!(file.name, FileName::Version(_)));
        if let Some(newest) = versions.max_by_key(|file| file.name) {
            linted.file(&newest.path, &newest.bytes);
        }
    }
    linted.together();
    Ok(linted)
}

fn fetched(url: &str, server: &Bounded) -> Result<Linted, Failure> {
    let endpoint = server.endpoint(url)?;
    let progress = Progress::new();
    let (texts, judged) = fetch::inspect(&endpoint, &|done| progress.fetched(done))?;
    let mut linted = Linted::default();
    for (index, text) in texts.into_iter().enumerate() {
        if let Ok(document) = source::parse(text.as_bytes()) {
            linted.tools(document.value(), index);
        }
        let (number, url) = (index.saturating_add(1), endpoint.url().to_owned());
        let source = Rc::new(Source::Page { number, url });
        linted.pages.push(Page { source, text });
    }
    match judged {
        Ok(warnings) => linted.found(&warnings, Severity::Warning),
        Err(fetch::Error::Invalid { diagnostics, more, warnings, .. }) => {
            linted.found(&diagnostics, Severity::Error);
            linted.found(&warnings, Severity::Warning);
            linted.more = more;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(linted)
}

impl Linted {
    fn file(&mut self, path: &Path, bytes: &[u8]) {
        let page = self.pages.len();
        let source = Rc::new(Source::File(path.to_owned()));
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.pages.push(Page { source, text });
        let refusal = match source::parse(bytes) {
            Err(refusal) => refusal,
            Ok(document) => {
                self.tools(&completed(document.value()), page);
                match source::read(&document) {
                    Ok(source::Source::Catalog(found)) => {
                        let unknown = source::located(document.text(), &found.unknown);
                        return self.push_all(&unknown, page, Severity::Warning);
                    }
                    Ok(source::Source::Snapshot(_)) => return,
                    Err(refusal) => refusal,
                }
            }
        };
        self.push_all(&refusal.diagnostics, page, Severity::Error);
        self.push_all(&refusal.unknown, page, Severity::Warning);
        self.more = self.more.saturating_add(refusal.more);
    }

    /// Rules that the tools of several files break only together.
    fn together(&mut self) {
        let tools: Vec<_> = self.tools.iter().map(|located| located.tool.clone()).collect();
        for mut violation in check_catalog(&tools) {
            let (index, member) =
                violation.pointer.trim_start_matches('/').split_once('/').unwrap_or_default();
            let located = index.parse().ok().and_then(|index: usize| self.tools.get(index));
            let Some(page) = located.map(|located| located.page) else {
                continue;
            };
            violation.pointer = format!("/{member}");
            let mut alone = Violations::default();
            alone.push_with(|| violation);
            let text = self.pages.get(page).map_or("", |page| &*page.text);
            let diagnostics = source::located(text, &alone);
            self.push_all(&diagnostics, page, Severity::Error);
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
            let pointer = if lone { String::new() } else { format!("{at}/{index}") };
            if let Ok(parsed) = signature::parse_value(value, "") {
                let tool = parsed.signature;
                self.tools.push(Located { page, pointer, tool });
            }
        }
    }

    fn push_all(&mut self, diagnostics: &[source::Diagnostic], page: usize, severity: Severity) {
        for diagnostic in diagnostics {
            let place = (diagnostic.line, diagnostic.column);
            let told = self.at(page, place, Diagnostic::read(diagnostic, severity));
            self.diagnostics.push(told);
        }
    }

    fn found(&mut self, found: &[fetch::PageDiagnostic], severity: Severity) {
        for one in found {
            let page = one.page.saturating_sub(1);
            self.push_all(std::slice::from_ref(&one.diagnostic), page, severity);
        }
    }

    fn at(&self, page: usize, place: (usize, usize), diagnostic: Diagnostic) -> Diagnostic {
        match self.pages.get(page) {
            Some(page) => diagnostic.at(Place::new(&page.source, place)),
            None => diagnostic,
        }
    }

    pub(super) fn placed(&self, found: Vec<(Option<usize>, &str, Diagnostic)>) -> Vec<Diagnostic> {
        let mut by_page: BTreeMap<usize, Vec<(String, Diagnostic)>> = BTreeMap::new();
        for (tool, pointer, diagnostic) in found {
            let located = tool.and_then(|tool| self.tools.get(tool));
            let (page, pointer) = located.map_or((0, String::new()), |located| {
                (located.page, format!("{}{pointer}", located.pointer))
            });
            by_page.entry(page).or_default().push((pointer, diagnostic));
        }
        let mut placed = Vec::new();
        for (page, found) in by_page {
            let text = self.pages.get(page).map_or("", |page| &*page.text);
            let places = json::locate_all(text, found.iter().map(|(pointer, _)| &**pointer));
            for ((pointer, diagnostic), place) in found.into_iter().zip(places) {
                placed.push(self.at(page, place, diagnostic.under(&pointer)));
            }
        }
        placed
    }
}
