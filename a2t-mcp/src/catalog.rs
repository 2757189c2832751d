//! The tools of a toolset as `tools/list` shows them, written once.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use a2t_core::error::{inert, nearest};
use a2t_core::{ToolId, ToolSignature};
use a2t_dialect::{Dialect, Selection};
use a2t_tool::{Deprecation, Tools, Versions};
use bytes::Bytes;
use http::HeaderName;
use rmcp::model::{JsonObject, MetaObject, Tool};
use serde_json::{Value, json};

use crate::settings::Settings;
use crate::version::VERSION;

/// Most tools of one page.
const PAGE: usize = 100;

/// Tools in the order of their names.
#[derive(Debug)]
pub(crate) struct Catalog {
    tools: Vec<Listed>,
    /// All tools in JSON, with a comma between two of them.
    text: Bytes,
    /// Places in `tools`.
    places: HashMap<String, usize>,
}

/// A tool under one name.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) id: ToolId,
    /// The version that the name stands for, if it is not the newest.
    pub(crate) version: Option<u32>,
    shown: Tool,
    /// Place in the text of all.
    place: Range<usize>,
}

/// Some of the tools, and the cursor of those behind them.
pub(crate) struct Page<'a> {
    tools: Part<'a>,
    text: &'a Bytes,
    pub(crate) next: Option<String>,
}

enum Part<'a> {
    Neighbours(&'a [Listed]),
    /// Those that the caller sees.
    Picked(Vec<&'a Listed>),
}

impl Page<'_> {
    pub(crate) fn tools(&self) -> Vec<Tool> {
        match &self.tools {
            Part::Neighbours(tools) => tools.iter().map(|tool| tool.shown.clone()).collect(),
            Part::Picked(tools) => tools.iter().map(|tool| tool.shown.clone()).collect(),
        }
    }

    /// The tools in JSON, with a comma between two of them.
    pub(crate) fn text(&self) -> Bytes {
        match &self.tools {
            Part::Neighbours(tools) => match (tools.first(), tools.last()) {
                (Some(first), Some(last)) => self.text.slice(first.place.start..last.place.end),
                _ => Bytes::new(),
            },
            Part::Picked(tools) => {
                let text = |tool: &&Listed| self.text.get(tool.place.clone()).unwrap_or_default();
                tools.iter().map(text).collect::<Vec<_>>().join(&b","[..]).into()
            }
        }
    }
}

impl Catalog {
    /// The newest version of each tool; with version names the others too, each under the tool's
    /// name with `_v1` behind it, unless another tool is called so.
    pub(crate) fn new<S>(tools: &Tools<S>, settings: &Settings) -> Self {
        let newest: Vec<_> = tools.signatures().collect();
        let names = Selection::approved(newest.iter().map(|tool| (*tool).clone()));
        let names = names.names_in(Dialect::Mcp);
        let mut catalog = Self { tools: Vec::new(), text: Bytes::new(), places: HashMap::new() };
        let mirrored = &*settings.mirrored;
        let tools = newest.iter().filter_map(|tool| tools.tool(tool.tool_id));
        for (name, tool) in names.iter().zip(tools) {
            catalog.push(name, None, &tool, mirrored);
            let older = tool.versions.iter().skip(1).map(|version| version.number());
            for number in older.filter(|_| settings.version_names) {
                let name = format!("{name}_v{number}");
                if !names.contains(&name) {
                    catalog.push(&name, Some(number), &tool, mirrored);
                }
            }
        }
        catalog.write();
        catalog
    }

    fn write(&mut self) {
        let mut text = Vec::new();
        for tool in &mut self.tools {
            if !text.is_empty() {
                text.push(b',');
            }
            let start = text.len();
            text.extend(serde_json::to_vec(&tool.shown).unwrap_or_default());
            tool.place = start..text.len();
        }
        self.text = text.into();
    }

    fn push<S>(
        &mut self,
        name: &str,
        version: Option<u32>,
        tool: &Versions<'_, S>,
        mirrored: &[String],
    ) {
        // A published text that cannot be served is told when it is called.
        let Some((signature, deprecated)) = signature(tool, version) else {
            return;
        };
        let Some(mut shown) = definition(&signature, mirrored) else {
            return;
        };
        if version.is_none() && *name != *signature.name {
            shown.title.get_or_insert_with(|| signature.name.to_string());
        }
        shown.name = name.to_owned().into();
        shown.meta = Some(meta(&signature, deprecated, tool));
        self.places.insert(name.to_owned(), self.tools.len());
        let (id, place) = (signature.tool_id, 0..0);
        self.tools.push(Listed { id, version, shown, place });
    }

