//! The rules of errors that tools declare.

use a2t_core::error::nearest;
use a2t_core::signature::{PROBLEM_MEMBERS, PROBLEM_TYPES_MAX, rule, vendor_type};
use syn::LitStr;
use syn::ext::IdentExt;

use super::{Seen, described, distinct, duplicate, generics, text};
use crate::ast::{Declared, ErrorVariant as Variant, Errors, Field};
use crate::attr::At;
use crate::ctxt::Ctxt;

pub(crate) fn errors(errors: &Errors, ctxt: &Ctxt) {
    generics(&errors.generics, "an enum of errors", ctxt);
    if errors.variants.is_empty() {
        let wrong = format!("the enum `{}` has no variants", errors.ident);
        ctxt.error(&errors.ident, wrong, "add an error: `#[a2t(status = 409)] AlreadyLent`");
    }
    if let Some((extra, _)) = errors.declared().nth(PROBLEM_TYPES_MAX) {
        let wrong = format!("an enum has at most {PROBLEM_TYPES_MAX} errors");
        let help = "callers cannot distinguish so many: move details to members, or split the enum [AMB-48]";
        ctxt.error(&extra.ident, wrong, help);
    }
    for cfg in errors.variants.iter().flat_map(|variant| &variant.cfgs) {
        let help = "put `#[cfg]` on the whole enum: callers of every build read the same errors";
        ctxt.error(cfg, "an error cannot be conditional", help);
    }
    let (mut names, mut types) = (Seen::default(), Vec::new());
    for (variant, declared) in errors.declared() {
        text(&declared.name, "the name of the error", rule::allowed_value_name, ctxt);
        let what = || format!("the error `{}`", variant.ident);
        let at = At::new(String::new(), &variant.ident);
        described(&declared.description, &at, what, "handle it", ctxt);
        if declared.name.known && !names.insert(&declared.name.value) {
            let again = |other: &Variant| other.ident == variant.ident;
            if errors.declared().filter(|(other, _)| again(other)).count() > 1 {
                ctxt.refuse();
            } else {
                duplicate(&declared.name, "two errors are named", ctxt);
            }
        }
        if let Some(given) = &declared.uri {
            uri(given, &mut types, ctxt);
        }
        if let Some(detail) = &declared.detail {
            self::detail(detail, &declared.members, ctxt);
        }
        members(declared, ctxt);
    }
}

/// Checks that a detail is a format string of the members by name. The message of `format!` would mention arguments,
/// which do not exist here.
fn detail(given: &LitStr, members: &[Field], ctxt: &Ctxt) {
    let example = members.first().map_or("until".to_owned(), |member| member.ident.to_string());
    let value = given.value();
    let text = value.replace("{{", "").replace("}}", "");
    let mut rest = text.as_str();
    while let Some(brace) = rest.find(['{', '}']) {
        let inside = rest.split_at(brace).1;
        let placeholder = inside.strip_prefix('{').and_then(|inside| inside.split_once('}'));
        let Some((name, after)) = placeholder else {
            let help =
                format!("name a field, `{{{example}}}`; to write a brace, double it: `{{{{`");
            return ctxt.error(given, "a brace in `detail` is not matched", help);
        };
        let name = name.split(':').next().unwrap_or_default().trim();
        if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
            let help = format!("name a field: `{{{example}}}`");
            return ctxt.error(given, format!("`{{{name}}}` in `detail` names no field"), help);
        }
        if is_unknown(name, members) {
            let wrong = format!("`{{{name}}}` in `detail` names no field of this error");
            let named: Vec<_> =
                members.iter().map(|one| format!("`{{{}}}`", one.ident.unraw())).collect();
            let help = if named.is_empty() {
                "add the field, `Variant { name: Type }`, or remove the braces".to_owned()
            } else {
                format!("the fields are {}", named.join(", "))
            };
            return ctxt.error(given, wrong, help);
        }
        rest = after;
    }
}

/// Returns `true` if a name resembles no field: rustc proposes one that it resembles. In capitals it may be a constant.
fn is_unknown(name: &str, members: &[Field]) -> bool {
    let names: Vec<_> = members.iter().map(|member| member.ident.unraw().to_string()).collect();
    let is_small = |next: char| next.is_lowercase() || next.is_ascii_digit() || next == '_';
    name.chars().all(is_small) && nearest(name, names.iter().map(String::as_str)).is_none()
}

fn uri(given: &LitStr, types: &mut Vec<String>, ctxt: &Ctxt) {
    let value = given.value();
    if let Err(expected) = vendor_type(&value) {
        let help = "give it your own URI, such as `https://library.example/problems/already-lent`; \
                      without the key, it is derived from the tool's id and the error's name";
        ctxt.error(given, format!("`type` is not {expected}"), help);
    } else if types.contains(&value) {
        let help = "clients distinguish errors by it: give each its own";
        ctxt.error(given, "two errors have this `type`", help);
    }
    types.push(value);
}

fn members(declared: &Declared, ctxt: &Ctxt) {
    for field in &declared.members {
        member(field, ctxt);
    }
    distinct(declared.members.iter().map(|field| (&field.name, &field.name)), "members", ctxt);
}

fn member(field: &Field, ctxt: &Ctxt) {
    let name = &field.name;
    member_name(name, ctxt);
    let what = || format!("the member `{}`", name.value);
    described(&field.description, name, what, "understand it", ctxt);
    for cfg in &field.cfgs {
        let help = "put `#[cfg]` on the whole enum: callers of every build read the same errors";
        ctxt.error(cfg, "a member of an error cannot be conditional", help);
    }
}

fn member_name(name: &At<String>, ctxt: &Ctxt) {
    text(name, "the member's name", rule::parameter_name, ctxt);
    if name.known && PROBLEM_MEMBERS.contains(&&*name.value) {
        let wrong = format!("`{}` is a member that every problem has", name.value);
        ctxt.error(&name.tokens, wrong, "give it another name, `#[a2t(name = \"…\")]`");
    }
}
