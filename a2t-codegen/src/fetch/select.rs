//! Resolves a selection to its signatures: the catalog's pages first, then the other selected
//! versions.

use std::collections::HashMap;

use a2t_core::wire::route::Route;
use a2t_core::{ToolId, ToolSignature};

use super::http::Session;
use super::page::{self, Partition, Reader};
use super::{Catalog, Error, PageDiagnostic, Progress, RejectedTool, Request};
use crate::selection::{Selection, Wanted, names, no_version, split_version};

pub(super) fn selected(session: &mut Session<'_>, request: &Request<'_>) -> Result<Catalog, Error> {
    let mut work = Work { request, pages: 0, tools: 0, warnings: Vec::new(), denied: Vec::new() };
    let remembered = request.approved.map(|snapshot| &snapshot.selection);
    let selection = request.selection.or(remembered).cloned();
    let selection = selection.unwrap_or_default();
    let (listed, refused) = work.list(session, &selection)?;
    let (tools, unmatched) = work.select(session, &selection, listed)?;
    Ok(Catalog {
        url: session.endpoint.url(),
        selection,
        tools,
        pages: work.pages,
        refused,
        unmatched,
        denied: work.denied,
        warnings: work.warnings,
    })
}

struct Work<'r> {
    request: &'r Request<'r>,
    pages: usize,
    tools: usize,
    warnings: Vec<PageDiagnostic>,
    denied: Vec<PageDiagnostic>,
}

