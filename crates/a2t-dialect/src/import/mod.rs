//! Imports foreign catalogs as signatures: the tools of MCP servers, definitions of Anthropic and
//! OpenAI, operations of OpenAPI 3. Returns what the protocol can express of them, and a list of
//! what it cannot.
//!
//! ```
//! use a2t_dialect::import::{self, Effect, Options};
//!
//! let listed = br#"{"tools": [{"name": "read_file", "inputSchema": {"type": "object",
//!     "properties": {"path": {"type": "string"}, "lines": {"type": "array", "items": {"type": "integer"}}},
//!     "required": ["path"]}}]}"#;
//! let found = import::parse(listed, &Options::new("files")).unwrap();
//! assert_eq!(found.tools[0].input_parameters[0].name, "path");
//! let lost = &found.diagnostics.as_slice()[0];
//! assert_eq!((lost.effect, &*lost.pointer), (Effect::InputDropped, "/tools/0/inputSchema/properties/lines"));
//! assert!(!found.diagnostics.is_lossless());
//! ```
//!
//! # What becomes of what
//!
//! | foreign | signature | reported as |
//! | --- | --- | --- |
//! | name of a tool, `operationId` | the same name; without `operationId`, method and path: `get_pets_by_pet_id` | `import-name-derived` (text) |
//! | a name that is empty, hidden, of more than 254 characters, or another tool's | no tool | `import-tool-name`, `import-twin-tools` |
//! | `description`, else `title`; OpenAPI's `summary` and `description` | description; cut at 1,999 characters (2,000 for inputs, outputs and values) | `import-description-cut` (text) |
//! | any text with a character that cannot be seen | no tool: words may hide there (tabs and line ends are made plain) | `import-hidden-character` |
//! | a member of the object, a parameter | an input; its name is name and id. First those that `required` lists, in its order, then the others in that of the document | |
//! | members next to `properties` that look like inputs | nothing | `import-not-an-object` |
//! | `string`, `maxLength` | `string`, `max-length` | |
//! | `minLength`, `pattern`, `format` of a string, `contentEncoding` | `string`; the constraint stands in the description | `import-constraint` (widened) |
//! | `integer`, `minimum`, `maximum`, both ways of exclusive bounds, `format: int32` and its kin | `int`, `min`, `max` | |
//! | `integer` without a maximum | `int` with `max` 2^53 - 1, the largest integer that JSON keeps exactly, and not the protocol's default of 65,535; without a minimum, none | `import-range` (text) |
//! | bounds beyond 2^53 - 1, `format: int64` | the same bounds, up to those of 64 bits with sign, which a call may have | beyond these `import-range` (narrowed) |
//! | `multipleOf` of an integer; `enum` of integers with gaps | `int`; the rest stands in the description | `import-constraint` (widened) |
//! | `number` | nothing, unless it is a `multipleOf` a whole number | `import-number` |
//! | `boolean` | `boolean` | |
//! | `enum` or `const` of capitalised snake case; `oneOf` of such constants with a description each | `enum` | |
//! | any other `enum` of strings | `string` as long as the longest value, all values in the description: what is sent is what the tool takes | `import-enum-names` (widened) |
//! | `["string", "null"]`, `nullable`, `anyOf` with `null`, `null` in an `enum` | the same without null, and optional, also where `required` lists it: null and absent are one (spec note AMB-25) | |
//! | `default` | stands in the description | `import-default` (text) |
//! | an array, an object, an object of any members, a union, no type at all, `false` | nothing | `import-array`, `import-nested-object`, `import-free-form`, `import-union`, `import-untyped`, `import-no-schema` |
//! | `$ref` inside the document, `allOf` | what they refer to, what they are together; at most 32 deep | `import-reference`, `import-cycle` |
//! | `additionalProperties` that is there and not `false` | nothing more than the named members can be sent | `import-open-object` (narrowed) |
//! | `anyOf`, `oneOf`, `not`, `if`, `dependentRequired` of the whole object | only the members | `import-combination` (widened) |
//! | parameters in `path`, `query`, `header`; members of a JSON body | inputs, in this order | |
//! | parameters in cookies, or with `content` | nothing | `import-location` |
//! | a part of the path that no parameter declares | a required `string` | `import-undeclared-parameter` (widened) |
//! | any other body, and one of which no member can be an input | no tool, also where the body may be left out | `import-body` |
//! | a body that is not required | its members, all optional | `import-optional-body` (widened) |
//! | `outputSchema`, the first JSON response of the two hundreds, of a flat object | an output for each member, `json` where the member is not flat | `import-output` (text) |
//! | any other result, or none that is described | one output `result` of type `json` | `import-output` (text), if it was described |
//! | tools that the provider runs | no tool | `import-hosted-tool` |
//! | `icons` of MCP; `tags` of OpenAPI | `img`, the first at `https:`; `tags` | |
//! | `title` of MCP; its `readOnlyHint`, `idempotentHint`, `destructiveHint` | `title`; the same hints | other `annotations` |
//! | `annotations`, `_meta`, `examples`, `x-…`, security, servers | nothing: they are no part of a signature | |
//!
//! "Nothing" drops an optional input, and the whole tool for a required one. With
//! [`Options::lossy`] a `number` is an `int`, and an array, an object, a union and a value of no
//! type are a `string` that holds JSON, reported as `reshaped`. Every diagnostic has a JSON pointer
//! into the foreign document.
//!
//! # Identity
//!
//! `toolId` is the [derived id](ToolId::derive) of the package `import:SOURCE` and the tool's name:
//! a UUID of version 5 in the namespace of all derived ids (that of the DNS name `a2t.rs`) over the
//! bytes `import:SOURCE/NAME`, with `%` and `/` of the source as `%25` and `%2F`. The same source
//! and name give the same id forever, in every kind of document; no package's tool has it, as no
//! package has a colon in its name. The version is 1 unless you set [`Options::version`].
//!
//! # Limits
//!
//! A document has at most 8 MiB ([`Options::max_bytes`]), 32 levels and 10,000 tools; a tool 64 inputs, an input 1,000 values; what
//! references may ask for in all is bounded, and so are the bytes of the signatures together (8 MiB).