    /// The tool of this name, of those that the caller sees.
    ///
    /// # Errors
    /// There is none: what may have been meant, in words for the host.
    pub(crate) fn find(
        &self,
        name: &str,
        sees: impl Fn(ToolId) -> bool,
    ) -> Result<&Listed, String> {
        let found = self.places.get(name).and_then(|place| self.tools.get(*place));
        found.filter(|tool| sees(tool.id)).ok_or_else(|| {
            let seen = self.tools.iter().filter(|tool| sees(tool.id));
            let names = seen.map(|tool| &*tool.shown.name);
            let meant = nearest(name, names).map(|meant| format!("; did you mean `{meant}`?"));
            let meant = meant.unwrap_or_else(|| "; tools/list has those there are".to_owned());
            format!("no tool is called `{}`{meant}", inert(name))
        })
    }

    /// The tool of this name, as it is listed.
    pub(crate) fn shown(&self, name: &str, sees: impl Fn(ToolId) -> bool) -> Option<Tool> {
        Some(self.find(name, sees).ok()?.shown.clone())
    }

    /// The page behind the tool that the cursor names, of those that the caller sees; of all without.
    ///
    /// # Errors
    /// A cursor that is not of this list, in words for the host.
    pub(crate) fn page(
        &self,
        cursor: Option<&str>,
        seen: Option<&BTreeSet<ToolId>>,
    ) -> Result<Page<'_>, String> {
        let sees = |tool: &Listed| seen.is_none_or(|seen| seen.contains(&tool.id));
        let start = match cursor.map(|cursor| self.places.get(cursor)) {
            None => 0,
            Some(Some(last)) if self.tools.get(*last).is_some_and(sees) => last + 1,
            Some(_) => return Err("the cursor is not one of this list: begin anew".to_owned()),
        };
        let rest = self.tools.get(start..).unwrap_or_default();
        let (tools, last) = match seen {
            None => {
                let tools = rest.get(..PAGE).unwrap_or(rest);
                (Part::Neighbours(tools), tools.last().filter(|_| rest.len() > tools.len()))
            }
            Some(_) => {
                let mut rest = rest.iter().filter(|tool| sees(tool));
                let tools: Vec<_> = rest.by_ref().take(PAGE).collect();
                let last = rest.next().and(tools.last().copied());
                (Part::Picked(tools), last)
            }
        };
        let next = last.map(|tool| tool.shown.name.to_string());
        Ok(Page { tools, text: &self.text, next })
    }
}

type Remark = Option<&'static Deprecation>;

fn signature<S>(tool: &Versions<'_, S>, version: Option<u32>) -> Option<(ToolSignature, Remark)> {
    let served = tool.version(version)?.served(tool.current.version).ok()?;
    Some((ToolSignature::clone(&served.signature), served.deprecated))
}

/// Name, title, description, schemas and hints in the words of the dialect.
fn definition(signature: &ToolSignature, mirrored: &[String]) -> Option<Tool> {
    let alone = Selection::approved([signature.clone()]);
    let Ok(Value::Array(mut tools)) = Dialect::Mcp.tools(&alone) else {
        return None;
    };
    let mut tool = tools.pop()?;
    for input in mirrored.iter().filter(|input| HeaderName::try_from(input.as_str()).is_ok()) {
        let properties = tool.pointer_mut("/inputSchema/properties");
        let property = properties.and_then(|properties| properties.get_mut(input));
        if let Some(Value::Object(property)) = property {
            property.insert("x-mcp-header".to_owned(), json!(input));
        }
    }
    serde_json::from_value(tool).ok()
}

fn meta<S>(signature: &ToolSignature, deprecated: Remark, tool: &Versions<'_, S>) -> MetaObject {
    let numbers: Vec<_> = tool.versions.iter().map(|version| version.number()).collect();
    let mut meta = JsonObject::new();
    let mut say = |key: &str, value: Value| meta.insert(key.to_owned(), value);
    say("dev.a2t/id", json!(signature.tool_id.to_string()));
    say(VERSION, json!(signature.version));
    say("dev.a2t/versions", json!(numbers));
    if !signature.tags.is_empty() {
        let tags = signature.tags.iter().map(|tag| json!(&**tag));
        say("dev.a2t/tags", tags.collect());
    }
    if signature.hints.long_running {
        say("dev.a2t/longRunning", json!(true));
    }
    if let Some(remark) = deprecated {
        say("dev.a2t/deprecated", json!({ "since": remark.since, "note": remark.note }));
    }
    MetaObject(meta)
}
