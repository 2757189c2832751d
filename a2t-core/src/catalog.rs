//! Reads signatures from any form in which a vendor may give them: one signature, a page, a list,
//! the versions of one tool, or an approved snapshot.

use std::collections::HashMap;

use serde_json::Value;

use crate::error::{Code, ValidationError, Violation, Violations};
use crate::published;
use crate::signature::{Parsed, ToolId, ToolSignature, check_catalog, parse_value, read_value};
use crate::wire::page;

/// The signatures of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Catalog {
    /// The signatures, in the order of the document.
    pub tools: Vec<ToolSignature>,
    /// The members that the protocol does not define, with pointers into the document.
    pub unknown: Violations,
    /// The cursor of the page that follows, where the document is a page and not the last one.
    pub next: Option<String>,
}

/// Reads a catalog: a page of `GET /tools`, a bare array of signatures, one signature, or a page
/// of `GET /tools/{toolId}/versions`, which has several versions of one tool. One signature may lack
/// its `currentVersion`, as the files of `published/` do, and has its own version for it then. The tools
/// of an approved snapshot are read too, without a check of their digests.
///
/// ```
/// let page = br#"{"items":[{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add",
///     "description":"Adds.","version":1,"currentVersion":1,"output_parameters":[]}]}"#;
/// let catalog = a2t_core::catalog::parse(page).unwrap();
/// assert_eq!(catalog.tools[0].name, "add");
/// ```
///
/// # Errors
/// A document of more than 8 MiB or 10,000 tools, text that is not JSON, or everything that is
/// wrong with the tools, each alone and together, with pointers into the document.
pub fn parse(text: &[u8]) -> Result<Catalog, ValidationError> {
    let value = page::read_document(text)?;
    read(&value).map_err(ValidationError::Rules)
}

/// Returns the members that the protocol does not define, in a document that may break rules.
/// [`parse`] reports them only for a document that breaks none.
///
/// ```
/// let document = serde_json::json!([{"name": 1, "tag": []}]);
/// let unknown = a2t_core::catalog::unknown_members(&document);
/// let message = unknown.as_slice()[0].to_string();
/// assert!(message.starts_with("/0/tag: ") && message.contains("did you mean `tags`?"));
/// ```
pub fn unknown_members(document: &Value) -> Violations {
    match document {
        value if value.get("items").is_some() => page::unknown_members(value),
        value => match list(value) {
            Some((values, at)) => page::unknown_of_items(values, at),
            None => read_value(value, "").unknown,
        },
    }
}

/// Reads a catalog out of JSON, as [`parse`] does out of bytes.
///
/// # Errors
/// Everything that is wrong with the tools, each alone and together.
pub fn read(value: &Value) -> Result<Catalog, Violations> {
    match value {
        Value::Object(members) if members.contains_key("items") => {
            let mut page = page::page(value)?;
            let further = page.take_further(1, page.items.len());
            let (mut unknown, next) = (page.unknown, page.next);
            unknown.extend(further);
            let catalog = Catalog { unknown, next, ..Catalog::default() };
            together(page.items, catalog, "/items")
        }
        value => {
            let Some((values, at)) = list(value) else {
                let parsed = parse_value(&published::completed(value), "")?;
                return together(vec![parsed], Catalog::default(), "");
            };
            let mut found = Violations::default();
            let items = page::items(values, at, &mut found);
            found.into_result()?;
            together(items, Catalog::default(), at)
        }
    }
}

/// Returns the signatures of a bare array or of a snapshot, and the pointer to them.
fn list(document: &Value) -> Option<(&[Value], &'static str)> {
    if let Value::Array(values) = document {
        return Some((values, ""));
    }
    let is_snapshot = document.get("a2t").is_some_and(|mark| mark == "snapshot");
    let tools = document.get("tools").filter(|_| is_snapshot)?;
    Some((tools.as_array()?, "/tools"))
}

fn together(items: Vec<Parsed>, mut catalog: Catalog, at: &str) -> Result<Catalog, Violations> {
    let mut newest = Newest::default();
    for mut parsed in items {
        newest.settle(&mut parsed);
        catalog.tools.push(parsed.signature);
        catalog.unknown.append(parsed.unknown);
    }
    let found = if is_one_tool(&catalog.tools) {
        check_versions(&catalog.tools)
    } else {
        check_catalog(&catalog.tools)
    };
    prefixed(found, at).into_result()?;
    Ok(catalog)
}

/// Newest versions of the tools of a list, whose versions come from the newest to the oldest.
///
/// ```
/// use a2t_core::{catalog::Newest, signature::parse};
/// let version = |number: u32| {
///     let text = format!(r#"{{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"",
///         "version":{number}}}"#);
///     parse(text.as_bytes()).unwrap()
/// };
/// let (mut new, mut old, mut newest) = (version(2), version(1), Newest::default());
/// newest.settle(&mut new);
/// newest.settle(&mut old);
/// assert_eq!((new.signature.current_version, old.signature.current_version), (2, 2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Newest(HashMap<ToolId, u32>);

impl Newest {
    /// Gives a signature of the list without `currentVersion` that of its tool (spec note AMB-50).
    pub fn settle(&mut self, parsed: &mut Parsed) {
        let signature = &mut parsed.signature;
        // Few lists lack it.
        if parsed.is_current_derived {
            let newest = self.0.entry(signature.tool_id).or_insert(signature.version);
            *newest = signature.version.max(*newest);
            signature.current_version = *newest;
        }
    }
}

/// One signature, of any version, or the versions of one tool.
fn is_one_tool(tools: &[ToolSignature]) -> bool {
    let first = tools.first().map(|tool| tool.tool_id);
    tools.iter().all(|tool| Some(tool.tool_id) == first)
}

/// Returns every version that stands in a list of one tool's versions twice. Pointers start at the
/// list.
pub fn check_versions(tools: &[ToolSignature]) -> Violations {
    let mut found = Violations::default();
    let mut versions = HashMap::new();
    for (index, tool) in tools.iter().enumerate() {
        if let Some(first) = versions.insert(tool.version, index) {
            found.push_with(|| {
                Violation::new(Code::DuplicateTool, format!("/{index}/version"))
                    .expected(format!("another version than that of tool {first} of the list"))
                    .got(tool.version.to_string())
            });
        }
    }
    found
}

fn prefixed(mut found: Violations, at: &str) -> Violations {
    for violation in found.iter_mut() {
        violation.pointer.insert_str(0, at);
    }
    found
}
