//! The server that tools are from: its identity, and the way to reach it.

use std::fmt;

use a2t_core::json::{shown, wrong_type};
use a2t_core::{Code, Violation, Violations, secret};
use serde_json::{Map, Value, json};

use crate::snapshot::Protocol;
use crate::{limit, text};

/// Identity that a server reports (MCP 2025-11-25, `Implementation`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Server {
    /// Name for programs.
    pub name: String,
    /// Version of the server, in any format.
    pub version: String,
    /// Name for people.
    pub title: Option<String>,
    /// Instructions for the model that uses the server.
    pub instructions: Option<String>,
}

/// Where tools are from: the way to reach a server, or a file. `Debug` does not show what looks like a secret.
///
/// The text of a source has its kind before it, except for addresses and commands:
///
/// ```
/// use a2t_schema::Source;
/// assert_eq!(Source::from("https://a.example"), Source::Http { url: "https://a.example".into() });
/// assert_eq!(Source::from("file:tools.json"), Source::File { path: "tools.json".into() });
/// assert_eq!(Source::from("import:mcp:issues").to_string(), "import:mcp:issues");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// Over HTTP, at this address.
    Http {
        /// Address of the endpoint, such as `https://tools.example/mcp`, or root of an API.
        url: String,
    },
    /// A file that a vendor gave.
    File {
        /// Its path.
        path: String,
    },
    /// A foreign catalog that was imported.
    Import {
        /// Its kind and name, such as `openapi:issues`.
        name: String,
    },
    /// As a child process that is spoken to on its standard input and output.
    Stdio {
        /// The program and its arguments.
        command: Vec<String>,
    },
    /// As a toolset of the Reactive Agent Protocol (RAP), which answers later.
    Rap {
        /// Base URL, such as `https://tools.example`.
        url: String,
    },
}

impl From<&str> for Source {
    fn from(text: &str) -> Self {
        let after = |kind: &str| text.strip_prefix(kind).map(str::to_owned);
        match (after("file:"), after("import:")) {
            (Some(path), _) => Self::File { path },
            (_, Some(name)) => Self::Import { name },
            _ => Self::Http { url: text.to_owned() },
        }
    }
}

impl From<String> for Source {
    fn from(text: String) -> Self {
        Self::from(&*text)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Http { url } | Self::Rap { url } => f.write_str(url),
            Self::File { path } => write!(f, "file:{path}"),
            Self::Import { name } => write!(f, "import:{name}"),
            Self::Stdio { command } => f.write_str(&command.join(" ")),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path } => f.debug_struct("File").field("path", path).finish(),
            Self::Import { name } => f.debug_struct("Import").field("name", name).finish(),
            Self::Http { url } => f.debug_struct("Http").field("url", &secret::url(url)).finish(),
            Self::Rap { url } => f.debug_struct("Rap").field("url", &secret::url(url)).finish(),
            Self::Stdio { command } => {
                let command = secret::hide_in_command(command);
                f.debug_struct("Stdio").field("command", &command).finish()
            }
        }
    }
}

impl Server {
    /// Creates a server of this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into(), title: None, instructions: None }
    }

    /// Returns the same server with a name for people.
    #[must_use]
    pub fn title(mut self, title: Option<String>) -> Self {
        self.title = title;
        self
    }

    /// Returns the same server with instructions for models.
    #[must_use]
    pub fn instructions(mut self, instructions: Option<String>) -> Self {
        self.instructions = instructions;
        self
    }

    pub(crate) fn to_value(&self) -> Value {
        let mut members = Map::new();
        let texts = [
            ("name", Some(&self.name)),
            ("version", Some(&self.version)),
            ("title", self.title.as_ref()),
            ("instructions", self.instructions.as_ref()),
        ];
        for (name, text) in texts {
            members.extend(text.map(|text| (name.to_owned(), text.as_str().into())));
        }
        Value::Object(members)
    }

    /// Notes texts that are too long, or have invisible characters.
    pub(crate) fn check(&self, found: &mut Violations, at: &str) {
        let texts = [("name", Some(&self.name)), ("version", Some(&self.version))];
        let others = [("title", &self.title), ("instructions", &self.instructions)];
        let others = others.into_iter().map(|(name, text)| (name, text.as_ref()));
        for (name, text) in texts.into_iter().chain(others) {
            let (text, at) = (text.map_or("", String::as_str), format!("{at}/{name}"));
            text::check(found, text, limit::TEXT_MAX, Code::DescriptionTooLong, &at);
        }
    }

    /// Removes each text that a snapshot may not have, and returns what was wrong with it: a server is
    /// what it is, and its tools can be approved without its words.
    ///
    /// ```
    /// let mut server = a2t_schema::Server::new("time\u{200b}", "1.0");
    /// assert_eq!(server.leave_out_faults().len(), 1);
    /// assert_eq!(server, a2t_schema::Server::new("", "1.0"));
    /// ```
    pub fn leave_out_faults(&mut self) -> Violations {
        let mut all = Violations::default();
        self.check(&mut all, "/server");
        let is_sound = |text: &str| {
            let mut found = Violations::default();
            text::check(&mut found, text, limit::TEXT_MAX, Code::DescriptionTooLong, "");
            found.is_empty()
        };
        for text in [&mut self.name, &mut self.version] {
            if !is_sound(text) {
                text.clear();
            }
        }
        for text in [&mut self.title, &mut self.instructions] {
            text.take_if(|text| !is_sound(text));
        }
        all
    }

    pub(crate) fn read(value: &Value, found: &mut Violations, at: &str) -> Option<Self> {
        let Value::Object(members) = value else {
            found.push(wrong_type(at, "an object", value));
            return None;
        };
        let mut texts = |member: &str| string(members, member, found, at);
        let server = Self {
            name: texts("name").unwrap_or_default(),
            version: texts("version").unwrap_or_default(),
            title: texts("title"),
            instructions: texts("instructions"),
        };
        unknown(members, &["name", "version", "title", "instructions"], found, at);
        server.check(found, at);
        Some(server)
    }
}

