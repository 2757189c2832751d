//! The rules of the protocol that tokens can break, spoken with their spans.

mod conditional;
mod deprecated;
mod error;
mod extractor;
mod marker;
mod range;
mod record;
mod returned;
mod scopes;

use std::collections::HashSet;

use a2t_core::signature::rule;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericParam, Generics, ReceiverKind, Safety, Signature, Type};

use crate::ast::{Choice, Head, Input, Newtype, Output, Tool};
use crate::attr::{At, Hints};
use crate::ctxt::Ctxt;

pub(crate) use conditional::conditional;
pub(crate) use error::errors;
pub(crate) use marker::{hidden, is_primitive, is_refused_primitive, refuse_primitive};
pub(crate) use record::record;

pub(crate) fn signature(sig: &Signature, ctxt: &Ctxt) {
    if let Safety::Unsafe(token) = &sig.safety {
        let remedy = "callers are remote and cannot keep its promises: wrap it in a safe function";
        ctxt.error(token, "a tool cannot be `unsafe`", remedy);
    }
    if let Some(abi) = &sig.abi {
        ctxt.error(abi, "a tool has no foreign ABI", "remove `extern`");
    }
    if let Some(variadic) = &sig.variadic {
        ctxt.error(variadic, "a tool cannot be variadic", "name each parameter");
    }
    generics(&sig.generics, "a tool", ctxt);
}

/// Nothing generic: the wire has concrete types.
pub(crate) fn generics(generics: &Generics, what: &str, ctxt: &Ctxt) {
    let remedy = match generics.params.first() {
        Some(GenericParam::Lifetime(_)) => "hold values instead of references",
        _ => "a signature names concrete types: write one for each type that is needed",
    };
    if !generics.params.is_empty() {
        ctxt.error(&generics.params, format!("{what} cannot be generic"), remedy);
    } else if let Some(clause) = &generics.where_clause {
        ctxt.error(clause, format!("{what} cannot have a `where` clause"), "remove it");
    }
}

/// A method that can be a tool: `&self`, because calls run at the same time.
pub(crate) fn receiver(sig: &Signature, ctxt: &Ctxt) {
    let Some(receiver) = sig.receiver() else {
        return;
    };
    if !matches!(receiver.kind, ReceiverKind::Reference(_, _, None)) {
        let remedy = "calls share the value and run at the same time: take `&self`, and keep what \
                      changes in a `Mutex` or behind a channel";
        ctxt.error(receiver, "a method that is a tool takes `&self`", remedy);
    }
}

pub(crate) fn tool(tool: &Tool, ctxt: &Ctxt) {
    let head = &tool.head;
    text(&head.name, "the tool's name", rule::tool_name, ctxt);
    if !head.any_case
        && head.name.known
        && rule::tool_name(&head.name.value).is_ok()
        && let Err(violated) = rule::snake_case(&head.name.value)
    {
        let wrong =
            format!("the tool's name: expected {}, got {}", violated.expected, violated.got);
        let remedy =
            "set `name = \"…\"`, or keep a published name with `#[allow(non_snake_case)]` [A2T-16]";
        ctxt.error(&head.name.tokens, wrong, remedy);
    }
    match &head.description {
        Some(description) => text(description, "the tool's description", rule::tool_description, ctxt),
        None => ctxt.error(
            &tool.ident,
            format!("the tool `{}` has no description", tool.ident),
            "say in a doc comment above the function what it does: `/// …`; models choose tools by it",
        ),
    }
    labels(head, ctxt);
    scopes::check(&head.scopes, ctxt);
    hints(&head.hints, ctxt);
    quick(tool, ctxt);
    marker::check(tool, ctxt);
    deprecated::check(head, ctxt);
    if let Some(returns) = &tool.returned.description {
        text(returns, "the section `# Returns`", rule::description, ctxt);
    }
    returned::returned(&tool.returned.ty, ctxt);
    inputs(tool, ctxt);
}

fn labels(head: &Head, ctxt: &Ctxt) {
    for tag in &head.tags {
        text(&At::new(tag.value(), tag), "the tag", rule::one_line, ctxt);
        if tag.value().is_empty() {
            ctxt.error(tag, "this tag is empty", "name it, or remove it");
        }
    }
    if let Some(title) = &head.title {
        text(&At::new(title.value(), title), "the tool's title", rule::title, ctxt);
    }
    if let Some(img) = &head.img {
        let value = img.value();
        if !["https://", "http://", "data:"].iter().any(|scheme| value.starts_with(scheme)) {
            let remedy = "write the whole of it, such as `https://example.com/plus.png` [A2T-22]";
            ctxt.error(img, "`img` is not the URL of a picture", remedy);
        } else {
            text(&At::new(value, img), "the URL of the picture", rule::one_line, ctxt);
        }
    }
}

fn quick(tool: &Tool, ctxt: &Ctxt) {
    let Some(quick) = &tool.head.quick else {
        return;
    };
    if tool.asynchronous {
        let remedy = "remove it: an `async` tool runs on the threads that serve as it is";
        ctxt.error(quick, "`quick` is of tools that are not `async`", remedy);
    } else if let Some(slow) = &tool.head.hints.long_running {
        let remedy = "keep the one that is true: a `quick` tool answers in microseconds";
        ctxt.error(slow, "a tool is not both `quick` and `long_running`", remedy);
    }
}

