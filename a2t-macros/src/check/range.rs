//! The bounds of an input, and its default within them, as far as literals tell.

use crate::ast::Input;
use crate::attr::Bound;
use crate::ctxt::Ctxt;

pub(super) fn range(
    least: &Option<Bound>,
    most: &Option<Bound>,
    max_length: &Option<Bound>,
    ctxt: &Ctxt,
) {
    let value = |bound: &Option<Bound>| bound.as_ref().and_then(|bound| bound.literal);
    if let (Some(low), Some(high), Some(bound)) = (value(least), value(most), least)
        && low > high
    {
        let wrong = format!("`min = {low}` is above `max = {high}`");
        ctxt.error(
            bound,
            wrong,
            "no value satisfies both: exchange them or correct one [A2T-W403]",
        );
    }
    if let Some(bound) = max_length
        && bound.literal.is_some_and(|length| length < 0)
    {
        ctxt.error(
            bound,
            "`max_length` is negative",
            "it is a number of characters, from 0 [A2T-W410]",
        );
    }
}

pub(super) fn default_length(input: &Input, ctxt: &Ctxt) {
    let (Some(default), Some(bound)) = (&input.default, &input.max_length) else {
        return;
    };
    let length = default.text().map(|text| text.chars().count() as i128);
    if let (Some(length), Some(max)) = (length, bound.literal)
        && length > max
    {
        let wrong = format!("the default has {length} characters, more than `max_length = {max}`");
        ctxt.error(&default.whole, wrong, "shorten the default, or raise `max_length`");
    }
}
