//! One tool as a server lists it: read strictly, written canonically, digested.

mod list;
mod meta;
mod order;

use std::borrow::Cow;

use a2t_core::json::{shown, wrong_type};
use a2t_core::signature::Deprecated;
use a2t_core::{Code, ProblemType, Violation, Violations};
use serde_json::{Map, Value};

use crate::canonical::{Sorted, compact};
use crate::{Digest, Schema, limit, text};

pub(crate) use list::duplicates;
pub use list::{Listed, Rejected};
use order::Order;

type Members = Map<String, Value>;

/// A tool that JSON Schema describes: an item of MCP's `tools/list`.
///
/// It has everything about a tool that a model is shown, and the errors and the deprecation that a server built with
/// a2t lists in `_meta`. Nothing else is kept: neither the rest of `_meta` nor `icons`, `execution` and members that
/// MCP does not define.
/// Two tools are equal that differ only in the order of members.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tool {
    /// The name that it is called by: 1 to 128 visible characters.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// Description of what it does, at most 20,000 characters; servers may leave it out.
    pub description: Option<String>,
    /// Schema of the arguments; its root has `"type": "object"`.
    pub input: Schema,
    /// Schema of the structured result, if the server promises one.
    pub output: Option<Schema>,
    /// Hints of the server about what the tool does to the world.
    pub annotations: Annotations,
    /// Errors that the server declares for the tool (`_meta`, `dev.a2t/errors`), each with its `type`. An empty list
    /// means that nothing is known of them: most MCP servers list none, and snapshots of earlier releases did not
    /// keep them.
    pub errors: Vec<ProblemType>,
    /// The server's remark that callers should stop using the tool (`_meta`, `dev.a2t/deprecated`).
    pub deprecated: Option<Deprecated>,
    /// Properties of the input in the order of their author, which schemas do not keep.
    order: Order,
}

impl PartialEq for Tool {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.title, &self.description)
            == (&other.name, &other.title, &other.description)
            && (&self.input, &self.output) == (&other.input, &other.output)
            && self.annotations == other.annotations
            && (&self.errors, &self.deprecated) == (&other.errors, &other.deprecated)
    }
}

/// Effects of a tool on the world, as declared by its server (MCP 2025-11-25, `ToolAnnotations`);
/// `None` where it declares nothing. They are not verified.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Annotations {
    /// A name for people, which [`Tool::title`] overrides.
    pub title: Option<String>,
    /// `readOnlyHint`: the tool changes nothing. MCP takes `None` as `false`.
    pub read_only: Option<bool>,
    /// `destructiveHint`: the tool may destroy something. MCP takes `None` as `true`.
    pub destructive: Option<bool>,
    /// `idempotentHint`: calling it again with the same arguments does nothing more. MCP takes `None`
    /// as `false`.
    pub idempotent: Option<bool>,
    /// `openWorldHint`: the tool deals with what is outside of the server. MCP takes `None` as `true`.
    pub open_world: Option<bool>,
}

