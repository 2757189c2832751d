//! Creates an OpenAPI 3.1 document of the endpoints from signatures; the invocation and the result
//! of each tool have their own types.

mod names;
mod operation;
mod pairs;
mod problems;
mod reads;
mod shapes;
mod terms;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

pub use self::terms::Terms;

use self::names::Stems;
use self::terms::Referred;
use crate::signature::ToolSignature;

/// OpenAPI 3.1 document of the endpoints of a catalog: the four that read it, and of each version of
/// each tool its invocation, whose body and reply are typed by the signature.
///
/// A body is valid against its schema exactly when [`bind`](crate::invocation::bind) takes it: each
/// input at most once and in any order, the required ones there, every value of its type and within
/// its bounds. JSON Schema cannot express two rules, because it compares numbers and not their
/// digits: the server also rejects a fraction that a double has no room for, and a whole number
/// beyond 2^53 - 1 that is written with a point or an exponent.
///
/// `POST /tools/{toolId}:invoke` is there once for each tool, with the id in the path. A path with a
/// variable in its place would match tools that do not exist and no others.
///
/// Texts of signatures are CommonMark in OpenAPI, so raw HTML, links and images in them are escaped;
/// emphasis, code and lists stay what they are.
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"forecast","description":"Asks <b>.",
/// #   "version":1,"currentVersion":1,"input_parameters":[{"id":"days","name":"days","type":"int","description":""}]}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// use a2t_core::wire::openapi::OpenApi;
///
/// let document = OpenApi::new([&signature]).title("Weather").server("https://api.example.com");
/// let value = document.to_value();
/// let path = "/paths/~1tools~10479a45d-ad0a-49d4-94db-75edf00d2ca4:invoke/post";
/// let operation = value.pointer(path).unwrap();
/// assert_eq!(operation["operationId"], "invoke_forecast");
/// assert_eq!(operation["description"], "Asks &lt;b>.");
/// let days = "/components/schemas/forecast.v1.Invocation/properties/input_parameters/items/oneOf/0";
/// assert_eq!(value.pointer(days).unwrap()["properties"]["value"]["maximum"], 65_535);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct OpenApi {
    title: String,
    version: String,
    description: String,
    server: String,
    tags: BTreeSet<String>,
    /// Members of `paths` and `components.schemas`, written tool by tool, because the values of a
    /// large catalog take many times the room of their text.
    paths: Members,
    schemas: Members,
    referred: Referred,
}

const BEFORE: &str = r#"{"openapi":"3.1.0","servers":[{"url":"#;

const DESCRIPTION: &str = "Tools over HTTP as the Agent-to-Tool protocol has them \
(draft-rosenberg-aiproto-a2t-00). Every `GET` answers `HEAD` too, and 304 to a client that has its \
`ETag`; every error is a problem document (RFC 9457).";

impl OpenApi {
    /// Path below the platform root at which a server has the document.
    pub const PATH: &'static str = "/tools/openapi.json";

