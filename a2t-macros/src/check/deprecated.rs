//! Versions that callers should leave: which, since when, and what to do instead.

use std::collections::HashSet;

use a2t_core::signature::rule;

use crate::ast::Head;
use crate::ctxt::Ctxt;

pub(super) fn check(head: &Head, ctxt: &Ctxt) {
    let (own, mut seen) = (head.version.value, HashSet::new());
    for deprecated in &head.deprecated {
        let version = &deprecated.version;
        if version.value > own {
            let wrong =
                format!("version {} is not out: this function is version {own}", version.value);
            let remedy = "name its own version or an earlier one [AMB-36]";
            ctxt.error(&version.tokens, wrong, remedy);
        } else if !seen.insert(version.value) {
            let wrong = format!("version {} is deprecated twice", version.value);
            ctxt.error(&version.tokens, wrong, "keep one `deprecated(…)` for each version");
        }
        if let Err(violated) = rule::day(&deprecated.since.value()) {
            ctxt.violated(&deprecated.since, "`since`", &violated);
        }
        if let Err(violated) = rule::deprecation_note(&deprecated.note.value()) {
            ctxt.violated(&deprecated.note, "`note`", &violated);
        }
    }
}
