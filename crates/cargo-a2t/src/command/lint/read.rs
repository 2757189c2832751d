//! Reads `FILE|URL` into the tools that can be read, and the violations of the rules of the draft.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use a2t::dialect::Described;
use a2t_codegen::{fetch, source};
use a2t_core::catalog::Newest;
use a2t_core::error::inert;
use a2t_core::published::{FileName, completed};
use a2t_core::rule::Severity;
use a2t_core::signature::check_catalog;
use a2t_core::{Code, ToolSignature, Violation, Violations, json, signature};
use a2t_schema::Snapshot;
use serde_json::Value;

use super::suspicion::{Found, suspect};
use crate::catalog::{self, Bounded, bytes, names};
use crate::diagnostic::{Diagnostic, Location, Source, plural};
use crate::progress::Progress;
use crate::report::CommandError;

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
    /// Names of its items.
    names: Vec<Option<String>>,
}

/// A tool, and where it stands.
pub(super) struct Located {
    page: usize,
    pointer: String,
    pub(super) tool: Tool,
}

pub(super) enum Tool {
    Signature(ToolSignature),
    Schema(a2t_schema::Tool),
}

impl Tool {
    pub(super) fn described(&self) -> Described<'_> {
        match self {
            Self::Signature(signature) => signature.into(),
            Self::Schema(tool) => tool.into(),
        }
    }
}

fn signatures(tools: &[Located]) -> impl Iterator<Item = &ToolSignature> {
    tools.iter().filter_map(|located| match &located.tool {
        Tool::Signature(signature) => Some(signature),
        Tool::Schema(_) => None,
    })
}

pub(super) fn read(text: &str, server: &Bounded) -> Result<Linted, CommandError> {
    let path = Path::new(text);
    if text.contains("://") {
        fetched(text, server)
    } else if path.is_dir() {
        folder(path)
    } else {
        let mut linted = Linted::default();
        linted.file(path, &bytes(path)?);
        Ok(linted)
    }
}

