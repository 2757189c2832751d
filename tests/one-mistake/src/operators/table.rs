//! The mistakes, each with the lines to which it applies.

use super::{Line, Operator};
use crate::regions::Region;

pub(super) const TOOL: &[Region] = &[Region::Tool];
pub(super) const PARAMETERS: &[Region] = &[Region::Parameters];
pub(super) const ERRORS: &[Region] = &[Region::Errors];
pub(super) const MEMBERS: &[Region] =
    &[Region::Parameters, Region::Fields, Region::Choices, Region::Errors];
const OURS: &[Region] = &[
    Region::Tool,
    Region::Parameters,
    Region::Fields,
    Region::Choices,
    Region::Errors,
    Region::Derive,
];

pub(super) const OPERATOR: Operator = Operator {
    name: "",
    regions: OURS,
    published: None,
    bodiless: false,
    compiles: false,
    rustc: &[],
    ours: None,
    reach: 0,
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
            let others = ["min = 0,", "min = -"];
            let is_above = line.line.contains("min = ")
                && !others.iter().any(|other| line.line.contains(other));
            is_above.then(|| line.number("max", |_| "0".to_owned()))?
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
        edit: length_of_a_number,
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
            let types = [
                (": u32,", ": U32x,"),
                (": u8,", ": U8x,"),
                ("<u32>,", "<U32x>,"),
                ("<u8>,", "<U8x>,"),
            ];
            types.iter().find_map(|(ty, other)| line.replaced(ty, other))
        },
        rustc: &["E0425", "E0412"],
        ..OPERATOR
    },
    Operator {
        name: "field of a type that is no output",
        regions: &[Region::Fields],
        bodiless: true,
        edit: |line| {
            let types = [(": u32,", ": std::net::IpAddr,"), ("<u32>,", "<std::net::IpAddr>,")];
            types.iter().find_map(|(ty, other)| line.replaced(ty, other))
        },
        ..OPERATOR
    },
    Operator {
        name: "value inside of no type of the protocol",
        regions: &[Region::Other],
        bodiless: true,
        edit: |line| {
            let of_a_type = line.line.starts_with("pub struct ");
            let types = [("(pub u32)", "(pub f32)"), ("(pub String)", "(pub std::net::IpAddr)")];
            let mut types = types.iter().filter(|_| of_a_type);
            types.find_map(|(ty, other)| line.replaced(ty, other))
        },
        ..OPERATOR
    },
    Operator {
        name: "parameter of a type",
        regions: &[Region::Other],
        bodiless: true,
        edit: |line| {
            let tuple =
                line.line.starts_with("pub struct ").then(|| line.replaced("(pub", "<T>(pub"));
            tuple.flatten()
        },
        // rustc reports each use of the type without an argument, which is not part of the derive.
        rustc: &["E0107", "E0392"],
        ours: Some("cannot be generic"),
        ..OPERATOR
    },
    Operator {
        name: "default of another type",
        regions: &[Region::Parameters],
        edit: |line| line.number("default", |default| format!("\"{default}\"")),
        ..OPERATOR
    },
    Operator {
        name: "shortest text",
        regions: &[Region::Parameters, Region::Derive],
        edit: |line| {
            line.is_keys().then(|| line.replaced("max_length", "min_length = 1, max_length"))?
        },
        ..OPERATOR
    },
    Operator {
        name: "hints of another protocol",
        regions: &[Region::Tool],
        edit: |line| line.replaced(", read_only", ", annotations(read_only_hint = true)"),
        ..OPERATOR
    },
    Operator {
        name: "colon for an equals sign",
        edit: |line| line.is_keys().then(|| line.replaced("version = ", "version: "))?,
        ..OPERATOR
    },
    Operator {
        name: "context not marked",
        regions: &[Region::Parameters],
        edit: |line| line.replaced("#[a2t(context)] ", ""),
        ..OPERATOR
    },
    Operator {
        name: "text not marked",
        regions: &[Region::Parameters, Region::Derive],
        edit: |line| line.replaced("#[a2t(text, expected", "#[a2t(expected"),
        ..OPERATOR
    },
    Operator {
        name: "status missing",
        regions: &[Region::Errors],
        edit: |line| line.line.trim().starts_with("#[a2t(status = 4").then(String::new),
        ..OPERATOR
    },
    Operator {
        name: "another derive than meant",
        regions: &[Region::Derive],
        edit: |line| {
            let derives = [("Error", "Enum"), ("Enum", "Output"), ("Output", "Enum")];
            let name = |derive: &str| format!("a2t::{derive}");
            derives.iter().find_map(|(one, other)| line.replaced(&name(one), &name(other)))
        },
        ..OPERATOR
    },
    Operator {
        name: "a derive too many",
        regions: &[Region::Derive],
        edit: |line| {
            let derives = [("Error", "Enum"), ("Enum", "Input"), ("Output", "Enum")];
            let name = |derive: &str| format!("a2t::{derive}");
            let root = if line.line.contains("::a2t::") { "::" } else { "" };
            let both = |one, other| format!("{}, {root}{}", name(one), name(other));
            derives.iter().find_map(|(one, other)| line.replaced(&name(one), &both(one, other)))
        },
        ..OPERATOR
    },
    Operator {
        name: "section of what is returned missing",
        regions: &[Region::Tool],
        edit: |line| (line.line.trim() == "/// # Returns" && line.is_read()).then(String::new),
        ..OPERATOR
    },
    Operator {
        name: "section of what is returned misspelt",
        regions: &[Region::Tool],
        edit: |line| line.replaced("/// # Returns", "/// # Return").filter(|_| line.is_read()),
        ..OPERATOR
    },
    Operator {
        name: "another state than the router has",
        regions: &[Region::Other],
        edit: |line| line.replaced("Toolset<Library>", "Toolset<()>"),
        // rustc also reports the state that the program passes to its router.
        rustc: &["E0277", "E0308"],
        ..OPERATOR
    },
    Operator {
        name: "another state",
        regions: &[Region::Other],
        edit: |line| line.replaced("Toolset<Readers>", "Toolset<()>"),
        // The list of tools.
        reach: 1,
        ..OPERATOR
    },
    Operator {
        name: "published comment reworded",
        regions: &[Region::Tool, Region::Parameters, Region::Errors],
        published: Some(true),
        edit: reworded,
        ..OPERATOR
    },
    Operator {
        name: "published field or choice reworded",
        regions: &[Region::Fields, Region::Choices],
        published: Some(true),
        edit: reworded,
        ..OPERATOR
    },
    Operator {
        name: "published field of another type",
        regions: &[Region::Fields],
        published: Some(true),
        bodiless: true,
        edit: |line| {
            line.replaced(": String,", ": u32,").or_else(|| line.replaced(": u32,", ": String,"))
        },
        ..OPERATOR
    },
    Operator {
        name: "published field renamed",
        regions: &[Region::Fields],
        published: Some(true),
        bodiless: true,
        edit: |line| line.line.contains("pub ").then(|| line.replaced(": ", "_now: "))?,
        ..OPERATOR
    },
    Operator {
        name: "published choice renamed",
        regions: &[Region::Choices],
        published: Some(true),
        bodiless: true,
        // rustc reports each use of the old name.
        edit: |line| {
            let name = line.line.trim().strip_suffix(',')?;
            let is_used = line.is_in_source(&format!("::{name}"));
            (!line.is_comment() && !is_used).then(|| line.replaced(",", "Now,"))?
        },
        ..OPERATOR
    },
    Operator {
        name: "published maximum of a type lowered",
        regions: &[Region::Derive],
        published: Some(true),
        // The only parameter with the type of `max = 500` has a lower maximum.
        edit: |line| {
            line.number("max", |max| (max - 1).to_string()).filter(|edit| !edit.contains("= 499"))
        },
        ..OPERATOR
    },
    Operator {
        name: "published minimum of a type raised",
        regions: &[Region::Derive],
        published: Some(true),
        // A parameter with the type of `max = 9` has its minimum as a default, which is refused where it stands.
        edit: |line| {
            line.number("min", |min| (min + 1).to_string())
                .filter(|edit| !edit.contains("max = 9)"))
        },
        ..OPERATOR
    },
    Operator {
        name: "published length of a type lowered",
        regions: &[Region::Derive],
        published: Some(true),
        // A parameter with the type of `max_length = 5` has a default of that length, which is refused where it stands.
        edit: |line| {
            line.number("max_length", |max| (max - 1).to_string())
                .filter(|edit| !edit.contains("= 4"))
        },
        ..OPERATOR
    },
    Operator {
        name: "published status changed",
        regions: &[Region::Errors],
        published: Some(true),
        edit: |line| line.number("status", |status| (status + 14).to_string()),
        ..OPERATOR
    },
    Operator {
        name: "published maximum lowered",
        regions: &[Region::Parameters],
        published: Some(true),
        edit: |line| line.number("max", |max| (max - 1).to_string()),
        ..OPERATOR
    },
    Operator {
        name: "published version set back",
        regions: &[Region::Tool],
        published: Some(true),
        edit: |line| {
            line.number("version", |version| version.saturating_sub(1).max(1).to_string())
                .filter(|edit| edit != line.line)
        },
        ..OPERATOR
    },
    Operator {
        name: "published input optional no longer",
        regions: &[Region::Parameters],
        published: Some(true),
        bodiless: true,
        edit: |line| line.replaced("Option<u8>", "u8"),
        ..OPERATOR
    },
    Operator {
        name: "published input wider",
        regions: &[Region::Parameters],
        published: Some(true),
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
    let is_read = line.is_read() && !line.is_of_an_inner_error();
    let text = is_read.then(|| line.line.strip_suffix('.'))??;
    Some(format!("{text} indeed."))
}
