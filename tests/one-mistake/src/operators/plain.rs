//! Mistakes that are not about tools: rustc reports them, and nothing of ours is reported with them.

use super::further::without_parentheses;
use super::table::{MEMBERS, OPERATOR, PARAMETERS};
use super::{Line, Operator};
use crate::regions::Region;

pub(crate) const PLAIN: &[Operator] = &[
    Operator {
        name: "parameter renamed, its uses not",
        regions: PARAMETERS,
        published: Some(false),
        rustc: &["E0425"],
        edit: |line| {
            let (name, ty) = line.member()?;
            // The uses would mean the function.
            let is_function = line.is_in_source(&format!("fn {name}("));
            (!is_function).then(|| format!("{}{name}_other: {ty}", line.indent()))
        },
        ..OPERATOR
    },
    Operator {
        name: "import missing",
        regions: &[Region::Other],
        rustc: &[
            "E0423", "E0425", "E0433", "E0412", "E0404", "E0405", "E0599", "E0531", "E0574",
            "E0422", "E0432", "E0435", "E0277", "E0573", "E0614",
        ],
        edit: |line| {
            let is_import = line.line.starts_with("use ") && line.line.ends_with(';');
            is_import.then(String::new)
        },
        ..OPERATOR
    },
    // The parser of rustc reads attributes before any macro: a value ends before a comma.
    Operator {
        name: "keys without parentheses",
        rustc: &["E0599"],
        edit: |line| without_parentheses(line).filter(|edit| edit.contains(", ")),
        ..OPERATOR
    },
    // rustc checks the attributes of derives itself, and a derive cannot take one away: the value is not a literal.
    Operator {
        name: "key without parentheses in a derive",
        regions: &[Region::Fields, Region::Choices, Region::Errors, Region::Derive],
        rustc: &["none"],
        ours: Some("takes its keys in parentheses"),
        edit: |line| without_parentheses(line).filter(|edit| !edit.contains(", ")),
        ..OPERATOR
    },
    Operator {
        name: "derive of an enum missing",
        regions: &[Region::Derive],
        rustc: &["E0277"],
        edit: |line| (line.line.trim() == "#[derive(a2t::Enum)]").then(String::new),
        ..OPERATOR
    },
    Operator {
        name: "function that waits not async",
        regions: &[Region::Other],
        // E0599 and E0614 where the body uses what it waited for.
        rustc: &["E0728", "E0277", "E0658", "E0599", "E0614"],
        edit: |line| (!line.line.contains(" main(")).then(|| line.replaced("async fn", "fn"))?,
        ..OPERATOR
    },
    Operator {
        name: "variant twice",
        regions: &[Region::Choices],
        rustc: &["E0428", "E0004"],
        edit: |line| {
            let plain = line.line.trim().strip_suffix(',')?.chars().all(char::is_alphanumeric);
            let plain = plain && line.before.trim().starts_with("///");
            plain.then(|| format!("{0}\n{1}\n{0}", line.line, line.before))
        },
        ..OPERATOR
    },
    Operator {
        name: "attribute misspelt",
        regions: MEMBERS,
        rustc: &["none"],
        edit: |line| line.key("#[a2t(", "#[a2tt("),
        ..OPERATOR
    },
    Operator {
        name: "state not declared",
        regions: PARAMETERS,
        // E0599 and E0614 where the body uses what the state gave.
        rustc: &["E0425", "E0412", "E0599", "E0614"],
        edit: |line| line.replaced("State<", "State<Un").filter(|edit| !edit.contains('&')),
        ..OPERATOR
    },
    Operator {
        name: "unknown type in an option",
        regions: &[Region::Parameters, Region::Fields, Region::Errors],
        // E0308 where the function is used as a value of a type.
        rustc: &["E0308", "E0425"],
        edit: |line| around_unknown(line, "Option"),
        ..OPERATOR
    },
    Operator {
        name: "unknown type in a list",
        regions: &[Region::Fields, Region::Errors],
        rustc: &["E0425"],
        edit: |line| around_unknown(line, "Vec"),
        ..OPERATOR
    },
];

fn around_unknown(line: &Line<'_>, outer: &str) -> Option<String> {
    let (name, _) = line.line.strip_suffix(',')?.split_once(": ")?;
    let has_keys = [line.before, line.line].iter().any(|line| line.contains("#["));
    let is_hidden = line.is_in_source(&format!("struct {outer};"));
    let is_member = !line.is_comment() && !has_keys && !is_hidden;
    is_member.then(|| format!("{name}: {outer}<Unknown>,"))
}