impl Source {
    /// Returns the address of a server over HTTP.
    pub fn url(&self) -> Option<&str> {
        match self {
            Self::Http { url } | Self::Rap { url } => Some(url),
            _ => None,
        }
    }

    /// Returns the member `source` of a snapshot, whose `protocol` tells RAP from others.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Http { url } | Self::Rap { url } => json!({"http": url}),
            Self::Stdio { command } => json!({"stdio": command}),
            Self::File { path } => json!({"file": path}),
            Self::Import { name } => json!({"import": name}),
        }
    }

    /// Reads the member `source` of a snapshot of this protocol.
    pub(crate) fn read(value: &Value, protocol: Protocol) -> Result<Self, Violations> {
        let only = value.as_object().filter(|members| members.len() == 1);
        let only = only.and_then(|members| members.iter().next());
        let source = match (protocol, only) {
            (Protocol::Rap, Some((kind, Value::String(url)))) if kind == "http" => {
                Some(Self::Rap { url: url.clone() })
            }
            (_, Some((kind, Value::String(url)))) if kind == "http" => {
                Some(Self::Http { url: url.clone() })
            }
            (Protocol::A2t, Some((kind, Value::String(path)))) if kind == "file" => {
                Some(Self::File { path: path.clone() })
            }
            (Protocol::A2t, Some((kind, Value::String(name)))) if kind == "import" => {
                Some(Self::Import { name: name.clone() })
            }
            (Protocol::Mcp, Some((kind, Value::Array(words)))) if kind == "stdio" => {
                let words = words.iter().map(|word| word.as_str().map(str::to_owned));
                words.collect::<Option<_>>().map(|command| Self::Stdio { command })
            }
            _ => None,
        };
        source.ok_or_else(|| {
            let expected = match protocol {
                Protocol::A2t => {
                    "`{\"http\": ADDRESS}`, `{\"file\": PATH}` or `{\"import\": NAME}`"
                }
                Protocol::Mcp => "`{\"http\": ADDRESS}` or `{\"stdio\": [PROGRAM, ARGUMENT]}`",
                Protocol::Rap => "`{\"http\": ADDRESS}`",
            };
            let violation = Violation::new(Code::WrongMemberType, "/source").expected(expected);
            violation.got(shown(value)).into()
        })
    }
}

pub(crate) fn string(
    members: &Map<String, Value>,
    member: &str,
    found: &mut Violations,
    at: &str,
) -> Option<String> {
    let value = members.get(member)?;
    if !value.is_string() {
        found.push(wrong_type(&format!("{at}/{member}"), "a string", value));
    }
    value.as_str().map(str::to_owned)
}

/// Notes members that the format does not have: in a file of ours, each is an edit.
pub(crate) fn unknown(
    members: &Map<String, Value>,
    known: &[&str],
    found: &mut Violations,
    at: &str,
) {
    for member in members.keys().filter(|member| !known.contains(&member.as_str())) {
        let at = format!("{at}/{}", a2t_core::json::segment(member));
        found.push_with(|| {
            Violation::new(Code::UnknownMember, at)
                .expected("a member that the format has")
                .got(format!("`{member}`"))
                .allowed(known.iter().copied(), member)
        });
    }
}
