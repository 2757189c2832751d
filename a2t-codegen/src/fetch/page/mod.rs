//! Pages of a catalog in, signatures out, or everything that is wrong with them.

mod locate;
mod part;

use std::collections::BTreeMap;

use a2t_core::catalog::{self, Newest, check_versions};
use a2t_core::signature::{check_catalog, parse_value};
use a2t_core::wire::page::{CURSOR_MAX, read_document};
use a2t_core::wire::rejected;
use a2t_core::wire::route::Route;
use a2t_core::wire::walk::{Bounds, Endless, Walk};
use a2t_core::{Code, ToolId, ToolSignature, ValidationError, Violation, Violations, wire};
use serde_json::Value;

use super::http::{Page, Session};
use super::{Error, Limits, PageDiagnostic, RejectedTool, promise};
use crate::source::{Diagnostic, Reason};
use locate::names;
pub(super) use part::Partition;

/// Maximum number of diagnostics, and of warnings, that are located and kept.
pub const DIAGNOSTICS_MAX: usize = 100;

/// Fetches page after page until one names no next; stops early at a page that cannot be read.
pub(super) fn all(
    session: &mut Session<'_>,
    route: Route,
    progress: &dyn Fn(&Reader),
) -> Result<Reader, Error> {
    let mut reader =
        Reader { url: format!("{}{}", session.endpoint.url(), route), ..Reader::default() };
    let Limits { pages, tools, .. } = session.endpoint.limits;
    // The session counts the bytes of all pages, and reads no more.
    let bytes = usize::MAX;
    let mut walk = Walk::new(Bounds { pages, tools, bytes });
    let mut page = Page::First;
    loop {
        let request = session.request(route, &page, None)?;
        let reply = session.send(request)?;
        let cursor = reader.page(&reply.body);
        progress(&reader);
        let listed = (reader.tools.len() + reader.rejected.len()) - walk.so_far().tools;
        let is_link = cursor.is_none();
        // The protocol's own cursor comes first (spec note AMB-9).
        let next = cursor.or_else(|| reply.link.clone().ok().flatten());
        match walk.read(listed, reply.body.len(), next) {
            Ok(Some(link)) if is_link => page = Page::Link(link),
            Ok(Some(cursor)) => page = Page::Cursor(cursor),
            Ok(None) => {
                reader.end(is_link.then_some(reply.link.err()).flatten());
                return Ok(reader);
            }
            Err(endless) => return Err(reader.endless(endless)),
        }
    }
}

/// Fetches the one signature that a route answers.
pub(super) fn one(session: &mut Session<'_>, route: Route) -> Result<Reader, Error> {
    let mut reader =
        Reader { url: format!("{}{}", session.endpoint.url(), route), ..Reader::default() };
    let request = session.request(route, &Page::First, None)?;
    let reply = session.send(request)?;
    reader.signature(&reply.body);
    Ok(reader)
}

/// The pages so far: their texts, to find locations in, and what they hold.
#[derive(Default)]
pub(super) struct Reader {
    url: String,
    texts: Vec<String>,
    tools: Vec<ToolSignature>,
    /// Page and index of each tool.
    positions: Vec<(usize, usize)>,
    diagnostics: Vec<PageDiagnostic>,
    more: usize,
    warnings: Vec<PageDiagnostic>,
    /// The items that break a rule, each with its page.
    rejected: Vec<RejectedTool>,
    newest: Newest,
    /// Names of the items of each page.
    names: Vec<Vec<Option<String>>>,
    /// Sign of the last page that the list goes on, in a style that is not followed.
    further: Option<Violation>,
}

