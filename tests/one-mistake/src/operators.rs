//! The mistakes: each changes a line or removes it.

mod table;

use crate::program::Program;
use crate::regions::{Region, regions};

pub(crate) use table::OPERATORS;

pub(crate) struct Operator {
    pub(crate) name: &'static str,
    regions: &'static [Region],
    published: bool,
    /// Whether it also breaks function bodies, if there are any.
    bodiless: bool,
    /// Why some of its mutants have no good output yet.
    pub(crate) open: Option<&'static str>,
    /// The line with the mistake, empty if the line is removed, or `None` if the mistake does not apply to this line.
    edit: fn(&Line<'_>) -> Option<String>,
}

pub(crate) struct Line<'a> {
    before: &'a str,
    line: &'a str,
    after: &'a str,
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

pub(crate) fn mutants(index: usize, program: &Program) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (path, text) in &program.sources {
        let lines: Vec<_> = text.lines().collect();
        let regions = regions(&lines);
        for operator in OPERATORS {
            if operator.published && program.published.is_none()
                || operator.bodiless && !program.bodiless
            {
                continue;
            }
            for (at, region) in regions.iter().enumerate() {
                if operator.regions.contains(region)
                    && let Some(edit) = (operator.edit)(&Line::of(&lines, at))
                {
                    mutants.push(mutant(operator, index, path, &lines, at, *region, edit));
                }
            }
        }
    }
    mutants
}

impl<'a> Line<'a> {
    fn of(lines: &[&'a str], at: usize) -> Self {
        let line = |at: Option<usize>| at.and_then(|at| lines.get(at)).copied().unwrap_or_default();
        Self { before: line(at.checked_sub(1)), line: lines[at], after: line(Some(at + 1)) }
    }

    fn is_comment(&self) -> bool {
        self.line.trim().starts_with("///")
    }

    /// Returns `true` for a variant that only wraps another error, which needs no comment.
    fn is_of_an_inner_error(&self) -> bool {
        ["transparent", "internal"].iter().any(|key| self.after.contains(key))
    }

    fn is_lone_comment(&self) -> bool {
        let others = [self.before, self.after];
        self.is_comment() && !others.iter().any(|other| other.trim().starts_with("///"))
    }

    fn has_default(&self) -> bool {
        [self.before, self.line].iter().any(|line| line.contains("default = "))
    }

    /// Returns `true` for a line of one of a2t's attributes.
    fn is_keys(&self) -> bool {
        !self.is_comment()
            && (self.line.contains("#[a2t") || self.line.contains("#[tool") || self.is_one_key())
    }

    fn is_one_key(&self) -> bool {
        let keys = ["status = ", "version = ", "tags = ", "detail = ", "type = "];
        keys.iter().any(|key| self.line.trim().starts_with(key))
    }

    fn replaced(&self, old: &str, new: &str) -> Option<String> {
        self.line.contains(old).then(|| self.line.replacen(old, new, 1))
    }

    /// Returns the line with another number for this key.
    fn number(&self, key: &str, change: impl Fn(i64) -> String) -> Option<String> {
        if !self.is_keys() {
            return None;
        }
        let (head, rest) = self.line.split_once(&format!("{key} = "))?;
        if head.ends_with(|last: char| last.is_alphanumeric() || last == '_') {
            return None;
        }
        let end = rest.find(|next: char| !next.is_ascii_digit() && next != '_')?;
        let number = rest[..end].replace('_', "").parse().ok()?;
        Some(format!("{head}{key} = {}{}", change(number), &rest[end..]))
    }
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
        last: last + 1,
        edit: shown,
    }
}
