//! Diagnostics of lists name their tools, and the same mistake of many tools is one diagnostic.

use std::collections::HashMap;

use a2t_codegen::few;
use a2t_core::error::inert;
use a2t_core::rule::Severity;
use serde_json::Value;

use super::Diagnostic;

impl Diagnostic {
    /// Index of the item of a list that it is about: 3 of `/items/3/name`.
    pub(crate) fn item(&self) -> Option<usize> {
        let pointer = self.members.get("pointer").and_then(Value::as_str)?;
        without_list(pointer).strip_prefix('/')?.split('/').next()?.parse().ok()
    }

    /// Names the tool in place of its index in a list: `` `add`: /name`` instead of `/items/3/name`.
    pub(crate) fn of_tool(mut self, tool: &str) -> Self {
        let list = without_list(&self.message);
        let is_digit = |letter: char| letter.is_ascii_digit();
        if let Some(rest) = list.strip_prefix('/').map(|list| list.trim_start_matches(is_digit)) {
            let rest = rest.strip_prefix(": ").unwrap_or(rest);
            self.message = format!("`{}`: {rest}", inert(tool));
        }
        self
    }

    /// Text that is the same for the same mistake of another tool, or of another of its parameters.
    pub(crate) fn kind(&self) -> (&'static str, Severity, String) {
        let message = self.message.strip_prefix('`').and_then(|rest| rest.split_once("`: "));
        let message = message.map_or(&*self.message, |(_, message)| message);
        let (location, text) = message.split_once(": ").unwrap_or(("", message));
        let location =
            location.split('/').map(|part| if part.parse::<usize>().is_ok() { "#" } else { part });
        let location: Vec<_> = location.collect();
        (self.rule.id, self.severity, format!("{}: {text}", location.join("/")))
    }

    /// The tool that it is about, if its message names one.
    fn tool(&self) -> Option<&str> {
        self.message.strip_prefix('`')?.split_once("`: ").map(|(tool, _)| tool)
    }
}

/// The text behind the member that has the tools of a page or a snapshot.
fn without_list(text: &str) -> &str {
    let rest = text.strip_prefix("/items").or_else(|| text.strip_prefix("/tools"));
    rest.unwrap_or(text)
}

/// The first of each kind, with a note that counts the others and names their tools.
pub(crate) fn alike(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut kinds: Vec<(Diagnostic, Vec<&Diagnostic>)> = Vec::new();
    let mut known = HashMap::new();
    for diagnostic in diagnostics {
        let kind = *known.entry(diagnostic.kind()).or_insert(kinds.len());
        match kinds.get_mut(kind).filter(|_| diagnostic.tool().is_some()) {
            Some((_, others)) => others.push(diagnostic),
            None => kinds.push((diagnostic.clone(), Vec::new())),
        }
    }
    let counted = |(first, others): (Diagnostic, Vec<&Diagnostic>)| {
        let mut tools: Vec<_> = others.iter().filter_map(|other| other.tool()).collect();
        tools.dedup();
        tools.retain(|tool| Some(*tool) != first.tool());
        let tools =
            few(tools.into_iter().map(|tool| format!("`{tool}`")).collect::<Vec<_>>().into_iter());
        match (others.len(), &*tools) {
            (0, _) => first,
            (count, "") => first.note("note", format!("{count} more of this tool")),
            (count, tools) => first.note("note", format!("{count} more in {tools}")),
        }
    };
    kinds.into_iter().map(counted).collect()
}
