//! Errors that a tool declares, each a problem type of RFC 9457; a documented extension (spec note
//! AMB-48).

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;

use super::member::Object;
use super::shape::{self, broken};
use super::unknown::{Unknown, unknown};
use super::{JsonMember, JsonShape, List, Text, ToolId, rule};
use crate::error::{inert, nearest};

/// Maximum number of errors that a signature lists (spec note AMB-48).
pub const PROBLEM_TYPES_MAX: usize = 64;

/// Statuses of what a tool answers (spec note AMB-48).
pub const PROBLEM_STATUSES: [u16; 11] = [402, 403, 404, 409, 410, 412, 422, 423, 424, 428, 451];

/// Prefix of the types that the protocol gives its own problems.
pub(crate) const PROBLEM_TYPE_PREFIX: &str = "urn:a2t:problem:";

/// Members that every problem has (RFC 9457, section 3.1), or a server adds; an error has others.
pub const PROBLEM_MEMBERS: [&str; 8] =
    ["type", "title", "status", "detail", "instance", "errors", "more_errors", "request_id"];

/// An error that a tool may answer with (`errors`); an extension (spec note AMB-48).
///
/// A later version keeps the type, the status and the members of each, and may list more. A tool may
/// answer with errors that it does not list.
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"lend","description":"","version":1,
/// #   "currentVersion":1,"errors":[{"name":"LENT","status":409,"description":"Lent."}]}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// let lent = &signature.errors[0];
/// assert_eq!((&*lent.name, lent.status), ("LENT", 409));
/// assert_eq!(lent.type_uri(signature.tool_id), "urn:uuid:0479a45d-ad0a-49d4-94db-75edf00d2ca4#LENT");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProblemType {
    /// Capitalised snake case, at most 255 characters; unique in the signature, and the `title` of the problem.
    pub name: Text,
    /// The `type` of the problem, where it is not made of the tool's id and the name.
    pub uri: Option<Text>,
    /// The HTTP status, one of [`PROBLEM_STATUSES`].
    pub status: u16,
    /// Meaning, for a model to read.
    pub description: Text,
    /// Extension members of the problem, sorted by name.
    pub members: List<JsonMember>,
}

impl ProblemType {
    /// Returns the `type` of the problem (RFC 9457, section 3.1.1).
    pub fn type_uri(&self, tool: ToolId) -> String {
        match &self.uri {
            Some(uri) => uri.to_string(),
            None => default_type(tool, &self.name),
        }
    }

    pub(crate) fn shape(&self) -> JsonShape {
        JsonShape::Record { members: self.members.clone() }
    }
}

/// Stands in for the tool of errors that are listed outside of a signature, where each error has its `type`.
const NO_TOOL: ToolId = ToolId::from_u128(0);

/// Reads the errors of a tool from a document other than a signature, such as the `_meta` of an MCP tool. Returns
/// `None` if any part of the list is not understood. A signature ignores such a list as a whole, too.
///
/// ```
/// use a2t_core::signature::{problem_types, problem_types_value};
/// use serde_json::json;
/// let listed = json!([{"name": "LENT", "type": "https://library.example/lent", "status": 409, "description": "Lent."}]);
/// let errors = problem_types(&listed).unwrap();
/// assert_eq!(errors[0].uri.as_deref(), Some("https://library.example/lent"));
/// assert_eq!(problem_types_value(&errors, "0479a45d-ad0a-49d4-94db-75edf00d2ca4".parse().unwrap()), listed);
/// assert!(problem_types(&json!([{"name": "LENT"}])).is_none());
/// ```
pub fn problem_types(listed: &Value) -> Option<Vec<ProblemType>> {
    read(listed, NO_TOOL).ok()
}

/// Writes the errors of this tool as a signature lists them, each with its `type`, so that [`problem_types`] can read
/// them without knowing the tool.
pub fn problem_types_value(errors: &[ProblemType], tool: ToolId) -> Value {
    // Serialising strings and integers to memory cannot fail.
    serde_json::to_value(Listed { tool, errors }).unwrap_or_default()
}