impl Reader {
    pub(super) fn pages(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn tools(&self) -> usize {
        self.tools.len()
    }

    pub(super) fn signatures(&self) -> &[ToolSignature] {
        &self.tools
    }

    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    pub(super) fn into_texts(self) -> Vec<String> {
        self.texts
    }

    /// The list ends here, perhaps with a link that must not be followed.
    fn end(&mut self, elsewhere: Option<String>) {
        let linked = |target: String| {
            let got = format!("`Link` to {target}, which is not the same list");
            wire::may_go_on(String::new(), got)
        };
        self.further = self.further.take().or_else(|| elsewhere.map(linked));
        if let Some(further) = self.further.clone() {
            self.warn(self.pages(), further.into());
        }
    }

    /// The remark that the list may go on, as the last of the warnings.
    fn further(&self) -> Option<PageDiagnostic> {
        let found = self.locate(self.pages(), self.further.clone().into_iter());
        found.into_iter().next()
    }

    /// The tools and the warnings, if no page broke a rule.
    pub(super) fn check(self) -> Result<Checked, Error> {
        let duplicates = check_catalog(&self.tools);
        self.finish(duplicates)
    }

    /// The versions of a tool that the catalog lists as `listed`, and the promises that they break where
    /// those are accepted.
    pub(super) fn check_versions(
        mut self,
        listed: &ToolSignature,
        accept: bool,
    ) -> Result<(Checked, Vec<PageDiagnostic>), Error> {
        let id = listed.tool_id;
        if let Some(further) = self.further.clone() {
            self.note(self.pages(), further.into());
        }
        let mut found = check_versions(&self.tools);
        for (index, tool) in self.tools.iter().enumerate() {
            found.extend(other_tool(tool, id, &format!("/{index}")));
        }
        let mut denied = Vec::new();
        // An item that is of another tool, or could not be read, is no information about this one.
        if found.is_empty() && self.diagnostics.is_empty() {
            found = promise::broken(listed, &self.tools);
            let first = self.located(promise::first_version(&self.tools).into_iter().collect());
            self.warnings.extend(first);
            if accept {
                denied = self.located(std::mem::take(&mut found));
                self.tools.retain(|tool| tool.version != listed.version);
                self.tools.push(listed.clone());
            }
        }
        Ok((self.finish(found)?, denied))
    }

    /// One version of the tool that the catalog lists as `listed`, and the promise that it breaks where
    /// that is accepted.
    pub(super) fn check_version(
        self,
        listed: &ToolSignature,
        version: u32,
        accept: bool,
    ) -> Result<(Checked, Vec<PageDiagnostic>), Error> {
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
            self.located(denied)
        } else {
            found = denied;
            Vec::new()
        };
        let url = self.url.clone();
        let checked = self.finish(found)?;
        if checked.0.is_empty() {
            let media_type = "nothing".to_owned();
            return Err(Error::NotJson { url, media_type });
        }
        Ok((checked, accepted))
    }

    fn finish(mut self, duplicates: Violations) -> Result<Checked, Error> {
        for refused in std::mem::take(&mut self.rejected) {
            self.more = self.more.saturating_add(refused.more);
            self.diagnostics.extend(refused.diagnostics);
        }
        let beyond = self.diagnostics.len().saturating_sub(DIAGNOSTICS_MAX);
        self.diagnostics.truncate(DIAGNOSTICS_MAX);
        self.more = self.more.saturating_add(duplicates.more()).saturating_add(beyond);
        let mut by_page: BTreeMap<usize, Violations> = BTreeMap::new();
        for mut violation in duplicates {
            let (page, pointer) = self.on_page(&violation.pointer);
            violation.pointer = pointer;
            by_page.entry(page).or_default().push(violation);
        }
        for (page, violations) in by_page {
            self.note(page, violations);
        }
        if self.diagnostics.is_empty() {
            return Ok((self.tools, self.warnings));
        }
        self.diagnostics.sort_by_key(|PageDiagnostic { page, diagnostic, .. }| {
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
            Err(ValidationError::Syntax(error)) => {
                let reason = Reason::Syntax(error.message);
                let diagnostic = Diagnostic::new(error.line, error.column, reason);
                self.diagnostics.push(PageDiagnostic { page, tool: None, diagnostic });
            }
            Err(ValidationError::Rules(violations)) => self.note(page, violations),
        }
        None
    }

    /// Reads one page and returns the cursor of the next page. This is also done if the page breaks
    /// rules, so that one run reports the diagnostics of all pages.
    fn page(&mut self, body: &[u8]) -> Option<String> {
        self.texts.push(String::from_utf8_lossy(body).into_owned());
        let page = self.pages();
        let document = self.document(body);
        self.names.push(document.as_ref().map(names).unwrap_or_default());
        let document = document?;
        let before = self.tools.len() + self.rejected.len();
        match wire::page::page(&document) {
            Ok(mut read) => {
                self.further = read.take_further(page, before + read.items.len());
                let mut unknown = read.unknown;
                for (index, mut item) in read.items.into_iter().enumerate() {
                    self.newest.settle(&mut item);
                    self.tools.push(item.signature);
                    self.positions.push((page, index));
                    unknown.append(item.unknown);
                }
                self.warn(page, unknown);
                read.next
            }
            Err(violations) => {
                self.warn(page, catalog::unknown_members(&document));
                let Ok(mut sorted) = rejected::sort(&document) else {
                    self.note(page, violations);
                    return next(&document);
                };
                let listed = before + sorted.page.items.len() + sorted.rejected.len();
                self.further = sorted.page.take_further(page, listed);
                for mut item in sorted.page.items {
                    self.newest.settle(&mut item);
                    self.tools.push(item.signature);
                }
                let indices = sorted.indices.into_iter();
                self.positions.extend(indices.map(|index| (page, index)));
                self.leave_out(page, sorted.rejected);
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
pub(super) type Checked = (Vec<ToolSignature>, Vec<PageDiagnostic>);

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
