//! The keys of `#[a2t(…)]` on parameters, fields, variants and types.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, Path};

use super::key::{Key, Target};
use super::keys::{integer, literal_text};
use super::{At, Keys, Name, Text, Value};
use crate::ctxt::Ctxt;

pub(crate) struct ParameterAttr {
    pub(crate) context: Option<Ident>,
    pub(crate) name: Name,
    pub(crate) id: Name,
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    pub(crate) max_length: Option<Bound>,
    pub(crate) default: Option<Fill>,
    pub(crate) text: Option<Text>,
    pub(crate) description: Option<At<String>>,
    /// A key could not be read.
    pub(crate) unreadable: bool,
}

/// A limit: its value where the tokens show it, and the expression that rustc evaluates.
pub(crate) struct Bound {
    pub(crate) literal: Option<i128>,
    pub(crate) expr: Expr,
    pub(crate) whole: TokenStream,
}

/// Default of an argument that is left out.
pub(crate) struct Fill {
    pub(crate) expr: Expr,
    pub(crate) whole: TokenStream,
}

/// A default that is a literal: it is read as an argument, for any type, and a constant checks that it fits.
pub(crate) enum Known {
    Integer(i128),
    Text(String),
    Boolean(bool),
}

impl Fill {
    pub(crate) fn known(&self) -> Option<Known> {
        if let Some((negative, literal)) = integer(&self.expr) {
            let value = literal.base10_parse::<i128>().ok()?;
            return Some(Known::Integer(if negative { -value } else { value }));
        }
        match &self.expr {
            Expr::Lit(ExprLit { lit: Lit::Bool(literal), .. }) => {
                Some(Known::Boolean(literal.value))
            }
            expr => literal_text(expr).map(|text| Known::Text(text.value())),
        }
    }

    pub(crate) fn text(&self) -> Option<String> {
        match self.known() {
            Some(Known::Text(text)) => Some(text),
            _ => None,
        }
    }
}

impl ParameterAttr {
    pub(crate) fn parse(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        let mut keys = Keys::of_attributes(attrs, Target::PARAMETER, ctxt);
        let mut bound = |key| keys.take(key).and_then(|value| bound(&value, ctxt));
        let (min, max, max_length) = (bound(Key::Min), bound(Key::Max), bound(Key::MaxLength));
        let default = keys.take(Key::Default);
        Self {
            min,
            max,
            max_length,
            default: default.and_then(|value| fill(&value, ctxt)),
            text: Text::take(&mut keys, ctxt),
            // The unreadable key may have been `context`, or a description.
            description: keys.described().or_else(|| unreadable(&keys)),
            unreadable: keys.is_unreadable(),
            context: keys.flag(Key::Context, ctxt),
            name: keys.name(Key::Name, ctxt),
            id: keys.name(Key::Id, ctxt),
        }
    }
}

fn unreadable(keys: &Keys) -> Option<At<String>> {
    keys.is_unreadable().then(|| At::new("?".to_owned(), TokenStream::new()))
}

fn fill(value: &Value, ctxt: &Ctxt) -> Option<Fill> {
    let (expr, whole) = (value.expr(ctxt)?, value.whole());
    if let Some(what) = optional(&expr) {
        let help = "an `Option` is `None` where a call leaves it out: remove the key; an input with \
                      a default is not an `Option`: `#[a2t(default = 5)] days: u8`";
        ctxt.error(&whole, format!("`{what}` is not a default"), help);
        return None;
    }
    if is_fraction(&expr) {
        let help = "inputs have no fractions: write an integer, `default = 5`, in a smaller unit if necessary";
        ctxt.error(&expr, "`default` is a fraction", help);
        return None;
    }
    Some(Fill { expr, whole })
}

fn is_fraction(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_)),
        Expr::Unary(unary) => is_fraction(&unary.expr),
        _ => false,
    }
}

fn optional(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::Path(path) if path.path.is_ident("None") => Some("None"),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) if path.path.is_ident("Some") => Some("Some(…)"),
            _ => None,
        },
        _ => None,
    }
}

