//! Hosted tools and function tools in, one part of a provider's request out.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde_json::{Map, Value, json};

use super::render::{self, Part};
use super::{HostedEvent, HostedTool, Kind, Versions};
use crate::provider::{Budget, export};
use crate::{Call, Dialect, Error, Mode, Note, Result, Show};

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
    budget: Budget,
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
        Self {
            dialect,
            versions,
            body: Map::new(),
            betas: Vec::new(),
            left_out: Vec::new(),
            notes: Vec::new(),
            budget: Budget::default(),
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
        self.functions(tools, Mode::Open)
    }

    /// Adds function tools in strict mode, as [`Dialect::strict_tools`] writes them; for Gemini, which
    /// has the mode in the request, `toolConfig` with the mode `VALIDATED` too. All strict
    /// tools of the fragment share what the provider takes in one request; [`Fragment::notes`] has
    /// those that are left open.
    ///
    /// # Errors
    /// Those of [`Dialect::strict_tools`], and a tool that is there already.
    pub fn strict_tools(self, tools: &impl Show) -> Result<Self> {
        self.functions(tools, Mode::Strict)
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
        Value::Object(self.body.clone())
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

    fn functions(mut self, tools: &impl Show, mode: Mode) -> Result<Self> {
        let export = export(self.dialect, &*tools.shown()?, mode, &mut self.budget)?;
        self.notes.extend(export.notes);
        let mut body = render::function_tools(self.dialect, export.value);
        if mode == Mode::Strict && self.dialect == Dialect::Gemini {
            let config = json!({ "functionCallingConfig": { "mode": "VALIDATED" } });
            body.insert("toolConfig".to_owned(), config);
        }
        let mut names = Vec::new();
        render::names(&Value::Object(body.clone()), &mut names);
        self.functions.extend(names);
        let part = Part { body, ..Part::default() };
        self.merge(part)
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
            None => Ok(self),
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
            if more.iter().any(|entry| there.contains(entry)) {
                return Err(clash());
            }
            there.extend(more);
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
