//! The rules of tools: of their signatures, keys and inputs, and of the tools of one block.

use std::collections::HashSet;

use a2t_core::signature::{SCOPES_MAX, rule};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{LitStr, ReceiverKind, Safety, Signature, Type};

use super::{described, distinct, extractor, generics, marker, named, range, text};
use crate::ast::{Head, Input, Tool, screaming};
use crate::attr::{At, Hints};
use crate::ctxt::Ctxt;
use crate::published;

pub(crate) fn signature(sig: &Signature, ctxt: &Ctxt) {
    if let Safety::Unsafe(token) = &sig.safety {
        let help = "callers are remote and cannot uphold its safety conditions: wrap it in a safe function";
        ctxt.error(token, "a tool cannot be `unsafe`", help);
    }
    if let Some(abi) = &sig.abi {
        ctxt.error(abi, "a tool cannot have a foreign ABI", "remove `extern`");
    }
    if let Some(variadic) = &sig.variadic {
        ctxt.error(variadic, "a tool cannot be variadic", "name each parameter");
    }
    generics(&sig.generics, "a tool", ctxt);
}

/// A method that can be a tool: `&self`, because calls run at the same time.
pub(crate) fn receiver(sig: &Signature, ctxt: &Ctxt) {
    let Some(receiver) = sig.receiver() else {
        return;
    };
    if !matches!(receiver.kind, ReceiverKind::Reference(_, _, None)) {
        let help = "calls share the value and run at the same time: take `&self`, and keep what \
                      changes in a `Mutex` or behind a channel";
        ctxt.error(receiver, "a method that is a tool takes `&self`", help);
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
        let name =
            snake_case(&head.name.value).map_or("\"…\"".to_owned(), |name| format!("{name:?}"));
        let help = format!(
            "write `name = {name}`; to keep a published name, add `#[allow(non_snake_case)]` [A2T-16]"
        );
        ctxt.error(&head.name.tokens, wrong, help);
    }
    match &head.description {
        Some(description) => text(description, "the tool's description", rule::tool_description, ctxt),
        None => ctxt.error(
            &tool.ident,
            format!("the tool `{}` has no description", tool.ident),
            "describe what it does in a doc comment above the function, `/// …`; models choose tools by it",
        ),
    }
    labels(head, ctxt);
    scopes(&head.scopes, ctxt);
    hints(&head.hints, ctxt);
    quick(tool, ctxt);
    marker::check(tool, ctxt);
    deprecated(head, ctxt);
    if let Some(returns) = &tool.returned.description {
        text(returns, "the section `# Returns`", rule::description, ctxt);
    }
    returned(&tool.returned.ty, ctxt);
    inputs(tool, ctxt);
}

/// Returns a name in snake case that is like this one, if its letters are ASCII.
fn snake_case(name: &str) -> Option<String> {
    let spaced = screaming(name).to_lowercase();
    let words = spaced.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join("_");
    (spaced.is_ascii() && rule::snake_case(&name).is_ok()).then_some(name)
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
            let help = "write the complete URL, such as `https://example.com/plus.png` [A2T-22]";
            ctxt.error(img, "`img` is not the URL of a picture", help);
        } else {
            text(&At::new(value, img), "the URL of the picture", rule::one_line, ctxt);
        }
    }
}

fn scopes(scopes: &[LitStr], ctxt: &Ctxt) {
    if let Some(extra) = scopes.get(SCOPES_MAX) {
        let wrong = format!("a tool has at most {SCOPES_MAX} scopes");
        ctxt.error(extra, wrong, "let one scope stand for several");
    }
    for (index, scope) in scopes.iter().enumerate() {
        let value = scope.value();
        if value.is_empty() {
            let help = "name it, such as `\"weather:read\"`, or remove it";
            ctxt.error(scope, "this scope is empty", help);
        } else if value.contains(' ') {
            let help = format!("write one string for each: `{}`", one_each(&value));
            ctxt.error(scope, "a scope cannot contain spaces, which separate scopes", help);
        } else if let Some(wrong) = value.chars().find(|c| !is_scope(*c)) {
            let wrong = format!("a scope cannot contain the character {wrong:?}");
            let help = "use visible ASCII characters except `\"` and `\\`, as in `\"weather:read\"` (RFC 6749, 3.3)";
            ctxt.error(scope, wrong, help);
        } else if let Err(violated) = rule::format(&value) {
            ctxt.violated(scope, "this scope", &violated);
        } else if scopes.iter().take(index).any(|earlier| earlier.value() == value) {
            let wrong = format!("the scope `{value}` is given twice");
            ctxt.error(scope, wrong, "keep one of them");
        }
    }
}

fn is_scope(c: char) -> bool {
    matches!(c, '\x21' | '\x23'..='\x5b' | '\x5d'..='\x7e')
}

