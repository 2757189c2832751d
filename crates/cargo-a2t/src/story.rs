//! A row of the table of rules at length: verdicts and an example for rules of evolution, for others
//! the command that applies it.

use a2t_core::evolution::{Class, Rule, Verdict};
use a2t_core::rule::{Family, Row};
use serde_json::{Value, json};

use crate::text::wrapped;

/// Meaning and an example for each rule of evolution, by id.
const STORIES: &str = include_str!("stories.md");

pub(crate) struct Story {
    pub(crate) rule: &'static Row,
    meaning: &'static str,
    example: Option<(&'static str, &'static str)>,
}

/// A story for each row except those of documents, whose stories stand with the requirement that
/// they cite.
pub(crate) fn all() -> impl Iterator<Item = Story> {
    let rows = Row::all().filter(|(row, _)| row.family != Family::Document);
    rows.map(|(rule, meaning)| Story::new(rule).unwrap_or(Story { rule, meaning, example: None }))
}

impl Story {
    pub(crate) fn new(rule: &'static Row) -> Option<Self> {
        let mut stories = STORIES.split("\n## ").skip(1);
        let story = stories.find_map(|story| story.strip_prefix(rule.id)?.strip_prefix("\n\n"))?;
        let (meaning, example) = story.split_once("\n\nbefore: ")?;
        let example = example.trim_end().split_once("\nafter: ")?;
        Some(Self { rule, meaning, example: Some(example) })
    }

    pub(crate) fn help(&self) -> String {
        let hint = self.rule.help();
        let example = self.example.map_or(String::new(), |(before, after)| {
            format!("Before: {before}\nAfter: {after}\n\n")
        });
        format!("{}\n\n{example}{hint}", self.meaning)
    }

    pub(crate) fn meaning(&self) -> &'static str {
        self.meaning
    }

    /// `A2T-I112 error breaks callers input-max-lowered`
    pub(crate) fn row(&self) -> String {
        let Row { id, slug, .. } = self.rule;
        let effect = match self.rule.verdicts {
            Some((_, Verdict::Breaking)) => "breaks callers",
            Some((Verdict::Breaking, Verdict::Compatible)) => "forbidden",
            Some((Verdict::Compatible, Verdict::Compatible)) => "allowed",
            None => return format!("{id} {:6} {slug}", self.by()),
        };
        format!("{id} {:5} {effect:14} {slug}", self.rule.severity.name())
    }

    pub(crate) fn text(&self) -> String {
        let Row { id, slug, severity, .. } = self.rule;
        let (meaning, hint) = (wrapped(self.meaning, 0), wrapped(&self.hint(), 4));
        let (Some((letter, wire)), Some((before, after))) = (self.rule.verdicts, self.example)
        else {
            let by = self.by();
            return format!(
                "{id} {slug}\nreported by: cargo a2t {by}\n\n{meaning}\n\nwhat to do:\n{hint}"
            );
        };
        let (before, after) = (wrapped(before, 4), wrapped(after, 4));
        let remark =
            self.remark().map_or(String::new(), |note| format!("\n\n{}", wrapped(note, 0)));
        format!(
            "{id} {slug}\nprotocol: {letter}, callers: {wire}, default severity: {severity}\n\n\
             {meaning}\n\nbefore:\n{before}\nafter:\n{after}\n\nwhat to do:\n{hint}{remark}"
        )
    }

    fn remark(&self) -> Option<&'static str> {
        let rule = Rule::ALL.iter().find(|rule| rule.row() == self.rule)?;
        match rule.class() {
            _ if *rule == Rule::PublishedVersionEdited => {
                Some("If the edit also breaks calls, that is a separate finding.")
            }
            Class::Contract | Class::Text if rule.wire_safe() => Some(
                "No call breaks; the protocol forbids the change because it allows additions only.",
            ),
            _ => None,
        }
    }

    fn hint(&self) -> String {
        match self.rule.family {
            Family::Change(_) => self.rule.help(),
            _ => self.rule.hint.to_owned(),
        }
    }

    fn by(&self) -> &'static str {
        match self.rule.family {
            Family::Import => "import",
            Family::Procedure => "procedure",
            Family::Approval => "fetch --check",
            Family::Publication if self.rule.id == self.rule.slug => "check",
            _ => "lint",
        }
    }

    pub(crate) fn value(&self) -> Value {
        let Row { id, slug, severity, .. } = self.rule;
        let (meaning, hint) = (self.meaning, self.hint());
        match (self.rule.verdicts, self.example) {
            (Some((letter, wire)), Some((before, after))) => json!({
                "rule": id, "name": slug, "severity": severity.name(),
                "letter": letter.name(), "wire": wire.name(), "meaning": meaning,
                "before": before, "after": after, "hint": hint,
            }),
            _ => json!({
                "rule": id, "name": slug, "by": self.by(), "meaning": meaning, "hint": hint,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use a2t_core::rule::SchemaChange;

    use super::*;

    #[test]
    fn every_rule_of_evolution_has_a_story_of_its_own() {
        let mut seen = BTreeSet::new();
        let rows = Rule::ALL.iter().map(|rule| rule.row());
        for rule in rows.chain(SchemaChange::ALL.iter().map(|rule| rule.row())) {
            let story = Story::new(rule).unwrap();
            let (before, after) = story.example.unwrap();
            assert!(story.meaning.len() > 30 && story.meaning.ends_with('.'), "{rule:?}");
            assert!(!before.is_empty() && before != after, "{rule:?}");
            assert!(seen.insert((before, after, rule.slug)), "{rule:?}");
        }
        assert_eq!(STORIES.matches("\n## ").count(), seen.len());
    }
}
