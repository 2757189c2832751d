//! Reads `OLD` or `NEW` into documents: signatures as they stand in a file or come from a server,
//! not checked yet, each with its location.

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use a2t_codegen::{fetch, source};
use a2t_core::error::inert;
use a2t_core::published::completed;
use a2t_core::wire::route::Route;
use a2t_schema::snapshot::is_snapshot;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::catalog::{self, Headers, bytes, shown};
use crate::diagnostic::Source;
use crate::mcp;
use crate::report::CommandError;

#[derive(Default)]
pub(super) struct Side {
    pub(super) name: String,
    pub(super) lone: bool,
    /// Has every version of its tools, so that one which is missing is gone.
    pub(super) every_version: bool,
    /// Has every tool of the vendor, so that one which is missing is gone.
    pub(super) every_tool: bool,
    pub(super) documents: Vec<Document>,
    pub(super) retired: Vec<(String, u64)>,
}

pub(super) struct Document {
    pub(super) value: Value,
    pub(super) source: Rc<Source>,
    pub(super) text: String,
    /// Line and column, from 1, at which the text begins.
    pub(super) start: (usize, usize),
}

/// The versions of one tool on both sides.
pub(super) type Versions<'d> = (Vec<&'d Document>, Vec<&'d Document>);

/// What is compared.
pub(super) enum Read {
    Signatures(Side),
    Described(Box<mcp::Document>),
}

impl Read {
    pub(super) fn new(text: &str, headers: &Headers) -> Result<Self, CommandError> {
        if text.contains("://") {
            fetched(text, headers).map(Self::Signatures)
        } else if Path::new(text).is_dir() {
            folder(Path::new(text)).map(Self::Signatures)
        } else {
            Self::file(Path::new(text))
        }
    }

    pub(super) fn file(path: &Path) -> Result<Self, CommandError> {
        let name = shown(path);
        let document = parsed(&bytes(path)?, &name)?;
        if is_snapshot(document.value()) {
            let read = source::read(&document).map_err(|refusal| refused(&refusal, &name))?;
            if let source::Source::Described(snapshot) = read {
                let (path, text) = (path.to_owned(), document.text().to_owned());
                return Ok(Self::Described(Box::new(mcp::Document { path, text, snapshot })));
            }
        }
        Side::new(path, &document).map(Self::Signatures)
    }
}

fn folder(path: &Path) -> Result<Side, CommandError> {
    let folder =
        source::read_folder(path, path).map_err(|lines| CommandError::new(lines.join("\n")))?;
    let versions = folder.newest.into_iter().chain(folder.older);
    let document = |version: source::Version| Document {
        value: json!(version.signature),
        source: Rc::new(Source::File(version.path)),
        text: version.text,
        start: (1, 1),
    };
    let retired = folder.retired.iter();
    let retired = retired.map(|grave| (grave.tool_id.to_string(), u64::from(grave.version)));
    let documents: Vec<_> = versions.map(document).collect();
    let inside = |document: &Document| is_in(&document.source, path);
    Ok(Side {
        name: shown(path),
        every_version: true,
        every_tool: !documents.iter().any(inside),
        documents,
        retired: retired.collect(),
        ..Side::default()
    })
}

impl Side {
    /// The signatures in a file.
    pub(super) fn new(path: &Path, document: &source::Document) -> Result<Self, CommandError> {
        let name = shown(path);
        let source = Rc::new(Source::File(path.to_owned()));
        let next = document.value().pointer("/paging/next").and_then(Value::as_str);
        if next.is_some_and(|next| !next.is_empty()) {
            return Err(CommandError::new(format!(
                "{name}: one page of several, so it is not known which tools are gone; give the API's address, or a \
                 snapshot of it"
            )));
        }
        let (lone, mut documents) = documents(document, &source)?;
        let is_snapshot = is_snapshot(document.value());
        for one in &mut documents {
            if lone {
                one.value = completed(&one.value).into_owned();
            }
            if let Some(members) = one.value.as_object_mut().filter(|_| is_snapshot) {
                // It was verified, and no signature has it.
                members.remove("digest");
            }
        }
        Ok(Self { name, lone, documents, ..Self::default() })
    }
}

pub(super) fn parsed(bytes: &[u8], name: &str) -> Result<source::Document, CommandError> {
    source::parse(bytes).map_err(|refusal| refused(&refusal, name))
}

fn refused(error: &source::DocumentError, name: &str) -> CommandError {
    CommandError::new(error.lines(name).join("\n"))
}

