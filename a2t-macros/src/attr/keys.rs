//! `key = value` lists: split first, so that a key that cannot be read does not hide the next.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitInt, LitStr, Meta, Path, Token};

use super::alias::{self, Means};
use super::key::{Form, Key, Target};
use super::{At, default_crate, is_a2t};
use crate::ctxt::Ctxt;

pub(crate) struct Value {
    key: Key,
    /// The key as it is written, or as it was meant.
    pub(crate) name: Ident,
    pub(crate) tokens: Option<TokenStream>,
    /// The key was given under another name, which is reported. A wrong value would be a second error.
    pub(super) recovered: bool,
}

/// One key as it is written.
struct Given {
    name: Ident,
    /// `None` if the target has no key of this name.
    key: Option<Key>,
    tokens: Option<TokenStream>,
}

impl Given {
    /// Returns `true` for a single literal where the key takes a list, which its reader reports.
    fn is_unlisted(&self) -> bool {
        let mut trees = self.tokens.iter().cloned().flatten();
        self.key.is_some_and(Key::takes_list) && matches!(trees.next(), Some(TokenTree::Literal(_)))
    }
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

/// The keys of one attribute, each once, all of them known.
pub(crate) struct Keys {
    values: Vec<Value>,
    /// A key could not be read, so one that is absent may have been meant by it.
    unreadable: bool,
    /// A description is given as a key, which is reported: that there is none would be a second error.
    described: Option<At<String>>,
}

impl Keys {
    pub(crate) fn parse(tokens: TokenStream, target: Target, ctxt: &Ctxt) -> Self {
        let mut keys = Self::none();
        keys.extend(tokens, target, ctxt);
        keys
    }

    /// Reads the keys of a type, which may have attributes of others.
    pub(super) fn of_type(attrs: &[Attribute], target: Target, ctxt: &Ctxt) -> Self {
        let ours: Vec<_> = attrs.iter().filter(|attr| is_a2t(attr)).cloned().collect();
        Self::of_attributes(&ours, target, ctxt)
    }

    pub(super) fn of_attributes(attrs: &[Attribute], target: Target, ctxt: &Ctxt) -> Self {
        let mut keys = Self::none();
        for attr in attrs {
            match &attr.meta {
                Meta::List(list) => keys.extend(list.tokens.clone(), target, ctxt),
                other => {
                    keys.unreadable = true;
                    let wrong =
                        format!("`#[a2t]` of {} takes its keys in parentheses", target.what);
                    ctxt.error(other, wrong, format!("write `#[a2t({})]`", example(other, target)));
                    // What they mean is known, so nothing else is missing.
                    Ctxt::quiet(|quiet| keys.extend(without_brackets(other), target, quiet));
                }
            }
        }
        keys
    }

    fn none() -> Self {
        Self { values: Vec::new(), unreadable: false, described: None }
    }

    fn extend(&mut self, tokens: TokenStream, target: Target, ctxt: &Ctxt) {
        // Values without a key that follow a reported value are part of the same mistake: `tags = "a", "b"`.
        let mut reported = false;
        for piece in pieces(tokens, ctxt) {
            let is_keyless =
                matches!(piece.clone().into_iter().next(), Some(TokenTree::Literal(_)));
            if is_keyless && reported {
                continue;
            }
            match read(piece, target) {
                Ok(given) => {
                    reported = given.is_unlisted();
                    self.add(given, target, ctxt);
                }
                Err(error) => {
                    reported = is_keyless;
                    self.unreadable = true;
                    ctxt.syn(error);
                }
            }
        }
    }

    /// A misspelt key is reported, and counts as the one it was meant to be.
    fn add(&mut self, given: Given, target: Target, ctxt: &Ctxt) {
        let Given { name, key, tokens } = given;
        let value = match key {
            Some(key) => Value { key, name, tokens, recovered: false },
            None => match self.recovered(name, tokens, target, ctxt) {
                Some(value) => value,
                None => return,
            },
        };
        match self.values.iter_mut().find(|earlier| earlier.key == value.key) {
            Some(earlier) if earlier.recovered => *earlier = value,
            Some(_) => {
                let wrong = format!("`{}` is given twice", value.key.name());
                ctxt.error(&value.name, wrong, "keep one of them");
            }
            None => self.values.push(value),
        }
    }

    /// Reports a name that is no key, and returns the key that it was meant to be, unless that is given as well.
    fn recovered(
        &mut self,
        name: Ident,
        tokens: Option<TokenStream>,
        target: Target,
        ctxt: &Ctxt,
    ) -> Option<Value> {
        let text = name.to_string();
        let (meant, help) = meant(&text, target);
        ctxt.error(&name, format!("`{text}` is not a key of {}", target.what), help);
        let key = match meant? {
            Means::Key(key) => key,
            Means::Description => {
                self.described = Some(At::new("?".to_owned(), &name));
                return None;
            }
        };
        if self.values.iter().any(|earlier| earlier.key == key) {
            return None;
        }
        let name = Ident::new(key.name(), name.span());
        // Keys without a value have one elsewhere. Other code depends on the crate and the marker, so their values are
        // used even under a wrong name.
        Some(if key.form() == Form::Alone {
            Value { key, name, tokens: None, recovered: false }
        } else {
            let recovered = !matches!(key, Key::Crate | Key::Marker);
            Value { key, name, tokens, recovered }
        })
    }

