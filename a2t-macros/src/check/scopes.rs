//! Scopes that a caller needs (RFC 6749 section 3.3): tokens, each once.

use a2t_core::signature::{SCOPES_MAX, rule};
use syn::LitStr;

use crate::ctxt::Ctxt;

pub(super) fn check(scopes: &[LitStr], ctxt: &Ctxt) {
    if let Some(extra) = scopes.get(SCOPES_MAX) {
        let wrong = format!("a tool has at most {SCOPES_MAX} scopes");
        ctxt.error(extra, wrong, "let one scope stand for several");
    }
    for (index, scope) in scopes.iter().enumerate() {
        let value = scope.value();
        if value.is_empty() {
            let remedy = "name it, as `\"weather:read\"`, or remove it";
            ctxt.error(scope, "this scope is empty", remedy);
        } else if value.contains(' ') {
            let remedy = format!("write one string for each: `{}`", apart(&value));
            ctxt.error(scope, "a scope has no spaces, which stand between two scopes", remedy);
        } else if let Some(wrong) = value.chars().find(|c| !is_scope(*c)) {
            let wrong = format!("a scope does not have the character {wrong:?}");
            let remedy = "use visible ASCII characters but `\"` and `\\`, as `\"weather:read\"` (RFC 6749, 3.3)";
            ctxt.error(scope, wrong, remedy);
        } else if let Err(violated) = rule::format(&value) {
            ctxt.violated(scope, "this scope", &violated);
        } else if scopes.iter().take(index).any(|earlier| earlier.value() == value) {
            let wrong = format!("the scope `{value}` is given twice");
            ctxt.error(scope, wrong, "keep one of them");
        }
    }
}

fn is_scope(c: char) -> bool {
    matches!(c, '\x21' | '\x23'..='\x5b' | '\x5d'..='\x7e')
}

fn apart(scopes: &str) -> String {
    let scopes = scopes.split_whitespace().map(|scope| format!("{scope:?}"));
    scopes.collect::<Vec<_>>().join(", ")
}