fn fetched(url: &str, headers: &Headers) -> Result<Side, CommandError> {
    let (root, route) = split(url);
    let endpoint = headers.endpoint(root)?;
    let name = format!("{}{route}", endpoint.url());
    let source = Rc::new(Source::Url(name.clone()));
    let mut side = Side { name: inert(&name), ..Side::default() };
    for page in fetch::pages(&endpoint, route)? {
        let page = parsed(page.as_bytes(), &side.name)?;
        let (lone, found) = documents(&page, &source)?;
        side.lone |= lone;
        side.documents.extend(found);
    }
    Ok(side)
}

/// The root of the API and the page of it that an address names; the catalog if it names none.
fn split(url: &str) -> (&str, Route) {
    let bare = url.trim_end_matches('/');
    let named = bare.match_indices("/tools").find_map(|(at, _)| {
        let (root, path) = bare.split_at_checked(at)?;
        let readable = |route: &Route| route.method() == "GET";
        Some((root, Route::parse(path).filter(readable)?))
    });
    named.unwrap_or((url, Route::Tools))
}

/// The signatures of a document, and whether it is one itself.
pub(super) fn documents(
    document: &source::Document,
    source: &Rc<Source>,
) -> Result<(bool, Vec<Document>), CommandError> {
    let lost =
        |error: &dyn std::fmt::Display| CommandError::new(format!("{}: {error}", source.shown()));
    let text = document.text();
    let (lone, values, pieces) = match document.value() {
        Value::Array(values) => (false, &**values, elements(text)),
        Value::Object(_) => match catalog::list(document.value()) {
            None => (true, std::slice::from_ref(document.value()), Ok(vec![text.trim()])),
            Some((name, Value::Array(values))) => (false, &**values, items(text, name)),
            Some((name, other)) => {
                let kind = a2t_core::json::kind(other);
                return Err(lost(&format!("`{name}` is {kind}; expected an array of signatures")));
            }
        },
        other => {
            let kind = a2t_core::json::kind(other);
            return Err(lost(&format!(
                "{kind} is no signature; expected an object, or an array of them"
            )));
        }
    };
    let pieces = pieces.map_err(|error| lost(&error))?;
    let read = |(value, (text, start)): (&Value, (&str, _))| Document {
        value: value.clone(),
        source: Rc::clone(source),
        text: text.to_owned(),
        start,
    };
    let documents = values.iter().zip(located(text, pieces)).map(read);
    Ok((lone, documents.collect()))
}

fn elements(text: &str) -> serde_json::Result<Vec<&str>> {
    let elements: Vec<&RawValue> = serde_json::from_str(text)?;
    Ok(elements.into_iter().map(RawValue::get).collect())
}

fn items<'t>(text: &'t str, name: &str) -> serde_json::Result<Vec<&'t str>> {
    let members: HashMap<String, &RawValue> = serde_json::from_str(text)?;
    members.get(name).map_or(Ok(Vec::new()), |items| elements(items.get()))
}

/// The pieces of a text, in its order, each with the line and column at which it begins.
fn located<'t>(text: &'t str, pieces: Vec<&'t str>) -> Vec<(&'t str, (usize, usize))> {
    let (mut line, mut column, mut end) = (1, 1, 0);
    let mut found = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let offset = (piece.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let passed = text.get(end..offset).unwrap_or_default();
        match passed.rsplit_once('\n') {
            None => column += passed.chars().count(),
            Some((_, last)) => {
                line += passed.matches('\n').count();
                column = last.chars().count() + 1;
            }
        }
        end = offset.max(end);
        found.push((piece, (line, column)));
    }
    found
}

fn is_in(source: &Source, folder: &Path) -> bool {
    matches!(source, Source::File(path) if path.parent() == Some(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_root_or_a_page_of_it() {
        let id = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";
        let versions = format!("https://h/tools/v2/tools/{id}/versions/");
        let parts = [
            ("https://h/a", "https://h/a", "/tools".to_owned()),
            ("https://h/a/tools/", "https://h/a", "/tools".to_owned()),
            (&versions, "https://h/tools/v2", format!("/tools/{id}/versions")),
            ("https://h/toolsmith", "https://h/toolsmith", "/tools".to_owned()),
        ];
        for (url, root, route) in parts {
            let (found, page) = split(url);
            assert_eq!((found, page.to_string()), (root, route), "{url}");
        }
    }

    #[test]
    fn pieces_are_found_by_line_and_column_in_characters() {
        let text = "{\"é\": 0, \"items\": [{}, {\n}, \n  {}]}";
        let locations: Vec<_> =
            located(text, items(text, "items").unwrap()).into_iter().map(|(_, at)| at).collect();
        assert_eq!(locations, [(1, 20), (1, 24), (3, 3)]);
    }
}
