//! The tools that a server lists: those that can be used, and why the others cannot.

use std::collections::{BTreeMap, HashMap};

use a2t_core::json::{DOCUMENT_DEPTH_MAX, parse_document};
use a2t_core::signature::rule::look_alikes;
use a2t_core::{Code, Violation, Violations};
use serde_json::Value;

use super::Tool;
use crate::{limit, outline};

/// Tools of a server's `tools/list`, all pages together.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Listed {
    /// Tools that obey every rule, in their order.
    pub tools: Vec<Tool>,
    /// Tools that are left out, because they break a rule.
    pub rejected: Vec<Rejected>,
}

/// A tool that breaks rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// Index among all that are listed, from 0.
    pub index: usize,
    /// Name, if it has one.
    pub name: Option<String>,
    /// The rules that it breaks.
    pub violations: Violations,
}

impl Listed {
    /// Reads the items of `tools/list`, an array at the JSON pointer `at`. A second tool of one name
    /// is left out, and so is a tool whose name looks like that of another.
    ///
    /// ```
    /// use a2t_schema::Listed;
    /// let items = serde_json::json!([
    ///     {"name": "now", "inputSchema": {"type": "object"}},
    ///     {"name": "now", "inputSchema": {"type": "object"}},
    ///     {"name": "then"}
    /// ]);
    /// let listed = Listed::read(items.as_array().unwrap(), "/tools");
    /// assert_eq!(listed.tools.len(), 1);
    /// assert_eq!(listed.rejected[0].violations.as_slice()[0].code.slug(), "duplicate-tool");
    /// assert_eq!(listed.rejected[1].violations.as_slice()[0].pointer, "/tools/2");
    /// ```
    pub fn read(items: &[Value], at: &str) -> Self {
        let name = |item: &Value| item.get("name").and_then(Value::as_str).map(str::to_owned);
        Self::from_items(items.iter(), at, |item, at| {
            Tool::read(item, at).map_err(|found| (name(item), found))
        })
    }

    /// Reads the texts of the items of `tools/list`, as [`Listed::read`] reads values. A tool whose text is not JSON that
    /// can be read is left out, and the others are read.
    ///
    /// ```
    /// use a2t_schema::Listed;
    /// let listed = Listed::parse(
    ///     [
    ///         r#"{"name": "now", "inputSchema": {"type": "object"}}"#,
    ///         r#"{"name": "then", "description": "\ud83d", "inputSchema": {"type": "object"}}"#,
    ///     ],
    ///     "/tools",
    /// );
    /// assert_eq!(listed.tools[0].name, "now");
    /// assert_eq!(listed.rejected[0].name.as_deref(), Some("then"));
    /// assert_eq!(listed.rejected[0].violations.as_slice()[0].code.slug(), "tool-unreadable");
    /// ```
    pub fn parse<'t>(items: impl IntoIterator<Item = &'t str>, at: &str) -> Self {
        Self::from_items(items.into_iter(), at, |item, at| {
            parsed(item, at).map_err(|found| (named(item), found))
        })
    }

    fn from_items<T>(
        items: impl Iterator<Item = T>,
        at: &str,
        read: impl Fn(T, &str) -> Result<Tool, (Option<String>, Violations)>,
    ) -> Self {
        let mut tools = Vec::new();
        let mut rejected = Vec::new();
        for (index, item) in items.enumerate() {
            match read(item, &format!("{at}/{index}")) {
                Ok(tool) if index < limit::TOOLS_MAX => tools.push((index, tool)),
                Ok(tool) => {
                    rejected.push(Rejected {
                        index,
                        name: Some(tool.name),
                        violations: too_many(at),
                    });
                }
                Err((name, violations)) => rejected.push(Rejected { index, name, violations }),
            }
        }
        let duplicates: BTreeMap<_, _> =
            duplicates(tools.iter().map(|(index, tool)| (*index, tool)), at).into_iter().collect();
        let (duplicate, kept): (Vec<_>, Vec<_>) =
            tools.into_iter().partition(|(index, _)| duplicates.contains_key(index));
        for ((index, tool), violation) in duplicate.into_iter().zip(duplicates.into_values()) {
            rejected.push(Rejected { index, name: Some(tool.name), violations: violation.into() });
        }
        rejected.sort_by_key(|rejected| rejected.index);
        Self { tools: kept.into_iter().map(|(_, tool)| tool).collect(), rejected }
    }

    /// Returns all violations of the tools that are left out.
    pub fn violations(&self) -> Violations {
        let mut found = Violations::default();
        for rejected in &self.rejected {
            found.append(rejected.violations.clone());
        }
        found
    }
}

/// The name in the text of a tool, as far as it can be read.
fn named(item: &str) -> Option<String> {
    serde_json::from_str(outline::member_of(item, "name")?).ok()
}

fn parsed(item: &str, at: &str) -> Result<Tool, Violations> {
    let depth = outline::depth(item);
    if depth > DOCUMENT_DEPTH_MAX {
        let violation = Violation::new(Code::SchemaTooLarge, at);
        let deepest = limit::SCHEMA_DEPTH_MAX;
        let expected = format!("arrays and objects nested at most {deepest} deep");
        return Err(violation.expected(expected).got(format!("{depth} levels")).into());
    }
    match parse_document(item.as_bytes()) {
        Ok(value) => Tool::read(&value, at),
        Err(error) => {
            let violation = Violation::new(Code::ToolUnreadable, at).expected("JSON");
            let fault = outline::fault(item, &error.message, error.line, error.column);
            Err(violation.got(fault).into())
        }
    }
}

fn too_many(at: &str) -> Violations {
    let violation = Violation::new(Code::TooMany, at);
    violation.expected(format!("at most {} tools", limit::TOOLS_MAX)).into()
}

/// Tools that have the name of one before them, or look as if they had, by index.
pub(crate) fn duplicates<'t>(
    tools: impl Iterator<Item = (usize, &'t Tool)>,
    at: &str,
) -> Vec<(usize, Violation)> {
    let tools: Vec<_> = tools.collect();
    let mut found = Vec::new();
    let mut seen = HashMap::new();
    let mut distinct = Vec::new();
    for (index, tool) in tools {
        let first = *seen.entry(&*tool.name).or_insert(index);
        if first == index {
            distinct.push((index, &*tool.name));
        } else {
            let violation = Violation::new(Code::DuplicateTool, format!("{at}/{index}/name"));
            let violation = violation.expected(format!("another name than `{at}/{first}` has"));
            found.push((index, violation.got(format!("`{}`", tool.name))));
        }
    }
    let item = |at: usize| distinct.get(at).copied().unwrap_or_default();
    for (alike, first) in look_alikes(distinct.iter().map(|(_, name)| *name)) {
        let ((index, name), (_, first)) = (item(alike), item(first));
        let violation = Violation::new(Code::LookAlike, format!("{at}/{index}/name"));
        let expected = format!("a name that does not look like `{first}`");
        found.push((
            index,
            violation.expected(expected).got(format!("`{}`", name.escape_default())),
        ));
    }
    found
}
