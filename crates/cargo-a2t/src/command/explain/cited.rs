//! Citations in brackets: the requirements of the draft, and the spec notes where it leaves a choice.

use a2t_core::Code;
use serde_json::{Value, json};

use crate::text::{beside, wrapped};

/// `docs/spec-notes.md`, whose copy this is.
const SPEC_NOTES: &str = include_str!("spec-notes.md");

/// Requirements of the draft that messages cite.
const REQUIREMENTS: &str = include_str!("requirements.md");

#[derive(Clone, Copy, Debug)]
pub(super) struct Cited {
    id: &'static str,
    section: &'static str,
    draft: &'static str,
    /// The choice of a2t, where the draft leaves one.
    reading: Option<&'static str>,
}

pub(super) fn all() -> impl Iterator<Item = Cited> {
    REQUIREMENTS.lines().chain(SPEC_NOTES.lines()).filter_map(row)
}

/// `| AMB-6 | 6.1 | the draft | a2t |`, where requirements have no note
fn row(line: &'static str) -> Option<Cited> {
    let mut cells = line.strip_prefix("| ")?.strip_suffix(" |")?.splitn(4, " | ");
    let id = cells.next()?;
    (id.starts_with("A2T-") || id.starts_with("AMB-")).then_some(())?;
    Some(Cited { id, section: cells.next()?, draft: cells.next()?, reading: cells.next() })
}

impl Cited {
    fn codes(self) -> impl Iterator<Item = Code> {
        let codes = Code::ALL.iter().copied();
        codes.filter(move |code| code.id() == self.id)
    }

    pub(super) fn names(self) -> Vec<&'static str> {
        let codes = self.codes().map(Code::slug);
        std::iter::once(self.id).chain(codes).collect()
    }

    fn slugs(self) -> String {
        let slugs: Vec<_> = self.codes().map(Code::slug).collect();
        slugs.join(", ")
    }

    /// `AMB-35    section all  forbidden-character, too-many`
    pub(super) fn row(self) -> String {
        let lead = format!("{:8}  section {:9}  ", self.id, self.section);
        beside(&lead, &self.slugs()).trim_end().to_owned()
    }

    pub(super) fn text(self) -> String {
        let mut parts = vec![format!("{} section {} of the draft", self.id, self.section)];
        match self.reading {
            None => parts.push(format!("\n{}", wrapped(self.draft, 0))),
            Some(reading) => {
                parts.push(format!("\nthe draft:\n{}", wrapped(self.draft, 4)));
                parts.push(format!("a2t:\n{}", wrapped(reading, 4)));
            }
        }
        for code in self.codes() {
            let text = format!("{} {}", code.meaning(), code.row().remedy());
            parts.push(format!("\n{}:\n{}", code.slug(), wrapped(&text, 4)));
        }
        if self.id == "AMB-35" {
            parts.push(format!("\n{}", limits()));
        }
        parts.join("\n")
    }

    pub(super) fn value(self) -> Value {
        let hints: Vec<_> = self.codes().map(Code::hint).collect();
        json!({
            "rule": self.id,
            "name": self.slugs(),
            "section": self.section,
            "draft": self.draft,
            "reading": self.reading,
            "hint": hints.join("; "),
        })
    }
}

/// The table of limits of the spec notes.
fn limits() -> String {
    let rows = SPEC_NOTES.split("## Limits").nth(1).unwrap_or_default().lines();
    let rows = rows.filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let row = |line: &str| {
        let cells: Vec<_> = line.trim_matches(['|', ' ']).split(" | ").take(2).collect();
        beside("    ", &cells.join(": "))
    };
    let rows: Vec<_> = rows.skip(1).map(row).collect();
    format!("limits:\n{}", rows.join("\n"))
}
