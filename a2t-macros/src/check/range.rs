//! The bounds of an input, and its default within them, as far as literals show them.

use quote::ToTokens;
use syn::{Expr, Path, Type};

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
        ctxt.error(bound, wrong, "no value satisfies both: swap them, or correct one [A2T-W403]");
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

/// A default in its type, `Id(1)`: the type is known by its name, which rustc would miss a number in.
pub(super) fn default_wrapped(input: &Input, ctxt: &Ctxt) {
    let (Some(default), Type::Path(ty)) = (&input.default, &input.ty) else {
        return;
    };
    let Expr::Call(call) = &default.expr else { return };
    let Expr::Path(function) = &*call.func else { return };
    let name = |path: &Path| path.segments.last().map(|segment| segment.ident.clone());
    if let (Some(called), Some(inside)) = (name(&function.path), call.args.first())
        && name(&ty.path).as_ref() == Some(&called)
        && call.args.len() == 1
    {
        let wrong = format!("the default of `{}` is wrapped in its type", input.name.value);
        let inside = inside.to_token_stream();
        ctxt.error(function, wrong, format!("write the value inside: `default = {inside}`"));
    }
}

pub(super) fn default_length(input: &Input, ctxt: &Ctxt) {
    let (Some(default), Some(bound)) = (&input.default, &input.max_length) else {
        return;
    };
    let length = default.text().map(|text| text.chars().count() as i128);
    // A negative `max_length` is reported.
    if let (Some(length), Some(max)) = (length, bound.literal.filter(|max| *max >= 0))
        && length > max
    {
        let wrong = format!("the default has {length} characters, more than `max_length = {max}`");
        ctxt.error(&default.whole, wrong, "shorten the default, or raise `max_length`");
    }
}