fn folder(path: &Path) -> Result<Linted, CommandError> {
    let files = source::files(path, path).map_err(|lines| CommandError::new(lines.join("\n")))?;
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

fn fetched(url: &str, server: &Bounded) -> Result<Linted, CommandError> {
    let endpoint = server.endpoint(url)?;
    let progress = Progress::new();
    let inspected = fetch::inspect(&endpoint, &|done| progress.fetched(done))?;
    let mut linted = Linted::default();
    let read = inspected.len().saturating_sub(1);
    for list in inspected {
        linted.list(list)?;
    }
    let several = signatures(&linted.tools).filter(|tool| tool.version > 1).count();
    if let Some(left_out @ 1..) = several.checked_sub(read) {
        linted.unlisted(format!("the versions of {} were not read", plural(left_out, "tool")));
    }
    Ok(linted)
}

impl Linted {
    /// The catalog of a server, or the versions of one of its tools.
    fn list(&mut self, list: fetch::Inspected) -> Result<(), CommandError> {
        let first = self.pages.len();
        for (index, text) in list.pages.into_iter().enumerate() {
            let document = source::parse(text.as_bytes()).ok();
            let document = document.as_ref().map(source::Document::value);
            if let Some(document) = document.filter(|_| list.tool.is_none()) {
                self.tools(document, first.saturating_add(index));
            }
            let (number, url) = (index.saturating_add(1), list.url.clone());
            let source = Rc::new(Source::Page { number, url });
            let names = document.map(names).unwrap_or_default();
            self.pages.push(Page { source, text, names });
        }
        match (list.checked, list.tool) {
            (Ok(warnings), _) => self.found(&warnings, first, Severity::Warning),
            (Err(fetch::Error::Invalid { diagnostics, more, warnings, .. }), _) => {
                self.found(&diagnostics, first, Severity::Error);
                self.found(&warnings, first, Severity::Warning);
                self.more = self.more.saturating_add(more);
            }
            (Err(error), Some(tool)) => {
                self.unlisted(format!(
                    "`{}`: its versions cannot be checked: {error}",
                    inert(&tool)
                ));
            }
            (Err(error), None) => return Err(error.into()),
        }
        Ok(())
    }

    fn unlisted(&mut self, message: String) {
        let found =
            Diagnostic::from_rule(Code::UnlistedVersions, message).severity(Severity::Warning);
        self.diagnostics.push(found);
    }

    fn file(&mut self, path: &Path, bytes: &[u8]) {
        let page = self.pages.len();
        let source = Rc::new(Source::File(path.to_owned()));
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.pages.push(Page { source, text, names: Vec::new() });
        let refusal = match source::parse(bytes) {
            Err(refusal) => refusal,
            Ok(document) => {
                if let Some(page) = self.pages.get_mut(page) {
                    page.names = names(document.value());
                }
                let first = self.tools.len();
                self.tools(&completed(document.value()), page);
                self.history(first, page, document.text());
                match source::read(&document) {
                    Ok(source::Source::Catalog(found)) => {
                        let unknown = source::located(document.text(), &found.unknown);
                        return self.push_all(&unknown, page, Severity::Warning);
                    }
                    Ok(source::Source::Snapshot(_)) => return,
                    Ok(source::Source::Described(snapshot)) => {
                        return self.snapshot(snapshot, page);
                    }
                    Err(refusal) => refusal,
                }
            }
        };
        self.push_all(&refusal.diagnostics, page, Severity::Error);
        self.push_all(&refusal.unknown, page, Severity::Warning);
        self.more = self.more.saturating_add(refusal.more);
    }

    /// Takes the tools that JSON Schema describes, with remarks on them and on their server.
    fn snapshot(&mut self, snapshot: Snapshot, page: usize) {
        let texts = [
            ("/server/title", snapshot.server.title),
            ("/server/instructions", snapshot.server.instructions),
        ];
        let texts = texts.into_iter().filter_map(|(at, text)| {
            // Instructions are there to speak of the tools.
            Some((None, at.to_owned(), suspect(&text?, |_| false)?))
        });
        let found = self.located(texts.collect());
        self.diagnostics.extend(found);
        let remarks = snapshot.tools.iter().enumerate();
        let remarks = remarks.flat_map(|(index, tool)| tool.remarks(&format!("/tools/{index}")));
        let remarks: Vec<_> = remarks.collect();
        let text = self.pages.get(page).map_or("", |page| &*page.text);
        for (found, remark) in source::each_located(text, &remarks).iter().zip(&remarks) {
            self.push_all(std::slice::from_ref(found), page, remark.code.severity());
        }
        let located = |(index, tool)| {
            let pointer = format!("/tools/{index}");
            Located { page, pointer, tool: Tool::Schema(tool) }
        };
        self.tools.extend(snapshot.tools.into_iter().enumerate().map(located));
    }

    /// Rules that several versions of one tool in a document break together.
    fn history(&mut self, first: usize, page: usize, text: &str) {
        let versions = self.tools.get(first..).unwrap_or_default();
        let tools: Vec<_> = signatures(versions).cloned().collect();
        let id = tools.first().map(|tool| tool.tool_id);
        if tools.len() < 2 || tools.iter().any(|tool| Some(tool.tool_id) != id) {
            return;
        }
        let pointers: Vec<_> = versions.iter().map(|located| located.pointer.clone()).collect();
        let located = |mut violation: Violation| {
            let rest = violation.pointer.trim_start_matches('/');
            let (index, member) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            let at = index.parse().ok().and_then(|index: usize| pointers.get(index));
            violation.pointer = format!("{}{member}", at.map_or("", String::as_str));
            violation
        };
        let broken: Violations = fetch::broken_promises(&tools).into_iter().map(located).collect();
        let first: Violations = fetch::first_version(&tools).into_iter().map(located).collect();
        self.push_all(&source::located(text, &broken), page, Severity::Error);
        self.push_all(&source::located(text, &first), page, Severity::Warning);
    }

    /// Rules that the tools of several files break only together.
    fn together(&mut self) {
        let tools: Vec<_> = signatures(&self.tools).cloned().collect();
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

    /// Every signature of a document that can be read, even if others are wrong.
    fn tools(&mut self, document: &Value, page: usize) {
        let list = catalog::list(document);
        let (at, values) = match (document, list) {
            (Value::Array(values), _) => (String::new(), &**values),
            (_, Some((name, Value::Array(values)))) => (format!("/{name}"), &**values),
            _ => (String::new(), std::slice::from_ref(document)),
        };
        let lone = !document.is_array() && list.is_none();
        let mut newest = Newest::default();
        for (index, value) in values.iter().enumerate() {
            let pointer = if lone { String::new() } else { format!("{at}/{index}") };
            if let Ok(mut parsed) = signature::parse_value(value, "") {
                newest.settle(&mut parsed);
                let tool = Tool::Signature(parsed.signature);
                self.tools.push(Located { page, pointer, tool });
            }
        }
    }

    fn push_all(&mut self, diagnostics: &[source::Diagnostic], page: usize, severity: Severity) {
        for diagnostic in diagnostics {
            let location = (diagnostic.line, diagnostic.column);
            let is_cut = matches!(&diagnostic.reason, source::Reason::Rule(rule) if rule.code == Code::MayGoOn);
            // What is on further pages was not checked.
            let severity = if is_cut { Severity::Error } else { severity };
            let diagnostic = self.named(page, Diagnostic::read(diagnostic, severity));
            self.diagnostics.push(self.at(page, location, diagnostic));
        }
    }

    fn found(&mut self, found: &[fetch::PageDiagnostic], first: usize, severity: Severity) {
        for one in found {
            let page = first.saturating_add(one.page.saturating_sub(1));
            self.push_all(std::slice::from_ref(&one.diagnostic), page, severity);
        }
    }

    /// Names the tool that a diagnostic of a list is about.
    fn named(&self, page: usize, diagnostic: Diagnostic) -> Diagnostic {
        let names = self.pages.get(page).map(|page| &*page.names).unwrap_or_default();
        let index = diagnostic.item();
        match index.and_then(|index| names.get(index)?.as_ref()) {
            Some(name) => diagnostic.of_tool(name),
            None => diagnostic,
        }
    }

    fn at(&self, page: usize, location: (usize, usize), diagnostic: Diagnostic) -> Diagnostic {
        match self.pages.get(page) {
            Some(page) => diagnostic.at(Location::new(&page.source, location)),
            None => diagnostic,
        }
    }

    pub(super) fn located(&self, found: Vec<Found>) -> Vec<Diagnostic> {
        let mut by_page: BTreeMap<usize, Vec<(String, Diagnostic)>> = BTreeMap::new();
        for (tool, pointer, diagnostic) in found {
            let located = tool.and_then(|tool| self.tools.get(tool));
            let (page, pointer) = match located {
                Some(located) => (located.page, format!("{}{pointer}", located.pointer)),
                None => (0, pointer),
            };
            by_page.entry(page).or_default().push((pointer, diagnostic));
        }
        let mut diagnostics = Vec::new();
        for (page, found) in by_page {
            let text = self.pages.get(page).map_or("", |page| &*page.text);
            let locations = json::locate_all(text, found.iter().map(|(pointer, _)| &**pointer));
            for ((pointer, diagnostic), location) in found.into_iter().zip(locations) {
                let diagnostic = self.named(page, diagnostic.under(&pointer));
                diagnostics.push(self.at(page, location, diagnostic));
            }
        }
        diagnostics
    }
}
