//! The manifest of a toolset: its name, where it is called, and its tools.

use std::collections::HashSet;

use a2t_core::json::{shown, wrong_type};
use a2t_core::{Code, ValidationError, Violation, Violations};
use a2t_schema::Schema;
use a2t_schema::limit::{TEXT_MAX, TOOLS_MAX};
use serde_json::{Map, Value};

use crate::message::limit::NAME_MAX;
use crate::message::read::{Members, Reader, Reading, document, object, some};
use crate::message::{Address, limit};

/// Path of the manifest below the base URL (CB-77, CB-79).
pub const DISCOVERY: &str = "/.well-known/rap-toolset";

/// A toolset as its server describes it (CB-80).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Manifest {
    /// Name of the toolset, 1 to 128 characters.
    pub name: String,
    /// Description of the toolset.
    pub description: Option<String>,
    /// URL that invocations are posted to.
    pub endpoint: Address,
    /// The tools, at least one, each with a different name (CB-81).
    pub tools: Vec<Tool>,
    /// Whether the server has state that moves with a session (CB-152).
    pub needs_migration: bool,
}

/// A tool of a manifest.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// Name: 1 to 128 of `A-Za-z0-9_-` (CBA-20).
    pub name: String,
    /// Description, which a model reads.
    pub description: String,
    /// Schema of the arguments, of type `object` (CB-83, CBA-23).
    pub input: Schema,
    /// Hints of the server, which are not verified (CB-86, CB-100).
    pub annotations: Annotations,
    /// Script in Rhai that shows a call; nothing here runs it (CB-88 to CB-91).
    pub display_script: Option<String>,
}

/// Effects of a tool on the world, as its server declares them; `None` where it declares nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Annotations {
    /// Provider that the user authorises first, such as `github`.
    pub requires_auth: Option<String>,
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something (CB-87).
    pub destructive: Option<bool>,
    /// Calling it again with the same arguments does nothing more.
    pub idempotent: Option<bool>,
    /// It takes long.
    pub long_running: Option<bool>,
    /// Annotations that RAP does not define, by name.
    pub custom: Members,
}

impl Manifest {
    /// Creates a manifest without a description, whose server has no state that moves.
    pub fn new(name: impl Into<String>, endpoint: Address, tools: Vec<Tool>) -> Self {
        let (name, description) = (name.into(), None);
        Self { name, description, endpoint, tools, needs_migration: false }
    }

    /// Reads a manifest: all of it is right, or none of it is read (CB-97, CB-98). Members that RAP
    /// does not define are passed over (CBA-29).
    ///
    /// ```
    /// use a2t_rap::message::Manifest;
    ///
    /// let text = br#"{"name": "a", "endpoint": "https://tool.example/invoke", "tools": [
    ///     {"name": "get weather", "description": "", "inputSchema": {"type": "object"}}]}"#;
    /// let problem = Manifest::parse(text).unwrap_err();
    /// assert!(problem.to_string().starts_with("/tools/0/name: expected 1 to 128 of A-Z"));
    /// ```
    ///
    /// # Errors
    /// It is not JSON, not an object, or something in it is wrong.
    pub fn parse(text: &[u8]) -> Result<Self, ValidationError> {
        Ok(Self::read(&document(text, limit::MANIFEST_BYTES_MAX)?)?)
    }

    fn read(members: &Members) -> Result<Self, Violations> {
        let mut reader = Reader::new(members, "", Reading::Strict);
        let name = reader.text("name");
        if let Some(name) = &name {
            check_title(&mut reader, name);
        }
        let description = described(&mut reader);
        let endpoint = reader.address("endpoint");
        let tools = tools(&mut reader);
        let needs_migration = reader.flag("needsMigration").unwrap_or_default();
        let whole = || Some((name?, endpoint?, tools?));
        let whole = whole();
        let (name, endpoint, tools) = reader.finish(whole)?;
        Ok(Self { name, description, endpoint, tools, needs_migration })
    }

    /// Returns the text that is read as this manifest.
    ///
    /// # Errors
    /// Everything that a reader would object to: no tools, two of one name, a name with other
    /// characters.
    pub fn to_text(&self) -> Result<String, Violations> {
        let value = self.to_value();
        value.as_object().map(Self::read).transpose()?;
        Ok(value.to_string())
    }

    fn to_value(&self) -> Value {
        object([
            ("name", Some(self.name.as_str().into())),
            ("description", some(&self.description)),
            ("endpoint", Some(self.endpoint.as_str().into())),
            ("tools", Some(self.tools.iter().map(Tool::to_value).collect())),
            ("needsMigration", self.needs_migration.then_some(true.into())),
        ])
    }
}

fn check_title(reader: &mut Reader, name: &str) {
    if name.is_empty() {
        reader.note(Code::EmptyName, "name", format!("1 to {NAME_MAX} characters"));
    }
    reader.visible("name", name, NAME_MAX);
    if name.contains(['\n', '\r', '\t']) {
        reader.note(Code::ForbiddenCharacter, "name", "text on one line");
    }
}

fn described(reader: &mut Reader) -> Option<String> {
    let text = reader.optional_text("description")?;
    reader.visible("description", &text, TEXT_MAX);
    Some(text)
}

