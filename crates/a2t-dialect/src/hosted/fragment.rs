//! Hosted tools and function tools in, one part of a provider's request out.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde_json::{Map, Value, json};

use super::render::{self, Part};
use super::{HostedEvent, HostedTool, Kind, Versions};
use crate::options::{RequestOptions, request_body};
use crate::provider::{Offered, export};
use crate::{Call, Dialect, Error, Mode, Note, Result, Show, ToolChoice, ToolOptions};

/// A part of a request: the function tools of a selection and hosted tools, merged.
///
/// Each provider has its own places for them (`tools`, `tool_resources`, `mcp_servers`,
/// `web_search_options`, `toolConfig`, `actionGroups`); [`Fragment::body`] has all that are needed,
/// to be merged into the request.
///
/// ```
/// use a2t_dialect::Dialect;
/// use a2t_dialect::hosted::{Fragment, RemoteMcp, WebSearch};
/// use serde_json::json;
///
/// let docs = RemoteMcp::new("docs", "https://mcp.example.com/mcp").allowed_tools(["search"]);
/// let fragment = Fragment::new(Dialect::Anthropic).hosted(WebSearch::new())?.hosted(docs)?;
/// assert_eq!(fragment.body()["mcp_servers"][0]["name"], "docs");
/// assert_eq!(fragment.body()["tools"].as_array().unwrap().len(), 2);
/// assert_eq!(fragment.betas(), ["mcp-client-2025-11-20"]); // header `anthropic-beta`
/// # Ok::<(), a2t_dialect::Error>(())
/// ```
#[derive(Clone)]
pub struct Fragment {
    dialect: Dialect,
    versions: Versions,
    body: Map<String, Value>,
    betas: Vec<&'static str>,
    left_out: Vec<LeftOut>,
    notes: Vec<Note>,
    offered: Offered,
    request: RequestOptions,
    functions: HashSet<String>,
    hosted: Vec<Kind>,
    named: HashMap<String, Kind>,
}

/// A hint that had no place in a provider's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The tool.
    pub tool: Kind,
    /// The option.
    pub option: &'static str,
}

impl Fragment {
    /// Creates an empty part of a request of this dialect.
    pub fn new(dialect: Dialect) -> Self {
        Self::with(dialect, Versions::new())
    }

    /// Creates a fragment as [`Fragment::new`] does, with other versions of a provider's shapes
    /// than the defaults.
    pub fn with(dialect: Dialect, versions: Versions) -> Self {
        let offered = Offered::with(&versions);
        Self {
            dialect,
            versions,
            body: Map::new(),
            betas: Vec::new(),
            left_out: Vec::new(),
            notes: Vec::new(),
            offered,
            request: RequestOptions::default(),
            functions: HashSet::new(),
            hosted: Vec::new(),
            named: HashMap::new(),
        }
    }

    /// Adds function tools, as [`Dialect::tools`] writes them.
    ///
    /// # Errors
    /// Those of [`Dialect::tools`], and a tool that is there already.
    pub fn tools(self, tools: &impl Show) -> Result<Self> {
        self.tools_with(tools, &ToolOptions::new())
    }

    /// Adds function tools in strict mode, as [`Dialect::strict_tools`] writes them; for Gemini, which
    /// has the mode in the request, `toolConfig` with the mode `VALIDATED` too. All strict
    /// tools of the fragment share what the provider takes in one request; [`Fragment::notes`] has
    /// those that are left open.
    ///
    /// # Errors
    /// Those of [`Dialect::strict_tools`], and a tool that is there already.
    pub fn strict_tools(self, tools: &impl Show) -> Result<Self> {
        self.tools_with(tools, &Mode::Strict.into())
    }

