//! The mistakes: each changes a line or removes it.

mod further;
mod line;
mod plain;
mod table;

use crate::program::{Program, Published};
use crate::regions::{Region, regions};

use line::Line;

pub(crate) struct Operator {
    pub(crate) name: &'static str,
    regions: &'static [Region],
    /// Programs to which it applies: only published ones, only others, or all.
    published: Option<bool>,
    /// Whether it also breaks function bodies, if there are any.
    bodiless: bool,
    /// Whether the result may compile, because the line may be left out on purpose. An error may be at the whole item.
    pub(crate) compiles: bool,
    /// Codes of the errors that only rustc reports, for a mistake that is not about tools.
    pub(crate) rustc: &'static [&'static str],
    /// Part of the one error of ours that may be next to those of rustc, because no macro sees the locations that rustc reports.
    pub(crate) ours: Option<&'static str>,
    /// Number of lines after the mistake in which the error may be.
    reach: usize,
    /// Why some of its mutants have no good output yet.
    pub(crate) open: Option<&'static str>,
    /// The line with the mistake, empty if the line is removed, or `None` if the mistake does not apply to this line.
    edit: fn(&Line<'_>) -> Option<String>,
}

pub(crate) struct Mutant {
    pub(crate) operator: &'static Operator,
    pub(crate) program: usize,
    pub(crate) path: String,
    pub(crate) text: String,
    /// First and last line of the mistake.
    pub(crate) line: usize,
    pub(crate) last: usize,
    edit: String,
}

impl Mutant {
    pub(crate) fn title(&self, programs: &[Program]) -> String {
        let Self { operator, path, line, edit, .. } = self;
        format!("{}: {} at {path}:{line}\n{edit}", programs[self.program].name, operator.name)
    }
}

/// Returns all kinds of mistakes.
pub(crate) fn operators() -> impl Iterator<Item = &'static Operator> {
    table::OPERATORS.iter().chain(further::FURTHER).chain(plain::PLAIN)
}

/// Maximum number of mutants of one kind in one file, because some programs repeat themselves.
const MOST: usize = 12;

pub(crate) fn mutants(index: usize, program: &Program) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (path, text) in &program.sources {
        let lines: Vec<_> = text.lines().collect();
        let regions = regions(&lines);
        for operator in operators() {
            let is_other = match operator.published {
                Some(true) => !program.is_published(),
                Some(false) => !matches!(program.published, Published::None),
                None => false,
            };
            if is_other || operator.bodiless && !program.bodiless {
                continue;
            }
            let mut of_this = Vec::new();
            for (at, region) in regions.iter().enumerate() {
                if operator.regions.contains(region)
                    && let Some(edit) = (operator.edit)(&Line::of(&lines, at))
                {
                    of_this.push(mutant(operator, index, path, &lines, at, *region, edit));
                }
            }
            let step = of_this.len().div_ceil(MOST).max(1);
            mutants.extend(of_this.into_iter().step_by(step));
        }
    }
    mutants
}

fn mutant(
    operator: &'static Operator,
    program: usize,
    path: &str,
    lines: &[&str],
    at: usize,
    region: Region,
    edit: String,
) -> Mutant {
    let mut lines: Vec<_> = lines.to_vec();
    let added = edit.matches('\n').count();
    let shown = format!("- {}\n+ {edit}", lines[at]);
    if edit.is_empty() {
        lines.remove(at);
    } else {
        lines[at] = &edit;
    }
    let text = lines.join("\n") + "\n";
    let is_code = |line: &&str| {
        let line = line.trim();
        let attribute = ["///", "#[", ")]"].iter().any(|start| line.starts_with(start));
        !attribute && !line.ends_with("\",") && !line.contains(" = ")
    };
    // The attribute and the comment of a tool concern its whole signature.
    let ends =
        |line: &&str| if region == Region::Tool { line.contains(" -> ") } else { is_code(line) };
    let last = lines[at..].iter().position(ends).map_or(at, |after| at + after);
    Mutant {
        operator,
        program,
        path: path.to_owned(),
        text,
        line: at + 1,
        last: last + 1 + added + operator.reach,
        edit: shown,
    }
}
