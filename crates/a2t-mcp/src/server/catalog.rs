//! The tools of a toolset as `tools/list` shows them, each written once.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use a2t_core::error::{inert, nearest};
use a2t_core::signature::problem_types_value;
use a2t_core::{ToolId, ToolSignature};
use a2t_dialect::{Dialect, Selection};
use a2t_tool::{Caller, ShownValues, Tools, Versions};
use bytes::Bytes;
use http::HeaderName;
use rmcp::model::{JsonObject, MetaObject, Tool};
use serde_json::{Value, json};

use crate::server::settings::Settings;
use crate::server::version::VERSION;

/// Most tools of one page.
const PAGE: usize = 100;

/// Maximum number of names that an unknown name is compared with.
const COMPARED: usize = 1_000;

/// Tools in the order of their names, of one state of the toolset.
pub(crate) struct Catalog<S: 'static> {
    tools: Tools<S>,
    settings: Settings,
    /// Made when a tool is first asked for.
    list: OnceLock<List>,
}

struct List {
    listed: Vec<Listed>,
    /// All tools in JSON, with a comma between two of them; nothing where they are written one by one.
    text: Bytes,
    /// Positions in `listed`.
    indices: HashMap<String, usize>,
}

/// A tool under one name.
pub(crate) struct Listed {
    pub(crate) id: ToolId,
    /// The version that the name stands for, if it is not the newest.
    pub(crate) version: Option<u32>,
    name: String,
    /// The tool as it is listed, where it lasts as long as the list.
    shown: Option<Arc<Shown>>,
    /// Position in the text of all.
    range: Range<usize>,
}

/// A tool as it is listed, and what that was made of in addition to its signature.
struct Shown {
    tool: Tool,
    text: Vec<u8>,
    mirrored: Vec<String>,
    numbers: Vec<u32>,
}

/// What a version keeps; nothing if its text cannot be served.
struct Kept(Option<Arc<Shown>>);

/// Some of the tools, and the cursor of those behind them.
pub(crate) struct Page<'c> {
    tools: PageTools<'c>,
    pub(crate) next: Option<String>,
    /// Every caller sees all tools.
    pub(crate) is_public: bool,
}

enum PageTools<'c> {
    /// Neighbours in the text of all.
    Neighbours(&'c [Listed], &'c Bytes),
    Each(Vec<Arc<Shown>>),
}

impl Page<'_> {
    pub(crate) fn tools(&self) -> Vec<Tool> {
        let tool = |shown: &Arc<Shown>| shown.tool.clone();
        match &self.tools {
            PageTools::Neighbours(listed, _) => {
                listed.iter().filter_map(|listed| listed.shown.as_ref()).map(tool).collect()
            }
            PageTools::Each(shown) => shown.iter().map(tool).collect(),
        }
    }

    /// The tools in JSON, with a comma between two of them.
    pub(crate) fn text(&self) -> Bytes {
        match &self.tools {
            PageTools::Neighbours([first, .., last], text) => {
                text.slice(first.range.start..last.range.end)
            }
            PageTools::Neighbours([one], text) => text.slice(one.range.clone()),
            PageTools::Neighbours([], _) => Bytes::new(),
            PageTools::Each(shown) => {
                let texts: Vec<_> = shown.iter().map(|shown| &*shown.text).collect();
                texts.join(&b","[..]).into()
            }
        }
    }
}

impl<S> Catalog<S> {
    /// The newest version of each tool; with version names the others too, each under the tool's
    /// name with `_v1` behind it, unless another tool is called so.
    pub(crate) fn new(tools: Tools<S>, settings: Settings) -> Self {
        Self { tools, settings, list: OnceLock::new() }
    }

    pub(crate) fn tools(&self) -> &Tools<S> {
        &self.tools
    }

    fn list(&self) -> &List {
        self.list.get_or_init(|| self.written())
    }

