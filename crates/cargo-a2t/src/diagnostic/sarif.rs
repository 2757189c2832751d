//! The shell of a SARIF 2.1.0 log: one run of this program.

use std::collections::BTreeMap;
use std::path::Path;

use a2t_core::rule::Row;
use serde_json::{Map, Value, json};

use super::location::relative;
use super::{Diagnostic, Location, Source};
use crate::story::Story;
use crate::text::percent_encoded;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Facts that only SARIF asks for.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// Name of the rule, which is one in a log: its id, or the slug where several share the id.
    rule: &'static str,
    pub(super) logical: Option<String>,
    pub(super) fingerprint: Option<String>,
    pub(super) related: Option<Location>,
}

impl Facts {
    pub(super) fn named(rule: &'static str) -> Self {
        Self { rule, logical: None, fingerprint: None, related: None }
    }
}

pub(crate) fn log(diagnostics: &[Diagnostic]) -> Map<String, Value> {
    let rules = diagnostics.iter().map(|one| (one.sarif.rule, one.rule));
    let rules: BTreeMap<_, _> = rules.collect();
    let index = |rule: &str| rules.keys().position(|known| *known == rule);
    let result = |one: &Diagnostic| result(one, index(one.sarif.rule));
    let results = diagnostics.iter().map(result).collect();
    let rules = rules.iter().map(|(name, rule)| descriptor(name, rule));
    document(rules.collect(), results, None)
}

/// A log with its rules and results, and the reason why the run did not come to its end.
pub(crate) fn document(
    rules: Vec<Value>,
    results: Vec<Value>,
    unfinished: Option<&str>,
) -> Map<String, Value> {
    let mut invocation = json!({"executionSuccessful": unfinished.is_none()});
    if let (Some(reason), Some(members)) = (unfinished, invocation.as_object_mut()) {
        members.insert("toolExecutionNotifications".to_owned(), json!([notification(reason)]));
    }
    shell(rules, results, invocation)
}

fn notification(reason: &str) -> Value {
    json!({"level": "error", "message": {"text": reason}})
}

fn descriptor(name: &str, rule: &'static Row) -> Value {
    let meaning = Row::all().find_map(|(row, meaning)| (row == rule).then_some(meaning));
    let story = Story::new(rule);
    let meaning = story.as_ref().map_or(meaning.unwrap_or_default(), Story::meaning);
    let help = story.as_ref().map_or_else(|| rule.hint.to_owned(), Story::help);
    let mut properties = json!({"rule": rule.id});
    if let Some((letter, wire)) = rule.verdicts {
        properties = json!({"rule": rule.id, "letter": letter.name(), "wire": wire.name()});
    }
    json!({
        "id": name,
        "name": rule.slug,
        "shortDescription": {"text": rule.slug.replace('-', " ")},
        "fullDescription": {"text": meaning},
        "help": {"text": help},
        "defaultConfiguration": {"level": rule.severity.label()},
        "properties": properties,
    })
}

fn result(diagnostic: &Diagnostic, index: Option<usize>) -> Value {
    let facts = &diagnostic.sarif;
    let mut location = diagnostic.location.as_ref().map(physical);
    if let Some(logical) = &facts.logical {
        let members = location.get_or_insert_with(Map::new);
        let logical = json!([{"fullyQualifiedName": logical, "kind": "member"}]);
        members.insert("logicalLocations".to_owned(), logical);
    }
    let mut result = json!({
        "ruleId": facts.rule,
        "ruleIndex": index,
        "level": diagnostic.severity.label(),
        "message": {"text": diagnostic.text()},
        "locations": location.into_iter().collect::<Vec<_>>(),
        "properties": diagnostic.json(),
    });
    if let (Some(print), Some(members)) = (&facts.fingerprint, result.as_object_mut()) {
        let related = facts.related.as_ref().map(physical);
        let related = related.into_iter().collect::<Vec<_>>();
        members.insert("relatedLocations".to_owned(), json!(related));
        members.insert("partialFingerprints".to_owned(), json!({"a2tChange/v1": print}));
    }
    result
}

fn physical(location: &Location) -> Map<String, Value> {
    let uri = match &*location.source {
        Source::File(path) => uri(&relative(path)),
        Source::Url(url) => url.clone(),
        Source::Page { url, .. } => format!("{url}/tools"),
    };
    let mut region = json!({"startLine": location.line.unwrap_or(1)});
    if let (Some(column), Some(members)) = (location.column, region.as_object_mut()) {
        members.insert("startColumn".to_owned(), column.into());
    }
    let physical = json!({"artifactLocation": {"uri": uri}, "region": region});
    Map::from_iter([("physicalLocation".to_owned(), physical)])
}

/// A log with the reason why nothing could be checked.
pub(crate) fn failed(reason: &str) -> Map<String, Value> {
    let invocation = json!({
        "executionSuccessful": false,
        "exitCode": 2,
        "toolExecutionNotifications": [notification(reason)],
    });
    shell(Vec::new(), Vec::new(), invocation)
}

fn shell(rules: Vec<Value>, results: Vec<Value>, invocation: Value) -> Map<String, Value> {
    let driver = json!({
        "name": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules,
    });
    let run = json!({
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": results,
    });
    let members = [("$schema", SCHEMA.into()), ("version", "2.1.0".into()), ("runs", json!([run]))];
    let member = |(name, value): (&str, Value)| (name.to_owned(), value);
    members.into_iter().map(member).collect()
}

/// A path as a URI: relative to where the program ran, unless it is absolute.
fn uri(path: &Path) -> String {
    let text = path.display().to_string().replace('\\', "/");
    let start = if !path.is_absolute() {
        ""
    } else if text.starts_with('/') {
        "file://"
    } else {
        "file:///"
    };
    let segments: Vec<_> = text.split('/').map(percent_encoded).collect();
    format!("{start}{}", segments.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(uri(Path::new("a b/ü#1.json")), "a%20b/%C3%BC%231.json");
        assert_eq!(uri(Path::new("/tmp/a.json")), "file:///tmp/a.json");
    }
}