fn bound(value: &Value, ctxt: &Ctxt) -> Option<Bound> {
    let expr = value.expr(ctxt)?;
    let literal = match integer(&expr) {
        None if is_literal(&expr) => {
            let help = format!("write `{} = 10`, or name a constant", value.name);
            ctxt.error(&expr, format!("`{}` is not an integer", value.name), help);
            return None;
        }
        None => None,
        Some((negative, literal)) => match literal.base10_parse::<i64>() {
            Ok(value) if negative => Some(-i128::from(value)),
            Ok(value) => Some(i128::from(value)),
            Err(_) if negative && literal.base10_digits() == "9223372036854775808" => {
                Some(i128::from(i64::MIN))
            }
            Err(_) => {
                let wrong = format!("`{}` does not fit in 64 bits", value.name);
                let help = "a bound is at most 2^63 - 1, and readers of JSON keep integers up to \
                              2^53 - 1 (9007199254740991), which is the range without this key; take \
                              a longer number as a `String`";
                ctxt.error(&expr, wrong, help);
                return None;
            }
        },
    };
    Some(Bound { literal, whole: value.whole(), expr })
}

fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => is_literal(&unary.expr),
        _ => false,
    }
}

#[derive(Default)]
pub(crate) struct RenameAttr {
    pub(crate) name: Name,
    pub(crate) id: Name,
    /// An output that is shown as a text.
    pub(crate) text: Option<Ident>,
    pub(crate) description: Option<At<String>>,
}

impl RenameAttr {
    pub(crate) fn of_field(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        let mut keys = Keys::of_attributes(attrs, Target::OUTPUT, ctxt);
        Self {
            text: keys.flag(Key::Text, ctxt),
            name: keys.name(Key::Name, ctxt),
            id: keys.name(Key::Id, ctxt),
            description: keys.described(),
        }
    }

    pub(crate) fn of_member(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        let mut keys = Keys::of_attributes(attrs, Target::MEMBER, ctxt);
        Self {
            text: keys.flag(Key::Text, ctxt),
            name: keys.name(Key::Name, ctxt),
            description: keys.described(),
            ..Self::default()
        }
    }

    pub(crate) fn of_variant(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        let mut keys = Keys::of_attributes(attrs, Target::ALLOWED_VALUE, ctxt);
        let (name, description) = (keys.name(Key::Name, ctxt), keys.described());
        Self { name, description, ..Self::default() }
    }
}

pub(crate) struct ContainerAttr {
    pub(crate) krate: Path,
    /// An enum with serde's traits.
    pub(crate) serde: bool,
}

impl ContainerAttr {
    pub(crate) fn parse(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        Self::read(attrs, Target::STRUCT, ctxt)
    }

    pub(crate) fn of_enum(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        Self::read(attrs, Target::ENUM, ctxt)
    }

    fn read(attrs: &[Attribute], target: Target, ctxt: &Ctxt) -> Self {
        let mut keys = Keys::of_type(attrs, target, ctxt);
        Self { serde: keys.flag(Key::Serde, ctxt).is_some(), krate: keys.krate(ctxt) }
    }
}

/// Keys of a struct of one value.
pub(crate) struct NewtypeAttr {
    pub(crate) krate: Path,
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    pub(crate) max_length: Option<Bound>,
    pub(crate) text: Option<Text>,
    /// A key could not be read.
    pub(crate) unreadable: bool,
}

impl NewtypeAttr {
    pub(crate) fn parse(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        let mut keys = Keys::of_type(attrs, Target::ONE_VALUE, ctxt);
        let mut bound = |key| keys.take(key).and_then(|value| bound(&value, ctxt));
        Self {
            min: bound(Key::Min),
            max: bound(Key::Max),
            max_length: bound(Key::MaxLength),
            text: Text::take(&mut keys, ctxt),
            unreadable: keys.is_unreadable(),
            krate: keys.krate(ctxt),
        }
    }
}

impl ToTokens for Bound {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.whole.to_tokens(tokens);
    }
}

/// Reports the first condition on a parameter, and removes the ones that rustc would report again.
pub(crate) fn conditional(attrs: &mut Vec<Attribute>, ctxt: &Ctxt) -> Option<Attribute> {
    let is = |attr: &Attribute, name| attr.path().is_ident(name);
    let first = attrs.iter().find(|attr| is(attr, "cfg") || is(attr, "cfg_attr"))?.clone();
    let help = "put `#[cfg]` on the whole tool: a signature is the same in every build";
    ctxt.error(&first, "a parameter of a tool cannot be conditional", help);
    attrs.retain(|attr| !is(attr, "cfg_attr"));
    Some(first)
}
