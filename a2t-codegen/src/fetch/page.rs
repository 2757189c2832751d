//! Pages of a catalog in, signatures out, or everything that is wrong with them.

mod part;

use std::collections::BTreeMap;

use a2t_core::catalog::{self, check_versions};
use a2t_core::signature::{check_catalog, parse_value};
use a2t_core::wire::aside;
use a2t_core::wire::page::{CURSOR_MAX, read_document};
use a2t_core::wire::route::Route;
use a2t_core::wire::walk::{Bounds, Endless, Walk};
use a2t_core::{Code, Invalid, ToolId, ToolSignature, Violation, Violations, json, wire};
use serde_json::Value;

use super::http::Session;
use super::{Error, Limits, PageDiagnostic, Refused, promise};
use crate::source::{Diagnostic, Reason};
pub(super) use part::Parted;

/// The most diagnostics, and the most warnings, that are located and kept.
pub const DIAGNOSTICS_MAX: usize = 100;

/// Fetches page after page until one names no next; stops early at a page that cannot be read.
pub(super) fn all(
    session: &mut Session<'_>,
    route: Route,
    tell: &dyn Fn(&Reader),
) -> Result<Reader, Error> {
    let mut reader =
        Reader { url: format!("{}{}", session.endpoint.url(), route), ..Reader::default() };
    let Limits { pages, tools, .. } = session.endpoint.limits;
    // The session counts the bytes of all pages, and reads no more.
    let bytes = usize::MAX;
    let mut walk = Walk::new(Bounds { pages, tools, bytes });
    let mut cursor: Option<String> = None;
    loop {
        let request = session.request(route, cursor.as_deref(), None)?;
        let reply = session.send(request)?;
        let next = reader.page(&reply.body);
        tell(&reader);
        let listed = reader.tools.len() + reader.aside.len();
        let listed = listed - walk.so_far().tools;
        match walk.read(listed, reply.body.len(), next) {
            Ok(Some(next)) => cursor = Some(next),
            Ok(None) => return Ok(reader),
            Err(endless) => return Err(reader.endless(endless)),
        }
    }
}

/// Fetches the one signature that a route answers.
pub(super) fn one(session: &mut Session<'_>, route: Route) -> Result<Reader, Error> {
    let mut reader =
        Reader { url: format!("{}{}", session.endpoint.url(), route), ..Reader::default() };
    let request = session.request(route, None, None)?;
    let reply = session.send(request)?;
    reader.signature(&reply.body);
    Ok(reader)
}

/// The pages so far: their texts, to find places in, and what they hold.
#[derive(Default)]
pub(super) struct Reader {
    url: String,
    texts: Vec<String>,
    tools: Vec<ToolSignature>,
    /// Page and index of each tool.
    places: Vec<(usize, usize)>,
    diagnostics: Vec<PageDiagnostic>,
    more: usize,
    warnings: Vec<PageDiagnostic>,
    /// The items that break a rule, each with its page.
    aside: Vec<Refused>,
}

