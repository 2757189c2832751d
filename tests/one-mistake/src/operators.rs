//! The mistakes: each makes a line another one, or takes it out.

use crate::program::Program;
use crate::regions::{Region, regions};

pub(crate) struct Operator {
    pub(crate) name: &'static str,
    regions: &'static [Region],
    published: bool,
    /// Breaks bodies as well, where there are some.
    bodiless: bool,
    /// Reason that it is not answered well everywhere.
    pub(crate) open: Option<&'static str>,
    /// The line with the mistake, empty if it is taken out; `None` if it is not for this line.
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
    /// First and last line of what is wrong.
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

    /// Variants that only hold another error need no comment.
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

    /// The line of an attribute of ours.
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

    /// The line with another number behind this key.
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
    // A tool's attribute and comment are about all of its signature.
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

const MEMBERS: &[Region] = &[Region::Parameters, Region::Fields, Region::Choices, Region::Errors];
const OURS: &[Region] = &[
    Region::Tool,
    Region::Parameters,
    Region::Fields,
    Region::Choices,
    Region::Errors,
    Region::Derive,
];

const OPERATOR: Operator = Operator {
    name: "",
    regions: OURS,
    published: false,
    bodiless: false,
    open: None,
    edit: |_| None,
};

pub(crate) const OPERATORS: &[Operator] = &[
    Operator {
        name: "comment missing",
        regions: MEMBERS,
        edit: |line| (line.is_lone_comment() && !line.is_of_an_inner_error()).then(String::new),
        ..OPERATOR
    },
    Operator {
        name: "key misspelt",
        edit: |line| {
            let keys = [("max_length", "max_lenght"), ("status", "statsu"), ("version", "verison")];
            let keys = keys.iter().filter(|_| line.is_keys());
            keys.filter_map(|(key, misspelt)| line.replaced(key, misspelt)).next()
        },
        ..OPERATOR
    },
    Operator {
        name: "text for a number",
        edit: |line| {
            let keys = ["status", "version", "max_length", "min", "max"];
            keys.iter().find_map(|key| line.number(key, |number| format!("\"{number}\"")))
        },
        ..OPERATOR
    },
    Operator {
        name: "comma missing",
        edit: |line| line.is_keys().then(|| line.replaced(", max", " max"))?,
        ..OPERATOR
    },
    Operator {
        name: "version 0",
        regions: &[Region::Tool],
        edit: |line| line.number("version", |_| "0".to_owned()),
        ..OPERATOR
    },
    Operator {
        name: "status that is none",
        regions: &[Region::Errors],
        edit: |line| line.number("status", |_| "99".to_owned()),
        ..OPERATOR
    },
    Operator {
        name: "maximum below every minimum",
        regions: &[Region::Parameters, Region::Derive],
        edit: |line| {
            line.line.contains("min = ").then(|| line.number("max", |_| "0".to_owned()))?
        },
        ..OPERATOR
    },
    Operator {
        name: "maximum beyond every type",
        regions: &[Region::Parameters, Region::Derive],
        edit: |line| line.number("max", |_| "9_999_999_999_999_999_999".to_owned()),
        ..OPERATOR
    },
    Operator {
        name: "minimum of a text",
        regions: &[Region::Parameters, Region::Derive],
        edit: |line| {
            line.number("max_length", |number| number.to_string())
                .and(line.replaced("max_length", "min"))
        },
        ..OPERATOR
    },
    Operator {
        name: "length of a number",
        regions: &[Region::Parameters, Region::Derive],
        edit: |line| length_of_a_number(line).filter(|_| !line.has_default()),
        ..OPERATOR
    },
    Operator {
        name: "length of a number with a default",
        regions: &[Region::Parameters],
        edit: |line| length_of_a_number(line).filter(|_| line.has_default()),
        ..OPERATOR
    },
    Operator {
        name: "input of a float",
        regions: &[Region::Parameters],
        bodiless: true,
        edit: |line| float(line).filter(|_| !line.has_default()),
        ..OPERATOR
    },
    Operator {
        name: "input of a float with a default",
        regions: &[Region::Parameters],
        bodiless: true,
        edit: |line| float(line).filter(|_| line.has_default()),
        ..OPERATOR
    },
    Operator {
        name: "unknown type",
        regions: &[Region::Parameters, Region::Fields],
        edit: |line| {
            line.replaced(": u32,", ": U32x,").or_else(|| line.replaced(": u8,", ": U8x,"))
        },
        open: Some("rustc has no help for a name that resembles nothing"),
        ..OPERATOR
    },
    Operator {
        name: "section of what is returned missing",
        regions: &[Region::Tool],
        edit: |line| (line.line.trim() == "/// # Returns").then(String::new),
        ..OPERATOR
    },
    Operator {
        name: "section of what is returned misspelt",
        regions: &[Region::Tool],
        edit: |line| line.replaced("/// # Returns", "/// # Return"),
        ..OPERATOR
    },
    Operator {
        name: "another state",
        regions: &[Region::Other],
        edit: |line| line.replaced("Toolset<Library>", "Toolset<()>"),
        open: Some("one error for each tool, at its path"),
        ..OPERATOR
    },
    Operator {
        name: "published comment reworded",
        regions: &[Region::Tool, Region::Parameters, Region::Errors],
        published: true,
        edit: reworded,
        ..OPERATOR
    },
    Operator {
        name: "published field or choice reworded",
        regions: &[Region::Fields, Region::Choices],
        published: true,
        edit: reworded,
        open: Some("one error for each tool, at its type"),
        ..OPERATOR
    },
    Operator {
        name: "published status changed",
        regions: &[Region::Errors],
        published: true,
        edit: |line| line.number("status", |status| (status + 14).to_string()),
        ..OPERATOR
    },
    Operator {
        name: "published maximum lowered",
        regions: &[Region::Parameters],
        published: true,
        edit: |line| line.number("max", |max| (max - 1).to_string()),
        ..OPERATOR
    },
    Operator {
        name: "published version set back",
        regions: &[Region::Tool],
        published: true,
        edit: |line| {
            line.number("version", |version| version.saturating_sub(1).max(1).to_string())
                .filter(|edit| edit != line.line)
        },
        ..OPERATOR
    },
    Operator {
        name: "published input optional no longer",
        regions: &[Region::Parameters],
        published: true,
        bodiless: true,
        edit: |line| line.replaced("Option<u8>", "u8"),
        ..OPERATOR
    },
    Operator {
        name: "published input wider",
        regions: &[Region::Parameters],
        published: true,
        bodiless: true,
        edit: |line| line.replaced(": Option<u8>,", ": Option<u16>,"),
        ..OPERATOR
    },
];

fn length_of_a_number(line: &Line<'_>) -> Option<String> {
    line.number("max", |number| number.to_string()).and(line.replaced("max =", "max_length ="))
}

fn float(line: &Line<'_>) -> Option<String> {
    line.replaced(": u8,", ": f32,").or_else(|| line.replaced(": u16,", ": f32,"))
}

fn reworded(line: &Line<'_>) -> Option<String> {
    let is_read = line.is_comment() && !line.is_of_an_inner_error();
    let text = is_read.then(|| line.line.strip_suffix('.'))??;
    Some(format!("{text} indeed."))
}