impl Tool {
    /// Creates a tool with this schema of its arguments and no other optional member.
    pub fn new(name: impl Into<String>, input: Schema) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            input,
            output: None,
            annotations: Annotations::default(),
            errors: Vec::new(),
            deprecated: None,
            order: Order::default(),
        }
    }

    /// Reads one item of `tools/list`, which stands at the JSON pointer `at` of its document.
    ///
    /// ```
    /// use a2t_schema::Tool;
    /// let listed = serde_json::json!({"name": "now", "inputSchema": {"type": "string"}});
    /// let violations = Tool::read(&listed, "/tools/0").unwrap_err();
    /// let first = violations.iter().next().unwrap();
    /// assert_eq!(first.pointer, "/tools/0/inputSchema/type");
    /// assert_eq!(first.code.id(), "A2T-S805");
    /// ```
    ///
    /// # Errors
    /// Everything that breaks a rule or exceeds a [limit], in the order of the members here.
    pub fn read(value: &Value, at: &str) -> Result<Self, Violations> {
        let mut found = Violations::default();
        let Value::Object(members) = value else {
            found.push(wrong_type(at, "an object", value));
            return Err(found);
        };
        let mut reader = Reader { members, at, found };
        let tool = reader.tool();
        reader.found.into_result()?;
        tool.ok_or_else(Violations::default)
    }

    /// Returns the item of `tools/list` that is read as this tool. Where the order of properties is
    /// not that of their names, it is in `_meta` (`dev.a2t/order`).
    pub fn to_value(&self) -> Value {
        self.value(meta::kept(self, Some(&self.order)))
    }

    /// The tool of a file in which only a written order of properties counts: not every build sees that of its layout.
    pub(crate) fn without_layout(mut self, item: &Value) -> Self {
        if item.get("_meta").and_then(meta::order).is_none() {
            self.order = Order::default();
        }
        self
    }

    fn value(&self, meta: Option<Value>) -> Value {
        let mut members = Members::new();
        let mut put = |name: &str, value: Option<Value>| {
            members.extend(value.map(|value| (name.to_owned(), value)));
        };
        put("name", Some(self.name.as_str().into()));
        put("title", self.title.as_deref().map(Value::from));
        put("description", self.description.as_deref().map(Value::from));
        put("annotations", self.annotations.to_value());
        put("inputSchema", Some(self.input.as_value().clone()));
        put("outputSchema", self.output.as_ref().map(|schema| schema.as_value().clone()));
        put("_meta", meta);
        Value::Object(members)
    }

    /// Returns the text of [`Tool::to_value`], compact, with the members of each object by name:
    /// the same for equal tools.
    ///
    /// ```
    /// # use a2t_schema::{Schema, Tool};
    /// # let object = Schema::read(&serde_json::json!({"type": "object"}), "").unwrap();
    /// let text = Tool::new("now", object).to_text();
    /// assert_eq!(text, r#"{"inputSchema":{"type":"object"},"name":"now"}"#);
    /// ```
    pub fn to_text(&self) -> String {
        compact(&Sorted(&self.to_value()))
    }

    /// Returns the digest of everything that a model sees (name, title, description, annotations and both schemas),
    /// and of the errors and the deprecation. Only the order of members and the spelling of numbers do not count.
    pub fn digest(&self) -> Digest {
        Digest::from_parts([&*self.canonical()])
    }

    /// The bytes that the digest is of.
    pub(crate) fn canonical(&self) -> Vec<u8> {
        compact(&Sorted(&self.value(meta::kept(self, None)))).into_bytes()
    }

    /// Returns the schema of the arguments with its properties in the order of their author, if this build keeps an order
    /// of members (serde_json's feature `preserve_order`).
    ///
    /// ```
    /// use a2t_schema::Tool;
    /// let listed = serde_json::json!({"name": "pay", "inputSchema": {"type": "object", "properties": {"a": {}, "b": {}}},
    ///     "_meta": {"dev.a2t/order": {"/properties": ["b", "a"]}}});
    /// let tool = Tool::read(&listed, "").unwrap();
    /// assert_eq!(tool.ordered_input(), tool.input);
    /// assert_eq!(tool.to_value()["_meta"], listed["_meta"]);
    /// ```
    pub fn ordered_input(&self) -> Schema {
        self.order.applied(&self.input)
    }

    /// Returns the part of this tool that can be compared with `approved`: without errors if nothing is known of the
    /// errors of `approved`, and with its deprecation. A snapshot of an earlier release does not drift because of
    /// errors, and no snapshot because of a deprecation, which changes nothing about a call.
    ///
    /// ```
    /// # use a2t_schema::{Schema, Tool};
    /// # let object = Schema::read(&serde_json::json!({"type": "object"}), "").unwrap();
    /// let approved = Tool::new("lend", object);
    /// let mut listed = approved.clone();
    /// listed.errors = a2t_core::signature::problem_types(&serde_json::json!([
    ///     {"name": "LENT", "type": "https://library.example/lent", "status": 409, "description": "Lent."}
    /// ])).unwrap();
    /// assert_ne!(listed.digest(), approved.digest());
    /// assert_eq!(listed.comparable_to(&approved).digest(), approved.digest());
    /// ```
    pub fn comparable_to(&self, approved: &Self) -> Cow<'_, Self> {
        let errors_are_new = approved.errors.is_empty() && !self.errors.is_empty();
        if self.deprecated == approved.deprecated && !errors_are_new {
            return Cow::Borrowed(self);
        }
        let mut comparable = self.clone();
        comparable.deprecated.clone_from(&approved.deprecated);
        if errors_are_new {
            comparable.errors = Vec::new();
        }
        Cow::Owned(comparable)
    }

    /// Returns the remarks on a tool that can be used all the same: no description, a name outside
    /// of MCP's characters or not in snake case, hints that contradict one another.
    ///
    /// ```
    /// # use a2t_schema::{Schema, Tool};
    /// # let object = Schema::read(&serde_json::json!({"type": "object"}), "").unwrap();
    /// let remarks = Tool::new("getTime", object).remarks("");
    /// let ids: Vec<_> = remarks.iter().map(|remark| remark.code.slug()).collect();
    /// assert_eq!(ids, ["tool-name-case", "tool-undescribed"]);
    /// ```
    pub fn remarks(&self, at: &str) -> Violations {
        crate::schema::remarks(self, at)
    }
}