fn tools(reader: &mut Reader) -> Option<Vec<Tool>> {
    reader.required("tools")?;
    let items = reader.list("tools", TOOLS_MAX)?;
    if items.is_empty() {
        reader.note(Code::MissingMember, "tools", "at least one tool");
    }
    let (mut tools, mut seen) = (Vec::new(), HashSet::new());
    for (index, item) in items.iter().enumerate() {
        match Tool::read(item, &format!("/tools/{index}")) {
            Ok(tool) if !seen.insert(tool.name.clone()) => {
                let at = format!("tools/{index}/name");
                let violation = Violation::new(Code::DuplicateTool, format!("/{at}"));
                let violation = violation.expected("a name that no other tool of the toolset has");
                reader.found.push(violation.got(format!("`{}`", tool.name)));
            }
            Ok(tool) => tools.push(tool),
            Err(violations) => reader.found.append(violations),
        }
    }
    Some(tools)
}

impl Tool {
    /// Creates a tool without optional members.
    pub fn new(name: impl Into<String>, description: impl Into<String>, input: Schema) -> Self {
        let (name, description) = (name.into(), description.into());
        let annotations = Annotations::default();
        Self { name, description, input, annotations, display_script: None }
    }

    fn read(item: &Value, at: &str) -> Result<Self, Violations> {
        let Value::Object(members) = item else {
            return Err(wrong_type(at, "an object", item).into());
        };
        let mut reader = Reader::new(members, at, Reading::Strict);
        let name = reader.text("name");
        if let Some(name) = name.as_deref().filter(|name| !is_name(name)) {
            let violation = Violation::new(Code::BadName, format!("{at}/name"));
            let violation = violation.expected(format!("1 to {NAME_MAX} of A-Z a-z 0-9 _ -"));
            reader.found.push(violation.got(shown(&name.into())));
        }
        reader.required("description");
        let description = described(&mut reader);
        let input = input(&mut reader, at);
        let annotations = annotations(&mut reader, at);
        let display_script = reader.optional_text("displayScript");
        let whole = || {
            let (name, description, input) = (name?, description?, input?);
            Some(Self { name, description, input, annotations, display_script })
        };
        let whole = whole();
        reader.finish(whole)
    }

    fn to_value(&self) -> Value {
        object([
            ("name", Some(self.name.as_str().into())),
            ("description", Some(self.description.as_str().into())),
            ("inputSchema", Some(self.input.as_value().clone())),
            ("annotations", self.annotations.to_value()),
            ("displayScript", some(&self.display_script)),
        ])
    }

    /// Returns the tool as a snapshot has it, without the members that only RAP has.
    pub fn to_schema(&self) -> a2t_schema::Tool {
        let mut tool = a2t_schema::Tool::new(self.name.clone(), self.input.clone());
        tool.description = Some(self.description.clone());
        tool.annotations.read_only = self.annotations.read_only;
        tool.annotations.destructive = self.annotations.destructive;
        tool.annotations.idempotent = self.annotations.idempotent;
        tool
    }
}

fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    (1..=NAME_MAX).contains(&name.len()) && name.bytes().all(is_part)
}

fn input(reader: &mut Reader, at: &str) -> Option<Schema> {
    let value = reader.required("inputSchema")?;
    let at = format!("{at}/inputSchema");
    if value.get("type").and_then(Value::as_str) != Some("object") {
        let violation = Violation::new(Code::NotAnObject, at.clone());
        reader.found.push(violation.expected("`\"type\": \"object\"`"));
        return None;
    }
    Schema::read(value, &at).map_err(|violations| reader.found.append(violations)).ok()
}

fn annotations(reader: &mut Reader, at: &str) -> Annotations {
    if reader.present("annotations").is_none() {
        return Annotations::default();
    }
    let Some(members) = reader.object("annotations") else { return Annotations::default() };
    let mut inner = Reader::new(members, &format!("{at}/annotations"), Reading::Strict);
    let known = ["requiresAuth", "readOnly", "destructive", "idempotent", "longRunning"];
    let custom = members.iter().filter(|(name, _)| !known.contains(&name.as_str()));
    let annotations = Annotations {
        requires_auth: inner.optional_id("requiresAuth"),
        read_only: inner.flag("readOnly"),
        destructive: inner.flag("destructive"),
        idempotent: inner.flag("idempotent"),
        long_running: inner.flag("longRunning"),
        custom: custom.map(|(name, value)| (name.clone(), value.clone())).collect(),
    };
    reader.found.append(inner.found);
    annotations
}

impl Annotations {
    fn to_value(&self) -> Option<Value> {
        let declared = object([
            ("requiresAuth", some(&self.requires_auth)),
            ("readOnly", self.read_only.map(Value::from)),
            ("destructive", self.destructive.map(Value::from)),
            ("idempotent", self.idempotent.map(Value::from)),
            ("longRunning", self.long_running.map(Value::from)),
        ]);
        let mut members: Map<_, _> = self.custom.clone();
        members.extend(declared.as_object().cloned().unwrap_or_default());
        (!members.is_empty()).then_some(Value::Object(members))
    }
}