    /// Returns `true` if a key could not be read, so that any key may have been meant.
    pub(crate) fn is_unreadable(&self) -> bool {
        self.unreadable
    }

    /// Takes the description that was given as a key.
    pub(crate) fn described(&mut self) -> Option<At<String>> {
        self.described.take()
    }

    /// Certainly absent: no unreadable key may have been meant by it.
    pub(crate) fn lack(&self, key: Key) -> bool {
        !self.unreadable && !self.values.iter().any(|value| value.key == key)
    }

    pub(crate) fn take(&mut self, key: Key) -> Option<Value> {
        let index = self.values.iter().position(|value| value.key == key)?;
        Some(self.values.swap_remove(index)).filter(|value| !value.recovered)
    }

    pub(crate) fn flag(&mut self, key: Key, ctxt: &Ctxt) -> Option<Ident> {
        let value = self.take(key)?;
        if let Some(tokens) = &value.tokens {
            let name = key.name();
            ctxt.error(tokens, format!("`{name}` takes no value"), format!("write only `{name}`"));
        }
        Some(value.name)
    }

    pub(crate) fn text(&mut self, key: Key, ctxt: &Ctxt) -> Option<LitStr> {
        let expr = self.take(key)?.expr(ctxt)?;
        if literal_text(&expr).is_none() {
            let name = key.name();
            let help = format!("write `{name} = \"…\"`");
            ctxt.error(&expr, format!("`{name}` is not a string literal"), help);
        }
        literal_text(&expr).cloned()
    }

    pub(crate) fn name(&mut self, key: Key, ctxt: &Ctxt) -> Name {
        if self.lack(key) {
            return Name::Own;
        }
        self.text(key, ctxt).map_or(Name::Unknown, Name::Given)
    }

    /// Returns the path of the facade.
    pub(crate) fn krate(&mut self, ctxt: &Ctxt) -> Path {
        self.path(Key::Crate, ctxt).unwrap_or_else(default_crate)
    }

