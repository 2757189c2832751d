//! `read_only`, `idempotent`, `destructive`, `destructive = false` and `long_running` among the keys of
//! a tool: what a call of it does to the world, and that it takes a while.

use proc_macro2::{Ident, TokenStream};

use super::key::Key;
use super::{At, Keys};
use crate::ctxt::Ctxt;

#[derive(Default)]
pub(crate) struct Hints {
    pub(crate) read_only: Option<Ident>,
    pub(crate) idempotent: Option<Ident>,
    /// `false` of a tool that only adds.
    pub(crate) destructive: Option<At<bool>>,
    pub(crate) long_running: Option<Ident>,
}

impl Hints {
    pub(super) fn take(keys: &mut Keys, ctxt: &Ctxt) -> Self {
        let idempotent = "may do more when it is called twice";
        let long_running = "answers while its caller waits";
        Self {
            read_only: flag(keys, Key::ReadOnly, "may change what it finds", ctxt),
            idempotent: flag(keys, Key::Idempotent, idempotent, ctxt),
            destructive: destructive(keys, ctxt),
            long_running: flag(keys, Key::LongRunning, long_running, ctxt),
        }
    }
}

impl From<&Hints> for a2t_core::Hints {
    fn from(hints: &Hints) -> Self {
        Self {
            read_only: hints.read_only.is_some(),
            idempotent: hints.idempotent.is_some(),
            destructive: hints.destructive.as_ref().map(|destructive| destructive.value),
            long_running: hints.long_running.is_some(),
        }
    }
}

fn flag(keys: &mut Keys, key: Key, otherwise: &str, ctxt: &Ctxt) -> Option<Ident> {
    let value = keys.take(key)?;
    if let Some(tokens) = &value.tokens {
        let key = key.name();
        let wrong = format!("`{key}` takes no value");
        let help = if is(tokens, "false") {
            format!("remove it: a tool without `{key}` {otherwise}")
        } else {
            format!("write only `{key}`")
        };
        ctxt.error(tokens, wrong, help);
        return None;
    }
    Some(value.name)
}

fn destructive(keys: &mut Keys, ctxt: &Ctxt) -> Option<At<bool>> {
    let value = keys.take(Key::Destructive)?;
    match &value.tokens {
        None => Some(At::new(true, value.name)),
        Some(tokens) if is(tokens, "false") => Some(At::new(false, value.whole())),
        Some(tokens) => {
            let help = "write `destructive` for a tool that overwrites or deletes, \
                          `destructive = false` for one that only adds";
            ctxt.error(tokens, "`destructive` takes no value except `false`", help);
            None
        }
    }
}

fn is(tokens: &TokenStream, text: &str) -> bool {
    tokens.to_string() == text
}