fn hints(hints: &Hints, ctxt: &Ctxt) {
    if let (Some(_), Some(destructive)) = (&hints.read_only, &hints.destructive)
        && destructive.value
    {
        let remedy = "keep `read_only` if a call changes nothing, `destructive` if it overwrites or \
                      deletes [AMB-41]";
        ctxt.error(&destructive.tokens, "a tool that is `read_only` destroys nothing", remedy);
    }
}

fn inputs(tool: &Tool, ctxt: &Ctxt) {
    if let Some(extra) = tool.inputs().nth(rule::PARAMETERS_MAX) {
        let wrong = format!("a tool has at most {} inputs", rule::PARAMETERS_MAX);
        ctxt.error(&extra.name.tokens, wrong, "split it into tools with fewer inputs");
    }
    if let Some(extra) = tool.contexts().nth(8) {
        let remedy =
            "take several of them together, as one type that implements `FromRequestParts`";
        ctxt.error(extra, "a tool has at most 8 contexts", remedy);
    }
    for input in tool.inputs() {
        self::input(input, ctxt);
    }
    distinct(tool.inputs().map(|input| (&input.id, &input.name)), "inputs", ctxt);
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
            twin(name, &format!("two {what} are named"), ctxt);
        }
        if !ids.insert(&id.value) && (new_name || id.value != name.value) {
            twin(id, &format!("two {what} have the id"), ctxt);
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
            let remedy = format!("{} [{}]", code.hint(), code.id());
            ctxt.error(name.tokens.to_token_stream(), wrong, remedy);
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

fn input(input: &Input, ctxt: &Ctxt) {
    named(&input.name, &input.id, "input", ctxt);
    let what = || format!("the input `{}`", input.name.value);
    if input.description.is_none() && extractor::is_likely(&input.ty) {
        extractor::report(input, ctxt);
    } else if input.description.is_none() && extractor::is_possible(&input.ty) {
        extractor::report_possible(input, ctxt);
    } else {
        described(&input.description, &input.name, what, "fill it in", ctxt);
    }
    if let Type::ImplTrait(ty) = &input.ty {
        ctxt.error(
            ty,
            format!("{} has no concrete type", what()),
            "name the type instead of `impl …`",
        );
    }
    range::range(&input.min, &input.max, &input.max_length, ctxt);
    range::default_length(input, ctxt);
    range::default_wrapped(input, ctxt);
}

/// No two tools of one `impl` block are one; those of different paths meet in their toolset.
pub(crate) fn block(tools: &[&Tool], ctxt: &Ctxt) {
    for (index, tool) in tools.iter().enumerate() {
        let head = &tool.head;
        for earlier in tools.iter().take(index).map(|earlier| &earlier.head) {
            let (name, id) =
                (earlier.name.value == head.name.value, earlier.id.value == head.id.value);
            if name && earlier.version.value == head.version.value {
                let (version, name) = (head.version.value, &head.name.value);
                let wrong = format!("version {version} of the tool `{name}` is here twice");
                let remedy = "give one of the methods another `name = \"…\"`, or another \
                              `version` [A2T-15]";
                ctxt.error(&head.name.tokens, wrong, remedy);
            } else if name && !id {
                let wrong = format!("two tools of this block are named `{}`", head.name.value);
                let remedy = "versions of one tool have one id: give both the same, or one of \
                              them another `name` [A2T-15]";
                ctxt.error(&head.name.tokens, wrong, remedy);
            } else if id && !name {
                let wrong = format!(
                    "the tools `{}` and `{}` have one id",
                    earlier.name.value, head.name.value
                );
                let remedy = "give one of them another `id`, or none, to have it derived [A2T-13]";
                ctxt.error(&head.id.tokens, wrong, remedy);
            }
        }
    }
}

pub(crate) fn choice(choice: &Choice, ctxt: &Ctxt) {
    generics(&choice.generics, "an enum of allowed values", ctxt);
    if choice.variants.is_empty() {
        let wrong = format!("the enum `{}` has no variants", choice.ident);
        ctxt.error(
            &choice.ident,
            wrong,
            "add at least one variant: an input needs a value to take [A2T-W404]",
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
            let remedy = "put `#[cfg]` on the whole enum: a signature is the same in every build";
            ctxt.error(cfg, "an allowed value cannot be conditional", remedy);
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
            twin(&variant.name, "two allowed values are named", ctxt);
        }
    }
}

pub(crate) fn newtype(newtype: &Newtype, what: &str, ctxt: &Ctxt) {
    generics(&newtype.generics, what, ctxt);
    range::range(&newtype.min, &newtype.max, &newtype.max_length, ctxt);
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
            let remedy = "put `#[cfg]` on the whole struct: a signature is the same in every build";
            ctxt.error(cfg, "an output cannot be conditional", remedy);
        }
    }
    distinct(output.fields.iter().map(|field| (&field.id, &field.name)), "outputs", ctxt);
}

fn described(
    description: &Option<At<String>>,
    place: &At<String>,
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
            &place.tokens,
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

fn twin(text: &At<String>, what: &str, ctxt: &Ctxt) {
    let wrong = format!("{what} `{}`", text.value);
    ctxt.error(text.tokens.to_token_stream(), wrong, "give each its own");
}
