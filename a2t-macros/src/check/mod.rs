//! The rules of the protocol that tokens can break, spoken with their spans.

mod error;
mod extractor;
mod marker;
mod range;
mod tool;

use std::collections::HashSet;

use a2t_core::signature::rule;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{GenericParam, Generics};

use crate::ast::{Choice, Newtype, Output, Wire};
use crate::attr::At;
use crate::ctxt::Ctxt;

pub(crate) use error::errors;
pub(crate) use marker::{hidden, is_primitive, is_refused_primitive, refuse_primitive};
pub(crate) use tool::{block, receiver, signature, tool};

/// Nothing generic: the wire has concrete types.
pub(crate) fn generics(generics: &Generics, what: &str, ctxt: &Ctxt) {
    let help = match generics.params.first() {
        Some(GenericParam::Lifetime(_)) => "use owned values instead of references",
        _ => "a signature names concrete types: write one for each type that is needed",
    };
    if !generics.params.is_empty() {
        ctxt.error(&generics.params, format!("{what} cannot be generic"), help);
    } else if let Some(clause) = &generics.where_clause {
        ctxt.error(clause, format!("{what} cannot have a `where` clause"), "remove it");
    }
}

/// No two names and no two ids; an id that only repeats its name is reported with the name.
fn distinct<'a>(
    pairs: impl Iterator<Item = (&'a At<String>, &'a At<String>)> + Clone,
    what: &str,
    ctxt: &Ctxt,
) {
    let pairs = pairs.filter(|(id, name)| id.known && name.known);
    let (mut names, mut ids) = (Seen::default(), Seen::default());
    if pairs.clone().any(|(_, name)| !name.value.is_ascii()) {
        unlike(pairs.clone(), what, ctxt);
    }
    for (id, name) in pairs.clone() {
        let new_name = names.insert(&name.value);
        if !new_name
            && what != "inputs"
            && pairs.clone().filter(|(_, other)| is_again(other, name)).count() > 1
        {
            ctxt.refuse();
            continue;
        }
        if !new_name {
            duplicate(name, &format!("two {what} are named"), ctxt);
        }
        if !ids.insert(&id.value) && (new_name || id.value != name.value) {
            duplicate(id, &format!("two {what} have the id"), ctxt);
        }
    }
}

/// Returns `true` for names that are one identifier, which rustc reports of fields.
fn is_again(one: &At<String>, other: &At<String>) -> bool {
    let (one, other) = (&one.tokens, &other.tokens);
    let is_given = |tokens: &TokenStream| {
        matches!(tokens.clone().into_iter().next(), Some(TokenTree::Literal(_)))
    };
    !is_given(one) && one.to_string() == other.to_string()
}

fn unlike<'a>(
    pairs: impl Iterator<Item = (&'a At<String>, &'a At<String>)> + Clone,
    what: &str,
    ctxt: &Ctxt,
) {
    let names = pairs.map(|(_, name)| name);
    for (index, first) in rule::look_alikes(names.clone().map(|name| &*name.value)) {
        if let (Some(name), Some(other)) = (names.clone().nth(index), names.clone().nth(first)) {
            let (written, other) = (name.value.escape_default(), &other.value);
            let wrong = format!("two {what} have names that look alike: `{written}` and `{other}`");
            let code = a2t_core::Code::LookAlike;
            let help = format!("{} [{}]", code.hint(), code.id());
            ctxt.error(name.tokens.to_token_stream(), wrong, help);
        }
    }
}

/// Texts seen so far. A few are compared one by one: in a macro that costs less than to hash them.
#[derive(Default)]
struct Seen<'a> {
    few: Vec<&'a str>,
    many: HashSet<&'a str>,
}

impl<'a> Seen<'a> {
    fn insert(&mut self, text: &'a str) -> bool {
        if self.many.is_empty() && self.few.len() < 16 {
            let new = !self.few.contains(&text);
            self.few.push(text);
            return new;
        }
        self.many.extend(self.few.drain(..));
        self.many.insert(text)
    }
}

fn named(name: &At<String>, id: &At<String>, what: &str, ctxt: &Ctxt) {
    let violated = rule::parameter_name(&name.value).err().filter(|_| name.known);
    if let Some(violated) = &violated {
        ctxt.violated(&name.tokens, &format!("the {what}'s name"), violated);
    }
    let repeated = id.value == name.value
        && (violated.is_none() || id.tokens.to_string() == name.tokens.to_string());
    if !repeated {
        text(id, &format!("the {what}'s id"), rule::parameter_name, ctxt);
    }
}

pub(crate) fn choice(choice: &Choice, ctxt: &Ctxt) {
    generics(&choice.generics, "an enum of allowed values", ctxt);
    if choice.variants.is_empty() {
        let wrong = format!("the enum `{}` has no variants", choice.ident);
        ctxt.error(
            &choice.ident,
            wrong,
            "add at least one variant: without one, no call is valid [A2T-W404]",
        );
    }
    if let Some(extra) = choice.variants.get(rule::ALLOWED_VALUES_MAX) {
        let wrong = format!("an enum has at most {} allowed values", rule::ALLOWED_VALUES_MAX);
        ctxt.error(&extra.ident, wrong, "take a `String` and check it in the function");
    }
    for variant in &choice.variants {
        text(&variant.name, "the name of the allowed value", rule::allowed_value_name, ctxt);
        let what = || format!("the variant `{}`", variant.ident);
        let at = At::new(String::new(), &variant.ident);
        described(&variant.description, &at, what, "choose it", ctxt);
        for cfg in &variant.cfgs {
            let help = "put `#[cfg]` on the whole enum: a signature is the same in every build";
            ctxt.error(cfg, "an allowed value cannot be conditional", help);
        }
    }
    let mut seen = Seen::default();
    for variant in &choice.variants {
        if !variant.name.known || seen.insert(&variant.name.value) {
            continue;
        }
        if choice.variants.iter().filter(|other| other.ident == variant.ident).count() > 1 {
            ctxt.refuse();
        } else {
            duplicate(&variant.name, "two allowed values are named", ctxt);
        }
    }
}

