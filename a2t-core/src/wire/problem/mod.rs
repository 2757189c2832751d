//! Errors on the wire: problem details (RFC 9457) with one entry for each violation.

use std::borrow::Cow;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::error::{Code, ValidationError, Violation, Violations, inert};
use crate::json;
use crate::signature::{PROBLEM_MEMBERS, PROBLEM_TYPE_PREFIX, ProblemType, ToolId};

mod kind;
mod vendor;

pub use kind::Kind;

/// The body of every reply that is not a success (`application/problem+json`).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// The last segment of the `type` URI, such as `invalid-invocation`; the whole `type` of a
    /// server that is not ours.
    pub kind: Cow<'static, str>,
    /// The same for every problem of this kind.
    pub title: Cow<'static, str>,
    /// Description of this occurrence, and what to do.
    pub detail: String,
    /// Each mistake of the request.
    pub violations: Violations,
    more: Option<Box<More>>,
}

/// Rarer parts in one word of a problem, which is returned by value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct More {
    request_id: Option<Box<str>>,
    members: Map<String, Value>,
}

/// Returns `true` for the members that a problem has fields for: all that RFC 9457 and the protocol know but `instance`.
fn has_field(member: &str) -> bool {
    member != "instance" && PROBLEM_MEMBERS.contains(&member)
}

impl Problem {
    /// The media type of problem details.
    pub const MEDIA_TYPE: &'static str = "application/problem+json";
    /// Every `type` begins with this.
    pub const TYPE_PREFIX: &'static str = PROBLEM_TYPE_PREFIX;

