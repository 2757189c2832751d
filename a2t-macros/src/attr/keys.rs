//! `key = value` lists: split first, so that one mistake does not hide the next.

use a2t_core::error::nearest;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitInt, LitStr, Meta, Path};

use super::piece::{pieces, read};
use super::{At, habit, is_a2t};
use crate::ctxt::Ctxt;

pub(crate) struct Value {
    pub(crate) key: Ident,
    pub(crate) tokens: Option<TokenStream>,
    /// The key was given under another name, which is reported. A wrong value would be a second error.
    pub(super) recovered: bool,
}

/// A name or an id, as its key gives it.
#[derive(Default)]
pub(crate) enum Name {
    /// There is no key: it is the name of the item.
    #[default]
    Own,
    Given(LitStr),
    /// A mistake in the key is reported.
    Unknown,
}

impl Name {
    pub(crate) fn given(&self) -> Option<&LitStr> {
        match self {
            Self::Given(text) => Some(text),
            Self::Own | Self::Unknown => None,
        }
    }
}

/// Keys that take no value.
const FLAGS: [&str; 10] = [
    "context",
    "read_only",
    "idempotent",
    "long_running",
    "quick",
    "text",
    "serde",
    "display",
    "transparent",
    "internal",
];

/// Keys that other code depends on: their values are used even under a wrong name.
const NEEDED: [&str; 2] = ["crate", "marker"];

/// The keys of one attribute, each once, all of them known.
pub(crate) struct Keys {
    values: Vec<Value>,
    /// A key could not be read, so one that is absent may have been meant by it.
    unreadable: bool,
    /// A description is given as a key, which is reported: that there is none would be a second error.
    described: Option<At<String>>,
}

impl Keys {
    pub(crate) fn parse(tokens: TokenStream, known: &[&str], place: &str, ctxt: &Ctxt) -> Self {
        let mut keys = Self::none();
        keys.extend(tokens, known, place, ctxt);
        keys
    }

    /// Reads the keys of a type, which may have attributes of others.
    pub(super) fn of_type(attrs: &[Attribute], known: &[&str], place: &str, ctxt: &Ctxt) -> Self {
        let ours: Vec<_> = attrs.iter().filter(|attr| is_a2t(attr)).cloned().collect();
        Self::of_attributes(&ours, known, place, ctxt)
    }

    pub(super) fn of_attributes(
        attrs: &[Attribute],
        known: &[&str],
        place: &str,
        ctxt: &Ctxt,
    ) -> Self {
        let mut keys = Self::none();
        for attr in attrs {
            match &attr.meta {
                Meta::List(list) => keys.extend(list.tokens.clone(), known, place, ctxt),
                other => {
                    keys.unreadable = true;
                    let key = known.first().unwrap_or(&"name");
                    let value = if FLAGS.contains(key) { "" } else { " = …" };
                    ctxt.error(
                        other,
                        format!("`#[a2t]` of {place} takes its keys in brackets"),
                        format!("write `#[a2t({key}{value})]`"),
                    );
                }
            }
        }
        keys
    }

    fn none() -> Self {
        Self { values: Vec::new(), unreadable: false, described: None }
    }

    fn extend(&mut self, tokens: TokenStream, known: &[&str], place: &str, ctxt: &Ctxt) {
        for piece in pieces(tokens, ctxt) {
            match read(piece, known) {
                Ok(value) => self.add(value, known, place, ctxt),
                Err(error) => {
                    self.unreadable = true;
                    ctxt.syn(error);
                }
            }
        }
    }

    /// A misspelt key is reported, and counts as the one it was meant to be.
    fn add(&mut self, mut value: Value, known: &[&str], place: &str, ctxt: &Ctxt) {
        let name = value.key.to_string();
        if !known.contains(&name.as_str()) {
            let (meant, remedy) = meant(&name, known);
            let wrong = format!("`{name}` is not a key of {place}");
            ctxt.error(&value.key, wrong, remedy);
            if meant == Some(habit::DESCRIPTION) {
                self.described = Some(At::new("?".to_owned(), &value.key));
                return;
            }
            let new = |meant: &&str| !self.values.iter().any(|earlier| earlier.key == *meant);
            let Some(meant) = meant.filter(new) else {
                return;
            };
            // Flags here have values elsewhere.
            if FLAGS.contains(&meant) {
                value.tokens = None;
            }
            value.recovered = !FLAGS.contains(&meant) && !NEEDED.contains(&meant);
            value.key = Ident::new(meant, value.key.span());
        }
        match self.values.iter_mut().find(|earlier| earlier.key == value.key) {
            Some(earlier) if earlier.recovered => *earlier = value,
            Some(_) => {
                ctxt.error(&value.key, format!("`{name}` is given twice"), "keep one of them");
            }
            None => self.values.push(value),
        }
    }

    /// Returns `true` if a key could not be read, so that any key may have been meant.
    pub(crate) fn is_unreadable(&self) -> bool {
        self.unreadable
    }

    /// Stands for the description that somebody gave as a key.
    pub(crate) fn described(&mut self) -> Option<At<String>> {
        self.described.take()
    }

    /// Certainly absent: no unreadable key may have been meant by it.
    pub(crate) fn lack(&self, key: &str) -> bool {
        !self.unreadable && !self.values.iter().any(|value| value.key == key)
    }

    pub(crate) fn take(&mut self, key: &str) -> Option<Value> {
        let index = self.values.iter().position(|value| value.key == key)?;
        Some(self.values.swap_remove(index)).filter(|value| !value.recovered)
    }