mod choice;
mod hint;
mod input;
mod kind;
mod list;
mod node;
mod object;
mod openapi;
mod report;
mod text;
mod tool;
mod view;

use std::fmt;

use a2t_core::signature::rule::TOOLS_MAX;
use a2t_core::wire::page::DOCUMENT_MAX;
use a2t_core::{ToolId, ToolSignature, json};
use serde_json::Value;

pub use kind::Kind;
pub use report::{Diagnostic, Diagnostics, Effect, Loss};

use node::Node;
use tool::Reader;

/// Origin of a foreign document, and the numbers of its tools.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Owner of the tools, such as `github`: part of every `toolId`, so it stays the same.
    pub source: String,
    /// Kind of the document; detected by default.
    pub kind: Option<Kind>,
    /// The version of every signature, from 1; 1 by default.
    pub version: u32,
    /// Inputs that a signature cannot have travel in another form: a `number` as an integer, an
    /// array, an object, a union or an untyped value as JSON in a text. False by default: the
    /// caller of the foreign tool has to turn them back.
    pub lossy: bool,
    /// Maximum number of bytes that [`parse`] reads; 8 MiB by default.
    pub limit: usize,
}

impl Options {
    /// Creates the options for the tools of this source.
    pub fn new(source: impl Into<String>) -> Self {
        Self { source: source.into(), kind: None, version: 1, lossy: false, limit: DOCUMENT_MAX }
    }

