//! The findings as results of a SARIF log.

use a2t_core::evolution::Rule;
use serde_json::{Map, Value, json};

use super::compare::{Comparison, Judged};
use super::documents::Source;
use super::human::level;
use super::place::Place;
use super::remark::message;
use crate::command::explain::story::Story;
use crate::sarif;

/// The whole log: the rules that were met, and a result for each finding.
pub(super) fn log(comparison: &Comparison) -> Map<String, Value> {
    let met = |rule: &&Rule| {
        let mut found = comparison.findings.iter();
        found.any(|judged| judged.finding.rule == **rule)
    };
    let rules: Vec<_> = Rule::ALL.iter().filter(met).copied().collect();
    let results = comparison.findings.iter();
    let results = results.map(|judged| result(judged, &rules)).collect();
    sarif::log(rules.into_iter().map(descriptor).collect(), results)
}

fn descriptor(rule: Rule) -> Value {
    let story = Story::of(rule.row());
    let (meaning, help) =
        story.map_or_else(Default::default, |story| (story.meaning(), story.help()));
    json!({
        "id": rule.id(),
        "name": rule.slug(),
        "shortDescription": {"text": rule.slug().replace('-', " ")},
        "fullDescription": {"text": meaning},
        "help": {"text": help},
        "defaultConfiguration": {"level": level(rule.severity())},
        "properties": {"letter": rule.letter().name(), "wire": rule.wire().name()},
    })
}

fn result(judged: &Judged, rules: &[Rule]) -> Value {
    let finding = &judged.finding;
    let index = rules.iter().position(|rule| *rule == finding.rule);
    let mut location = judged.place().map_or_else(|| json!({}), physical);
    let logical = format!("{}.{}", judged.id, finding.path);
    if let Some(members) = location.as_object_mut() {
        let logical = json!([{"fullyQualifiedName": logical, "kind": "member"}]);
        members.insert("logicalLocations".to_owned(), logical);
    }
    let both = judged.new.as_ref().and(judged.old.as_ref());
    json!({
        "ruleId": finding.rule.id(),
        "ruleIndex": index,
        "level": level(finding.severity),
        "message": {"text": message(judged)},
        "locations": [location],
        "relatedLocations": both.map(physical).into_iter().collect::<Vec<_>>(),
        "partialFingerprints": {"a2tChange/v1": fingerprint(judged)},
        "properties": judged.to_json(true),
    })
}

fn physical(place: &Place) -> Value {
    let uri = match &*place.source {
        Source::File(path) => sarif::uri(path),
        Source::Url(url) => url.clone(),
    };
    json!({"physicalLocation": {
        "artifactLocation": {"uri": uri},
        "region": {"startLine": place.line, "startColumn": place.column},
    }})
}

/// The same for the same change, whatever is reworded around it.
fn fingerprint(judged: &Judged) -> String {
    let (from, to) = judged.versions.unwrap_or_default();
    let (rule, path) = (judged.finding.rule, &judged.finding.path);
    format!("{}/{from}/{to}/{rule}/{path}", judged.id)
}