fn one_each(scopes: &str) -> String {
    let scopes = scopes.split_whitespace().map(|scope| format!("{scope:?}"));
    scopes.collect::<Vec<_>>().join(", ")
}

fn hints(hints: &Hints, ctxt: &Ctxt) {
    if let (Some(_), Some(destructive)) = (&hints.read_only, &hints.destructive)
        && destructive.value
    {
        let help = "keep `read_only` if a call changes nothing, `destructive` if it overwrites or \
                      deletes [AMB-41]";
        ctxt.error(&destructive.tokens, "a `read_only` tool cannot be `destructive`", help);
    }
}

fn quick(tool: &Tool, ctxt: &Ctxt) {
    let Some(quick) = &tool.head.quick else {
        return;
    };
    if tool.asynchronous {
        let help = "remove it: an `async` tool runs on the server's threads anyway";
        ctxt.error(quick, "`quick` belongs to tools that are not `async`", help);
    } else if let Some(slow) = &tool.head.hints.long_running {
        let help = "keep the one that is true: a `quick` tool answers in microseconds";
        ctxt.error(slow, "a tool cannot be both `quick` and `long_running`", help);
    }
}

fn deprecated(head: &Head, ctxt: &Ctxt) {
    let (own, mut seen) = (head.version.value, HashSet::new());
    for deprecated in &head.deprecated {
        let version = &deprecated.version;
        if version.value > own {
            let wrong = format!(
                "version {} is not published: this function is version {own}",
                version.value
            );
            let help = "name its own version or an earlier one [AMB-36]";
            ctxt.error(&version.tokens, wrong, help);
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

fn returned(ty: &Type, ctxt: &Ctxt) {
    let is_impl = matches!(ty, Type::ImplTrait(_));
    if (is_impl || mentions(ty.to_token_stream(), "dyn"))
        && mentions(ty.to_token_stream(), "Future")
    {
        let help = "write `async fn`, and return what the future returns";
        ctxt.error(ty, "what this tool returns is a future", help);
    } else if is_impl {
        let help = "name the type instead of `impl …`";
        ctxt.error(ty, "what this tool returns has no concrete type", help);
    }
}

fn mentions(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => mentions(group.stream(), word),
        _ => false,
    })
}

fn inputs(tool: &Tool, ctxt: &Ctxt) {
    if let Some(extra) = tool.inputs().nth(rule::PARAMETERS_MAX) {
        let wrong = format!("a tool has at most {} inputs", rule::PARAMETERS_MAX);
        ctxt.error(&extra.name.tokens, wrong, "split it into tools with fewer inputs");
    }
    if let Some(extra) = tool.contexts().nth(8) {
        let help = "take several of them together, as one type that implements `FromRequestParts`";
        ctxt.error(extra, "a tool has at most 8 contexts", help);
    }
    for input in tool.inputs() {
        self::input(input, ctxt);
    }
    distinct(tool.inputs().map(|input| (&input.id, &input.name)), "inputs", ctxt);
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
        for first in tools.iter().take(index) {
            let earlier = &first.head;
            let (name, id) =
                (earlier.name.value == head.name.value, earlier.id.value == head.id.value);
            let version = earlier.version.value == head.version.value;
            if name && version {
                let (version, name) = (head.version.value, &head.name.value);
                let wrong = format!("version {version} of the tool `{name}` is declared twice");
                let help = "give one of the methods another `name = \"…\"`, or another \
                              `version` [A2T-15]";
                ctxt.error(&head.name.tokens, wrong, help);
            } else if name && !id {
                let wrong = format!("two tools of this block are named `{}`", head.name.value);
                let help = "versions of one tool have one id: give both the same, or one of \
                              them another `name` [A2T-15]";
                ctxt.error(&head.name.tokens, wrong, help);
            } else if id && !name && !is_renamed(first, tool) {
                let wrong = format!(
                    "the tools `{}` and `{}` have one id",
                    earlier.name.value, head.name.value
                );
                let versions = if !version {
                    "; if both are versions of one tool, give them one `name`"
                } else if is_published(tool) {
                    "; if both are versions of one tool, give one of them another `version`"
                } else {
                    ""
                };
                let help = format!(
                    "give one of them another `id`, or none, to have it derived{versions} [A2T-13]"
                );
                ctxt.error(&head.id.tokens, wrong, help);
            }
        }
    }
}

/// Returns `true` for two versions of a renamed tool: the older one keeps the name under which it is published.
fn is_renamed(first: &Tool, second: &Tool) -> bool {
    let (one, other) = (first.head.version.value, second.head.version.value);
    one != other && is_published(if one < other { first } else { second })
}

/// Returns `true` if the version is published. Where that is not known, another error is reported.
fn is_published(tool: &Tool) -> bool {
    match &tool.lock {
        Some(lock) => lock.newest >= tool.head.version.value,
        None => published::is_any(),
    }
}