    fn written(&self) -> List {
        let newest: Vec<_> = self.tools.behind(None).collect();
        let names: Vec<_> = newest.iter().map(|tool| &*tool.current.name).collect();
        let names = Dialect::Mcp.tool_names(&names);
        let mut list = List { listed: Vec::new(), text: Bytes::new(), indices: HashMap::new() };
        let taken: HashSet<_> = names.iter().collect();
        for (name, tool) in names.iter().zip(&newest) {
            self.push(&mut list, name.clone(), None, tool);
            let older = tool.versions.iter().skip(1).map(|version| version.number());
            for number in older.filter(|_| self.settings.version_names) {
                let name = format!("{name}_v{number}");
                if !taken.contains(&name) {
                    self.push(&mut list, name, Some(number), tool);
                }
            }
        }
        if !self.tools.is_dynamic() {
            list.write();
        }
        list
    }

    fn push(&self, list: &mut List, name: String, version: Option<u32>, tool: &Versions<'_, S>) {
        let mut listed =
            Listed { id: tool.current.tool_id, version, name, shown: None, range: 0..0 };
        if !self.tools.is_dynamic() {
            // A published text that cannot be served is reported when it is called.
            let Some(shown) = self.make(&listed, tool) else {
                return;
            };
            listed.shown = Some(Arc::new(shown));
        }
        list.indices.insert(listed.name.clone(), list.listed.len());
        list.listed.push(listed);
    }

    /// The tool as it is listed.
    fn show(&self, listed: &Listed) -> Option<Arc<Shown>> {
        if let Some(shown) = &listed.shown {
            return Some(Arc::clone(shown));
        }
        let tool = self.tools.tool(listed.id)?;
        let version = tool.version(listed.version)?;
        let holds = |kept: &Kept| {
            kept.0.as_ref().is_some_and(|kept| {
                kept.tool.name == listed.name
                    && kept.mirrored == self.settings.mirrored
                    && kept.numbers.iter().copied().eq(tool.versions.iter().map(|one| one.number()))
            })
        };
        version.keep(holds, || Kept(self.make(listed, &tool).map(Arc::new))).0.clone()
    }

    fn make(&self, listed: &Listed, tool: &Versions<'_, S>) -> Option<Shown> {
        let mirrored = &self.settings.mirrored;
        let served = tool.version(listed.version)?.callable(tool.current.version).ok()?;
        let signature = &*served.signature;
        let mut shown = definition(signature, &served.input_values(), mirrored)?;
        if listed.version.is_none() && *listed.name != *signature.name {
            shown.title.get_or_insert_with(|| signature.name.to_string());
        }
        shown.name = listed.name.clone().into();
        shown.meta = Some(meta(signature, tool));
        Some(Shown {
            text: serde_json::to_vec(&shown).ok()?,
            tool: shown,
            mirrored: mirrored.clone(),
            numbers: tool.versions.iter().map(|version| version.number()).collect(),
        })
    }

    /// The tool of this name, of those that the caller sees.
    ///
    /// # Errors
    /// There is none: what may have been meant, in words for the host.
    pub(crate) fn find(&self, name: &str, caller: Option<&Caller>) -> Result<&Listed, String> {
        let list = self.list();
        let sees = |tool: &&Listed| self.tools.sees(caller, tool.id);
        let found = list.indices.get(name).and_then(|index| list.listed.get(*index));
        found.filter(sees).ok_or_else(|| {
            // To compare with many takes long, and a stranger may ask often.
            let compared = Some(&*list.listed).filter(|all| all.len() <= COMPARED);
            let seen = compared.unwrap_or_default().iter().filter(sees);
            let meant = nearest(name, seen.map(|tool| &*tool.name));
            let meant = meant.map(|meant| format!("; did you mean `{meant}`?"));
            let meant = meant.unwrap_or_else(|| "; tools/list has those there are".to_owned());
            format!("no tool is called `{}`{meant}", inert(name))
        })
    }

    /// The tool of this name, as it is listed.
    pub(crate) fn shown(&self, name: &str, caller: Option<&Caller>) -> Option<Tool> {
        Some(self.show(self.find(name, caller).ok()?)?.tool.clone())
    }