impl Work<'_> {
    fn list(
        &mut self,
        session: &mut Session<'_>,
        selection: &Selection,
    ) -> Result<(Vec<ToolSignature>, Vec<RejectedTool>), Error> {
        let reader = self.read(session, Route::Tools)?;
        let Partition { tools, rejected, warnings, further } = reader.part()?;
        let approved = self.request.approved.map(|snapshot| &*snapshot.tools);
        let approved = approved.unwrap_or_default();
        let wanted = |refused: &&RejectedTool| asks_for(selection, refused, approved);
        let wanted: Vec<_> = rejected.iter().filter(wanted).cloned().collect();
        if !wanted.is_empty() && !self.request.sound {
            let mut sound = Vec::new();
            if selection.is_everything() {
                sound.extend(tools.iter().map(|tool| tool.name.to_string()));
            }
            return Err(Error::Invalid {
                url: format!("{}{}", session.endpoint.url(), Route::Tools),
                more: wanted.iter().map(|refused| refused.more).sum(),
                diagnostics: in_order(wanted),
                warnings,
                sound,
            });
        }
        self.warnings = warnings;
        match further {
            // What is selected by name is either listed or named as missing.
            Some(further) if selection.is_of_all_tools() || !selection.tags().is_empty() => {
                self.incomplete(session, further, &tools)?;
            }
            _ => {}
        }
        Ok((tools, rejected))
    }

    /// A list that may go on is not all tools, nor all of a tag.
    fn incomplete(
        &self,
        session: &Session<'_>,
        further: PageDiagnostic,
        tools: &[ToolSignature],
    ) -> Result<(), Error> {
        if self.request.sound {
            return Ok(());
        }
        Err(Error::Invalid {
            url: format!("{}{}", session.endpoint.url(), Route::Tools),
            more: 0,
            diagnostics: vec![further],
            warnings: Vec::new(),
            sound: tools.iter().map(|tool| tool.name.to_string()).collect(),
        })
    }

    fn select(
        &mut self,
        session: &mut Session<'_>,
        selection: &Selection,
        listed: Vec<ToolSignature>,
    ) -> Result<(Vec<ToolSignature>, Vec<String>), Error> {
        if selection.is_everything() {
            return Ok((listed, Vec::new()));
        }
        let approved = self.request.approved.map(|snapshot| &*snapshot.tools);
        let (wanted, unmatched) = selection.among(&listed, approved.unwrap_or_default());
        if self.request.selection.is_some() && !unmatched.is_empty() {
            return Err(Error::Selection { url: session.endpoint.url(), unmatched });
        }
        let by_id: HashMap<_, _> = listed.iter().map(|tool| (tool.tool_id, tool)).collect();
        let mut tools = Vec::with_capacity(wanted.len());
        for Wanted { id, pins, newest: is_newest } in wanted {
            let Some(&newest) = by_id.get(&id) else {
                continue;
            };
            if is_newest && selection.has_all_versions() {
                tools.extend(self.versions(session, newest)?);
                continue;
            }
            if is_newest || pins.contains(&newest.version) {
                tools.push(newest.clone());
            }
            for version in pins.into_iter().filter(|version| *version != newest.version) {
                tools.extend(self.version(session, newest, version)?);
            }
        }
        Ok((tools, unmatched))
    }

    fn versions(
        &mut self,
        session: &mut Session<'_>,
        listed: &ToolSignature,
    ) -> Result<Vec<ToolSignature>, Error> {
        let route = Route::Versions(listed.tool_id);
        let reader = self.read(session, route)?;
        let accept = self.request.accept;
        let ((tools, warnings), denied) = reader.check_versions(listed, accept)?;
        self.warnings.extend(warnings);
        self.denied.extend(denied);
        Ok(tools)
    }

    fn version(
        &mut self,
        session: &mut Session<'_>,
        newest: &ToolSignature,
        version: u32,
    ) -> Result<Vec<ToolSignature>, Error> {
        let id = newest.tool_id;
        let reader = match page::one(session, Route::Version(id, version)) {
            Err(Error::Status { problem, .. }) if matches!(problem.status, 404 | 410) => {
                return Err(self.no_version(session, newest, version));
            }
            reader => reader?,
        };
        self.advance(&reader);
        let accept = self.request.accept;
        let ((tools, warnings), denied) = reader.check_version(newest, version, accept)?;
        self.warnings.extend(warnings);
        self.denied.extend(denied);
        Ok(tools)
    }

    /// Returns the error that lists the existing versions, if the server lists them.
    fn no_version(
        &mut self,
        session: &mut Session<'_>,
        newest: &ToolSignature,
        version: u32,
    ) -> Error {
        let there = self.versions(session, newest).unwrap_or_default();
        let there = if there.is_empty() { vec![newest] } else { there.iter().collect() };
        let unmatched = vec![no_version(&there, version)];
        Error::Selection { url: session.endpoint.url(), unmatched }
    }

    fn read(&mut self, session: &mut Session<'_>, route: Route) -> Result<Reader, Error> {
        let (pages, tools) = (self.pages, self.tools);
        let report = |reader: &Reader| self.report(pages + reader.pages(), tools + reader.tools());
        let reader = page::all(session, route, &report)?;
        (self.pages, self.tools) = (pages + reader.pages(), tools + reader.tools());
        Ok(reader)
    }

    fn advance(&mut self, reader: &Reader) {
        self.pages += reader.pages();
        self.tools += reader.tools();
        self.report(self.pages, self.tools);
    }

    fn report(&self, pages: usize, tools: usize) {
        if let Some(progress) = self.request.progress {
            progress(Progress { pages, tools });
        }
    }
}

/// The diagnostics of several tools as one reads the pages.
fn in_order(refused: Vec<RejectedTool>) -> Vec<PageDiagnostic> {
    let mut diagnostics: Vec<_> = refused.into_iter().flat_map(|one| one.diagnostics).collect();
    diagnostics.sort_by_key(|found| (found.page, found.diagnostic.line, found.diagnostic.column));
    // Tools with the same name share one diagnostic.
    diagnostics.dedup();
    diagnostics
}

/// A tool that breaks rules is identified by its own name and id, or by what it was when it was
/// `approved`.
fn asks_for(selection: &Selection, refused: &RejectedTool, approved: &[ToolSignature]) -> bool {
    let id: Option<ToolId> = refused.id.as_ref().and_then(|id| id.parse().ok());
    let known = approved.iter().find(|tool| Some(tool.tool_id) == id);
    let is = |text: &str| {
        let own = refused.name.as_deref() == Some(text);
        own || id.is_some() && text.parse().ok() == id
            || known.is_some_and(|tool| names(text, tool))
    };
    let named = |text: &String| is(text) || is(split_version(text).0);
    selection.is_of_all_tools()
        || selection.tools().iter().any(named)
        || selection.tags().iter().any(|tag| refused.tags.contains(tag))
        || known.is_some_and(|tool| selection.covers(tool))
}
