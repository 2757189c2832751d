//! A provider's reply in, the calls and results of its hosted tools out: kind, id and the raw
//! object of each.

mod answer;
mod anthropic;
mod bedrock;
mod details;
mod found;
mod gemini;
mod openai;
mod runs;

use serde_json::Value;

use super::Kind;
use crate::{Call, Dialect};
pub use answer::Answer;
pub(crate) use anthropic::run_by_program as anthropic_program;
pub(crate) use bedrock::run_by_program as bedrock_program;
pub use details::{Details, HostedFile, Source};

/// An act of a hosted tool, done or about to be, in a provider's reply.
///
/// Those that the provider runs ([`RunBy::Provider`]) need no answer. Computer use, text editors
/// and approvals do ([`RunBy::Program`]): [`HostedEvent::raw`] has the request, and
/// [`HostedEvent::answer`] writes the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct HostedEvent {
    dialect: Dialect,
    kind: Kind,
    stage: Stage,
    run_by: RunBy,
    word: String,
    id: Option<String>,
    status: Option<Status>,
    raw: Value,
}

/// Stage in the life of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// A call; where the provider writes call and result as one object, both.
    Call,
    /// A result.
    Result,
    /// A question whether a call may be made.
    Approval,
    /// The tools that an MCP server has.
    Tools,
    /// Sources of an answer: citations, grounding.
    Sources,
    /// Something that this crate has no word for.
    Other,
}

/// Runner of a call, or answerer of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunBy {
    /// The provider: nothing is to be done.
    Provider,
    /// The program: the provider waits for the answer.
    Program,
}

/// Progress of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// It runs.
    InProgress,
    /// It is done.
    Completed,
    /// It failed.
    Failed,
    /// It ended before it was done.
    Incomplete,
    /// Another word of the provider's.
    Other(String),
}

impl HostedEvent {
    /// Returns every event of a hosted tool in a reply, in its order: a whole reply of the
    /// provider, one message, a list of their parts, or one part.
    ///
    /// Anything that is not a call of a function, a text or another known part of a message is an
    /// event of [`Kind::Other`]; no message is an error. Frameworks pass on the provider's own
    /// messages: read them in the provider's dialect.
    pub fn all(dialect: Dialect, message: &Value) -> Vec<Self> {
        let mut found = Events { dialect, found: Vec::new() };
        match dialect.id() {
            "anthropic" => anthropic::events(message, &mut found),
            "bedrock-agents" => bedrock::agents(message, &mut found),
            "bedrock-converse" => bedrock::converse(message, &mut found),
            "gemini" => gemini::events(message, &mut found),
            "azure-foundry" | "openai-assistants" => runs::events(message, &mut found),
            "openai-chat" => openai::chat(message, &mut found),
            "azure-foundry-v2" | "openai-responses" => openai::responses(message, &mut found),
            _ => {}
        }
        found.found.iter_mut().for_each(Self::settle);
        found.found
    }

    pub(super) fn of_program(dialect: Dialect, kind: Kind, call: &Call) -> Self {
        Self {
            dialect,
            kind,
            stage: Stage::Call,
            run_by: RunBy::Program,
            word: call.name().to_owned(),
            id: call.id().map(str::to_owned),
            status: None,
            raw: call.raw().clone(),
        }
    }

    /// Returns the dialect that it came in.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the kind of the tool; [`Kind::Other`] where there is no word for it.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the stage in the life of a call.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the runner of the call.
    pub fn run_by(&self) -> RunBy {
        self.run_by
    }

    /// Returns the provider's own word, such as `web_search_call`.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// Returns the id of the call, which its result and its answer repeat; opaque.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the progress of the call, if the provider reports it.
    pub fn status(&self) -> Option<&Status> {
        self.status.as_ref()
    }

    /// Returns the provider's own object.
    pub fn raw(&self) -> &Value {
        &self.raw
    }
}

pub(crate) fn is_reserved(dialect: Dialect, name: &str, inputs: &[&str]) -> bool {
    let has = |argument: &str| inputs.contains(&argument);
    ["anthropic", "bedrock-agents"].contains(&dialect.id()) && reserved(name, has).is_some()
}

/// Name of the tool by which models of Anthropic search for tools that the program finds.
pub(crate) const TOOL_SEARCH: &str = "a2t_tool_search";

fn reserved(name: &str, has: impl Fn(&str) -> bool) -> Option<Kind> {
    match name {
        "computer" if has("action") => Some(Kind::Computer),
        "str_replace_based_edit_tool" | "str_replace_editor" if has("command") => {
            Some(Kind::TextEditor)
        }
        TOOL_SEARCH if has("query") => Some(Kind::ToolSearch),
        _ => None,
    }
}

struct Events {
    dialect: Dialect,
    found: Vec<HostedEvent>,
}

impl Events {
    /// Adds an event of the provider's; what differs is set on what is returned.
    fn add(&mut self, kind: Kind, stage: Stage, word: &str, raw: &Value) -> New<'_> {
        self.found.push(HostedEvent {
            dialect: self.dialect,
            kind,
            stage,
            run_by: RunBy::Provider,
            word: word.to_owned(),
            id: None,
            status: None,
            raw: raw.clone(),
        });
        New(self.found.last_mut())
    }

    fn kind_of(&self, id: Option<&str>) -> Option<Kind> {
        let mut calls = self.found.iter().filter(|_| id.is_some());
        calls.find(|event| event.id.as_deref() == id).map(|event| event.kind)
    }
}

struct New<'a>(Option<&'a mut HostedEvent>);

impl New<'_> {
    fn id(mut self, id: Option<&str>) -> Self {
        if let Some(event) = &mut self.0 {
            event.id = id.map(str::to_owned);
        }
        self
    }

    fn status(mut self, status: Option<Status>) -> Self {
        if let Some(event) = &mut self.0 {
            event.status = status;
        }
        self
    }

    fn run_by(mut self, run_by: RunBy) -> Self {
        if let Some(event) = &mut self.0 {
            event.run_by = run_by;
        }
        self
    }
}

impl Status {
    fn read(word: Option<&str>) -> Option<Self> {
        Some(match word? {
            "in_progress" | "searching" | "interpreting" | "generating" | "calling" => {
                Self::InProgress
            }
            "completed" | "success" | "OUTCOME_OK" => Self::Completed,
            "failed" | "error" | "OUTCOME_FAILED" => Self::Failed,
            "incomplete" | "OUTCOME_DEADLINE_EXCEEDED" => Self::Incomplete,
            other => Self::Other(other.to_owned()),
        })
    }

    fn failed(failed: bool) -> Option<Self> {
        Some(if failed { Self::Failed } else { Self::Completed })
    }
}

fn text<'a>(object: &'a Value, member: &str) -> Option<&'a str> {
    object.get(member).and_then(Value::as_str)
}

/// The members of a list, or of the list in the first of these members; else the value itself.
fn parts<'a>(message: &'a Value, members: &[&str]) -> &'a [Value] {
    if let Value::Array(parts) = message {
        return parts;
    }
    let lists = members.iter().filter_map(|member| message.get(*member));
    match lists.filter_map(Value::as_array).next() {
        Some(parts) => parts,
        None => std::slice::from_ref(message),
    }
}