    /// Gives inputs another form that a signature cannot have: see [`Options::lossy`].
    ///
    /// ```
    /// use a2t_dialect::import::{self, Effect, Options};
    ///
    /// let listed = br#"{"tools": [{"name": "move", "inputSchema": {"type": "object", "required": ["to"],
    ///     "properties": {"to": {"type": "array", "items": {"type": "number"}}}}}]}"#;
    /// assert_eq!(import::parse(listed, &Options::new("map")).unwrap().dropped, ["move"]);
    /// let found = import::parse(listed, &Options::new("map").lossy(true)).unwrap();
    /// assert_eq!(found.tools[0].input_parameters[0].description, "(JSON as text: an array)");
    /// assert_eq!(found.diagnostics.as_slice()[0].effect, Effect::Reshaped);
    /// ```
    #[must_use]
    pub fn lossy(mut self, lossy: bool) -> Self {
        self.lossy = lossy;
        self
    }

    /// Reads documents of up to so many bytes.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Reads the document as one of this kind.
    #[must_use]
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Gives every signature this version.
    #[must_use]
    pub fn version(mut self, version: u32) -> Self {
        self.version = version;
        self
    }

    /// Returns the id of this source's tool of this name.
    pub fn tool_id(&self, name: &str) -> ToolId {
        ToolId::derive(&tool::identity(&self.source), name)
    }
}

/// Outcome of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Imported {
    /// Kind of the document.
    pub kind: Kind,
    /// The signatures, in the order of the document; each obeys every rule.
    pub tools: Vec<ToolSignature>,
    /// Losses: facts that the signatures do not express.
    pub diagnostics: Diagnostics,
    /// The names of the tools that have no signature.
    pub dropped: Vec<String>,
}

/// Why a document cannot be read at all. It prints as one line, safe for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportError {
    /// JSON pointer into the document.
    pub pointer: String,
    /// Reason and help.
    pub message: String,
}

impl ImportError {
    pub(crate) fn new(pointer: &str, message: impl Into<String>) -> Self {
        Self { pointer: pointer.to_owned(), message: message.into() }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inert = a2t_core::error::inert;
        match &*self.pointer {
            "" => f.write_str(&inert(&self.message)),
            pointer => write!(f, "{}: {}", inert(pointer), inert(&self.message)),
        }
    }
}

impl std::error::Error for ImportError {}

/// Returns the signatures of a foreign document.
///
/// # Errors
/// More bytes than [`Options::max_bytes`], text that is not JSON or has a member twice, and what [`read`]
/// refuses.
pub fn parse(bytes: &[u8], options: &Options) -> Result<Imported, ImportError> {
    if bytes.len() > options.limit {
        let (size, limit) = (bytes.len(), options.limit);
        let message = format!(
            "a document of {size} bytes, more than the {limit} that are read; raise the limit, or import a part of it"
        );
        return Err(ImportError::new("", message));
    }
    let document = json::parse(bytes).map_err(|error| ImportError::new("", error.to_string()))?;
    read(&document, options)
}

/// Returns the signatures of a foreign document that was parsed by [`a2t_core::json::parse`].
///
/// # Errors
/// A document that is of no [`Kind`], has more tools than are read, or asks for too much by its
/// references. A part of a single tool that cannot be expressed is no error but a diagnostic.
pub fn read(document: &Value, options: &Options) -> Result<Imported, ImportError> {
    let kind = match options.kind {
        Some(kind) => kind,
        None => Kind::detect(document)?,
    };
    let mut reader = Reader::new(Node::new(document, ""), options);
    match kind {
        Kind::OpenApi => openapi::read(&mut reader, document)?,
        _ => list::read(&mut reader, document, kind)?,
    }
    reader.finish(kind)
}

fn bounded(tools: usize, at: &str) -> Result<(), ImportError> {
    if tools > TOOLS_MAX {
        Err(ImportError::new(at, format!("more than {TOOLS_MAX} tools")))
    } else {
        Ok(())
    }
}
