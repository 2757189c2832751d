//! Wire names become Rust names: total, so that every name has one, and injective in each scope.
//!
//! Every item is named for its name on the wire: `getWeather` is `get_weather`. A parameter is
//! named for its id, or for its name if the id is a UUID or a number. A suffix appears only where
//! two names would be one: a digest of the `toolId` for a tool, of the name on the wire for an
//! input, an output and an allowed value; and a version has its number if there are others of its
//! tool. A name that was generated before stays, because the snapshot remembers it
//! ([`crate::names`]), so that a new tool never renames another one.

mod case;
mod scope;
mod token;
mod tools;

use std::collections::{HashMap, HashSet};

use a2t_core::ToolId;

use self::case::snake;
pub(crate) use scope::Scope;
pub(crate) use token::{Ident, Path};
pub(crate) use tools::{ToolName, Wire, tools};

/// Returns the name of the module for a file with this stem. A stem that cannot be a module is
/// returned unchanged, and causes an error later.
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

/// Names the members of one tool or enum. `wires` are unique, `kept` has names from before.
pub(crate) fn members<'a>(
    scope: Scope,
    wires: impl IntoIterator<Item = &'a str>,
    noun: &str,
    kept: impl Fn(&str) -> Option<Ident>,
) -> Vec<Ident> {
    called(scope, wires.into_iter().map(|wire| (wire, wire)), noun, kept)
}

/// The text that a parameter is named for: its id, or its name if the id is a UUID or a number, which mean nothing to
/// readers of code.
pub(crate) fn preferred<'a>(id: &'a str, name: &'a str) -> &'a str {
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_number = id.bytes().all(|byte| byte.is_ascii_digit());
    let is_uuid = id.parse::<ToolId>().is_ok() || id.len() == 32 && is_hex(id);
    if is_number || is_uuid { name } else { id }
}

/// Names the members of one tool, each given as its unique name on the wire and the text that it is named for.
pub(crate) fn called<'a>(
    scope: Scope,
    members: impl IntoIterator<Item = (&'a str, &'a str)>,
    noun: &str,
    kept: impl Fn(&str) -> Option<Ident>,
) -> Vec<Ident> {
    let (wires, preferred): (Vec<_>, Vec<_>) = members.into_iter().unzip();
    let bases: Vec<_> = preferred.iter().map(|text: &&str| scope.base(text, noun)).collect();
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