/// Returns the `type` of an error that was given none, the same in every version of its tool.
pub fn default_type(tool: ToolId, name: &str) -> String {
    format!("urn:uuid:{tool}#{name}")
}

/// Checks the `type` that a vendor gives an error (RFC 9457, section 3.1.1): an absolute URI in
/// printable ASCII. It must not be `about:blank`, which means that there is no type, or
/// `urn:a2t:problem:…`, which belongs to the protocol.
///
/// ```
/// use a2t_core::signature::vendor_type;
/// assert!(vendor_type("https://library.example/problems/already-lent").is_ok());
/// assert_eq!(vendor_type("already-lent"), Err("an absolute URI"));
/// assert!(vendor_type("about:blank").is_err());
/// ```
///
/// # Errors
/// The expected value, in words.
pub fn vendor_type(uri: &str) -> Result<(), &'static str> {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    let parts = uri.split_once(':').filter(|(scheme, rest)| is_scheme(scheme) && !rest.is_empty());
    if parts.is_none() || !uri.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err("an absolute URI");
    }
    let begins =
        |taken: &str| uri.get(..taken.len()).is_some_and(|start| start.eq_ignore_ascii_case(taken));
    if begins("about:") || begins(PROBLEM_TYPE_PREFIX) {
        return Err("the vendor's own URI; `about:…` and `urn:a2t:problem:…` are reserved");
    }
    Ok(())
}

/// The errors that a document lists, if they obey every rule.
pub(super) fn read(errors: &Value, tool: ToolId) -> Result<Vec<ProblemType>, Unknown> {
    let Value::Array(listed) = errors else {
        return Err(unknown("", "an array", crate::json::shown(errors)));
    };
    if listed.len() > PROBLEM_TYPES_MAX {
        let expected = format!("at most {PROBLEM_TYPES_MAX} errors");
        return Err(unknown("", &expected, listed.len().to_string()));
    }
    let mut read = Vec::new();
    for (index, each) in listed.iter().enumerate() {
        let within = |unknown: Unknown| Unknown {
            pointer: format!("/{index}{}", unknown.pointer),
            ..unknown
        };
        read.push(one(each, tool).map_err(within)?);
    }
    match broken_in(&read, tool) {
        Some(unknown) => Err(unknown),
        None => Ok(read),
    }
}

fn one(value: &Value, tool: ToolId) -> Result<ProblemType, Unknown> {
    let Value::Object(object) = value else {
        return Err(unknown("", "an object", crate::json::shown(value)));
    };
    let name = text(object, "name")?;
    let status = object.get("status").and_then(Value::as_u64).and_then(|it| u16::try_from(it).ok());
    let Some(status) = status else {
        return Err(unknown("/status", "an integer", "another"));
    };
    let uri = match object.get("type") {
        None | Some(Value::Null) => None,
        Some(_) => Some(text(object, "type")?).filter(|uri| *uri != default_type(tool, &name)),
    };
    let members = match object.get("schema").filter(|schema| !schema.is_null()) {
        None => Vec::new().into(),
        Some(schema) => members(schema)?,
    };
    Ok(ProblemType { description: text(object, "description")?, name, uri, status, members })
}

fn members(schema: &Value) -> Result<List<JsonMember>, Unknown> {
    match shape::read(schema) {
        Ok(JsonShape::Record { members }) => Ok(members),
        Ok(_) => Err(unknown("/schema/type", "object", "another")),
        Err(inner) => Err(Unknown {
            pointer: format!("/schema{}", inner.pointer),
            expected: inner.expected,
            got: inner.got,
        }),
    }
}

fn text(object: &Object, member: &str) -> Result<Text, Unknown> {
    match object.get(member) {
        Some(Value::String(text)) => Ok(text.clone().into()),
        other => {
            let near = nearest(member, object.keys().map(String::as_str));
            let got =
                other.map(crate::json::shown).or(near.map(|near| format!("`{}`", inert(near))));
            Err(unknown(
                &format!("/{member}"),
                "a string",
                got.unwrap_or_else(|| "nothing".to_owned()),
            ))
        }
    }
}

