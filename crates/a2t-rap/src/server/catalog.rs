//! The tools of a toolset as the manifest shows them, and the operations that name them.

use std::collections::{BTreeSet, HashMap, HashSet};

use a2t_core::error::{inert, nearest};
use a2t_core::{ToolId, ToolSignature, ValidationError};
use a2t_dialect::{Dialect, Selection};
use a2t_tool::{Tools, Versions};
use serde_json::{Map, Value, json};

use crate::message::{Address, Manifest};
use crate::server::settings::Settings;

/// Tools by the operations that name them, and the manifest except for its endpoint.
pub(crate) struct Catalog {
    operations: HashMap<String, Operation>,
    /// Operations of the manifest, in its order.
    listed: Vec<String>,
    /// What the tools break, where there is none: that there is one at least (CB-80), and not too many.
    manifest: Result<Manifest, ValidationError>,
}

/// One version of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operation {
    pub(crate) tool: ToolId,
    pub(crate) version: u32,
}

impl Catalog {
    /// The newest version of each tool under its name, and every older one with `_v1` behind it,
    /// unless another tool is called so: those are in the manifest only if the settings ask for it.
    pub(crate) fn new<S>(tools: &Tools<S>, settings: &Settings) -> Self {
        let newest: Vec<_> = tools.behind(None).collect();
        let names: Vec<_> = newest.iter().map(|tool| &*tool.current.name).collect();
        // Names as RAP takes them (CBA-20): its rule is that of Anthropic's dialect.
        let names = Dialect::Anthropic.tool_names(&names);
        let taken: HashSet<_> = names.iter().collect();
        let (mut operations, mut listed, mut shown) = (HashMap::new(), Vec::new(), Vec::new());
        for (name, tool) in names.iter().zip(&newest) {
            let newest = tool.versions.first().map(|version| version.number());
            for number in tool.versions.iter().map(|version| version.number()) {
                let is_newest = Some(number) == newest;
                let name = if is_newest { name.clone() } else { format!("{name}_v{number}") };
                if !is_newest && taken.contains(&name) {
                    continue;
                }
                if (is_newest || settings.version_names)
                    && let Some(definition) = kept(&name, tool, number)
                {
                    listed.push(name.clone());
                    shown.push(definition);
                }
                let operation = Operation { tool: tool.current.tool_id, version: number };
                operations.insert(name, operation);
            }
        }
        Self { operations, listed, manifest: manifest(settings, shown) }
    }

    /// Rules that the manifest breaks, if it does.
    pub(crate) fn invalid(&self) -> Option<&ValidationError> {
        self.manifest.as_ref().err()
    }

    /// Returns whether this can be the endpoint of a manifest.
    pub(crate) fn takes(&self, endpoint: &str) -> bool {
        endpoint.parse::<Address>().is_ok()
    }

    /// The tool and version that an operation names (CB-37), of those that the caller sees.
    ///
    /// # Errors
    /// There is none: what may have been meant, in words for the model.
    pub(crate) fn find(
        &self,
        operation: &str,
        sees: impl Fn(ToolId) -> bool,
    ) -> Result<Operation, String> {
        let found = self.operations.get(operation).copied();
        found.filter(|found| sees(found.tool)).ok_or_else(|| {
            // To look at many takes long, and a stranger may ask often.
            let listed: Vec<_> = self.listed(&sees).take(COMPARED).collect();
            let meant = nearest(operation, listed.iter().copied());
            let meant = meant.map(|meant| format!("; did you mean `{meant}`?"));
            let meant = meant.unwrap_or_else(|| format!("; there are {}", some(&listed)));
            format!("no tool is called `{}`{meant}", inert(operation))
        })
    }

    /// Operations of the manifest whose tools the caller sees.
    fn listed(&self, sees: impl Fn(ToolId) -> bool) -> impl Iterator<Item = &str> {
        let sees =
            move |name: &&String| self.operations.get(*name).is_some_and(|found| sees(found.tool));
        self.listed.iter().filter(sees).map(String::as_str)
    }

    /// The manifest with this endpoint (CB-78) and the tools that the caller sees, or all; `None` if the
    /// endpoint is not a URL.
    pub(crate) fn manifest(
        &self,
        endpoint: &str,
        seen: Option<&BTreeSet<ToolId>>,
    ) -> Option<String> {
        let mut manifest = self.manifest.clone().ok()?;
        if let Some(seen) = seen {
            let names: BTreeSet<_> = self.listed(|tool| seen.contains(&tool)).collect();
            manifest.tools.retain(|tool| names.contains(&*tool.name));
        }
        manifest.endpoint = endpoint.parse().ok()?;
        manifest.to_text().ok()
    }
}

/// Maximum number of names that an unknown name is compared with.
const COMPARED: usize = 1_000;

const SHOWN: usize = 20;

fn some(names: &[&str]) -> String {
    let mut words = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect::<Vec<_>>();
    if names.len() > SHOWN {
        words.push("others".to_owned());
    }
    words.join(", ")
}

/// The definition, as a version keeps it that was made while the program runs.
fn kept<S>(name: &str, tool: &Versions<'_, S>, number: u32) -> Option<Value> {
    struct Kept(String, Option<Value>);
    let make = || Kept(name.to_owned(), definition(name, tool, number));
    tool.version(Some(number))?.keep(|kept: &Kept| kept.0 == name, make).1.clone()
}

/// Name, description, schema and hints of one version, in the words that MCP has for them.
fn definition<S>(name: &str, tool: &Versions<'_, S>, number: u32) -> Option<Value> {
    // A published text that cannot be served is reported when it is called.
    let served = tool.version(Some(number))?.callable(tool.current.version).ok()?;
    let alone = Selection::approved([ToolSignature::clone(&served.signature)]);
    let definition = Dialect::Mcp.tools(&alone).ok()?;
    let definition = definition.get(0)?;
    let mut inputs = definition.get("inputSchema")?.clone();
    let names = Dialect::Mcp.input_names(&served.signature);
    let values = served.input_values();
    values.iter().for_each(|value| value.add_to(&mut inputs, &served.signature, &names));
    Some(json!({
        "name": name,
        "description": definition.get("description").cloned().unwrap_or_default(),
        "inputSchema": schema(inputs),
        "annotations": annotations(&served.signature),
    }))
}

/// A tool without parameters takes an object without members (CB-85).
fn schema(mut schema: Value) -> Value {
    if let Value::Object(members) = &mut schema
        && members.get("properties").and_then(Value::as_object).is_none_or(Map::is_empty)
    {
        members.insert("additionalProperties".to_owned(), false.into());
    }
    schema
}

fn annotations(signature: &ToolSignature) -> Value {
    let hints = &signature.hints;
    let declared = [
        ("readOnly", hints.read_only.then_some(true)),
        ("destructive", hints.destructive),
        ("idempotent", hints.idempotent.then_some(true)),
        ("longRunning", hints.long_running.then_some(true)),
    ];
    let declared =
        declared.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.into())));
    let mut all: Map<_, _> = declared.collect();
    all.insert("x-a2t-version".to_owned(), signature.version.into());
    Value::Object(all)
}

fn manifest(settings: &Settings, tools: Vec<Value>) -> Result<Manifest, ValidationError> {
    let manifest = json!({
        "name": settings.name,
        "description": settings.description,
        "endpoint": "https://tools.invalid/",
        "tools": tools,
        "needsMigration": settings.migration.is_some(),
    });
    Manifest::parse(manifest.to_string().as_bytes())
}