impl Reader {
    pub(super) fn pages(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn tools(&self) -> usize {
        self.tools.len()
    }

    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    pub(super) fn into_texts(self) -> Vec<String> {
        self.texts
    }

    /// The tools and the warnings, if no page broke a rule.
    pub(super) fn judge(self) -> Result<Judged, Error> {
        let twins = check_catalog(&self.tools);
        self.finish(twins)
    }

    /// The versions of a tool that the catalog lists as `listed`, and the promises that they break where
    /// those are accepted.
    pub(super) fn judge_versions(
        mut self,
        listed: &ToolSignature,
        accept: bool,
    ) -> Result<(Judged, Vec<PageDiagnostic>), Error> {
        let id = listed.tool_id;
        let mut found = check_versions(&self.tools);
        for (index, tool) in self.tools.iter().enumerate() {
            found.extend(other_tool(tool, id, &format!("/{index}")));
        }
        let mut denied = Vec::new();
        // What is of another tool, or could not be read, says nothing about this one.
        if found.is_empty() && self.diagnostics.is_empty() {
            found = promise::broken(listed, &self.tools);
            if accept {
                denied = self.placed(std::mem::take(&mut found));
                self.tools.retain(|tool| tool.version != listed.version);
                self.tools.push(listed.clone());
            }
        }
        Ok((self.finish(found)?, denied))
    }

    /// One version of the tool that the catalog lists as `listed`, and the promise that it breaks where
    /// that is accepted.
    pub(super) fn judge_version(
        self,
        (listed, version): (&ToolSignature, u32),
        accept: bool,
    ) -> Result<(Judged, Vec<PageDiagnostic>), Error> {
        let mut found = Violations::default();
        let mut denied = Violations::default();
        for tool in &self.tools {
            found.extend(other_tool(tool, listed.tool_id, ""));
            if tool.version != version {
                let violation = Violation::new(Code::BadVersion, "/version");
                let violation =
                    violation.expected(format!("version {version}, which was asked for"));
                found.push(violation.got(tool.version.to_string()));
            }
            denied.extend(promise::renamed(listed, tool, ""));
        }
        let accepted = if !found.is_empty() {
            Vec::new()
        } else if accept {
            self.placed(denied)
        } else {
            found = denied;
            Vec::new()
        };
        let url = self.url.clone();
        let judged = self.finish(found)?;
        if judged.0.is_empty() {
            let media_type = "nothing".to_owned();
            return Err(Error::NotJson { url, media_type });
        }
        Ok((judged, accepted))
    }

    fn finish(mut self, twins: Violations) -> Result<Judged, Error> {
        for refused in std::mem::take(&mut self.aside) {
            self.more = self.more.saturating_add(refused.more);
            self.diagnostics.extend(refused.diagnostics);
        }
        let beyond = self.diagnostics.len().saturating_sub(DIAGNOSTICS_MAX);
        self.diagnostics.truncate(DIAGNOSTICS_MAX);
        self.more = self.more.saturating_add(twins.more()).saturating_add(beyond);
        let mut by_page: BTreeMap<usize, Violations> = BTreeMap::new();
        for mut violation in twins {
            let (page, pointer) = self.place(&violation.pointer);
            violation.pointer = pointer;
            by_page.entry(page).or_default().push(violation);
        }
        for (page, violations) in by_page {
            self.note(page, violations);
        }
        if self.diagnostics.is_empty() {
            return Ok((self.tools, self.warnings));
        }
        self.diagnostics.sort_by_key(|PageDiagnostic { page, diagnostic }| {
            (*page, diagnostic.line, diagnostic.column)
        });
        Err(Error::Invalid {
            url: self.url,
            diagnostics: self.diagnostics,
            more: self.more,
            warnings: self.warnings,
            sound: Vec::new(),
        })
    }

    fn signature(&mut self, body: &[u8]) {
        self.texts.push(String::from_utf8_lossy(body).into_owned());
        let Some(document) = self.document(body) else {
            return;
        };
        match parse_value(&document, "") {
            Ok(parsed) => {
                self.tools.push(parsed.signature);
                self.warn(1, parsed.unknown);
            }
            Err(violations) => {
                self.note(1, violations);
                self.warn(1, catalog::unknown_members(&document));
            }
        }
    }

    fn document(&mut self, body: &[u8]) -> Option<Value> {
        let page = self.pages();
        match read_document(body) {
            Ok(document) => return Some(document),
            Err(Invalid::Syntax(error)) => {
                let reason = Reason::Syntax(error.message);
                let diagnostic = Diagnostic::new((error.line, error.column), reason);
                self.diagnostics.push(PageDiagnostic { page, diagnostic });
            }
            Err(Invalid::Rules(violations)) => self.note(page, violations),
        }
        None
    }

    /// Reads one page and says which cursor leads to the next; a page that breaks rules leads on
    /// too, so that the diagnostics of all pages are found at once.
    fn page(&mut self, body: &[u8]) -> Option<String> {
        self.texts.push(String::from_utf8_lossy(body).into_owned());
        let page = self.pages();
        let document = self.document(body)?;
        match wire::page::page(&document) {
            Ok(read) => {
                let mut unknown = read.unknown;
                for (index, item) in read.items.into_iter().enumerate() {
                    self.tools.push(item.signature);
                    self.places.push((page, index));
                    unknown.append(item.unknown);
                }
                self.warn(page, unknown);
                read.next
            }
            Err(violations) => {
                self.warn(page, catalog::unknown_members(&document));
                let Ok(sorted) = aside::sort(&document) else {
                    self.note(page, violations);
                    return next(&document);
                };
                let items = sorted.page.items.into_iter();
                self.tools.extend(items.map(|item| item.signature));
                let places = sorted.places.into_iter();
                self.places.extend(places.map(|place| (page, place)));
                self.set_aside(page, sorted.aside);
                sorted.page.next
            }
        }
    }

    fn note(&mut self, page: usize, violations: Violations) {
        let room = DIAGNOSTICS_MAX.saturating_sub(self.diagnostics.len());
        let left_out = violations.len().saturating_sub(room);
        let more = violations.more().saturating_add(left_out);
        self.more = self.more.saturating_add(more);
        let found = self.locate(page, violations.into_iter().take(room));
        self.diagnostics.extend(found);
    }

    fn warn(&mut self, page: usize, unknown: Violations) {
        let room = DIAGNOSTICS_MAX.saturating_sub(self.warnings.len());
        let found = self.locate(page, unknown.into_iter().take(room));
        self.warnings.extend(found);
    }

    /// The diagnostics of a list, each on its page.
    fn placed(&self, violations: Violations) -> Vec<PageDiagnostic> {
        let found = violations.into_iter().flat_map(|mut violation| {
            let page;
            (page, violation.pointer) = self.place(&violation.pointer);
            self.locate(page, std::iter::once(violation))
        });
        found.collect()
    }

    fn locate(
        &self,
        page: usize,
        violations: impl Iterator<Item = Violation>,
    ) -> Vec<PageDiagnostic> {
        let violations: Vec<_> = violations.collect();
        let text = self.texts.get(page.saturating_sub(1));
        let pointers = violations.iter().map(|violation| &*violation.pointer);
        let places = json::locate_all(text.map_or("", String::as_str), pointers);
        let diagnostic = |(violation, place)| {
            let diagnostic = Diagnostic::new(place, Reason::Rule(violation));
            PageDiagnostic { page, diagnostic }
        };
        violations.into_iter().zip(places).map(diagnostic).collect()
    }

    /// The page, and the pointer into it, of a pointer into the list of all tools.
    fn place(&self, pointer: &str) -> (usize, String) {
        if self.places.is_empty() {
            return (1, pointer.to_owned());
        }
        let rest = pointer.strip_prefix('/').unwrap_or(pointer);
        let (_, member) = rest.split_once('/').unwrap_or((rest, ""));
        let index = self.index(pointer);
        let (page, item) = self.places.get(index).copied().unwrap_or((1, index));
        (page, format!("/items/{item}/{member}"))
    }

    /// The tool that a pointer into the list of all tools leads to.
    fn index(&self, pointer: &str) -> usize {
        let rest = pointer.strip_prefix('/').unwrap_or(pointer);
        let (index, _) = rest.split_once('/').unwrap_or((rest, ""));
        index.parse().unwrap_or_default()
    }

    fn endless(self, endless: Endless) -> Error {
        match endless {
            Endless::Loop { cursor, page } => {
                let url = self.url;
                Error::Loop { url, cursor, page }
            }
            Endless::Cursor => self.too_large(CURSOR_MAX, "bytes of cursor"),
            Endless::Pages { most } => self.too_large(most, "pages"),
            Endless::TooLarge { bounds } => self.too_large(bounds.tools, "tools"),
        }
    }

    fn too_large(self, limit: usize, what: &str) -> Error {
        Error::TooLarge { url: self.url, limit: format!("{limit} {what}") }
    }
}

/// Signatures and warnings.
pub(super) type Judged = (Vec<ToolSignature>, Vec<PageDiagnostic>);

fn other_tool(tool: &ToolSignature, id: ToolId, at: &str) -> Option<Violation> {
    let wrong = || {
        Violation::new(Code::WrongTool, format!("{at}/toolId"))
            .expected(format!("the tool {id}, which was asked for"))
            .got(tool.tool_id.to_string())
    };
    (tool.tool_id != id).then(wrong)
}

/// Cursor of a page that breaks rules.
fn next(page: &Value) -> Option<String> {
    let next = page.pointer("/paging/next")?.as_str()?;
    Some(next.to_owned()).filter(|next| !next.is_empty())
}
