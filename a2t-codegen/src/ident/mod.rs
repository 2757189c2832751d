//! Wire names become Rust names: total, so that every name has one, and injective in each scope.
//!
//! Everything is named for its name on the wire: `getWeather` is `get_weather`. A suffix appears
//! only where two names would be one: a digest of the `toolId` for a tool, of the name on the wire
//! for an input, an output and an allowed value; and a version has its number where others of its tool
//! stand beside it. What was named before keeps that name, which the
//! snapshot remembers ([`crate::names`]), so that a new tool never renames another one.

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
    "subscribe",
    "to_owned",
    "to_string",
    "tools",
    "try_from",
    "try_into",
    "type_id",
    "verify",
    "with",
];

/// Imports of the modules of calls and replies.
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

/// Types and imports beside the enums of a generated module.
const TYPES: &[&str] =
    &["AtMost", "Calls", "Client", "Fake", "Int", "Into", "String", "Text", "Tools"];

/// Longer names are cut: rustdoc makes files of them.
const LENGTH_MAX: usize = 96;

/// Place of a name: it decides on the case, and on the names that are taken.
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
    /// Types in a module of their tool, where nothing else is: `Edits`.
    Type,
    /// Variants of a closed enum: `Celsius`.
    Variant,
    /// Variants of an enum that also has `Unknown`.
    OpenVariant,
}

impl Scope {
    fn is_snake(self) -> bool {
        matches!(self, Self::Method | Self::Field)
    }

    fn separator(self) -> &'static str {
        if self.is_snake() { "_" } else { "X" }
    }

    fn is_taken(self, name: &str) -> bool {
        KEYWORDS.contains(&name)
            || match self {
                Self::Method => METHODS.contains(&name),
                Self::Kind => IMPORTS.contains(&name),
                Self::Enum => TYPES.contains(&name),
                Self::OpenVariant => name == "Unknown",
                Self::Field | Self::Variant | Self::Type => false,
            }
    }

    /// The name as it would be if nothing else had it.
    pub(crate) fn base(self, wire: &str, noun: &str) -> String {
        let mut base = if self.is_snake() { snake(wire) } else { camel(wire) };
        if !starts_well(&base) {
            base = if self.is_snake() { joined(noun, &base) } else { camel_word(noun) + &base };
        }
        base.truncate(LENGTH_MAX);
        if self.is_taken(&base) { base + "_" } else { base }
    }

    /// Checks a name that a user chose; an error is the reason against it.
    pub(crate) fn check(self, name: &str) -> Result<Ident, &'static str> {
        match self {
            _ if name.len() > LENGTH_MAX => Err("it has more than 96 characters"),
            _ if self.is_spelt(name) && self.is_taken(name) => {
                Err("Rust or the client itself has that name")
            }
            _ if self.is_spelt(name) => Ok(Ident::made(name.to_owned())),
            Self::Method | Self::Field => Err("expected snake case such as `lookup_weather`"),
            _ => Err("expected a name such as `LookupWeather`"),
        }
    }

    /// Checks a name that a snapshot remembers, which may have a suffix.
    pub(crate) fn remembered(self, name: &str) -> Option<Ident> {
        let fits = self.is_spelt(name) && name.len() <= 2 * LENGTH_MAX;
        (fits && !self.is_taken(name)).then(|| Ident::made(name.to_owned()))
    }

    fn is_spelt(self, name: &str) -> bool {
        let snake = self.is_snake();
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let cased = |c: char| c.is_ascii_lowercase() == snake && c.is_ascii_alphabetic();
        name.starts_with(cased)
            && name.chars().all(|c| word(c) && !(snake && c.is_ascii_uppercase()))
    }
}

/// Rust names of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolName {
    pub(crate) method: Ident,
    pub(crate) kind: Ident,
}

/// Module of a file with this stem, which stays as it is where it could not be a module: an error tells.
pub(crate) fn module(stem: &str) -> String {
    let snake = snake(stem);
    if Ident::parse(stem).is_some() && Ident::parse(&snake).is_some() {
        snake
    } else {
        stem.to_owned()
    }
}

/// Name of a type until it is named.
pub(crate) fn unnamed() -> Ident {
    Ident::made(String::new())
}

/// Name of the types of a tool whose method the user named.
pub(crate) fn kind(method: &str) -> Ident {
    Ident::made(Scope::Kind.base(method, "tool"))
}

/// A tool to be named. `id` is in hexadecimal; `method` and `kind` are names from before.
pub(crate) struct Wire<'a> {
    pub(crate) name: &'a str,
    /// The version that its names tell.
    pub(crate) number: Option<u32>,
    pub(crate) id: String,
    pub(crate) method: Option<Ident>,
    pub(crate) kind: Option<Ident>,
}

pub(crate) fn tools<'a>(tools: impl IntoIterator<Item = Wire<'a>>) -> Vec<ToolName> {
    let tools: Vec<_> = tools.into_iter().collect();
    let methods = distinct(&tools, Scope::Method, |tool| tool.method.as_ref());
    let kinds = distinct(&tools, Scope::Kind, |tool| tool.kind.as_ref());
    let names = methods.into_iter().zip(kinds);
    names.map(|(method, kind)| ToolName { method, kind }).collect()
}

