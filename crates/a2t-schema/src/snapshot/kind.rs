//! What the snapshots of protocols differ in.

use std::fmt;

use a2t_core::{Violation, Violations};
use serde::ser::SerializeMap;
use serde_json::{Value, json};

use crate::canonical::Sorted;
use crate::tool::duplicates;
use crate::{Source, Tool};

/// Protocol of a snapshot, which is its member `protocol`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// The Agent-to-Tool protocol.
    A2t,
    /// The Model Context Protocol.
    Mcp,
    /// The Reactive Agent Protocol.
    Rap,
}

impl Protocol {
    /// Returns the name in the file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A2t => "a2t",
            Self::Mcp => "mcp",
            Self::Rap => "rap",
        }
    }

    /// Returns the protocol of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::A2t, Self::Mcp, Self::Rap].into_iter().find(|one| one.name() == name)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Tools of one kind, as a snapshot has them: signatures of A2T, or tools that JSON Schema describes.
pub trait Kind: Clone + fmt::Debug + PartialEq {
    /// A tool.
    type Tool: Clone + fmt::Debug + PartialEq;
    /// What is asked for of all the tools of a server; everything by default.
    type Selection: Clone + fmt::Debug + Default + PartialEq;

    /// Protocols whose tools these are.
    const PROTOCOLS: &'static [Protocol];

    /// Returns the protocol of tools from there.
    fn protocol(source: &Source) -> Protocol;

    /// Puts the tools in the order of the file.
    fn sort(tools: &mut [Self::Tool]);

    /// Brings a selection into its one spelling, and leaves out tools that it cannot mean.
    fn select(selection: &mut Self::Selection, tools: &mut Vec<Self::Tool>);

    /// Returns the member `selection`; `None` for everything.
    fn selection_value(selection: &Self::Selection) -> Option<Value>;

    /// Reads what [`Kind::selection_value`] writes, and nothing else.
    fn read_selection(value: &Value) -> Option<Self::Selection>;

    /// Returns `true` if these items of the file are more tools than this number.
    fn is_too_many(items: &[Value], most: usize) -> bool {
        items.len() > most
    }

    /// Reads an item of the file, which stands at the JSON pointer `at`.
    ///
    /// # Errors
    /// Everything that breaks a rule.
    fn read(item: &Value, at: &str) -> Result<Self::Tool, Violations>;

    /// Returns the name that the tool is called by.
    fn name(tool: &Self::Tool) -> &str;

    /// Returns rules that tools break together, each with the index of the tool.
    fn check(tools: &[Self::Tool], at: &str) -> Vec<(usize, Violation)>;

    /// Writes the members of an item.
    ///
    /// # Errors
    /// Those of the serializer.
    fn serialize_members<M: SerializeMap>(tool: &Self::Tool, map: &mut M) -> Result<(), M::Error>;

    /// Returns the bytes that the digest of a tool is of.
    fn canonical(tool: &Self::Tool) -> Vec<u8>;
}

/// Tools that JSON Schema describes, of MCP and RAP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Described {}

/// Members of a tool, in the order in which they are written; `digest` follows.
const MEMBERS: [&str; 7] =
    ["name", "title", "description", "annotations", "inputSchema", "outputSchema", "_meta"];

impl Kind for Described {
    type Tool = Tool;
    type Selection = Vec<String>;

    const PROTOCOLS: &'static [Protocol] = &[Protocol::Mcp, Protocol::Rap];

    fn protocol(source: &Source) -> Protocol {
        if matches!(source, Source::Rap { .. }) { Protocol::Rap } else { Protocol::Mcp }
    }

    fn sort(tools: &mut [Tool]) {
        tools.sort_by(|a, b| a.name.cmp(&b.name));
    }

    fn select(names: &mut Vec<String>, tools: &mut Vec<Tool>) {
        names.sort_unstable();
        names.dedup();
        if !names.is_empty() {
            tools.retain(|tool| names.binary_search(&tool.name).is_ok());
        }
    }

    fn selection_value(names: &Vec<String>) -> Option<Value> {
        (!names.is_empty()).then(|| json!({"tools": names}))
    }

    fn read_selection(value: &Value) -> Option<Vec<String>> {
        let names = value.get("tools")?.as_array()?.iter();
        let names = names.map(|name| name.as_str().map(str::to_owned));
        let names = names.collect::<Option<Vec<_>>>()?;
        (Self::selection_value(&names).as_ref() == Some(value)).then_some(names)
    }

    fn read(item: &Value, at: &str) -> Result<Tool, Violations> {
        Tool::read(item, at).map(|tool| tool.without_layout(item))
    }

    fn name(tool: &Tool) -> &str {
        &tool.name
    }

    fn check(tools: &[Tool], at: &str) -> Vec<(usize, Violation)> {
        duplicates(tools.iter().enumerate(), at)
    }

    fn serialize_members<M: SerializeMap>(tool: &Tool, map: &mut M) -> Result<(), M::Error> {
        let value = tool.to_value();
        let mut members = MEMBERS.iter().filter_map(|name| Some((name, value.get(name)?)));
        members.try_for_each(|(name, value)| map.serialize_entry(name, &Sorted(value)))
    }

    fn canonical(tool: &Tool) -> Vec<u8> {
        tool.canonical()
    }
}
