//! Comparison of tokens with every published version: errors on the doc comments, names and keys
//! that differ.

use std::borrow::Cow;
use std::collections::HashSet;

use a2t_core::evolution::{Change, Member, Path, Rule, Side, changes, message, refused};
use a2t_core::signature::Preconditions;
use a2t_core::{InputParameter, InputType, ToolSignature};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::LitStr;

use super::Record;
use super::lines::Lines;
use crate::ast::{Head, Input, Tool};
use crate::ctxt::Ctxt;

/// Refuses what differs in texts, names and ids; each difference once, against the newest version
/// that has it.
pub(super) fn texts(tool: &Tool, record: &Record, ctxt: &Ctxt) {
    let mut seen = HashSet::new();
    let code = tool.head.version.value;
    for (version, text) in record.kept(code) {
        let shown = as_tokens_show(tool, version);
        let frozen = version.version == code;
        for change in changes(version, &shown) {
            let is_refused = refused(change.rule, frozen)
                && !added(change.rule)
                && !is_without_section(tool, version, &change);
            if is_refused && seen.insert((change.rule, change.path.to_string())) {
                report(tool, record, version, text, &change, ctxt);
            }
        }
    }
}

/// Returns `true` if the description is the published one plus the text of a section `# Returns` whose heading is
/// missing. That is a separate error.
fn is_without_section(tool: &Tool, published: &ToolSignature, change: &Change<'_>) -> bool {
    let code = tool.head.description.as_ref().map_or("", |text| &text.value);
    matches!(change.path, Path::Tool(Member::Description))
        && tool.returned.description.is_none()
        && matches!(&*published.output_parameters, [only] if only.id == "result")
        && code.starts_with(&*published.description)
}

/// Returns whether the rule is about inputs that are not published, of which only rustc knows whether they
/// are required.
fn added(rule: Rule) -> bool {
    matches!(rule, Rule::InputAddedOptional | Rule::InputAddedRequired)
}

/// The signature that the tokens spell; facts that they do not show are taken from the published
/// one.
pub(super) fn as_tokens_show(tool: &Tool, published: &ToolSignature) -> ToolSignature {
    let head = &tool.head;
    let text = |text: &str| Cow::Owned(text.to_owned());
    let description = head.description.as_ref();
    let inputs = tool.inputs().map(|input| {
        let partner = partner(tool, input, published);
        InputParameter {
            id: text(&input.id.value),
            name: text(&input.name.value),
            kind: match partner {
                Some(partner) => partner.kind.clone(),
                None => InputType::Boolean,
            },
            description: text(described(input)),
            required: partner.is_some_and(|partner| partner.required),
            format: partner.and_then(|partner| partner.format.clone()),
        }
    });
    ToolSignature {
        tool_id: head.id.value,
        name: text(&head.name.value),
        title: head.title.as_ref().map(|title| Cow::Owned(title.value())),
        description: text(description.map_or("", |description| &description.value)),
        img: head.img.as_ref().map(|img| Cow::Owned(img.value())),
        version: head.version.value,
        current_version: published.current_version.max(head.version.value),
        deprecated: None,
        hints: (&head.hints).into(),
        preconditions: Some(needed(head)),
        errors: published.errors.clone(),
        tags: head.tags.iter().map(|tag| Cow::Owned(tag.value())).collect(),
        input_parameters: inputs.collect(),
        output_parameters: published.output_parameters.clone(),
    }
}

/// Returns what a call needs in addition to its inputs.
fn needed(head: &Head) -> Preconditions {
    let scopes = head.sorted_scopes();
    let scopes: Vec<_> = scopes.into_iter().map(|scope| Cow::Owned(scope.value())).collect();
    Preconditions { scopes: scopes.into(), key_required: head.options.key_required.is_some() }
}

fn described(input: &Input) -> &str {
    let description = input.description.as_ref();
    description.map_or("", |description| &description.value)
}

/// The published form of an input: of the same id, else of the same name if neither id is known to
/// the other side.
pub(super) fn partner<'p>(
    tool: &Tool,
    input: &Input,
    published: &'p ToolSignature,
) -> Option<&'p InputParameter> {
    let stray = |old: &&InputParameter| {
        old.name == input.name.value && !tool.inputs().any(|input| input.id.value == old.id)
    };
    let old = &published.input_parameters;
    let same = old.iter().find(|old| old.id == input.id.value);
    same.or_else(|| old.iter().find(stray))
}

