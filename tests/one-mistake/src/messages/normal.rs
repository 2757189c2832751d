//! A message of rustc without what depends on the machine, on other files of the workspace or on the number of
//! types in it: the form of the `.stderr` files.

use std::path::{MAIN_SEPARATOR, Path};

/// How many types rustc names that implement a trait, without `--verbose`.
const TYPES: usize = 8;

/// Returns the message, or an empty text for the summary after all messages. The program is relative to its package,
/// and the package to the workspace.
pub(super) fn message(rendered: &str, program: &Path, package: &Path, workspace: &Path) -> String {
    if rendered.starts_with("error: aborting due to ") {
        return String::new();
    }
    let slashed = |path: &Path| path.display().to_string().replace(MAIN_SEPARATOR, "/");
    let roots = Roots {
        program: slashed(program),
        package: format!("{}/", slashed(package)),
        workspace: format!("{}/", slashed(workspace)),
    };
    let rendered = rendered.replace(MAIN_SEPARATOR, "/");
    let lines = unindented(&without_rest(&roots.replaced(&rendered)));
    format!("{}\n", lines.join("\n").trim_end())
}

/// Returns a message without what depends on the crates of a build, and so on its features: the modules before a name,
/// of which rustc shows as many as make it unique, names that other crates offer, and the length of an insertion.
pub(super) fn unqualified(text: &str) -> String {
    let mut kept = String::new();
    for line in text.lines().filter(|line| !line.contains(" implements similarly named trait ")) {
        let cut = |start: &str, end: &str| {
            let (before, after) = line.split_once(start)?;
            after.split_once(end).map(|(_, rest)| (before, rest))
        };
        let offered = cut("derive macros `", ", you might").or_else(|| cut("+ #[derive(", ")]"));
        let (before, rest) = offered.unwrap_or((line, ""));
        kept += &last_segments(before);
        kept += rest;
        kept.push('\n');
    }
    while kept.contains("++") {
        kept = kept.replace("++", "+");
    }
    kept
}

fn last_segments(line: &str) -> String {
    let mut kept = String::new();
    let is_name = |next: char| next.is_alphanumeric() || next == '_';
    for part in line.split_inclusive("::") {
        let name = part.strip_suffix("::").unwrap_or(part);
        let module = name.len() - name.trim_end_matches(is_name).len();
        let is_module = part.len() > name.len() && module > 0;
        kept += if is_module { &name[..name.len() - module] } else { part };
    }
    kept
}

/// What the paths in a message begin with.
struct Roots {
    program: String,
    package: String,
    workspace: String,
}

impl Roots {
    /// Removes the numbers of lines in other files, which move with every change of them.
    fn replaced(&self, rendered: &str) -> Vec<String> {
        let (mut lines, mut is_elsewhere) = (Vec::new(), false);
        for line in rendered.lines().map(str::trim_end) {
            let text = line.trim_start();
            let arrow = ["--> ", "::: "].into_iter().find(|arrow| text.starts_with(arrow));
            let Some(arrow) = arrow else {
                is_elsewhere &=
                    text.starts_with(|first: char| first.is_ascii_digit() || "|.".contains(first));
                let line = if is_elsewhere { without_number(line) } else { line.to_owned() };
                let line = line.replace(&self.workspace, "$WORKSPACE/");
                // Paths of published files.
                lines.push(line.replace(&self.package, ""));
                continue;
            };
            let path = self.path(&text[arrow.len()..]);
            is_elsewhere = !path.starts_with(&self.program);
            let path = if is_elsewhere { without_position(&path) } else { &path };
            lines.push(format!("{}{arrow}{path}", " ".repeat(indent(line))));
        }
        lines
    }

    /// Returns a path relative to the package, or to `$WORKSPACE`.
    fn path(&self, path: &str) -> String {
        let relative = path.strip_prefix(&self.workspace).unwrap_or(path);
        let own = relative.strip_prefix(&self.package);
        let is_outside = Path::new(relative).is_absolute();
        match own {
            Some(own) => own.to_owned(),
            None if is_outside => relative.to_owned(),
            None => format!("$WORKSPACE/{relative}"),
        }
    }
}

/// Removes line and column.
fn without_position(path: &str) -> &str {
    let without_one = |path: &str| {
        let shorter = path.trim_end_matches(|last: char| last.is_ascii_digit());
        shorter.strip_suffix(':').map(str::len)
    };
    let once = without_one(path).unwrap_or(path.len());
    let twice = without_one(&path[..once]).unwrap_or(once);
    &path[..twice]
}

fn without_number(line: &str) -> String {
    let text = line.trim_start_matches(|first: char| first == ' ' || first.is_ascii_digit());
    format!("{}{text}", " ".repeat(line.len() - text.len()))
}