/// The first rule that the list breaks.
pub(super) fn broken_in(errors: &[ProblemType], tool: ToolId) -> Option<Unknown> {
    let names = errors.iter().map(|error| &*error.name);
    if errors.len() > PROBLEM_TYPES_MAX || !is_distinct(names) || !has_distinct_types(errors, tool)
    {
        let expected = format!("at most {PROBLEM_TYPES_MAX} errors, each name and each type once");
        return Some(unknown("", &expected, "others"));
    }
    errors.iter().enumerate().find_map(|(index, error)| {
        let unknown = broken_one(error)?;
        Some(Unknown { pointer: format!("/{index}{}", unknown.pointer), ..unknown })
    })
}

fn is_distinct<T: Ord>(items: impl Iterator<Item = T>) -> bool {
    let mut items: Vec<_> = items.collect();
    items.sort_unstable();
    items.is_sorted_by(|one, other| one < other)
}

/// Types that are made of names are as distinct as these.
fn has_distinct_types(errors: &[ProblemType], tool: ToolId) -> bool {
    errors.iter().all(|error| error.uri.is_none())
        || is_distinct(errors.iter().map(|error| error.type_uri(tool)))
}

fn broken_one(error: &ProblemType) -> Option<Unknown> {
    let violated = |member: &str, result: Result<(), rule::Violated>| {
        result.err().map(|violated| unknown(member, &violated.expected, violated.got))
    };
    let uri = error.uri.as_deref().unwrap_or("urn:x");
    if !PROBLEM_STATUSES.contains(&error.status) {
        return Some(unknown(
            "/status",
            "a status that tools answer with",
            error.status.to_string(),
        ));
    }
    if let Err(expected) = vendor_type(uri) {
        return Some(unknown("/type", expected, rule::quote(uri)));
    }
    let members = || {
        let (pointer, violated) = broken(&error.shape())?;
        Some(unknown(&format!("/schema{pointer}"), &violated.expected, violated.got))
    };
    let taken = error.members.iter().find(|member| PROBLEM_MEMBERS.contains(&&*member.name));
    if let Some(JsonMember { name, .. }) = taken {
        let expected = "members that not every problem has";
        return Some(unknown("/schema/properties", expected, rule::quote(name)));
    }
    violated("/name", rule::allowed_value_name(&error.name))
        .or_else(|| violated("/description", rule::description(&error.description)))
        .or_else(members)
}

/// The list as a document has it.
pub(super) struct Listed<'a> {
    pub(super) tool: ToolId,
    pub(super) errors: &'a [ProblemType],
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.errors.len()))?;
        for error in self.errors {
            list.serialize_element(&One { tool: self.tool, error })?;
        }
        list.end()
    }
}

struct One<'a> {
    tool: ToolId,
    error: &'a ProblemType,
}

