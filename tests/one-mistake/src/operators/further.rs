//! Further mistakes: in the attribute of a tool, in keys and in types.

use super::table::{ERRORS, MEMBERS, OPERATOR, PARAMETERS, TOOL};
use super::{Line, Operator};
use crate::regions::Region;

pub(crate) const FURTHER: &[Operator] = &[
    Operator {
        name: "comment of a tool missing",
        regions: TOOL,
        edit: |line| line.is_lone_comment().then(String::new),
        ..OPERATOR
    },
    Operator {
        name: "comment empty",
        regions: MEMBERS,
        edit: |line| {
            let empty = || format!("{}///", line.indent());
            (line.is_lone_comment() && !line.is_of_an_inner_error()).then(empty)
        },
        ..OPERATOR
    },
    Operator {
        name: "version missing",
        regions: TOOL,
        edit: |line| {
            let keys = [("(version = 1, ", "("), ("(version = 2, ", "(")];
            keys.iter().find_map(|(old, new)| line.key(old, new))
        },
        ..OPERATOR
    },
    Operator {
        name: "attribute without keys",
        regions: TOOL,
        edit: |line| line.key("tool(version = 1)", "tool"),
        ..OPERATOR
    },
    Operator {
        name: "key given twice",
        edit: |line| {
            let keys = ["version = 1", "version = 2", "read_only", "context", "transparent"];
            keys.iter().find_map(|key| line.key(key, &format!("{key}, {key}")))
        },
        ..OPERATOR
    },
    Operator {
        name: "key in quotes",
        edit: |line| {
            ["version", "max", "status"]
                .iter()
                .find_map(|key| line.key(&format!("{key} = "), &format!("\"{key}\" = ")))
        },
        ..OPERATOR
    },
    Operator {
        name: "key that is none",
        edit: |line| {
            let lists = ["#[a2t(", "tool("].into_iter();
            lists
                .filter(|_| !line.line.ends_with('('))
                .find_map(|list| line.key(list, &format!("{list}speed = 1, ")))
        },
        ..OPERATOR
    },
    Operator {
        name: "text for a list",
        regions: TOOL,
        edit: |line| {
            ["tags = [\"", "scopes = [\""].iter().find_map(|list| {
                let text = line.key(list, &list.replace('[', ""))?;
                (text.matches(']').count() == 2).then(|| text.replacen("\"]", "\"", 1))
            })
        },
        ..OPERATOR
    },
    Operator {
        name: "name that is none",
        regions: TOOL,
        edit: |line| line.key("name = \"", "name = \"a b-"),
        ..OPERATOR
    },
    Operator {
        name: "number for a text",
        edit: |line| {
            let keys = ["name", "id", "img", "detail", "type", "expected"];
            keys.iter().find_map(|key| line.text(key, |_| "5".to_owned()))
        },
        ..OPERATOR
    },
    Operator {
        name: "text without quotes",
        edit: |line| {
            let keys = ["name", "id", "img", "detail", "type", "expected"];
            keys.iter().find_map(|key| line.text(key, |_| "something".to_owned()))
        },
        ..OPERATOR
    },
    Operator {
        name: "id that is none",
        regions: TOOL,
        edit: |line| line.text("id", |_| "\"tool-1\"".to_owned()),
        ..OPERATOR
    },
    Operator {
        name: "value for a flag",
        edit: |line| {
            let keys = ["read_only", "idempotent", "context", "transparent", "internal"];
            keys.iter().find_map(|key| line.flag(key, &format!("{key} = true")))
        },
        ..OPERATOR
    },
    Operator {
        name: "another key misspelt",
        edit: |line| {
            let keys = ["default", "context", "min", "text", "tags", "detail", "transparent"];
            let keys = keys.iter().chain(&["name", "expected", "example", "read_only", "id"]);
            keys.into_iter().find_map(|key| line.word(key, &format!("{key}x")))
        },
        ..OPERATOR
    },
    Operator {
        name: "capital in a key",
        edit: |line| {
            let keys = [("max_length", "maxLength"), ("version", "Version"), ("min", "Min")];
            keys.iter().find_map(|(key, other)| line.word(key, other))
        },
        ..OPERATOR
    },
    Operator {
        name: "key without parentheses",
        regions: PARAMETERS,
        edit: |line| without_parentheses(line).filter(|edit| !edit.contains(',')),
        ..OPERATOR
    },
    Operator {
        name: "value in parentheses",
        edit: |line| {
            ["max_length", "max", "status", "default"]
                .iter()
                .find_map(|key| line.value(key, |value| format!("{key}({value})")))
        },
        ..OPERATOR
    },
    Operator {
        name: "semicolon for a comma",
        edit: |line| line.is_keys().then(|| line.replaced(", ", "; "))?,
        ..OPERATOR
    },
    Operator {
        name: "float for an integer",
        edit: |line| {
            ["min", "max", "max_length", "version", "status"]
                .iter()
                .find_map(|key| line.number(key, |number| format!("{number}.5")))
        },
        ..OPERATOR
    },
    Operator {
        name: "default of a float",
        edit: |line| line.number("default", |number| format!("{number}.5")),
        ..OPERATOR
    },
    Operator {
        name: "negative number",
        edit: |line| {
            let keys = ["max_length", "version", "status"].iter();
            let edit = |key: &&str| line.number(key, |number| format!("-{number}"));
            keys.filter_map(edit).find(|edit| !edit.contains("= -0"))
        },
        ..OPERATOR
    },
    Operator {
        name: "default above the maximum",
        regions: PARAMETERS,
        edit: |line| {
            let bounded = line.line.contains("max = ");
            bounded.then(|| line.number("default", |_| "9_999_999_999".to_owned()))?
        },
        ..OPERATOR
    },
    Operator {
        name: "default of an optional input",
        regions: PARAMETERS,
        edit: |line| {
            let plain = line.is_member() && !line.before.contains("#[");
            (plain && line.line.contains(": Option<u8>")).then(|| line.under("#[a2t(default = 1)]"))
        },
        ..OPERATOR
    },
    Operator {
        name: "bounds of a truth value",
        regions: PARAMETERS,
        edit: |line| {
            let plain = line.is_member() && !line.before.contains("#[");
            (plain && line.line.contains(": bool,")).then(|| line.under("#[a2t(max = 1)]"))
        },
        ..OPERATOR
    },
    Operator {
        name: "bound on a context",
        regions: PARAMETERS,
        edit: |line| line.key("(context)", "(context, max = 1)"),
        ..OPERATOR
    },
    Operator {
        name: "pattern for an input",
        regions: PARAMETERS,
        bodiless: true,
        edit: |line| {
            let (_, ty) = line.member()?;
            (!line.before.contains("context")).then(|| format!("{}_: {ty}", line.indent()))
        },
        ..OPERATOR
    },
    Operator {
        name: "input that is no scalar",
        regions: PARAMETERS,
        bodiless: true,
        edit: |line| {
            let types =
                [(": String,", ": &str,"), (": u8,", ": Vec<u8>,"), (": u16,", ": (u8, u8),")];
            types.iter().find_map(|(old, new)| line.replaced(old, new))
        },
        ..OPERATOR
    },
    Operator {
        name: "input of an anonymous type",
        regions: PARAMETERS,
        bodiless: true,
        edit: |line| line.replaced(": String,", ": impl Into<String>,"),
        ..OPERATOR
    },
    Operator {
        name: "output that is none",
        regions: &[Region::Other],
        bodiless: true,
        edit: float,
        ..OPERATOR
    },
    Operator {
        name: "status of a success",
        regions: ERRORS,
        edit: |line| line.number("status", |_| "200".to_owned()),
        ..OPERATOR
    },
    Operator {
        name: "detail of no field",
        regions: ERRORS,
        edit: |line| {
            line.text("detail", |text| format!("{}{{nobody}}\"", text.trim_end_matches('"')))
        },
        ..OPERATOR
    },
    Operator {
        name: "brace open in a detail",
        regions: ERRORS,
        edit: |line| line.text("detail", |text| format!("{} {{\"", text.trim_end_matches('"'))),
        ..OPERATOR
    },
    Operator {
        name: "status of a wrapped error",
        regions: ERRORS,
        edit: |line| line.key("(transparent)", "(transparent, status = 409)"),
        ..OPERATOR
    },
    Operator {
        name: "wrapped error not marked",
        regions: ERRORS,
        edit: |line| {
            ["#[a2t(transparent)]", "#[a2t(internal)]"]
                .iter()
                .find_map(|attribute| (line.line.trim() == *attribute).then(String::new))
        },
        ..OPERATOR
    },
    Operator {
        name: "method not marked",
        regions: TOOL,
        compiles: true,
        edit: |line| {
            let is_whole = line.line.trim().starts_with("#[tool(") && line.line.ends_with(")]");
            is_whole.then(String::new)
        },
        ..OPERATOR
    },
    Operator {
        name: "receiver that changes",
        regions: PARAMETERS,
        edit: |line| {
            // rustc reports a call of the method.
            let (_, name) = line.before.split_once("fn ")?;
            let is_called = line.is_in_source(&format!(".{name}"));
            (line.line.trim() == "&self," && !is_called)
                .then(|| format!("{}&mut self,", line.indent()))
        },
        ..OPERATOR
    },
    Operator {
        name: "tool listed twice",
        regions: &[Region::Other],
        edit: |line| {
            let (head, rest) = line.line.split_once("toolset![")?;
            let first = rest.split([',', ']']).next()?;
            let plain =
                !first.is_empty() && first.chars().all(|one| one.is_alphanumeric() || one == '_');
            plain.then(|| format!("{head}toolset![{first}, {rest}"))
        },
        ..OPERATOR
    },
    Operator {
        name: "published tag changed",
        regions: TOOL,
        published: Some(true),
        edit: |line| line.key("tags = [\"", "tags = [\"other_"),
        ..OPERATOR
    },
    Operator {
        name: "published maximum length lowered",
        regions: PARAMETERS,
        published: Some(true),
        edit: |line| line.number("max_length", |most| (most - 1).to_string()),
        ..OPERATOR
    },
    Operator {
        name: "published input of another type",
        regions: PARAMETERS,
        published: Some(true),
        bodiless: true,
        edit: |line| line.replaced(": u8,", ": bool,").filter(|_| !line.before.contains("#[")),
        ..OPERATOR
    },
    Operator {
        name: "published output of another type",
        regions: &[Region::Other],
        published: Some(true),
        bodiless: true,
        edit: |line| {
            let is_tool = line.line.starts_with(") -> ");
            is_tool.then(|| line.replaced("-> String {", "-> u32 {"))?
        },
        ..OPERATOR
    },
    Operator {
        name: "published input renamed",
        regions: PARAMETERS,
        published: Some(true),
        bodiless: true,
        edit: |line| {
            let (name, ty) = line.member()?;
            (!line.before.contains("#[")).then(|| format!("{}{name}_other: {ty}", line.indent()))
        },
        ..OPERATOR
    },
    Operator {
        name: "parameter twice",
        regions: PARAMETERS,
        bodiless: true,
        edit: |line| {
            let plain =
                line.is_member() && !line.before.contains("#[") && line.before.contains("///");
            plain.then(|| format!("{0}\n{1}\n{0}", line.line, line.before))
        },
        ..OPERATOR
    },
];

pub(super) fn without_parentheses(line: &Line<'_>) -> Option<String> {
    let one = line.key("#[a2t(", "#[a2t = ")?;
    one.contains(")]").then(|| one.replacen(")]", "]", 1))
}

fn float(line: &Line<'_>) -> Option<String> {
    let mut types =
        ["String", "bool", "u32", "i32"].iter().filter(|_| line.line.starts_with(") -> "));
    types.find_map(|ty| line.replaced(&format!(") -> {ty} {{"), ") -> f32 {"))
}