/// Shortens lists of types, and leaves out where rustc wrote the name of a long one.
fn without_rest(lines: &[String]) -> Vec<String> {
    let (mut kept, mut types): (Vec<String>, Option<usize>) = (Vec::new(), None);
    for (index, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        let note = text.strip_prefix("= note: ").unwrap_or(text);
        let written =
            ["the full type name has been written", "the full name for the type has been"];
        if written.iter().any(|start| note.starts_with(start)) {
            continue;
        }
        let indent = line.len() - text.len();
        let rest = text.strip_prefix("and ").and_then(|rest| rest.strip_suffix(" others"));
        if rest.is_some_and(|count| count.parse::<usize>().is_ok()) {
            kept.push(format!("{}and $N others", " ".repeat(indent)));
            types = None;
            continue;
        }
        if text.starts_with("= help: the following ") && text.contains("types implement ") {
            types = Some(0);
        } else if let Some(count) = types {
            types = (indent >= 12).then_some(count + 1);
        }
        match types {
            Some(count) if count > TYPES + 1 => {}
            Some(count)
                if count == TYPES + 1
                    && lines.get(index + 1).is_some_and(|next| self::indent(next) == indent) =>
            {
                kept.push(format!("{}and $N others", " ".repeat(indent - 2)));
            }
            _ => kept.push(line.clone()),
        }
    }
    kept
}

/// Makes the column of line numbers as narrow as the numbers that are left.
fn unindented(lines: &[String]) -> Vec<String> {
    let mut kept = lines.to_vec();
    if !lines.get(1).is_some_and(|line| line.trim_start().starts_with("--> ")) {
        return kept;
    }
    let (mut is_note, mut margins) = (false, Vec::new());
    for (index, line) in lines.iter().enumerate().skip(1) {
        let continues = is_note && line.starts_with("      ");
        is_note = continues
            || line == "..."
            || ["note:", "help:"].iter().any(|start| line.starts_with(start));
        if is_note {
            continue;
        }
        match margin(line) {
            Some(margin) => margins.push((index, margin)),
            None if indent(line) > 10 => margins.push((index, usize::MAX)),
            None => break,
        }
    }
    let least = margins.iter().map(|(_, margin)| *margin).min().unwrap_or_default();
    for (index, _) in margins {
        let line = &lines[index];
        let start = line.find(' ').unwrap_or_default();
        kept[index] = format!("{}{}", &line[..start], &line[(start + least).min(line.len())..]);
    }
    kept
}

/// Returns how many spaces of a line's margin can be removed, or `None` for a line without a margin.
fn margin(line: &str) -> Option<usize> {
    if let Some(rest) = line.strip_prefix("... ") {
        return Some(indent(rest));
    }
    let number = line.trim_start();
    let before = line.len() - number.len();
    let rest = number.trim_start_matches(|first: char| first.is_ascii_digit());
    let digits = number.len() - rest.len();
    let text = rest.trim_start();
    let spaces = before + rest.len() - text.len();
    let is_edit = digits > 0 && ["~", "+", "-"].iter().any(|mark| is_marked(text, mark));
    let is_part = digits == 0 && ["--> ", "::: ", "= "].iter().any(|mark| text.starts_with(mark));
    (spaces > 0 && (is_marked(text, "|") || is_edit || is_part)).then(|| spaces - 1)
}

fn is_marked(text: &str, mark: &str) -> bool {
    text.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RENDERED: &str = "\
error[E0080]: evaluation panicked: `days` was removed
    --> tests/ui/evolution/fail/removed.rs:9:5
     |
   9 |     days: u8,
     |     ^^^^ here
     |
note: inside `check`
    --> crates/a2t-tool/src/published/lock.rs:1042:9
     |
1042 |         panic!()
     |         ^^^^^^^^
     = help: the following other types implement trait `Input`:
               A
               B
               C
               D
               E
               F
               G
               H
               I
               J
     = note: the full type name has been written to '/tmp/x.txt'

";

    #[test]
    fn what_moves_with_other_files_is_left_out() {
        let paths = ["evolution/fail/removed.rs", "tests/ui", "/work"].map(Path::new);
        let text = message(RENDERED, paths[0], paths[1], paths[2]);
        let expected = "\
error[E0080]: evaluation panicked: `days` was removed
 --> evolution/fail/removed.rs:9:5
  |
9 |     days: u8,
  |     ^^^^ here
  |
note: inside `check`
 --> $WORKSPACE/crates/a2t-tool/src/published/lock.rs
  |
  |         panic!()
  |         ^^^^^^^^
  = help: the following other types implement trait `Input`:
            A
            B
            C
            D
            E
            F
            G
            H
          and $N others
";
        assert_eq!(text, expected);
    }

    #[test]
    fn names_are_compared_without_their_modules() {
        let one = "the trait `Input` is not implemented for `State<Pool>` in `::a2t::x`";
        let other = "the trait `a2t::Input` is not implemented for `axum::extract::State<Pool>` in `::a2t::x`";
        assert_eq!(unqualified(one), unqualified(other));
        assert_ne!(unqualified(one), unqualified(&other.replace("Input", "Output")));
    }
}