fn report(
    tool: &Tool,
    record: &Record,
    version: &ToolSignature,
    text: &str,
    change: &Change<'_>,
    ctxt: &Ctxt,
) {
    let line = Lines::new(text).line(version, change.path);
    let location = format!("{}:{line}", record.file(version.version));
    let subject = record.subject(tool, version.version, &location);
    let message = message(change, subject);
    let tokens = tokens(tool, version, change.path);
    ctxt.syn(syn::Error::new_spanned(tokens, message));
}

/// Returns whether the input is the new name of one that the version has and the code has lost.
pub(super) fn is_renamed(tool: &Tool, input: &Input, published: &ToolSignature) -> bool {
    let lost = lost(tool, published);
    let named = |old| successor(tool, old, published).map(|input| &input.name.value);
    lost.into_iter().any(|old| named(old) == Some(&input.name.value))
}

/// The input of the code that a lost one became: the new one with its description, or the only new
/// one where only one is lost.
fn successor<'t>(
    tool: &'t Tool,
    old: &InputParameter,
    published: &ToolSignature,
) -> Option<&'t Input> {
    let new: Vec<_> =
        tool.inputs().filter(|input| partner(tool, input, published).is_none()).collect();
    let same = new.iter().find(|input| described(input) == old.description);
    match (same, &*new, &*lost(tool, published)) {
        (Some(same), ..) => Some(same),
        (None, [only], [_]) => Some(only),
        _ => None,
    }
}

fn lost<'p>(tool: &Tool, published: &'p ToolSignature) -> Vec<&'p InputParameter> {
    let kept: Vec<_> = tool
        .inputs()
        .filter_map(|input| partner(tool, input, published))
        .map(|old| &old.id)
        .collect();
    let old = published.input_parameters.iter();
    old.filter(|old| !kept.contains(&&old.id)).collect()
}

/// The tokens at fault; what the code has lost has none, and the function's name stands for it.
fn tokens(tool: &Tool, published: &ToolSignature, path: Path<'_>) -> TokenStream {
    let head = &tool.head;
    let tokens = match path {
        Path::Parameter(Side::Inputs, id) => {
            let old = lost(tool, published).into_iter().find(|old| old.id == id);
            let input = old.and_then(|old| successor(tool, old, published));
            input.map_or_else(TokenStream::new, |input| input.name.tokens.clone())
        }
        Path::Tool(Member::ToolId) => head.id.tokens.clone(),
        Path::Tool(Member::Name) => head.name.tokens.clone(),
        Path::Tool(Member::Description) => {
            let description = head.description.as_ref();
            description.map_or_else(TokenStream::new, |text| text.tokens.clone())
        }
        Path::Tool(Member::Img) => head.img.to_token_stream(),
        Path::Tool(Member::Title) => head.title.to_token_stream(),
        Path::Tool(Member::Tags) => head.tags.iter().map(|tag| tag.to_token_stream()).collect(),
        Path::Tool(Member::Annotations) => {
            let destructive = head.hints.destructive.as_ref();
            destructive.map_or_else(TokenStream::new, |hint| hint.tokens.clone())
        }
        Path::Precondition(Member::IdempotencyKey) => head.options.key_required.to_token_stream(),
        Path::Precondition(_) => new_scope(head, published).to_token_stream(),
        Path::Member(Side::Inputs, id, member) => input_tokens(tool, published, id, member),
        _ => TokenStream::new(),
    };
    if tokens.is_empty() { tool.ident.to_token_stream() } else { tokens }
}

/// Returns the first scope that the published version does not need.
fn new_scope<'t>(head: &'t Head, published: &ToolSignature) -> Option<&'t LitStr> {
    let needed = published.preconditions.as_ref().map_or(&[][..], |known| &*known.scopes);
    head.scopes.iter().find(|scope| needed.iter().all(|needed| *needed != scope.value()))
}

fn input_tokens(tool: &Tool, published: &ToolSignature, id: &str, member: Member) -> TokenStream {
    let partner =
        |input: &&Input| partner(tool, input, published).is_some_and(|partner| partner.id == id);
    let Some(input) = tool.inputs().find(partner) else {
        return TokenStream::new();
    };
    match (member, &input.description) {
        (Member::Id, _) => input.id.tokens.clone(),
        (Member::Description, Some(description)) => description.tokens.clone(),
        _ => input.name.tokens.clone(),
    }
}
