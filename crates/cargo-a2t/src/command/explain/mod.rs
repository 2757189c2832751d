//! `cargo a2t explain`: a row of the table of rules, or a requirement that messages cite, at length.

mod cited;

use a2t_core::error::{inert, nearest};
use clap::Args;
use serde_json::Value;

use crate::report::{CommandError, Outcome, Report};
use crate::story::{self, Story};
use cited::Cited;

#[derive(Args)]
#[command(
    about = "Explain a rule of evolution, a remark of `lint` and `import`, or what a message \
             cites; or list them all",
    long_about = "Explain a rule that `cargo a2t diff` or the compiler names: what it means, an \
                  example, what to do. This also explains remarks of `cargo a2t lint` (A2T-P501, \
                  A2T-X601) and `import` (A2T-F711), and what messages cite in brackets: a \
                  requirement of the draft (A2T-14), or a spec note (AMB-35, which has the table \
                  of limits). Without RULE, all of them are listed.",
    after_help = "Exit status: 0 explained, 2 no such rule."
)]
pub(crate) struct Explain {
    /// The rule's id or name: A2T-I112, i112, input-max-lowered
    rule: Option<String>,
    /// Explain every rule at length
    #[arg(long, conflicts_with = "rule")]
    all: bool,
}

impl Explain {
    pub(super) fn run(&self) -> Outcome {
        let mut report = Report::new(true);
        if let Some(text) = &self.rule {
            let entry = find(text.trim())?;
            report.line(entry.text());
            report.member("rule", entry.value());
            return Ok(report);
        }
        let entries: Vec<_> = all().collect();
        if self.all {
            let texts: Vec<_> = entries.iter().map(Entry::text).collect();
            report.line(texts.join("\n\n"));
        } else {
            entries.iter().for_each(|entry| report.line(entry.row()));
        }
        report.member("rules", entries.iter().map(Entry::value).collect::<Value>());
        Ok(report)
    }
}

enum Entry {
    Rule(Story),
    Cited(Cited),
}

fn all() -> impl Iterator<Item = Entry> {
    story::all().map(Entry::Rule).chain(cited::all().map(Entry::Cited))
}

impl Entry {
    fn row(&self) -> String {
        match self {
            Self::Rule(story) => story.row(),
            Self::Cited(cited) => cited.row(),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Rule(story) => story.text(),
            Self::Cited(cited) => cited.text(),
        }
    }

    fn value(&self) -> Value {
        match self {
            Self::Rule(story) => story.value(),
            Self::Cited(cited) => cited.value(),
        }
    }

    fn names(&self) -> Vec<&'static str> {
        match self {
            Self::Rule(story) => vec![story.rule.id, story.rule.slug],
            Self::Cited(cited) => cited.names(),
        }
    }
}

/// The entry of this id, with or without `A2T-`, or of this name; in either case.
fn find(text: &str) -> Result<Entry, CommandError> {
    // A number alone is no id.
    let short = |name: &'static str| {
        let short = name.strip_prefix("A2T-")?;
        short.starts_with(|c: char| c.is_ascii_uppercase()).then_some(short)
    };
    let named = |wanted: &str| {
        all().find(|entry| {
            let is = |name: &str| name.eq_ignore_ascii_case(wanted);
            let mut names = entry.names().into_iter();
            names.any(|name| is(name) || short(name).is_some_and(is))
        })
    };
    if let Some(entry) = named(text) {
        return Ok(entry);
    }
    let spellings = all().flat_map(|entry| entry.names());
    let spellings: Vec<_> = spellings.flat_map(|name| [Some(name), short(name)]).collect();
    let meant = nearest(text, spellings.into_iter().flatten()).and_then(named);
    let meant = meant.map_or(String::new(), |entry| {
        let names = entry.names();
        let (id, name) = (names.first().copied(), names.get(1).copied());
        let (id, name) = (id.unwrap_or_default(), name.unwrap_or_default());
        format!("; did you mean `{id}` ({name})?")
    });
    let link = if meant.is_empty() { ";" } else { "" };
    let advice = format!("{meant}{link} `cargo a2t explain` lists them");
    Err(CommandError::new(format!("no rule is called `{}`{advice}", inert(text))))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Returns the page of the book with every rule and requirement. Spec notes are on another
    /// page.
    fn page() -> String {
        let mut page = "# Rules\n\nMessages of the compiler and of `cargo a2t` name a rule, such as `A2T-I102`, or a \
                        requirement of the draft,\nsuch as `A2T-14`. This page explains each of them, as \
                        `cargo a2t explain` does. [Spec notes](spec-notes.md)\nexplain what is called `AMB-14`. \
                        This page is generated: `UPDATE_GOLDEN=1 cargo test -p cargo-a2t --bins`\nwrites it.\n\n\
                        Rules about a change between two versions have two verdicts: `protocol` is whether the draft \
                        allows the\nchange, `callers` is whether callers of the old version go on working (`letter` and `wire` in JSON).\n"
            .to_owned();
        for text in all().map(|entry| entry.text()).filter(|text| !text.starts_with("AMB-")) {
            let (title, text) = text.split_once('\n').unwrap();
            page.push_str(&format!("\n## {title}\n\n```text\n{}\n```\n", text.trim()));
        }
        page
    }

    #[test]
    fn the_documentation_has_every_rule() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, page()).unwrap();
        }
        let is = fs::read_to_string(path).unwrap();
        assert_eq!(is, page(), "`UPDATE_GOLDEN=1 cargo test -p cargo-a2t --bins` writes it");
    }
}