impl Serialize for One<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.error.name)?;
        map.serialize_entry("type", &self.error.type_uri(self.tool))?;
        map.serialize_entry("status", &self.error.status)?;
        map.serialize_entry("description", &self.error.description)?;
        if !self.error.members.is_empty() {
            map.serialize_entry("schema", &self.error.shape())?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::signature::parse_value;

    const ID: &str = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";

    fn signature(errors: &Value) -> Value {
        json!({"toolId": ID, "name": "f", "description": "", "version": 1,
               "currentVersion": 1, "errors": errors})
    }

    fn lent() -> Value {
        json!({"name": "LENT", "status": 409, "description": "Lent.",
               "schema": {"type": "object", "properties": {"until": {"type": "string"}}}})
    }

    #[test]
    fn what_is_not_of_this_form_is_passed_by_as_a_whole() {
        let with = |member: &str, value: Value| {
            let mut error = lent();
            error[member] = value;
            json!([lent(), error])
        };
        let typed = |uri| json!([{"name": "A", "status": 404, "type": uri, "description": ""}]);
        let many: Vec<_> = (0..10_000)
            .map(|number| json!({"name": format!("E{number}"), "status": 409, "description": ""}))
            .collect();
        for (errors, pointer) in [
            (json!({}), ""),
            (json!(["LENT"]), "/0"),
            (json!([lent(), lent()]), ""),
            (json!(many), ""),
            (with("name", json!(7)), "/1/name"),
            (json!([{"name": "lent", "status": 409, "description": ""}]), "/0/name"),
            (with("status", json!(500)), ""),
            (json!([{"name": "A", "status": 500, "description": ""}]), "/0/status"),
            (with("status", json!("409")), "/1/status"),
            (typed("gone"), "/0/type"),
            (typed("https:"), "/0/type"),
            (typed("7:gone"), "/0/type"),
            (typed("/problems: gone"), "/0/type"),
            (typed("https://x/\u{202e}"), "/0/type"),
            (typed("about:blank"), "/0/type"),
            (typed("URN:a2t:problem:not-found"), "/0/type"),
            (json!([{"name": "A", "status": 404, "description": "\u{202e}"}]), "/0/description"),
            (
                json!([{"name": "A", "status": 404, "type": "https://x/", "description": ""},
                       {"name": "B", "status": 404, "type": "https://x/", "description": ""}]),
                "",
            ),
            (
                json!([{"name": "A", "status": 404, "description": ""},
                       {"name": "B", "status": 404, "type": default_type(ID.parse().unwrap(), "A"), "description": ""}]),
                "",
            ),
            (
                json!([{"name": "A", "status": 404, "description": "", "schema":
                       {"type": "object", "properties": {"status": {"type": "integer"}}}}]),
                "/0/schema/properties",
            ),
            (with("schema", json!({"type": "string"})), "/1/schema/type"),
            (
                with("schema", json!({"type": "object", "properties": {}, "oneOf": []})),
                "/1/schema/oneOf",
            ),
        ] {
            let parsed = parse_value(&signature(&errors), "").unwrap();
            assert!(parsed.signature.errors.is_empty(), "{errors}");
            let pointers: Vec<_> = parsed.unknown.iter().map(|it| it.pointer.clone()).collect();
            assert_eq!(pointers, [format!("/errors{pointer}")], "{errors}");
        }
    }

    #[test]
    fn a_type_that_is_the_default_is_written_and_read_as_none() {
        let mut error = lent();
        error["type"] = json!("urn:uuid:0479a45d-ad0a-49d4-94db-75edf00d2ca4#LENT");
        error["added by a newer server"] = json!(true);
        let read = parse_value(&signature(&json!([error])), "").unwrap().signature;
        assert_eq!(read.errors[0].uri, None);
        let again = crate::signature::parse(&read.canonical()).unwrap();
        assert_eq!((&again.signature, again.unknown.is_empty()), (&read, true));
        error["type"] = json!("https://library.example/lent");
        let other = parse_value(&signature(&json!([error])), "").unwrap().signature;
        assert_eq!(other.errors[0].uri.as_deref(), Some("https://library.example/lent"));
        let spelt = ProblemType {
            uri: Some(default_type(read.tool_id, "LENT").into()),
            ..read.errors[0].clone()
        };
        let spelt = crate::ToolSignature { errors: vec![spelt].into(), ..read.clone() };
        assert!(crate::evolution::changes(&read, &spelt).is_empty());
        assert!(crate::evolution::changes(&spelt, &read).is_empty());
        assert!(!crate::evolution::changes(&spelt, &other).is_empty());
    }

    #[test]
    fn a_signature_that_was_put_together_is_checked() {
        let mut read = parse_value(&signature(&json!([lent()])), "").unwrap().signature;
        assert!(read.check().is_empty());
        read.errors.to_mut()[0].status = 400;
        let found = read.check();
        assert_eq!(found.as_slice()[0].pointer, "/errors/0/status");
    }
}
