//! What messages cite in brackets: the requirements of the draft, and the readings where it leaves a choice.

use a2t_core::Code;
use a2t_core::evolution::Rule;
use serde_json::{Value, json};

use crate::text::wrapped;

/// `docs/readings.md`, whose copy this is.
const READINGS: &str = include_str!("readings.md");

/// Requirements of the draft that messages cite: the number, the section, the sentence.
const REQUIREMENTS: &[(&str, &str, &str)] = &[
    (
        "A2T-2",
        "5.1",
        "There are two JSON objects, the signature and the invocation, with the members that the draft names.",
    ),
    (
        "A2T-11",
        "6.1",
        "A list of tools has the latest version of each, so `version` is `currentVersion` there.",
    ),
    (
        "A2T-13",
        "6.1",
        "`toolId` is a UUID and identifies the tool on its server.",
    ),
    ("A2T-14", "6.1", "`name` is shorter than 255 characters."),
    (
        "A2T-15",
        "6.1",
        "`name` is unique among the tools of a server.",
    ),
    (
        "A2T-16",
        "6.1",
        "`name` should be in snake case, such as `lookup_weather_by_city`.",
    ),
    (
        "A2T-19",
        "6.1",
        "`description` is shorter than 2000 characters.",
    ),
    (
        "A2T-22",
        "6.1",
        "`img` is the URL of a picture of the tool, and optional.",
    ),
    ("A2T-26", "6.1", "A version is a positive integer."),
    ("A2T-27", "6.1", "Versions increase, starting at 1."),
    (
        "A2T-28",
        "6.1",
        "No part of a signature changes without its version, but for `currentVersion`.",
    ),
    (
        "A2T-34",
        "6.1",
        "The types of inputs are `string`, `int`, `boolean` and `enum`.",
    ),
    (
        "A2T-35",
        "6.1",
        "An `int` takes at most its `max`, 65535 where that is absent.",
    ),
    (
        "A2T-36",
        "6.1",
        "An `enum` lists its values in `allowed-values`, each with `name` and `description`.",
    ),
    (
        "A2T-37",
        "6.1",
        "An allowed value has a name in capitalised snake case, of at most 255 characters.",
    ),
    (
        "A2T-38",
        "6.1",
        "The description of an allowed value has at most 2000 characters.",
    ),
    (
        "A2T-42",
        "6.1",
        "An input is required unless `required` is false.",
    ),
    (
        "A2T-44",
        "5.1",
        "A string may have a longest length, an integer a least and a greatest value (AMB-4).",
    ),
    (
        "A2T-53",
        "6.4",
        "`pageLimit` bounds the size of a page (AMB-7).",
    ),
    (
        "A2T-56",
        "6.4",
        "`paging.next` is sent as `pageCursor` to get the next page.",
    ),
    (
        "A2T-58",
        "5.1, 7",
        "An invocation has the name of the tool, and its inputs as pairs of `name` and `value`.",
    ),
    (
        "A2T-60",
        "7",
        "A result has its outputs by the names of the signature.",
    ),
];

/// One requirement or reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cited {
    id: &'static str,
    section: &'static str,
    /// What the draft says.
    draft: &'static str,
    /// What a2t makes of it, where that is a choice.
    reading: Option<&'static str>,
}

/// Every requirement and reading that is not a rule of evolution as well.
pub(super) fn all() -> impl Iterator<Item = Cited> {
    let requirements = REQUIREMENTS.iter().map(|(id, section, draft)| Cited {
        id,
        section,
        draft,
        reading: None,
    });
    let rows = READINGS.lines().filter_map(row);
    let others = Code::ALL.iter().filter(|code| {
        let id = code.rule();
        let known = |cited: &(&str, &str, &str)| cited.0 == id;
        Rule::find(id).is_none() && !id.starts_with("AMB-") && !REQUIREMENTS.iter().any(known)
    });
    let others = others.map(|code| Cited {
        id: code.rule(),
        section: "6.1",
        draft: code.meaning(),
        reading: None,
    });
    requirements.chain(others).chain(rows)
}

/// `| AMB-6 | 6.1 | the draft | a2t |`
fn row(line: &'static str) -> Option<Cited> {
    let rest = line
        .strip_prefix("| ")
        .filter(|rest| rest.starts_with("AMB-"))?;
    let mut cells = rest.strip_suffix(" |")?.splitn(4, " | ");
    Some(Cited {
        id: cells.next()?,
        section: cells.next()?,
        draft: cells.next()?,
        reading: Some(cells.next()?),
    })
}

/// What is cited so, in either case, or the kind of mistake of this name.
pub(super) fn find(text: &str) -> Option<Cited> {
    let code = Code::ALL
        .iter()
        .find(|code| code.slug().eq_ignore_ascii_case(text));
    let id = code.map_or(text, |code| code.rule());
    all().find(|cited| {
        let short = cited
            .id
            .strip_prefix("A2T-")
            .filter(|short| !short.starts_with(|c: char| c.is_ascii_digit()));
        cited.id.eq_ignore_ascii_case(id)
            || short.is_some_and(|short| short.eq_ignore_ascii_case(id))
    })
}

impl Cited {
    /// The mistakes that cite it.
    fn codes(self) -> impl Iterator<Item = Code> {
        let codes = Code::ALL.iter().copied();
        codes.filter(move |code| code.rule() == self.id)
    }

    fn names(self) -> String {
        let names: Vec<_> = self.codes().map(Code::slug).collect();
        names.join(", ")
    }

    /// `AMB-35    section all  forbidden-character, too-many`
    pub(super) fn row(self) -> String {
        let row = format!(
            "{:8}  section {:9}  {}",
            self.id,
            self.section,
            self.names()
        );
        row.trim_end().to_owned()
    }

    pub(super) fn story(self) -> String {
        let mut parts = vec![format!("{} section {} of the draft", self.id, self.section)];
        match self.reading {
            None => parts.push(format!("\n{}", wrapped(self.draft, 0))),
            Some(reading) => {
                parts.push(format!("\nthe draft:\n{}", wrapped(self.draft, 4)));
                parts.push(format!("a2t:\n{}", wrapped(reading, 4)));
            }
        }
        for code in self.codes() {
            let text = format!("{} {}", code.meaning(), sentence(code.hint()));
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
            "name": self.names(),
            "section": self.section,
            "draft": self.draft,
            "reading": self.reading,
            "hint": hints.join("; "),
        })
    }
}

/// A remedy as a sentence of its own.
fn sentence(hint: &str) -> String {
    let mut letters = hint.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

/// The table of limits as it stands in the readings.
fn limits() -> String {
    let rows = READINGS
        .split("## Limits")
        .nth(1)
        .unwrap_or_default()
        .lines();
    let rows = rows.filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let row = |line: &str| {
        let cells: Vec<_> = line.trim_matches(['|', ' ']).split(" | ").take(2).collect();
        format!("    {}", cells.join(": "))
    };
    let rows: Vec<_> = rows.skip(1).map(row).collect();
    format!("limits:\n{}", rows.join("\n"))
}
