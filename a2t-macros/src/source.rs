//! The fast path of syn's own grammar (`docs/performance.md`, "clean `cargo check`, 100 tools"): items are read as far as
//! the macros judge them. A body and the literal of a doc comment stay tokens; what is unusual is left to syn.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{
    AttrStyle, Attribute, Data, DataEnum, DataStruct, DeriveInput, Expr, ExprLit, Field, Fields,
    FieldsNamed, FnArg, Generics, Ident, ItemFn, ItemImpl, Lit, Meta, MetaNameValue, Pat, PatIdent,
    PatType, Safety, Signature, Token, Variant, Visibility, braced, bracketed, parenthesized,
};

/// A function with a body that nobody looks into.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    body: Group,
}

impl Function {
    pub(crate) fn read(item: &TokenStream) -> syn::Result<Self> {
        match quick_function(item.clone()) {
            Some(function) => Ok(function),
            None => syn::parse2(item.clone()).map(whole),
        }
    }
}

impl Function {
    /// Returns the start of a path in the body that goes through this name, such as `uuid` in `uuid::Uuid`.
    pub(crate) fn path_through(&self, name: &str) -> Option<Ident> {
        // Getting the text takes one call into rustc, the tokens take many.
        let text = self.body.span().source_text()?;
        let likely = text.contains(&format!("{name}::"));
        likely.then(|| path_in(self.body.stream(), name)).flatten()
    }

    /// Drops the body, because a mistake in it has been reported.
    pub(crate) fn drop_body(&mut self) {
        let mut body = Group::new(Delimiter::Brace, quote::quote!(::core::unreachable!()));
        body.set_span(self.body.span());
        self.body = body;
    }
}

fn path_in(tokens: TokenStream, name: &str) -> Option<Ident> {
    let trees: Vec<_> = tokens.into_iter().collect();
    let is = |at: usize, text: &str| trees.get(at).is_some_and(|tree| tree.to_string() == text);
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => {
                let inside = path_in(group.stream(), name);
                if inside.is_some() {
                    return inside;
                }
            }
            TokenTree::Ident(ident) => {
                // The body defines its own names.
                if ident == "use" || ident == "mod" {
                    return None;
                }
                let inner =
                    at.checked_sub(1).is_some_and(|before| is(before, ":") || is(before, "."));
                let path = is(at + 1, ":") && is(at + 2, ":");
                let on = matches!(trees.get(at + 3), Some(TokenTree::Ident(next)) if next != "SIGNATURE");
                if ident == name && !inner && path && on {
                    return Some(ident.clone());
                }
            }
            _ => {}
        }
    }
    None
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let outer = |attr: &&Attribute| matches!(attr.style, AttrStyle::Outer);
        tokens.append_all(self.attrs.iter().filter(outer));
        self.vis.to_tokens(tokens);
        if self.sig.generics.params.is_empty() {
            signature(&self.sig, tokens);
        } else {
            self.sig.to_tokens(tokens);
        }
        tokens.append(self.body.clone());
    }
}

/// A signature with empty brackets for its generics.
///
/// The expansion names the types of the item again. rustc says once what is wrong with one that does
/// not exist, but only if it has the same to say at both places: at the item it would also propose
/// to add a generic parameter, which it does not do where a macro wrote the brackets.
fn signature(sig: &Signature, tokens: &mut TokenStream) {
    sig.constness.to_tokens(tokens);
    sig.asyncness.to_tokens(tokens);
    sig.safety.to_tokens(tokens);
    sig.abi.to_tokens(tokens);
    sig.fn_token.to_tokens(tokens);
    sig.ident.to_tokens(tokens);
    tokens.extend(brackets());
    sig.paren_token.surround(tokens, |tokens| {
        sig.inputs.to_tokens(tokens);
        sig.variadic.to_tokens(tokens);
    });
    sig.output.to_tokens(tokens);
    sig.generics.where_clause.to_tokens(tokens);
}

fn brackets() -> [TokenTree; 2] {
    ['<', '>'].map(|c| Punct::new(c, Spacing::Alone).into())
}

pub(crate) fn block_without_generics(block: &ItemImpl) -> TokenStream {
    let mut open = block.generics.params.is_empty();
    let mut tokens = TokenStream::new();
    for tree in block.to_token_stream() {
        let here = open && matches!(&tree, TokenTree::Ident(ident) if ident == "impl");
        open &= !here;
        tokens.append(tree);
        tokens.extend(here.then(brackets).into_iter().flatten());
    }
    tokens
}

fn quick_function(item: TokenStream) -> Option<Function> {
    let mut trees: Vec<_> = item.into_iter().collect();
    let Some(TokenTree::Group(body)) = trees.pop() else {
        return None;
    };
    let attribute_inside = || {
        let mut inside = body.stream().into_iter();
        matches!(inside.next(), Some(TokenTree::Punct(hash)) if hash.as_char() == '#')
    };
    if body.delimiter() != Delimiter::Brace || attribute_inside() {
        return None;
    }
    let head = trees.into_iter().collect();
    let (attrs, vis, sig) = function_head.parse2(head).ok()?;
    Some(Function { attrs, vis, sig, body })
}