    /// Adds function tools with these options, as [`Dialect::export_with`] writes them. If code may call some of them,
    /// OpenAI's tool for that (`programmatic_tool_calling`) is added; Anthropic's is a
    /// [`CodeInterpreter`](super::CodeInterpreter), which runs code in a container.
    ///
    /// ```
    /// # let tool = |name: &str, hints: &str, id: u8| a2t_core::signature::parse(format!(r#"{{"toolId":"{id}479a45d-ad0a-49d4-94db-75edf00d2ca4",
    /// #   "name":"{name}","description":"It.","version":1,"currentVersion":1,"annotations":{{{hints}}}}}"#).as_bytes()).unwrap().signature;
    /// # let tools = a2t_dialect::Selection::approved([tool("find_flight", r#""readOnlyHint":true"#, 0), tool("book_flight", "", 1)]);
    /// use a2t_dialect::hosted::{CodeInterpreter, Fragment};
    /// use a2t_dialect::{Callers, Dialect, ToolOptions};
    /// use serde_json::json;
    ///
    /// let fragment = Fragment::new(Dialect::Anthropic)
    ///     .hosted(CodeInterpreter::new())?
    ///     .tools_with(&tools, &ToolOptions::new().callers(Callers::Program))?;
    /// let tools = &fragment.body()["tools"];
    /// assert_eq!(tools[1]["allowed_callers"], json!(["code_execution_20250825"])); // find_flight
    /// assert_eq!(tools[2]["allowed_callers"], json!(["direct"])); // book_flight is not read-only
    /// assert_eq!(fragment.notes().len(), 1);
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Dialect::export_with`], and a tool that is there already.
    pub fn tools_with(mut self, tools: &impl Show, options: &ToolOptions) -> Result<Self> {
        let tools = tools.shown()?;
        let export = export(self.dialect, &tools, options, &mut self.offered)?;
        self.notes.extend(export.notes);
        let body = render::function_tools(self.dialect, export.value);
        self.functions.extend(tools.names_in(self.dialect));
        self.request.validated |= options.mode == Mode::Strict && self.dialect == Dialect::Gemini;
        let part = Part { body, ..Part::default() };
        let fragment = self.merge(part)?;
        if fragment.offered.programs { fragment.with_programs() } else { Ok(fragment) }
    }

    /// Adds OpenAI's tool that runs the code by which tools are called, once.
    fn with_programs(self) -> Result<Self> {
        let tool = json!({ "type": "programmatic_tool_calling" });
        let known = self.body.get("tools").and_then(Value::as_array);
        let is_known = known.is_some_and(|tools| tools.contains(&tool));
        let takes = [Dialect::OpenaiResponses, Dialect::AzureFoundryV2].contains(&self.dialect);
        if is_known || !takes {
            return Ok(self);
        }
        self.merge(Part::from(json!({ "tools": [tool] })))
    }

    /// Sets the tools that the model calls in its next message. Tools are named as the model knows them.
    ///
    /// # Errors
    /// A choice that the request has no place for, a tool that the fragment does not have (add the tools first), and
    /// another choice in a [`Raw`](super::Raw) part.
    pub fn tool_choice(mut self, choice: ToolChoice) -> Result<Self> {
        for name in choice.names() {
            if !self.functions.contains(name) {
                let mut known: Vec<_> = self.functions.iter().cloned().collect();
                known.sort_unstable();
                return Err(Error::unknown("no tool of the request is called", name, known));
            }
        }
        self.request.choice = Some(choice);
        self.checked()
    }

    /// Sets whether the model may call several tools in one message.
    ///
    /// # Errors
    /// [`Error::RequestOption`] if the request has no place for it.
    pub fn parallel_calls(mut self, parallel: bool) -> Result<Self> {
        self.request.parallel = Some(parallel);
        self.checked()
    }

    /// Sets the maximum number of calls of hosted tools in one reply. For calls of functions, limit the replies
    /// and calls of the loop: `ConverseLimits` of an executor.
    ///
    /// # Errors
    /// [`Error::RequestOption`] if the request has no place for it.
    pub fn max_hosted_calls(mut self, calls: u32) -> Result<Self> {
        self.request.hosted_calls = Some(calls);
        self.checked()
    }

    /// Sets the maximum number of steps of a framework's own loop. The loop of an executor has `ConverseLimits`.
    ///
    /// # Errors
    /// [`Error::RequestOption`] if the framework takes it elsewhere, or the dialect is no framework.
    pub fn max_steps(mut self, steps: u32) -> Result<Self> {
        self.request.steps = Some(steps);
        self.checked()
    }

    fn checked(self) -> Result<Self> {
        self.whole().map(|_| self)
    }

    /// The tools and the options of the request.
    fn whole(&self) -> Result<Map<String, Value>> {
        let mut body = self.body.clone();
        for (member, value) in request_body(self.dialect, &self.request)? {
            merge(&mut body, &member, value, self.dialect)?;
        }
        Ok(body)
    }

    /// Adds a hosted tool.
    ///
    /// # Errors
    /// [`Error::NotSupported`] where the provider does not offer the tool, or an option that limits
    /// what it may do; an option that the provider needs and that is not set; a tool that is there
    /// already, or two that write the same member. Hints that have no place are no error, see
    /// [`Fragment::left_out`].
    pub fn hosted(mut self, tool: impl Into<HostedTool>) -> Result<Self> {
        let tool = tool.into();
        let part = render::part(&tool, self.dialect, &self.versions)?;
        let program = render::run_by_program(&tool, self.dialect);
        if let (true, Some(Value::Array(tools))) = (program, part.body.get("tools")) {
            let names = tools.iter().filter_map(|tool| tool.get("name")?.as_str());
            self.named.extend(names.map(|name| (name.to_owned(), tool.kind())));
        }
        self.add(part, tool.kind())
    }

    /// Returns the members to merge into the request.
    pub fn body(&self) -> Value {
        // Each change was checked when it was made, so this does not fail.
        Value::Object(self.whole().unwrap_or_else(|_| self.body.clone()))
    }

    /// Returns the names of the beta programmes that the request has to ask for: the values of
    /// Anthropic's header `anthropic-beta`, to be joined with commas.
    pub fn betas(&self) -> &[&'static str] {
        &self.betas
    }

    /// Returns the hints that this provider has no place for.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Returns the facts that models see in another form than in the function tools' signatures, or
    /// not at all, as in [`Dialect::export`].
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Returns the calls of function tools in a reply to this request: those of [`Dialect::calls`]
    /// without what belongs to a hosted tool of this fragment that the program runs (computer use,
    /// a text editor), which [`Fragment::events`] has.
    ///
    /// # Errors
    /// Those of [`Dialect::calls`].
    pub fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let calls = self.dialect.calls(message)?.into_iter();
        Ok(calls.filter(|call| self.hosted_kind(call).is_none()).collect())
    }

    /// Returns the calls and results of hosted tools in a reply to this request: those of
    /// [`HostedEvent::all`], and behind them calls that only this fragment can distinguish from
    /// those of functions.
    pub fn events(&self, message: &Value) -> Vec<HostedEvent> {
        let mut events = HostedEvent::all(self.dialect, message);
        let calls = self.dialect.calls(message).unwrap_or_default();
        for call in calls {
            let known = events.iter().any(|event| event.raw() == call.raw());
            if let (Some(kind), false) = (self.hosted_kind(&call), known) {
                events.push(HostedEvent::of_program(self.dialect, kind, &call));
            }
        }
        events
    }

    fn hosted_kind(&self, call: &Call) -> Option<Kind> {
        if self.functions.contains(call.name()) {
            return None;
        }
        // Google has no list of its actions' names, so what is no function of ours is an action.
        let actions = self.dialect.id() == "gemini" && self.hosted.contains(&Kind::Computer);
        let named = self.named.get(call.name()).copied();
        named.or(actions.then_some(Kind::Computer))
    }

    fn add(mut self, part: Part, kind: Kind) -> Result<Self> {
        self.hosted.push(kind);
        let left_out = part.left_out.iter();
        self.left_out.extend(left_out.map(|option| LeftOut { tool: kind, option }));
        self.merge(part)
    }

    fn merge(mut self, part: Part) -> Result<Self> {
        for beta in part.betas {
            if !self.betas.contains(&beta) {
                self.betas.push(beta);
            }
        }
        for (member, value) in part.body {
            merge(&mut self.body, &member, value, self.dialect)?;
        }
        let mut names = Vec::new();
        render::names(&json!(self.body), &mut names);
        let mut seen = HashSet::new();
        match names.into_iter().find(|name| !seen.insert(name.clone())) {
            // A server's label or a group's name, not that of a tool.
            Some(member) if member.contains(' ') => {
                Err(Error::Clash { dialect: self.dialect.id(), member })
            }
            Some(name) => Err(Error::DuplicateName { name }),
            None => self.checked(),
        }
    }
}

/// Lists are joined, objects merged; two different values for one member are a clash.
fn merge(
    into: &mut Map<String, Value>,
    member: &str,
    value: Value,
    dialect: Dialect,
) -> Result<()> {
    let clash = || Error::Clash { dialect: dialect.id(), member: member.to_owned() };
    match (into.get_mut(member), value) {
        (None, value) => {
            into.insert(member.to_owned(), value);
        }
        (Some(Value::Array(there)), Value::Array(more)) => {
            let is_again = |entry: &Value| there.contains(entry) && !is_breakpoint(entry);
            if more.iter().any(is_again) {
                return Err(clash());
            }
            more.into_iter().for_each(|entry| join(there, entry));
        }
        (Some(Value::Object(there)), Value::Object(more)) => {
            for (member, value) in more {
                merge(there, &member, value, dialect)?;
            }
        }
        (Some(there), value) if *there == value => {}
        (Some(_), _) => return Err(clash()),
    }
    Ok(())
}

/// Whether this is Bedrock's breakpoint of the cache.
fn is_breakpoint(entry: &Value) -> bool {
    entry.get("cachePoint").is_some()
}

/// Adds an entry to a list. A namespace takes the tools of the next one with its name and description, and of two equal
/// breakpoints of the cache, the last one stays, because it has all tools before it.
fn join(there: &mut Vec<Value>, mut entry: Value) {
    if is_breakpoint(&entry) {
        there.retain(|known| *known != entry);
    }
    let is_group = entry.get("type").and_then(Value::as_str) == Some("namespace");
    let is_same = |known: &&mut Value| {
        ["type", "name", "description"]
            .iter()
            .all(|member| known.get(*member) == entry.get(*member))
    };
    let group = there.iter_mut().find(is_same).filter(|_| is_group);
    match (group.and_then(|known| known.get_mut("tools")), entry.get_mut("tools")) {
        (Some(Value::Array(tools)), Some(Value::Array(more))) => tools.append(more),
        _ => there.push(entry),
    }
}

impl fmt::Debug for Fragment {
    /// Without the body, which holds tokens.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fragment")
            .field("dialect", &self.dialect)
            .field("members", &self.body.keys().collect::<Vec<_>>())
            .field("betas", &self.betas)
            .field("left_out", &self.left_out)
            .finish_non_exhaustive()
    }
}
