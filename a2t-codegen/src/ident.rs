//! Wire names become Rust names: total, so that every name has one, and injective in each scope.
//!
//! A tool is named for its wire name, and only for that: a name in plain snake case is kept, any
//! other gets a digest of its `toolId`, so that a new tool never renames another one.
//! Inputs, outputs and allowed values are fixed by their tool's version; there a suffix (a digest
//! of the wire name) appears only where two names would be one.

mod case;
mod token;

use std::collections::{HashMap, HashSet};

use self::case::{camel, camel_word, joined, snake, starts_well};
pub(crate) use token::{Ident, Path};

/// Keywords of every edition, `_` apart.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "Self",
];

/// Methods that generated types have or will have, and those of traits that everybody calls.
const METHODS: &[&str] = &[
    "as_ref",
    "borrow",
    "borrow_mut",
    "call",
    "clone",
    "clone_from",
    "clone_into",
    "deref",
    "drop",
    "eq",
    "fmt",
    "from",
    "into",
    "into_future",
    "ne",
    "new",
    "send",
    "to_owned",
    "to_string",
    "tools",
    "try_from",
    "try_into",
    "type_id",
    "verify",
    "with",
];

/// What the modules of calls and replies import.
const IMPORTS: &[&str] = &[
    "AtMost",
    "Clone",
    "Debug",
    "Default",
    "Int",
    "Into",
    "Output",
    "PartialEq",
    "Sending",
    "String",
    "Text",
];

/// Types beside the enums of a generated module, and what it imports.
const TYPES: &[&str] = &[
    "AtMost", "Calls", "Client", "Fake", "Int", "Into", "String", "Text", "Tools",
];

/// Longer names are cut: rustdoc makes files of them.
const LENGTH_MAX: usize = 96;

/// Where a name stands, which decides what is taken and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Methods: `lookup_weather`.
    Method,
    /// Fields and arguments: `city`.
    Field,
    /// Calls and replies: `LookupWeather`.
    Kind,
    /// Enums: `Units`.
    Enum,
    /// Variants of a closed enum: `Celsius`.
    Variant,
    /// Variants of an enum that also has `Unknown`.
    OpenVariant,
}

impl Scope {
    fn is_taken(self, name: &str) -> bool {
        KEYWORDS.contains(&name)
            || match self {
                Self::Method => METHODS.contains(&name),
                Self::Kind => IMPORTS.contains(&name),
                Self::Enum => TYPES.contains(&name),
                Self::OpenVariant => name == "Unknown",
                Self::Field | Self::Variant => false,
            }
    }

    /// The name as it would be if nothing else had it.
    pub(crate) fn base(self, wire: &str, noun: &str) -> String {
        let mut base = match self {
            Self::Method | Self::Field => {
                let snake = snake(wire);
                if starts_well(&snake) {
                    snake
                } else {
                    joined(noun, &snake)
                }
            }
            Self::Kind | Self::Enum | Self::Variant | Self::OpenVariant => {
                let camel = camel(wire);
                if starts_well(&camel) {
                    camel
                } else {
                    format!("{}{camel}", camel_word(noun))
                }
            }
        };
        base.truncate(LENGTH_MAX);
        if self.is_taken(&base) {
            base + "_"
        } else {
            base
        }
    }
}

impl Scope {
    /// Whether a name that a user chose can stand here.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn check(self, name: &str) -> Result<Ident, &'static str> {
        let snake = matches!(self, Self::Method | Self::Field);
        let spelt = if snake {
            let rest = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(rest)
        } else {
            let rest = |c: char| c.is_ascii_alphanumeric() || c == '_';
            name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(rest)
        };
        match self {
            _ if name.len() > LENGTH_MAX => Err("it has more than 96 characters"),
            _ if spelt && self.is_taken(name) => Err("Rust or the client itself has that name"),
            _ if spelt => Ok(Ident::made(name.to_owned())),
            _ if snake => Err("expected snake case such as `lookup_weather`"),
            _ => Err("expected a name such as `LookupWeather`"),
        }
    }
}

/// The Rust name of a tool's method and of its types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolName {
    pub(crate) method: Ident,
    pub(crate) kind: Ident,
}

/// The module of a file with this stem: in snake case where it could be a module as it is.
pub(crate) fn module(stem: &str) -> String {
    let snake = snake(stem);
    match Ident::parse(stem).is_some() && Ident::parse(&snake).is_some() {
        true => snake,
        false => stem.to_owned(),
    }
}

/// The name of a tool's types where the user named its method.
pub(crate) fn kind(method: &str) -> Ident {
    Ident::made(Scope::Kind.base(method, "tool"))
}

/// Names tools, given as name and id in hexadecimal; ids are unique.
pub(crate) fn tools<'a>(tools: impl IntoIterator<Item = (&'a str, String)>) -> Vec<ToolName> {
    let tools: Vec<_> = tools.into_iter().collect();
    let methods = strict(&tools, Scope::Method, is_plain_method);
    let kinds = strict(&tools, Scope::Kind, is_plain_type);
    methods
        .into_iter()
        .zip(kinds)
        .map(|(method, kind)| ToolName { method, kind })
        .collect()
}