impl Wire<'_> {
    fn base(&self, scope: Scope) -> String {
        let base = scope.base(self.name, "tool");
        let stem = base.trim_end_matches('_');
        match (self.number, scope.is_snake()) {
            (None, _) => base,
            (Some(number), true) => format!("{stem}_v{number}"),
            (Some(number), false) => format!("{stem}V{number}"),
        }
    }

    /// Letters and digits that no other tool or version has.
    fn own(&self) -> String {
        self.number.map_or_else(|| self.id.clone(), |number| format!("{}v{number}", self.id))
    }
}

/// A tool keeps the name it had. Any other is called by its base; where tools collide, by its base
/// if that is just how it is spelt, or else with a digest of its own id, not its first digits,
/// which ids that were made at one time may share. A version with its number takes what is left.
fn distinct(
    tools: &[Wire<'_>],
    scope: Scope,
    kept: for<'a> fn(&'a Wire<'_>) -> Option<&'a Ident>,
) -> Vec<Ident> {
    let mut taken = HashSet::new();
    let mut keep = |tool| kept(tool).filter(|name| taken.insert(name.0.clone())).cloned();
    let mut names: Vec<_> = tools.iter().map(&mut keep).collect();
    let bases: Vec<_> = tools.iter().map(|tool| tool.base(scope)).collect();
    let open = names.iter().zip(tools).zip(&bases);
    let open = open.filter(|((name, tool), _)| name.is_none() && tool.number.is_none());
    let counts = counts(open.map(|(_, base)| base));
    for ((name, tool), base) in names.iter_mut().zip(tools).zip(&bases) {
        let alone = counts.get(base.as_str()) == Some(&1) || scope.is_spelt_alone(tool.name, base);
        if name.is_none() && tool.number.is_none() && alone && taken.insert(base.clone()) {
            *name = Some(Ident::made(base.clone()));
        }
    }
    let suffixed = |base: &str, suffix: &str| {
        let separator = if scope == Scope::Method { "_" } else { "" };
        format!("{}{separator}{suffix}", base.trim_end_matches('_'))
    };
    for is_numbered in [false, true] {
        let unnamed = names.iter_mut().zip(tools).zip(&bases);
        for ((name, tool), base) in unnamed.filter(|((name, _), _)| name.is_none()) {
            if tool.number.is_some() != is_numbered {
                continue;
            }
            let own = tool.own();
            let mut found = base.clone();
            if !is_numbered || taken.contains(&found) {
                found = suffixed(base, &digest(&own));
            }
            if taken.contains(&found) {
                found = suffixed(base, &own);
            }
            *name = Some(Ident::made(free(scope, found, &mut taken)));
        }
    }
    names.into_iter().flatten().collect()
}

impl Scope {
    /// No two tools are spelt like the same base.
    fn is_spelt_alone(self, wire: &str, base: &str) -> bool {
        if self == Self::Method {
            return wire == base;
        }
        // Also told apart when the underscores are gone: `get_2_days` is `get2_days` then.
        let digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        wire.len() <= LENGTH_MAX
            && a2t_core::signature::rule::snake_case(wire).is_ok()
            && !wire.split('_').any(digit)
    }
}

/// Names the members of one tool or enum. `wires` are unique, `kept` has names from before.
pub(crate) fn members<'a>(
    scope: Scope,
    wires: impl IntoIterator<Item = &'a str>,
    noun: &str,
    kept: impl Fn(&str) -> Option<Ident>,
) -> Vec<Ident> {
    let wires: Vec<_> = wires.into_iter().collect();
    let bases: Vec<_> = wires.iter().map(|wire| scope.base(wire, noun)).collect();
    let mut old = HashSet::new();
    let mut keep = |wire: &&str| kept(wire).filter(|name| old.insert(name.0.clone()));
    let known: Vec<_> = wires.iter().map(&mut keep).collect();
    if old.is_empty() && are_few_and_distinct(&bases) {
        return bases.into_iter().map(Ident::made).collect();
    }
    let counts = counts(&bases);
    let (mut names, mut taken) = (known, old);
    for ((name, wire), base) in names.iter_mut().zip(&wires).zip(&bases) {
        let keeps = counts.get(base.as_str()) == Some(&1) || wire == base;
        if name.is_none() && keeps && taken.insert(base.clone()) {
            *name = Some(Ident::made(base.clone()));
        }
    }
    let named = names.into_iter().zip(wires).zip(&bases);
    let settle = |((name, wire), base): ((Option<Ident>, &str), &String)| {
        name.unwrap_or_else(|| {
            let stem = base.trim_end_matches('_');
            let name = format!("{stem}{}{}", scope.separator(), digest(wire));
            Ident::made(free(scope, name, &mut taken))
        })
    };
    named.map(settle).collect()
}

fn counts<'a>(bases: impl IntoIterator<Item = &'a String>) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    for base in bases {
        *counts.entry(base.as_str()).or_default() += 1;
    }
    counts
}

/// So few names need no table.
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

/// Names an enum for its parameter, and for a tool where several enums have that name.
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

pub(crate) fn choice_base(wire: &str) -> String {
    Scope::Enum.base(wire, "choice")
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