pub(crate) fn newtype(newtype: &Newtype, what: &str, ctxt: &Ctxt) {
    generics(&newtype.generics, what, ctxt);
    range::range(&newtype.min, &newtype.max, &newtype.max_length, ctxt);
    let bounds = [("min", &newtype.min), ("max", &newtype.max)];
    let mut given = bounds.into_iter().filter_map(|(name, bound)| Some((name, bound.as_ref()?)));
    if let Wire::Text(_) = newtype.wire
        && let Some((name, bound)) = given.next()
    {
        let wrong = format!("`{name}` belongs to an integer, and this type is a text");
        let help = "limit a text with `max_length`, or remove it [A2T-W406]";
        ctxt.error(bound, wrong, help);
    }
}

pub(crate) fn output(output: &Output, ctxt: &Ctxt) {
    generics(&output.generics, "a struct of outputs", ctxt);
    if output.fields.is_empty() {
        let wrong = format!("the struct `{}` has no fields", output.ident);
        ctxt.error(&output.ident, wrong, "add at least one field: a tool has one output or more");
    }
    if let Some(extra) = output.fields.get(rule::PARAMETERS_MAX) {
        let wrong = format!("a tool has at most {} outputs", rule::PARAMETERS_MAX);
        ctxt.error(&extra.ident, wrong, "split the tool, or return several values as `a2t::Json`");
    }
    for field in &output.fields {
        named(&field.name, &field.id, "output", ctxt);
        let what = || format!("the output `{}`", field.name.value);
        described(&field.description, &field.name, what, "understand it", ctxt);
        for cfg in &field.cfgs {
            let help = "put `#[cfg]` on the whole struct: a signature is the same in every build";
            ctxt.error(cfg, "an output cannot be conditional", help);
        }
    }
    distinct(output.fields.iter().map(|field| (&field.id, &field.name)), "outputs", ctxt);
}

pub(crate) fn record(record: &Output, ctxt: &Ctxt) {
    generics(&record.generics, "a record", ctxt);
    if record.fields.is_empty() {
        let wrong = format!("the record `{}` has no members", record.ident);
        ctxt.error(&record.ident, wrong, "add at least one field");
    }
    for field in &record.fields {
        text(&field.name, "the member's name", rule::parameter_name, ctxt);
        let what = || format!("the member `{}`", field.name.value);
        described(&field.description, &field.name, what, "understand it", ctxt);
        if let Some(inner) = itself(field.ty.to_token_stream(), &record.ident) {
            let wrong = format!("the record `{}` contains itself", record.ident);
            let help = "a shape cannot be recursive: refer to the other by its id, or return it as `a2t::Json`";
            ctxt.error(inner, wrong, help);
        }
        if field.ident.unraw() != field.id.value {
            let help = "a member of a record is known by its name: remove `id`";
            ctxt.error(&field.id.tokens, "a member of a record cannot have an id", help);
        }
        for cfg in &field.cfgs {
            let help = "put `#[cfg]` on the whole struct: a signature is the same in every build";
            ctxt.error(cfg, "a member of a record cannot be conditional", help);
        }
    }
    distinct(record.fields.iter().map(|field| (&field.name, &field.name)), "members", ctxt);
}

/// The mention of the record in the type of one of its fields; a path to another type of its name is none.
fn itself(tokens: TokenStream, record: &Ident) -> Option<Ident> {
    let mut after_colon = false;
    tokens.into_iter().find_map(|token| {
        let in_path = std::mem::take(&mut after_colon);
        match token {
            TokenTree::Ident(ident) if !in_path && (ident == *record || ident == "Self") => {
                Some(ident)
            }
            TokenTree::Group(group) => itself(group.stream(), record),
            TokenTree::Punct(punct) => {
                after_colon = punct.as_char() == ':';
                None
            }
            _ => None,
        }
    })
}

fn described(
    description: &Option<At<String>>,
    location: &At<String>,
    what: impl Fn() -> String,
    use_: &str,
    ctxt: &Ctxt,
) {
    match description {
        Some(description) => {
            if let Err(violated) = rule::description(&description.value) {
                let what = format!("the description of {}", what());
                ctxt.violated(&description.tokens, &what, &violated);
            }
        }
        None => ctxt.error(
            &location.tokens,
            format!("{} has no description", what()),
            format!("add a doc comment above it, `/// …`: models read it to {use_}"),
        ),
    }
}

fn text(at: &At<String>, what: &str, rule: fn(&str) -> Result<(), rule::Violated>, ctxt: &Ctxt) {
    if at.known
        && let Err(violated) = rule(&at.value)
    {
        ctxt.violated(&at.tokens, what, &violated);
    }
}

fn duplicate(text: &At<String>, what: &str, ctxt: &Ctxt) {
    let wrong = format!("{what} `{}`", text.value);
    ctxt.error(text.tokens.to_token_stream(), wrong, "give each its own");
}
