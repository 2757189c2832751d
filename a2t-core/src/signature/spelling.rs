//! Members under names that the protocol does not define: the member that was probably meant.

use serde_json::Value;

use crate::error::nearest;

/// Members of one kind of object.
pub(super) struct Members {
    /// Members that are read.
    pub(super) known: &'static [&'static str],
    /// Members that a document may lack, but not under another name, because a call depends on them.
    pub(super) decisive: &'static [&'static str],
}

impl Members {
    /// Members of which none decides what a call is.
    pub(super) const fn new(known: &'static [&'static str]) -> Self {
        Self { known, decisive: &[] }
    }
}

/// Maximum length of a name that may be meant as a member, in bytes.
const NAME_MAX: usize = 40;

/// Names that other protocols and frameworks give to members of the draft, in lower case and without separators.
const ALIASES: [(&str, &[&str]); 11] = [
    ("toolId", &["id", "uuid"]),
    ("description", &["desc", "descr", "doc", "summary"]),
    ("currentVersion", &["current", "latest", "latestversion", "newestversion"]),
    (
        "input_parameters",
        &[
            "input",
            "inputs",
            "params",
            "parameters",
            "inputparams",
            "inputschema",
            "arguments",
            "args",
        ],
    ),
    (
        "output_parameters",
        &["output", "outputs", "outputparams", "outputschema", "results", "returns"],
    ),
    ("type", &["datatype", "valuetype"]),
    ("required", &["isrequired", "mandatory", "optional"]),
    ("max", &["maximum", "maxvalue"]),
    ("min", &["minimum", "minvalue"]),
    ("max-length", &["maxlen"]),
    ("allowed-values", &["allowed", "enum", "enumvalues", "values", "choices"]),
];

/// Returns the member of `known` that was probably meant by a name which is not among them.
pub(super) fn meant(name: &str, known: &[&'static str]) -> Option<&'static str> {
    // Longer names are near to no member.
    if name.len() > NAME_MAX {
        return None;
    }
    let plain = plain(name);
    if let Some(same) = known.iter().find(|member| self::plain(member) == plain) {
        return Some(same);
    }
    let mut aliases = ALIASES.iter().filter(|(member, _)| known.contains(member));
    match aliases.find(|(_, aliases)| aliases.contains(&&*plain)) {
        Some((member, _)) => Some(member),
        None => nearest(name, known.iter().copied()),
    }
}

/// Returns whether a name was probably meant to be this member.
pub(super) fn resembles(name: &str, member: &str) -> bool {
    let plain = plain(name);
    let mut aliases = ALIASES.iter().filter(|(known, _)| *known == member);
    self::plain(member) == plain
        || aliases.any(|(_, aliases)| aliases.contains(&&*plain))
        || nearest(member, [name]).is_some()
}

/// Returns whether a member can be passed by although it was meant, because it has no content.
pub(super) fn is_empty(name: &str, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(value) => !value && plain(name) == "optional",
        Value::Number(_) | Value::String(_) => false,
    }
}

fn plain(name: &str) -> String {
    let letters = name.chars().take(NAME_MAX).filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
