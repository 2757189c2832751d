//! `cargo a2t lint`: does a catalog obey the rules of the draft, and do the providers of models
//! take its tools?

mod finding;
mod print;
mod read;
pub(super) mod suspicion;

use a2t_core::error::nearest;
use a2t_core::{ToolSignature, json};
use a2t_dialect::{Diagnostic, Limit, Limits, check, limits};
use clap::Args;

use crate::catalog::Bounded;
use crate::report::{Failure, Format, Outcome};
use finding::{Finding, Level, Place};
use read::{Linted, Located};

#[derive(Args)]
#[command(
    about = "Check a catalog against the rules of the protocol and the limits of model providers",
    long_about = "Check a catalog against every rule of the protocol, and name each violation with \
                  file, line and column. What the providers of models do not take (names, lengths, \
                  counts) is a warning, and an error for those that --dialect names. Texts that \
                  address the model instead of describing the tool are noted; that nothing is \
                  noted does not mean that a text is safe.\n\n\
                  FILE is a snapshot, a page of `GET /tools` or of a tool's versions, a list of \
                  signatures, or one signature, such as `published/add/v1.json`; of a folder \
                  `published` the newest versions are checked. Members that the protocol does not \
                  define are warnings: readers ignore them.",
    after_help = "Exit status: 0 no finding is an error, 1 one is, 2 the catalog could not be \
                  read."
)]
pub(crate) struct Lint {
    /// The catalog, a folder `published`, or the root of the API that serves it
    #[arg(value_name = "FILE|URL")]
    catalog: String,
    #[arg(
        long,
        value_name = "NAME",
        help = "Hold the tools to what this provider takes, as `openai-chat`; may be repeated \
                [default: to all, as warnings]"
    )]
    dialect: Vec<String>,
    /// What clients put before the names of tools, as `mcp__weather__`: it counts
    #[arg(long, value_name = "TEXT", default_value = "")]
    prefix: String,
    #[command(flatten)]
    server: Bounded,
}

impl Lint {
    pub(super) fn run(&self, format: Format) -> Outcome {
        let chosen = chosen(&self.dialect)?;
        let mut linted = read::read(&self.catalog, &self.server)?;
        let tools: Vec<_> = linted.tools.iter().map(|located| &located.tool).collect();
        let complaints = match &chosen {
            Some(dialects) => check(tools.iter().copied(), &self.prefix, dialects),
            None => check(tools.iter().copied(), &self.prefix, limits::ALL),
        };
        let level = chosen.as_ref().map_or(Level::Warning, |_| Level::Error);
        let noted = complaints.iter().filter_map(|complaint| {
            let level = severity(complaint.rule, level, chosen.is_some())?;
            Some((complaint.tool, &*complaint.pointer, of(complaint, level)))
        });
        let flags = suspicion::of_tools(&tools);
        let flags = flags
            .iter()
            .map(|flag| (Some(flag.tool), &*flag.pointer, flag.finding()));
        let found = placed(&linted, noted.chain(flags).collect());
        linted.findings.extend(found);
        linted
            .findings
            .sort_by_key(|found| (found.level, found.place.page, found.place.line));
        Ok(print::report(&linted, format))
    }
}

/// The dialects that are named; `None` where none is.
fn chosen(names: &[String]) -> Result<Option<Vec<Limits>>, Failure> {
    if names.is_empty() {
        return Ok(None);
    }
    let find = |name: &String| {
        limits::find(name).copied().ok_or_else(|| {
            let ids: Vec<_> = limits::ALL.iter().map(|limits| limits.id).collect();
            let meant = nearest(name, ids.iter().copied());
            let meant = meant.map_or(String::new(), |id| format!("; did you mean `{id}`?"));
            let (name, ids) = (a2t_core::error::inert(name), ids.join(", "));
            Failure::new(format!(
                "no dialect is called `{name}`{meant}; there are {ids}"
            ))
        })
    };
    names.iter().map(find).collect::<Result<_, _>>().map(Some)
}

/// How bad it is; `None` where nobody asked.
fn severity(rule: Limit, level: Level, asked: bool) -> Option<Level> {
    match rule {
        Limit::Constraint => asked.then_some(Level::Note),
        Limit::Parameters => asked.then_some(Level::Warning),
        _ => Some(level),
    }
}

fn of(complaint: &Diagnostic, level: Level) -> Finding {
    let dialects = complaint.dialects.join(", ");
    Finding {
        level,
        rule: complaint.rule.id(),
        code: complaint.rule.slug(),
        message: format!("{} ({dialects})", complaint.message),
        hint: complaint.rule.hint(),
        place: Place::default(),
        violation: None,
        dialects: complaint.dialects.clone(),
    }
}

/// The findings at their places: tool and pointer become page, line and column.
fn placed(linted: &Linted, found: Vec<(Option<usize>, &str, Finding)>) -> Vec<Finding> {
    let place = |tool: Option<usize>, pointer: &str| {
        let located: Option<&Located> = tool.and_then(|tool| linted.tools.get(tool));
        match located {
            Some(located) => (located.page, format!("{}{pointer}", located.pointer)),
            None => (0, String::new()),
        }
    };
    let mut findings: Vec<Finding> = Vec::with_capacity(found.len());
    let places: Vec<_> = found
        .iter()
        .map(|(tool, pointer, _)| place(*tool, pointer))
        .collect();
    let mut lines = vec![(1, 1); places.len()];
    for (page, text) in linted.texts.iter().enumerate() {
        let (indexes, pointers): (Vec<_>, Vec<_>) = places
            .iter()
            .enumerate()
            .filter(|(_, (of, _))| *of == page)
            .map(|(index, (_, pointer))| (index, &**pointer))
            .unzip();
        for (index, found) in indexes.into_iter().zip(json::locate_all(text, pointers)) {
            if let Some(line) = lines.get_mut(index) {
                *line = found;
            }
        }
    }
    for (((_, _, mut finding), (page, pointer)), (line, column)) in
        found.into_iter().zip(places).zip(lines)
    {
        finding.place = Place {
            page,
            pointer,
            line,
            column,
        };
        findings.push(finding);
    }
    findings
}

/// How many tools there are, in words.
fn count(tools: &[Located]) -> String {
    match tools.len() {
        1 => "1 tool".to_owned(),
        count => format!("{count} tools"),
    }
}

/// A tool of a catalog whose texts are looked at.
type Tools<'a> = [&'a ToolSignature];