    fn path(&mut self, key: Key, ctxt: &Ctxt) -> Option<Path> {
        let Value { name, tokens, .. } = self.take(key)?;
        if let Some(Ok(path)) = tokens.clone().map(syn::parse2::<Path>) {
            return Some(path);
        }
        let tokens = tokens.unwrap_or_else(|| name.to_token_stream());
        let wrong = format!("`{name}` is not the path of the a2t crate");
        ctxt.error(tokens, wrong, format!("write `{name} = ::renamed`"));
        None
    }
}

impl Value {
    pub(crate) fn expr(&self, ctxt: &Ctxt) -> Option<Expr> {
        let name = &self.name;
        let Some(tokens) = &self.tokens else {
            ctxt.error(name, format!("`{name}` has no value"), format!("write `{name} = …`"));
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
        let Self { name, tokens, .. } = self;
        match tokens {
            Some(tokens) => quote!(#name = #tokens),
            None => name.to_token_stream(),
        }
    }
}

/// Splits at commas, and also where one is missing before `key =`, which it reports.
fn pieces(tokens: TokenStream, ctxt: &Ctxt) -> Vec<TokenStream> {
    split(tokens, ctxt).into_iter().flat_map(|piece| split_at_keys(piece, ctxt)).collect()
}

/// Splits at commas, and at semicolons, which it reports.
pub(super) fn split(tokens: TokenStream, ctxt: &Ctxt) -> Vec<TokenStream> {
    let mut pieces = vec![TokenStream::new()];
    for tree in tokens {
        match (&tree, pieces.last_mut()) {
            (TokenTree::Punct(punct), _) if [',', ';'].contains(&punct.as_char()) => {
                if punct.as_char() == ';' {
                    let wrong = "`,` was expected instead of `;`";
                    ctxt.error(punct, wrong, "separate the keys by commas");
                }
                pieces.push(TokenStream::new());
            }
            (_, Some(last)) => last.extend([tree]),
            (_, None) => {}
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn split_at_keys(piece: TokenStream, ctxt: &Ctxt) -> Vec<TokenStream> {
    let mut pieces = vec![TokenStream::new()];
    let mut trees = piece.into_iter().peekable();
    let (mut valued, mut ended) = (false, false);
    while let Some(tree) = trees.next() {
        let equals = matches!(trees.peek(), Some(TokenTree::Punct(punct))
            if punct.as_char() == '=' && punct.spacing() == Spacing::Alone);
        if let TokenTree::Ident(key) = &tree
            && equals
            && valued
            && ended
        {
            let wrong = format!("`,` was expected before `{key}`");
            ctxt.error(key, wrong, "separate the keys by commas");
            pieces.push(TokenStream::new());
            valued = false;
        }
        valued |= matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '=');
        ended = !matches!(&tree, TokenTree::Punct(_));
        if let Some(last) = pieces.last_mut() {
            last.extend([tree]);
        }
    }
    pieces
}

/// Reads one key and its value. For an unknown key, only the name matters.
fn read(piece: TokenStream, target: Target) -> syn::Result<Given> {
    (|input: ParseStream<'_>| parse_key(input, target)).parse2(piece)
}

fn parse_key(input: ParseStream<'_>, target: Target) -> syn::Result<Given> {
    if !input.peek(Ident::peek_any) {
        let message = "a key was expected here\nhelp: write `key = value`, separated by commas";
        return Err(syn::Error::new(input.span(), message));
    }
    let name = input.call(Ident::parse_any)?;
    let key = target.key(&name.to_string());
    if input.is_empty() {
        return Ok(Given { name, key, tokens: None });
    }
    if !input.peek(Token![=]) {
        return match key {
            Some(key) => Err(without_equals(key, input)),
            None => Ok(Given { name, key, tokens: Some(input.parse()?) }),
        };
    }
    let equals: Token![=] = input.parse()?;
    let tokens: TokenStream = input.parse()?;
    if tokens.is_empty() {
        let message = format!("`{name}` has no value\nhelp: write `{name} = …`");
        return Err(syn::Error::new_spanned(equals, message));
    }
    Ok(Given { name, key, tokens: Some(tokens) })
}

fn without_equals(key: Key, input: ParseStream<'_>) -> syn::Error {
    let (span, name) = (input.span(), key.name());
    let colon = input.parse::<Token![:]>().is_ok();
    let given = input.parse::<TokenStream>().unwrap_or_default();
    let message = match key.form() {
        Form::Value | Form::Brackets | Form::Either if colon => {
            format!("`=` was expected after `{name}`\nhelp: write `{name} = {given}`")
        }
        Form::Alone | Form::Either => {
            format!("`,` was expected after `{name}`\nhelp: write only `{name}`, and a comma")
        }
        Form::Value | Form::Brackets => {
            format!("`=` was expected after `{name}`\nhelp: write `{name} = …`")
        }
    };
    syn::Error::new(span, message)
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

/// Returns a version, or reports what is wrong with it.
pub(super) fn version_of(expr: &Expr, help: &str, ctxt: &Ctxt) -> Option<At<u32>> {
    match integer(expr) {
        Some((false, literal)) => match literal.base10_parse::<u32>() {
            Ok(0) => ctxt.error(expr, "versions start at 1, not at 0", help),
            Ok(version) => return Some(At::new(version, expr)),
            Err(_) => ctxt.error(expr, "this version is above 4294967295", help),
        },
        Some((true, _)) => ctxt.error(expr, "a version is a positive integer", help),
        None => ctxt.error(expr, "`version` is not an integer literal", help),
    }
    None
}

/// A string literal, also one that came through a macro's parameter.
pub(super) fn literal_text(expr: &Expr) -> Option<&LitStr> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        Expr::Group(group) => literal_text(&group.expr),
        _ => None,
    }
}

fn parse_expr(input: ParseStream) -> syn::Result<Expr> {
    let expr = input.parse()?;
    if input.is_empty() {
        return Ok(expr);
    }
    let message = "`,` was expected before this\nhelp: separate the keys by commas";
    Err(syn::Error::new(input.span(), message))
}

/// Returns the keys of an attribute without brackets, `#[a2t = text]` or `#[a2t = "text"]`.
fn without_brackets(meta: &Meta) -> TokenStream {
    let Meta::NameValue(pair) = meta else {
        return TokenStream::new();
    };
    match literal_text(&pair.value) {
        Some(text) => text.value().parse().unwrap_or_default(),
        None => pair.value.to_token_stream(),
    }
}

/// Returns an example of the keys in brackets: the key that is written without them, or the most usual one.
fn example(meta: &Meta, target: Target) -> String {
    let key = target.key(&without_brackets(meta).to_string());
    let key = key.filter(|key| key.form() == Form::Alone);
    match key.or_else(|| target.keys.first().copied()) {
        Some(key) if key.form() == Form::Alone => key.name().to_owned(),
        Some(key) => format!("{} = …", key.name()),
        None => String::new(),
    }
}

/// Returns what an unknown key means, and the help for it.
fn meant(name: &str, target: Target) -> (Option<Means>, String) {
    if let Some(alias) = alias::of(name, target) {
        return (alias.means, alias.help.to_owned());
    }
    match target.nearest(name) {
        Some(key) => (Some(Means::Key(key)), format!("did you mean `{}`?", key.name())),
        None => (None, target.listed()),
    }
}

/// Returns `true` for the name of a key, or for a misspelling of it, which it reports.
pub(super) fn is_meant(name: &Ident, key: Key, target: Target, ctxt: &Ctxt) -> bool {
    let text = name.to_string();
    if target.key(&text).is_none() && target.nearest(&text) == Some(key) {
        let wrong = format!("`{text}` is not a key of {}", target.what);
        ctxt.error(name, wrong, format!("did you mean `{}`?", key.name()));
        return true;
    }
    text == key.name()
}