    /// Creates a problem of this kind.
    ///
    /// ```
    /// use a2t_core::wire::problem::{Kind, Problem};
    /// let problem = Problem::new(Kind::UnknownVersion, "the newest version is 2");
    /// assert_eq!(problem.status, 404);
    /// assert_eq!(Problem::parse(404, &problem.to_json()), problem);
    /// ```
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self {
            status: kind.status(),
            kind: Cow::Borrowed(kind.slug()),
            title: Cow::Borrowed(kind.title()),
            detail: detail.into(),
            violations: Violations::default(),
            more: None,
        }
    }

    /// Returns the problem that an error which a signature lists is answered with, in the words of
    /// its description and without members (spec note AMB-48).
    ///
    /// ```
    /// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"lend","description":"","version":1,
    /// #   "currentVersion":1,"errors":[{"name":"LENT","status":409,"description":"Lent."}]}"#;
    /// # let lend = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
    /// use a2t_core::wire::problem::Problem;
    /// let lent = Problem::listed(&lend.errors[0], lend.tool_id).with_member("until", "2026-12-01");
    /// assert_eq!(lent.to_string(), "409: LENT: Lent.");
    /// assert_eq!(lent.type_uri(), "urn:uuid:0479a45d-ad0a-49d4-94db-75edf00d2ca4#LENT");
    /// ```
    pub fn listed(error: &ProblemType, tool: ToolId) -> Self {
        let problem = Self::new(Kind::ToolRefused, &*error.description);
        let problem = problem.with_status(error.status).with_type(error.type_uri(tool));
        Self { title: error.name.clone(), ..problem }
    }

    /// Returns the kind, if it is one of [`Kind`]; `None` for the vendor's own problem type, which
    /// is in [`type_uri`](Self::type_uri), and for a reply that is not a problem document.
    ///
    /// ```
    /// use a2t_core::wire::problem::{Kind, Problem};
    /// let body = br#"{"type": "https://shop.example/out-of-stock", "left": 2}"#;
    /// let problem = Problem::parse(409, body);
    /// assert_eq!(problem.known(), None);
    /// match &*problem.type_uri() {
    ///     "https://shop.example/out-of-stock" => assert_eq!(problem.member("left"), Some(&2.into())),
    ///     _ => unreachable!(),
    /// }
    /// assert_eq!(Problem::new(Kind::ToolConflict, "").known(), Some(Kind::ToolConflict));
    /// ```
    pub fn known(&self) -> Option<Kind> {
        Kind::from_slug(&self.kind)
    }

    /// Returns `true` for the vendor's own problem type, which is a tool's answer with any status.
    ///
    /// ```
    /// use a2t_core::wire::problem::{Kind, Problem};
    /// let body = br#"{"type": "https://shop.example/out-of-stock"}"#;
    /// assert!(Problem::parse(404, body).is_typed());
    /// assert!(!Problem::parse(404, b"<html>").is_typed());
    /// assert!(!Problem::new(Kind::NotFound, "").is_typed());
    /// ```
    pub fn is_typed(&self) -> bool {
        self.known().is_none() && self.type_uri() != "about:blank"
    }

    /// Returns the `type` (RFC 9457, section 3.1.1): `urn:a2t:problem:tool-conflict`, a URI of the
    /// vendor's own, or `about:blank` where there was none.
    pub fn type_uri(&self) -> Cow<'_, str> {
        if self.kind.contains(':') {
            Cow::Borrowed(&*self.kind)
        } else {
            Cow::Owned(format!("{}{}", Self::TYPE_PREFIX, self.kind))
        }
    }

    /// Returns an extension member (RFC 9457, section 3.2), or `instance`. A client that sees a
    /// problem reads no more of it than its limit on replies.
    pub fn member(&self, name: &str) -> Option<&Value> {
        self.more.as_ref()?.members.get(name)
    }

    /// Returns all extension members as the vendor's own type; `None` if they are not those of one.
    ///
    /// ```
    /// use a2t_core::wire::problem::Problem;
    /// #[derive(serde::Deserialize)]
    /// struct OutOfStock {
    ///     left: u32,
    /// }
    /// let body = br#"{"type": "https://shop.example/out-of-stock", "left": 2}"#;
    /// let problem = Problem::parse(409, body);
    /// assert_eq!(problem.members::<OutOfStock>().unwrap().left, 2);
    /// ```
    pub fn members<T: DeserializeOwned>(&self) -> Option<T> {
        let none = Map::new();
        T::deserialize(self.more.as_ref().map_or(&none, |more| &more.members)).ok()
    }

    /// Returns the same problem with one extension member more; a name that RFC 9457 or this type
    /// has a meaning for changes nothing.
    #[must_use]
    pub fn with_member(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        let name = name.into();
        if !has_field(&name) {
            self.more.get_or_insert_default().members.insert(name, value.into());
        }
        self
    }

    /// Returns the same problem with these extension members more, each as
    /// [`with_member`](Self::with_member) takes it.
    #[must_use]
    pub fn with_members<N: Into<String>, V: Into<Value>>(
        self,
        members: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        members.into_iter().fold(self, |problem, (name, value)| problem.with_member(name, value))
    }

    /// Returns the same problem of a type of the vendor's own: an absolute URI, such as
    /// `https://shop.example/out-of-stock`. Text without a colon is a slug of [`Kind`].
    #[must_use]
    pub fn with_type(mut self, uri: impl Into<Cow<'static, str>>) -> Self {
        self.kind = uri.into();
        self
    }

    /// Returns the same problem with another status, such as that of an extractor's own rejection.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Returns the same problem with the mistakes that caused it.
    #[must_use]
    pub fn with_violations(mut self, violations: Violations) -> Self {
        self.violations = violations;
        self
    }

    /// Returns the id of the request, by which the server's operator finds it: the extension member
    /// `request_id`, since a request that is sent again may keep its id, and `instance` (RFC 9457,
    /// section 3.1.5) identifies one occurrence. Up to 128 visible ASCII characters.
    pub fn request_id(&self) -> Option<&str> {
        self.more.as_ref()?.request_id.as_deref()
    }

    /// Returns the same problem as the answer to the request with this id.
    #[must_use]
    pub fn with_request_id(mut self, id: impl Into<Box<str>>) -> Self {
        self.set_request_id(Some(id.into()));
        self
    }

    /// Sets the id of the request, or none.
    pub fn set_request_id(&mut self, id: Option<Box<str>>) {
        if id.is_some() || self.more.is_some() {
            self.more.get_or_insert_default().request_id = id;
        }
    }

    /// Returns the problem of an invocation whose arguments break the signature.
    pub fn invocation(invalid: ValidationError) -> Self {
        Self::invalid(Kind::InvalidInvocation, invalid)
    }

    /// Returns the problem of a list's query.
    pub fn page(violations: Violations) -> Self {
        Self::invalid(Kind::InvalidPage, ValidationError::Rules(violations))
    }

    fn invalid(kind: Kind, invalid: ValidationError) -> Self {
        match invalid {
            ValidationError::Syntax(error) => Self::new(Kind::MalformedJson, error.to_string()),
            ValidationError::Rules(violations) => {
                Self::new(kind, summary(&violations)).with_violations(violations)
            }
        }
    }

    /// Returns the body.
    pub fn to_json(&self) -> Vec<u8> {
        // Writing strings and integers to memory has no way to fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads what a server sent with `status`: problem details as far as they go. Of any other
    /// body, the message becomes the detail: a member such as `error` or `message`, a list of
    /// errors, or text.
    ///
    /// ```
    /// use a2t_core::wire::problem::Problem;
    /// let body = br#"{"error": {"code": 7, "message": "there is no city `Omhaa`"}}"#;
    /// assert_eq!(Problem::parse(404, body).detail, "there is no city `Omhaa`");
    /// ```
    pub fn parse(status: u16, body: &[u8]) -> Self {
        let json = json::parse(body).ok();
        let member = |name: &str| json.as_ref().and_then(|value| value.get(name));
        let text = |name: &str| member(name).and_then(Value::as_str);
        let kind = text("type").unwrap_or("about:blank");
        let errors = member("errors").and_then(Value::as_array);
        let mut violations: Violations =
            errors.into_iter().flatten().filter_map(violation).collect();
        let more = member("more_errors").and_then(Value::as_u64);
        violations.count(more.map_or(0, |more| usize::try_from(more).unwrap_or(usize::MAX)));
        let mut problem = Self {
            status,
            kind: Cow::Owned(kind.strip_prefix(Self::TYPE_PREFIX).unwrap_or(kind).to_owned()),
            title: Cow::Owned(text("title").unwrap_or_default().to_owned()),
            detail: text("detail").unwrap_or_default().to_owned(),
            violations,
            more: None,
        };
        let is_ours = !problem.violations.is_empty() || !problem.detail.is_empty();
        if text("type").is_none() && text("title").is_none() && !is_ours {
            problem.detail = vendor::message(body, json.as_ref());
        }
        let id = text("request_id").filter(|id| is_request_id(id.as_bytes()));
        problem.set_request_id(id.map(Into::into));
        if let Some(Value::Object(members)) = json {
            problem.keep(members);
        }
        problem
    }

    /// Keeps what no field has; `errors` of another form is the vendor's own.
    fn keep(&mut self, mut members: Map<String, Value>) {
        let foreign = self.violations.is_empty() && self.violations.more() == 0;
        members.retain(|name, _| !has_field(name) || foreign && name == "errors");
        if !members.is_empty() {
            self.more.get_or_insert_default().members = members;
        }
    }
}