    pub(crate) fn flag(&mut self, key: &str, ctxt: &Ctxt) -> Option<Ident> {
        let value = self.take(key)?;
        if let Some(tokens) = &value.tokens {
            ctxt.error(tokens, format!("`{key}` takes no value"), format!("write `{key}` alone"));
        }
        Some(value.key)
    }

    pub(crate) fn text(&mut self, key: &str, ctxt: &Ctxt) -> Option<LitStr> {
        let value = self.take(key)?;
        let expr = value.expr(ctxt)?;
        if literal_text(&expr).is_none() {
            let remedy = format!("write `{key} = \"…\"`");
            ctxt.error(&expr, format!("`{key}` is not a string literal"), remedy);
        }
        literal_text(&expr).cloned()
    }

    pub(crate) fn name(&mut self, key: &str, ctxt: &Ctxt) -> Name {
        if self.lack(key) {
            return Name::Own;
        }
        self.text(key, ctxt).map_or(Name::Unknown, Name::Given)
    }

    pub(crate) fn path(&mut self, key: &str, ctxt: &Ctxt) -> Option<Path> {
        let value = self.take(key)?;
        let wrong = format!("`{key}` is not the path of the a2t crate");
        let remedy = format!("write `{key} = ::renamed`");
        match value.tokens.clone().map(syn::parse2::<Path>) {
            Some(Ok(path)) => Some(path),
            Some(Err(_)) => {
                ctxt.error(value.tokens, wrong, remedy);
                None
            }
            None => {
                ctxt.error(value.key, wrong, remedy);
                None
            }
        }
    }
}

impl Value {
    pub(crate) fn expr(&self, ctxt: &Ctxt) -> Option<Expr> {
        let key = &self.key;
        let Some(tokens) = &self.tokens else {
            ctxt.error(key, format!("`{key}` has no value"), format!("write `{key} = …`"));
            return None;
        };
        match parse_expr.parse2(tokens.clone()) {
            Ok(expr) => Some(expr),
            Err(error) => {
                ctxt.syn(error);
                None
            }
        }
    }

    pub(crate) fn whole(&self) -> TokenStream {
        let Self { key, tokens, .. } = self;
        match tokens {
            Some(tokens) => quote!(#key = #tokens),
            None => key.to_token_stream(),
        }
    }
}

/// An integer literal, possibly negative; `None` for any other expression.
pub(crate) fn integer(expr: &Expr) -> Option<(bool, &LitInt)> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(integer), .. }) => Some((false, integer)),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            integer(&unary.expr).map(|(negative, literal)| (!negative, literal))
        }
        Expr::Group(group) => integer(&group.expr),
        Expr::Paren(paren) => integer(&paren.expr),
        _ => None,
    }
}

/// A string literal, also one that came through a macro's parameter.
pub(super) fn literal_text(expr: &Expr) -> Option<&LitStr> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        Expr::Group(group) => literal_text(&group.expr),
        _ => None,
    }
}

pub(super) fn text_of(expr: &Expr) -> Option<String> {
    let Expr::Lit(ExprLit { lit: Lit::Verbatim(literal), .. }) = expr else {
        return literal_text(expr).map(LitStr::value);
    };
    let spelt = literal.to_string();
    let plain = spelt.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).and_then(unescaped);
    match plain {
        Some(text) => Some(text),
        None => syn::parse_str::<LitStr>(&spelt).ok().map(|text| text.value()),
    }
}

/// The text between two quotes, if it is plain or has escaped quotes alone, as the apostrophes of a
/// doc comment are.
fn unescaped(text: &str) -> Option<String> {
    if text.contains('\r') || text.contains("\\\\") {
        return None;
    }
    if !text.contains('\\') {
        return Some(text.to_owned());
    }
    let text = text.replace("\\'", "'").replace("\\\"", "\"");
    (!text.contains('\\')).then_some(text)
}

fn parse_expr(input: ParseStream) -> syn::Result<Expr> {
    let expr = input.parse()?;
    if input.is_empty() {
        return Ok(expr);
    }
    let message = "`,` was expected before this\nhelp: separate the keys by commas";
    Err(syn::Error::new(input.span(), message))
}

fn meant<'k>(name: &str, known: &[&'k str]) -> (Option<&'k str>, String) {
    if let Some(habit) = habit::of(name, known) {
        return (habit.means, habit.remedy.to_owned());
    }
    match nearest(name, known.iter().copied()) {
        Some(meant) => (Some(meant), format!("did you mean `{meant}`?")),
        None => (None, listed(known)),
    }
}

fn listed(known: &[&str]) -> String {
    match known {
        [key] => format!("the only key is `{key}`"),
        _ => {
            let quoted: Vec<_> = known.iter().map(|key| format!("`{key}`")).collect();
            format!("the keys are {}", quoted.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_that_nobody_took_apart_has_the_text_that_rust_gives_it() {
        for spelt in [
            r#""""#,
            r#""plain""#,
            r#""the flight\'s \"number\"""#,
            r#""C:\\'s""#,
            r#""a\nb\u{e9}""#,
            r##"r#"raw \n"#"##,
            r#""\\\"""#,
        ] {
            let literal: proc_macro2::Literal = spelt.parse().unwrap();
            let expected = syn::parse_str::<LitStr>(spelt).unwrap().value();
            let expr = Expr::Lit(ExprLit { attrs: Vec::new(), lit: Lit::Verbatim(literal) });
            assert_eq!(text_of(&expr), Some(expected), "{spelt}");
        }
    }
}