/// The function, read to its end; the attributes inside its body count as its own.
fn whole(function: ItemFn) -> Function {
    let inner = |attr: &&Attribute| matches!(attr.style, AttrStyle::Inner(_));
    let mut body = TokenStream::new();
    body.append_all(function.attrs.iter().filter(inner));
    body.append_all(&function.block.stmts);
    let mut body = Group::new(Delimiter::Brace, body);
    body.set_span(function.block.brace_token.span.join());
    Function { attrs: function.attrs, vis: function.vis, sig: function.sig, body }
}

fn function_head(input: ParseStream) -> syn::Result<(Vec<Attribute>, Visibility, Signature)> {
    let (attrs, vis) = (attributes(input)?, input.parse()?);
    let (constness, asyncness) = (input.parse()?, input.parse()?);
    let (safety, abi) = (Safety::parse_unsafe_only(input)?, input.parse()?);
    let (fn_token, ident) = (input.parse()?, input.parse()?);
    let mut generics: Generics = input.parse()?;
    let content;
    let paren_token = parenthesized!(content in input);
    let inputs = Punctuated::parse_terminated_with(&content, parameter)?;
    let output = input.parse()?;
    generics.where_clause = input.parse()?;
    let sig = Signature {
        constness,
        asyncness,
        safety,
        abi,
        fn_token,
        ident,
        generics,
        paren_token,
        inputs,
        variadic: None,
        output,
    };
    Ok((attrs, vis, sig))
}

/// A parameter that is no receiver: where that may stand, the whole grammar knows.
fn parameter(input: ParseStream) -> syn::Result<FnArg> {
    let attributes = attributes(input)?;
    if input.peek(Ident) && input.peek2(Token![:]) && !input.peek2(Token![::]) {
        return named(attributes, input).map(FnArg::Typed);
    }
    match input.parse()? {
        FnArg::Typed(mut typed) => {
            typed.attrs = attributes;
            Ok(FnArg::Typed(typed))
        }
        FnArg::Receiver(receiver) => Err(syn::Error::new_spanned(receiver, "a receiver")),
    }
}

/// `name: Type`, as most parameters are: the grammar of patterns need not be asked.
fn named(attrs: Vec<Attribute>, input: ParseStream) -> syn::Result<PatType> {
    let pat = PatIdent {
        attrs: Vec::new(),
        by_ref: None,
        mutability: None,
        ident: input.parse()?,
        subpat: None,
    };
    Ok(PatType {
        attrs,
        pat: Box::new(Pat::Ident(pat)),
        colon_token: input.parse()?,
        ty: input.parse()?,
    })
}

pub(crate) fn derived(item: TokenStream) -> syn::Result<DeriveInput> {
    match quick_derived.parse2(item.clone()) {
        Ok(item) => Ok(item),
        Err(_) => syn::parse2(item),
    }
}

fn quick_derived(input: ParseStream) -> syn::Result<DeriveInput> {
    let (attrs, vis) = (attributes(input)?, input.parse()?);
    let enum_token: Option<Token![enum]> = input.parse()?;
    let struct_token: Option<Token![struct]> = match enum_token {
        Some(_) => None,
        None => Some(input.parse()?),
    };
    let ident = input.parse()?;
    let mut generics: Generics = input.parse()?;
    generics.where_clause = input.parse()?;
    let content;
    let brace_token = braced!(content in input);
    let data = match (enum_token, struct_token) {
        (Some(enum_token), _) => Data::Enum(DataEnum {
            enum_token,
            brace_token,
            variants: Punctuated::parse_terminated_with(&content, variant)?,
        }),
        (None, struct_token) => Data::Struct(DataStruct {
            struct_token: struct_token.unwrap_or_default(),
            fields: Fields::Named(FieldsNamed {
                brace_token,
                named: Punctuated::parse_terminated_with(&content, field)?,
            }),
            semi_token: None,
        }),
    };
    Ok(DeriveInput { attrs, vis, ident, generics, data })
}

fn variant(input: ParseStream) -> syn::Result<Variant> {
    let attrs = attributes(input)?;
    let mut variant: Variant = input.parse()?;
    variant.attrs = attrs;
    Ok(variant)
}

fn field(input: ParseStream) -> syn::Result<Field> {
    let attrs = attributes(input)?;
    let mut field = Field::parse_named(input)?;
    field.attrs = attrs;
    Ok(field)
}

/// Outer attributes; the literal of a doc comment is not taken apart.
fn attributes(input: ParseStream) -> syn::Result<Vec<Attribute>> {
    let mut attributes = Vec::new();
    while input.peek(Token![#]) {
        let content;
        attributes.push(Attribute {
            pound_token: input.parse()?,
            style: AttrStyle::Outer,
            bracket_token: bracketed!(content in input),
            meta: match content.step(|cursor| doc(*cursor).ok_or_else(|| cursor.error("no text"))) {
                Ok(text) => text,
                Err(_) => content.parse()?,
            },
        });
    }
    Ok(attributes)
}

/// `doc = "…"`.
fn doc(cursor: syn::buffer::Cursor<'_>) -> Option<(Meta, syn::buffer::Cursor<'_>)> {
    let (ident, rest) = cursor.ident()?;
    let (equals, rest) = rest.punct()?;
    let (literal, rest) = rest.literal()?;
    let is_doc = equals.as_char() == '=' && rest.eof() && ident == "doc";
    let value = || MetaNameValue {
        path: ident.clone().into(),
        eq_token: Token![=](equals.span()),
        value: Expr::Lit(ExprLit { attrs: Vec::new(), lit: Lit::Verbatim(literal) }),
    };
    is_doc.then(|| (Meta::NameValue(value()), rest))
}