/// Returns `true` for 1 to 128 visible ASCII characters: such an id is taken from a request, and from a reply.
///
/// ```
/// use a2t_core::wire::problem::is_request_id;
/// assert!(is_request_id(b"7f9c2b1e-4c1d"));
/// assert!(!is_request_id(b"") && !is_request_id(b"two words") && !is_request_id(&[b'x'; 129]));
/// ```
pub fn is_request_id(id: &[u8]) -> bool {
    (1..=128).contains(&id.len()) && id.iter().all(u8::is_ascii_graphic)
}

impl fmt::Display for Problem {
    /// Status, title and detail on one line, safe for a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        for text in [&*self.title, &*self.detail] {
            if !text.is_empty() {
                write!(f, ": {}", inert(text))?;
            }
        }
        Ok(())
    }
}

fn summary(violations: &Violations) -> String {
    let first = violations.iter().next().map(Violation::to_string);
    let others = violations.len().saturating_sub(1).saturating_add(violations.more());
    match (first, others) {
        (None, _) => String::new(),
        (Some(first), 0) => first,
        (Some(first), others) => format!("{first}; and {others} more"),
    }
}

fn violation(entry: &Value) -> Option<Violation> {
    let text = |member: &str| entry.get(member).and_then(Value::as_str).map(str::to_owned);
    let code = Code::from_slug(&text("code")?)?;
    let mut violation = Violation::new(code, text("pointer").unwrap_or_default())
        .expected(text("expected").unwrap_or_default())
        .got(text("got").unwrap_or_default());
    violation.parameter = text("parameter");
    violation.did_you_mean = text("did_you_mean");
    violation.reason = text("reason").unwrap_or_default();
    violation.example = text("example");
    let allowed = entry.get("allowed").and_then(Value::as_array);
    let names = allowed.into_iter().flatten().filter_map(Value::as_str);
    violation.allowed = names.take(Violation::ALLOWED_MAX).map(str::to_owned).collect();
    Some(violation)
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", &self.type_uri())?;
        map.serialize_entry("title", &self.title)?;
        map.serialize_entry("status", &self.status)?;
        map.serialize_entry("detail", &self.detail)?;
        if !self.violations.is_empty() {
            map.serialize_entry("errors", self.violations.as_slice())?;
        }
        if self.violations.more() > 0 {
            map.serialize_entry("more_errors", &self.violations.more())?;
        }
        if let Some(id) = self.request_id() {
            map.serialize_entry("request_id", id)?;
        }
        let more = self.more.iter().flat_map(|more| &more.members);
        for (name, value) in more {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pointer", &self.pointer)?;
        map.serialize_entry("code", self.code.slug())?;
        map.serialize_entry("rule", self.code.id())?;
        map.serialize_entry("detail", &self.message())?;
        if let Some(parameter) = &self.parameter {
            map.serialize_entry("parameter", parameter)?;
        }
        map.serialize_entry("expected", &self.expected)?;
        map.serialize_entry("got", &self.got)?;
        if !self.allowed.is_empty() {
            map.serialize_entry("allowed", &self.allowed)?;
        }
        if let Some(meant) = &self.did_you_mean {
            map.serialize_entry("did_you_mean", meant)?;
        }
        if !self.reason.is_empty() {
            map.serialize_entry("reason", &self.reason)?;
        }
        if let Some(example) = &self.example {
            map.serialize_entry("example", example)?;
        }
        map.end()
    }
}
