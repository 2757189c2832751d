//! Expands to: the integer of a default that is not a literal.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::{Expr, Type};

use super::copied::Copied;
use super::spans::{cast, ends};
use crate::attr::Fill;

/// Expands to the integer. A type that is not an integer by its name may be an alias of one that `as` does not cast.
pub(super) fn integer(default: &Fill, ty: &Type, a2t: &Copied) -> TokenStream {
    let expr = &default.expr;
    if is_integer(ty) || !(has_type(expr) || is_non_zero(ty)) {
        return cast(expr);
    }
    let (first, last) = ends(expr);
    let (a2t, integer) = (a2t.at(first), Ident::new("integer", last));
    quote_spanned!(first=> #a2t::Wide(#expr).#integer())
}

/// Returns `true` if the expression has a type without its surroundings, unlike `60 * 24`.
fn has_type(expr: &Expr) -> bool {
    match expr {
        Expr::Group(group) => has_type(&group.expr),
        Expr::Paren(paren) => has_type(&paren.expr),
        expr => matches!(expr, Expr::Path(_) | Expr::Call(_) | Expr::MethodCall(_)),
    }
}

fn is_non_zero(ty: &Type) -> bool {
    last_name(ty).is_some_and(|name| name.starts_with("NonZero"))
}

fn is_integer(ty: &Type) -> bool {
    const INTEGERS: [&str; 12] =
        ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
    last_name(ty).is_some_and(|name| INTEGERS.contains(&&*name))
}

fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}
