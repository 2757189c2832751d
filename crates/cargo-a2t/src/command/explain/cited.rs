//! Citations in brackets: the requirements of the draft, and the spec notes where it leaves a choice.

use a2t_core::Code;
use serde_json::{Value, json};

use crate::text::{labelled, wrapped};

/// `docs/spec-notes.md`, whose copy this is.
const SPEC_NOTES: &str = include_str!("spec-notes.md");

/// Requirements of the draft that messages cite.
const REQUIREMENTS: &str = include_str!("requirements.md");

#[derive(Clone, Debug)]
pub(super) struct Cited {
    id: &'static str,
    section: String,
    draft: String,
    /// The choice of a2t, where the draft leaves one.
    note: Option<String>,
}

pub(super) fn all() -> impl Iterator<Item = Cited> {
    REQUIREMENTS.lines().filter_map(requirement).chain(SPEC_NOTES.split("\n### ").filter_map(note))
}

/// Reads `| A2T-14 | 6.1 | text |`.
fn requirement(line: &'static str) -> Option<Cited> {
    let mut cells = line.strip_prefix("| A2T-")?.strip_suffix(" |")?.splitn(3, " | ");
    let number = cells.next()?;
    let id = line.get(2..)?.get(.."A2T-".len() + number.len())?;
    let (section, draft) = (cells.next()?.to_owned(), cells.next()?.to_owned());
    Some(Cited { id, section, draft, note: None })
}

/// Reads the part of the page below `### AMB-6`: section and draft in the first paragraph, the
/// choice in the others.
fn note(part: &'static str) -> Option<Cited> {
    let (id, text) = part.split_once("\n\n").filter(|(id, _)| id.starts_with("AMB-"))?;
    let text = text.split("\n## ").next()?;
    let mut paragraphs = text.trim().split("\n\n").map(unwrapped);
    let first = paragraphs.next()?;
    let (section, draft) = first.split_once(". The draft").unwrap_or((&first, ""));
    let section = section.split_once(' ').map_or("all", |(_, section)| section);
    let section = if section == "sections" { "all" } else { section }.to_owned();
    let draft = format!("The draft{draft}");
    let note = paragraphs.collect::<Vec<_>>().join("\n").replacen("**a2t**: ", "", 1);
    Some(Cited { id, section, draft, note: Some(note) })
}

fn unwrapped(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Cited {
    fn codes(&self) -> impl Iterator<Item = Code> + use<> {
        let id = self.id;
        Code::ALL.iter().copied().filter(move |code| code.id() == id)
    }

    pub(super) fn names(&self) -> Vec<&'static str> {
        let codes = self.codes().map(Code::slug);
        std::iter::once(self.id).chain(codes).collect()
    }

    fn slugs(&self) -> String {
        let slugs: Vec<_> = self.codes().map(Code::slug).collect();
        slugs.join(", ")
    }

    /// `AMB-35    section all  forbidden-character, too-many`
    pub(super) fn row(&self) -> String {
        let lead = format!("{:8}  section {:9}  ", self.id, self.section);
        labelled(&lead, &self.slugs()).trim_end().to_owned()
    }

    pub(super) fn text(&self) -> String {
        let mut parts = vec![format!("{} section {} of the draft", self.id, self.section)];
        parts.push(format!("\n{}", wrapped(&self.draft, 0)));
        if let Some(note) = &self.note {
            parts.push(format!("\na2t:\n{}", wrapped(note, 4)));
        }
        for code in self.codes() {
            let text = format!("{} {}", code.meaning(), code.row().help());
            parts.push(format!("\n{}:\n{}", code.slug(), wrapped(&text, 4)));
        }
        if self.id == "AMB-35" {
            parts.push(format!("\n{}", limits()));
        }
        parts.join("\n")
    }

    pub(super) fn value(&self) -> Value {
        let hints: Vec<_> = self.codes().map(Code::hint).collect();
        json!({
            "rule": self.id,
            "name": self.slugs(),
            "section": self.section,
            "draft": self.draft,
            "note": self.note,
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
        labelled("    ", &cells.join(": "))
    };
    let rows: Vec<_> = rows.skip(1).map(row).collect();
    format!("limits:\n{}", rows.join("\n"))
}