/// A name keeps its base where that is `plain`; any other gets a digest of its own id, not its first
/// digits, which ids that were made at one time may share.
fn strict(tools: &[(&str, String)], scope: Scope, plain: fn(&str) -> bool) -> Vec<Ident> {
    let separator = if scope == Scope::Method { "_" } else { "" };
    let suffixed = |name: &str, suffix: &str| {
        let base = scope.base(name, "tool");
        format!("{}{separator}{suffix}", base.trim_end_matches('_'))
    };
    let name = |(name, id): &(&str, String)| match plain(name) {
        true => scope.base(name, "tool"),
        false => suffixed(name, &digest(id)),
    };
    let short: Vec<_> = tools.iter().map(name).collect();
    let mut count = HashMap::new();
    for name in &short {
        *count.entry(name.clone()).or_insert(0) += 1;
    }
    let mut taken = HashSet::new();
    let settle = |((wire, id), short): (&(&str, String), String)| {
        let twin = count.get(&short).is_some_and(|count| *count > 1) && !plain(wire);
        free(
            scope,
            if twin { suffixed(wire, id) } else { short },
            &mut taken,
        )
    };
    let names = tools.iter().zip(short).map(settle);
    names.map(Ident::made).collect()
}

/// Snake case that no suffixed name looks like.
fn is_plain_method(name: &str) -> bool {
    name.len() <= LENGTH_MAX
        && a2t_core::signature::rule::snake_case(name).is_ok()
        && !ends_in_digits(name)
}

/// Also told apart when the underscores are gone: `get_2_days` is `get2_days` then.
fn is_plain_type(name: &str) -> bool {
    let digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    is_plain_method(name) && !name.split('_').any(digit)
}

fn ends_in_digits(name: &str) -> bool {
    name.chars()
        .rev()
        .take_while(char::is_ascii_hexdigit)
        .count()
        >= 8
}

/// Names what one tool or one enum declares; `wires` are unique.
pub(crate) fn members<'a>(
    scope: Scope,
    wires: impl IntoIterator<Item = &'a str>,
    noun: &str,
) -> Vec<Ident> {
    let wires: Vec<_> = wires.into_iter().collect();
    let bases: Vec<_> = wires.iter().map(|wire| scope.base(wire, noun)).collect();
    if are_few_and_distinct(&bases) {
        return bases.into_iter().map(Ident::made).collect();
    }
    let mut count = HashMap::new();
    for base in &bases {
        *count.entry(base.as_str()).or_insert(0) += 1;
    }
    let is_twin = |base: &str| count.get(base).is_some_and(|count| *count > 1);
    let keeps = |wire: &str, base: &str| !is_twin(base) || wire == base;
    let pairs = || wires.iter().zip(&bases);
    let mut taken: HashSet<_> = pairs()
        .filter(|(wire, base)| keeps(wire, base))
        .map(|(_, base)| base.clone())
        .collect();
    let settle = |(wire, base): (&&str, &String)| match keeps(wire, base) {
        true => base.clone(),
        false => {
            let stem = base.trim_end_matches('_');
            free(
                scope,
                format!("{stem}{}{}", scope.separator(), digest(wire)),
                &mut taken,
            )
        }
    };
    pairs().map(settle).map(Ident::made).collect()
}

/// Whether none of the names is there twice, told without a table where there are so few that it
/// is not worth one.
fn are_few_and_distinct(names: &[String]) -> bool {
    let mut rest = names;
    while let Some((name, others)) = rest.split_first() {
        if names.len() > 8 || others.contains(name) {
            return false;
        }
        rest = others;
    }
    true
}

/// Names an enum for its parameter, and for the first tool that has it where the parameter alone
/// does not tell it from another one.
pub(crate) fn choice(wire: &str, tool: Option<&str>, taken: &mut HashSet<String>) -> Ident {
    let Some(tool) = tool else {
        return Ident::made(free(Scope::Enum, choice_base(wire), taken));
    };
    let base = Scope::Variant.base(wire, "choice");
    let stem = |name: &str| name.trim_end_matches('_').to_owned();
    let mut name = format!("{}{}", stem(tool), stem(&base));
    if taken.contains(&name) {
        name = format!("{name}X{}", digest(wire));
    }
    Ident::made(free(Scope::Enum, name, taken))
}

/// The name of an enum that is named for its parameter alone.
pub(crate) fn choice_base(wire: &str) -> String {
    Scope::Enum.base(wire, "choice")
}

impl Scope {
    /// What stands between a name and the suffix that tells it from another.
    fn separator(self) -> &'static str {
        match self {
            Self::Method | Self::Field => "_",
            Self::Kind | Self::Enum | Self::Variant | Self::OpenVariant => "X",
        }
    }
}

/// `name`, or `name` with the first number that makes it new.
fn free(scope: Scope, name: String, taken: &mut HashSet<String>) -> String {
    let stem = name.trim_end_matches('_').to_owned();
    let others = (2_u32..).map(|number| format!("{stem}{}{number}", scope.separator()));
    let mut names = std::iter::once(name.clone()).chain(others);
    let name = names.find(|name| !taken.contains(name)).unwrap_or(name);
    taken.insert(name.clone());
    name
}

/// FNV-1a, 32 bits, in hexadecimal: the same in every release.
pub(crate) fn digest(text: &str) -> String {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    format!("{:08x}", text.as_bytes().iter().fold(0x811c_9dc5, step))
}