impl Annotations {
    /// Returns whether there are no hints.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn hints(&self) -> [(&'static str, Option<bool>); 4] {
        [
            ("readOnlyHint", self.read_only),
            ("destructiveHint", self.destructive),
            ("idempotentHint", self.idempotent),
            ("openWorldHint", self.open_world),
        ]
    }

    fn to_value(&self) -> Option<Value> {
        let title = self.title.as_deref().map(|title| ("title".to_owned(), title.into()));
        let hint = |(name, hint): (&str, Option<bool>)| Some((name.to_owned(), Value::Bool(hint?)));
        let hints = self.hints().into_iter().filter_map(hint);
        (!self.is_empty()).then(|| Value::Object(title.into_iter().chain(hints).collect()))
    }
}

struct Reader<'v> {
    members: &'v Members,
    at: &'v str,
    found: Violations,
}

impl<'v> Reader<'v> {
    fn tool(&mut self) -> Option<Tool> {
        let name = self.name();
        let title = self.text("title", Code::NameTooLong);
        let description = self.text("description", Code::DescriptionTooLong);
        let annotations = self.annotations();
        let input = self.input();
        let output = self.present("outputSchema").map(|schema| self.schema("outputSchema", schema));
        Some(Tool {
            name: name?,
            title,
            description,
            input: input?,
            output: output.flatten(),
            annotations,
            errors: self.present("_meta").map(meta::errors).unwrap_or_default(),
            deprecated: self.present("_meta").and_then(meta::deprecated),
            order: self.order(),
        })
    }

    /// The order that was written down, else that of the schema itself.
    fn order(&self) -> Order {
        let schema = self.present("inputSchema").unwrap_or(&Value::Null);
        let written = self.present("_meta").and_then(meta::order);
        written.map_or_else(|| Order::new(schema), |order| order.of_schema(schema))
    }

    /// A member that is `null` is absent.
    fn present(&self, member: &str) -> Option<&'v Value> {
        self.members.get(member).filter(|value| !value.is_null())
    }

    fn required(&mut self, member: &str) -> Option<&'v Value> {
        let value = self.present(member);
        if value.is_none() {
            self.found.push(
                Violation::new(Code::MissingMember, self.at)
                    .expected(format!("the member `{member}`"))
                    .got(self.members.get(member).map_or_else(|| "nothing".to_owned(), shown)),
            );
        }
        value
    }

    fn string(&mut self, member: &str, value: &'v Value) -> Option<&'v str> {
        if !value.is_string() {
            let at = format!("{}/{member}", self.at);
            self.found.push(wrong_type(&at, "a string", value));
        }
        value.as_str()
    }

    fn name(&mut self) -> Option<String> {
        let value = self.required("name")?;
        let name = self.string("name", value)?;
        let at = format!("{}/name", self.at);
        text::check_name(&mut self.found, name, limit::TOOL_NAME_MAX, &at);
        Some(name.to_owned())
    }

    fn text(&mut self, member: &str, long: Code) -> Option<String> {
        let value = self.present(member)?;
        let text = self.string(member, value)?;
        let at = format!("{}/{member}", self.at);
        text::check(&mut self.found, text, limit::TEXT_MAX, long, &at);
        Some(text.to_owned())
    }

    fn input(&mut self) -> Option<Schema> {
        let value = self.required("inputSchema")?;
        if value.get("type").and_then(Value::as_str) != Some("object") {
            let at = match value.get("type") {
                Some(_) => format!("{}/inputSchema/type", self.at),
                None => format!("{}/inputSchema", self.at),
            };
            let got = value.get("type").map_or_else(|| "nothing".to_owned(), shown);
            let violation = Violation::new(Code::NotAnObject, at);
            self.found.push(violation.expected("`\"type\": \"object\"`").got(got));
        }
        self.schema("inputSchema", value)
    }

    fn schema(&mut self, member: &str, value: &Value) -> Option<Schema> {
        let read = Schema::read(value, &format!("{}/{member}", self.at));
        read.map_err(|violations| self.found.append(violations)).ok()
    }

    fn annotations(&mut self) -> Annotations {
        let Some(value) = self.present("annotations") else {
            return Annotations::default();
        };
        let at = format!("{}/annotations", self.at);
        let Value::Object(members) = value else {
            self.found.push(wrong_type(&at, "an object", value));
            return Annotations::default();
        };
        let mut inner = Reader { members, at: &at, found: Violations::default() };
        let annotations = Annotations {
            title: inner.text("title", Code::NameTooLong),
            read_only: inner.hint("readOnlyHint"),
            destructive: inner.hint("destructiveHint"),
            idempotent: inner.hint("idempotentHint"),
            open_world: inner.hint("openWorldHint"),
        };
        self.found.append(inner.found);
        annotations
    }

    fn hint(&mut self, member: &str) -> Option<bool> {
        let value = self.present(member)?;
        if !value.is_boolean() {
            let at = format!("{}/{member}", self.at);
            self.found.push(wrong_type(&at, "a boolean", value));
        }
        value.as_bool()
    }
}