    /// Returns the document of these versions of tools, in any order; the first of two with one id
    /// and version stays.
    ///
    /// The path without a version stands for the newest version that is given, unless the signature
    /// has a newer one as its `currentVersion`: then the tool has paths with versions only.
    pub fn new<'a>(signatures: impl IntoIterator<Item = &'a ToolSignature>) -> Self {
        Self::with_terms(signatures.into_iter().map(|tool| (tool, Terms::default())))
    }

    /// Returns the same document, with the terms of the calls of each version.
    pub fn with_terms<'a>(versions: impl IntoIterator<Item = (&'a ToolSignature, Terms)>) -> Self {
        let mut versions: Vec<Offered<'a>> = versions.into_iter().collect();
        versions.sort_by_key(|(tool, _)| (tool.tool_id, u32::MAX - tool.version));
        versions.dedup_by_key(|(tool, _)| (tool.tool_id, tool.version));
        let mut tools: Vec<_> =
            versions.chunk_by(|(one, _), (other, _)| one.tool_id == other.tool_id).collect();
        tools.sort_by_key(|versions| versions.first().map(|(tool, _)| (&tool.name, tool.tool_id)));
        let mut document = Self {
            title: "Tools".to_owned(),
            version: version(&tools),
            description: DESCRIPTION.to_owned(),
            server: "/".to_owned(),
            tags: BTreeSet::new(),
            paths: Members::default(),
            schemas: Members::default(),
            referred: Referred::default(),
        };
        document.paths.all(reads::paths());
        document.schemas.all(reads::schemas());
        document.schemas.all(problems::schemas());
        let stems =
            Stems::new(tools.iter().filter_map(|versions| versions.first().map(|(tool, _)| *tool)));
        for versions in tools {
            document.tool(versions, &stems);
        }
        document
    }

    fn tool(&mut self, versions: &[Offered<'_>], stems: &Stems) {
        for (index, (tool, terms)) in versions.iter().enumerate() {
            let stem = stems.of(tool);
            let is_current = index == 0 && tool.version >= tool.current_version;
            self.paths.all(operation::paths(tool, terms, &stem, is_current));
            self.referred.by(terms);
            self.schemas.all(pairs::schemas(tool, terms, &stem));
            self.tags.extend(tool.tags.iter().map(|tag| tag.to_string()));
        }
    }

    /// Sets the title of the document (`info.title`); "Tools" by default.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the version of the document (`info.version`). By default it is a number that changes
    /// with the catalog.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
        self
    }

    /// Sets the description of the document, in CommonMark (`info.description`).
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Sets the URL below which the tools are at `/tools`, absolute or relative to the document's
    /// own (`servers`); `/` by default.
    pub fn server(mut self, url: impl Into<String>) -> Self {
        self.server = url.into();
        self
    }

    /// Returns the text before and after the URL of the server, which is a JSON string between
    /// them: a server writes the document once, and does not know under which prefixes it is asked
    /// for.
    ///
    /// ```
    /// use a2t_core::wire::openapi::OpenApi;
    /// let document = OpenApi::new([]);
    /// let (before, after) = document.parts();
    /// assert_eq!(document.server("/api").to_json(), format!(r#"{before}"/api"{after}"#));
    /// ```
    pub fn parts(&self) -> (&'static str, String) {
        let info = json!({
            "title": self.title,
            "version": self.version,
            "description": self.description,
        });
        let described = |tag: &str| format!("Tools that are tagged {}.", text::line(tag));
        let named = |tag: &String| json!({ "name": tag, "description": described(tag) });
        let catalog =
            json!({ "name": reads::TAG, "description": "The tools, and their versions." });
        let tags = self.tags.iter().filter(|tag| *tag != reads::TAG).map(named);
        let tags: Value = std::iter::once(catalog).chain(tags).collect();
        let (paths, schemas) = (&self.paths.0, &self.schemas.0);
        let mut responses = problems::responses();
        self.referred.responses(&mut responses);
        retain_referred(&mut responses, "responses", paths);
        let mut parameters = reads::parameters();
        self.referred.parameters(&mut parameters);
        let mut headers = reads::headers();
        self.referred.headers(&mut headers);
        let schemes = self.referred.schemes();
        let schemes = schemes.map(|schemes| format!(r#","securitySchemes":{schemes}"#));
        let schemes = schemes.unwrap_or_default();
        let after = format!(
            r#"}}],"info":{info},"security":[],"tags":{tags},"paths":{{{paths}}},"components":{{"schemas":{{{schemas}}},"responses":{responses},"parameters":{parameters},"headers":{headers}{schemes}}}}}"#
        );
        (BEFORE, after)
    }

    /// Returns the document as JSON.
    pub fn to_json(&self) -> String {
        let (before, after) = self.parts();
        let server = Value::from(&*self.server);
        format!("{before}{server}{after}")
    }

    /// Returns the document as a value, to which a program adds what only it knows, such as the
    /// place where there are tokens.
    pub fn to_value(&self) -> Value {
        // A document of our own writing is JSON.
        serde_json::from_str(&self.to_json()).unwrap_or_default()
    }
}

/// Members of an object as text, with commas between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Members(String);

impl Members {
    fn all(&mut self, members: impl IntoIterator<Item = (String, Value)>) {
        for (name, value) in members {
            let comma = if self.0.is_empty() { "" } else { "," };
            let name = Value::from(name);
            self.0.push_str(&format!("{comma}{name}:{value}"));
        }
    }
}

/// A version of a tool, and the terms of its calls.
type Offered<'a> = (&'a ToolSignature, Terms);

/// A hash (FNV-1a) of the signatures, in hexadecimal, each with the current version that the newest knows:
/// the code of an older one was written before it.
fn version(tools: &[&[Offered<'_>]]) -> String {
    let written = tools.iter().flat_map(|versions| {
        let known = versions.iter().map(|(tool, _)| tool.version.max(tool.current_version));
        let current = known.max().unwrap_or_default();
        let of = move |(tool, _): &Offered<'_>| {
            ToolSignature { current_version: current, ..(*tool).clone() }.canonical()
        };
        versions.iter().flat_map(of)
    });
    let hash = written.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn reference(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

/// Drops components without a reference, because linters report them: where each tool has its own
/// errors for a status, the response that they would share is not needed.
fn retain_referred(components: &mut Value, kind: &str, from: &str) {
    if let Value::Object(members) = components {
        members.retain(|name, _| from.contains(&format!("\"#/components/{kind}/{name}\"")));
    }
}

fn insert(object: &mut Value, member: &str, value: impl Into<Value>) {
    if let Value::Object(members) = object {
        members.insert(member.to_owned(), value.into());
    }
}

fn object(members: impl IntoIterator<Item = (String, Value)>) -> Value {
    Value::Object(Map::from_iter(members))
}