    /// The page behind the position that the cursor names, of the tools that the caller sees; the first
    /// without. There need not be a tool in that position any more.
    ///
    /// # Errors
    /// A cursor that is not of this list, in words for the host.
    pub(crate) fn page(
        &self,
        cursor: Option<&str>,
        caller: Option<&Caller>,
    ) -> Result<Page<'_>, String> {
        let list = self.list();
        let start = match cursor.map(read_cursor) {
            None => 0,
            Some(Some(last)) => list.listed.partition_point(|tool| {
                self.position(tool).is_some_and(|position| position <= last)
            }),
            Some(None) => return Err("the cursor is not one of this list: begin again".to_owned()),
        };
        let rest = list.listed.get(start..).unwrap_or_default();
        let is_public = self.tools.access().is_none();
        let next = |last: Option<&Listed>| Some(write_cursor(self.position(last?)?));
        if is_public && !self.tools.is_dynamic() {
            let (page, behind) = rest.split_at_checked(PAGE).unwrap_or((rest, &[]));
            let next = if behind.is_empty() { None } else { next(page.last()) };
            return Ok(Page { tools: PageTools::Neighbours(page, &list.text), next, is_public });
        }
        let mut seen = rest.iter().filter(|tool| self.tools.sees(caller, tool.id));
        let page: Vec<_> = seen.by_ref().take(PAGE).collect();
        let next = seen.next().and_then(|_| next(page.last().copied()));
        let tools = page.into_iter().filter_map(|listed| self.show(listed)).collect();
        Ok(Page { tools: PageTools::Each(tools), next, is_public })
    }

    fn position(&self, listed: &Listed) -> Option<Position<'_>> {
        let tool = self.tools.tool(listed.id)?;
        Some((&tool.current.name, Reverse(listed.version.unwrap_or(u32::MAX))))
    }
}

/// Position in the list, which is by the names of tools; the newest version comes first.
type Position<'a> = (&'a str, Reverse<u32>);

fn write_cursor((name, Reverse(version)): Position<'_>) -> String {
    format!("{version}:{name}")
}

fn read_cursor(cursor: &str) -> Option<Position<'_>> {
    let (version, name) = cursor.split_once(':')?;
    let version = version.parse().ok()?;
    let position = (name, Reverse(version));
    (write_cursor(position) == cursor).then_some(position)
}

impl List {
    fn write(&mut self) {
        let mut text = Vec::new();
        for tool in &mut self.listed {
            if !text.is_empty() {
                text.push(b',');
            }
            let start = text.len();
            text.extend(tool.shown.iter().flat_map(|shown| &shown.text));
            tool.range = start..text.len();
        }
        self.text = text.into();
    }
}

/// Name, title, description, schemas and hints in the words of the dialect, with the defaults and examples of inputs.
fn definition(
    signature: &ToolSignature,
    values: &[ShownValues],
    mirrored: &[String],
) -> Option<Tool> {
    let alone = Selection::approved([signature.clone()]);
    let Ok(Value::Array(mut tools)) = Dialect::Mcp.tools(&alone) else {
        return None;
    };
    let mut tool = tools.pop()?;
    if let Some(schema) = tool.get_mut("inputSchema") {
        let names = Dialect::Mcp.input_names(signature);
        values.iter().for_each(|value| value.add_to(schema, signature, &names));
    }
    for input in mirrored.iter().filter(|input| HeaderName::try_from(input.as_str()).is_ok()) {
        let properties = tool.pointer_mut("/inputSchema/properties");
        let property = properties.and_then(|properties| properties.get_mut(input));
        if let Some(Value::Object(property)) = property {
            property.insert("x-mcp-header".to_owned(), json!(input));
        }
    }
    serde_json::from_value(tool).ok()
}

fn meta<S>(signature: &ToolSignature, tool: &Versions<'_, S>) -> MetaObject {
    let numbers: Vec<_> = tool.versions.iter().map(|version| version.number()).collect();
    let mut meta = JsonObject::new();
    let mut add = |key: &str, value: Value| meta.insert(key.to_owned(), value);
    add("dev.a2t/id", json!(signature.tool_id.to_string()));
    add(VERSION, json!(signature.version));
    add("dev.a2t/versions", json!(numbers));
    if !signature.tags.is_empty() {
        let tags = signature.tags.iter().map(|tag| json!(&**tag));
        add("dev.a2t/tags", tags.collect());
    }
    if signature.hints.long_running {
        add("dev.a2t/longRunning", json!(true));
    }
    if !signature.errors.is_empty() {
        add("dev.a2t/errors", problem_types_value(&signature.errors, signature.tool_id));
    }
    if let Some(remark) = &signature.deprecated {
        add("dev.a2t/deprecated", json!({ "since": &*remark.since, "note": &*remark.note }));
    }
    MetaObject(meta)
}
