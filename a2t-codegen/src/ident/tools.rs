//! Names of tools: of their methods, and of the types of their calls and replies.

use std::collections::HashSet;

use super::scope::LENGTH_MAX;
use super::{Ident, Scope, counts, digest, free};

/// Rust names of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolName {
    pub(crate) method: Ident,
    pub(crate) kind: Ident,
}

/// A tool to be named. `id` is in hexadecimal; `method` and `kind` are names from before.
pub(crate) struct Wire<'a> {
    pub(crate) name: &'a str,
    /// The version that is part of its names.
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
        // Names that differ only in underscores are distinguished as well: `get_2_days` is
        // `get2_days` then.
        let digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        wire.len() <= LENGTH_MAX
            && a2t_core::signature::rule::snake_case(wire).is_ok()
            && !wire.split('_').any(digit)
    }
}
