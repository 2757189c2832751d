//! What stands in a generated file, read from its tokens: macros that are called, attributes,
//! imports, documentation.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// What a file is made of, names and texts apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Macros that are called, with their paths, attributes, imports and keywords that no client needs.
    pub(crate) means: BTreeSet<String>,
    /// The documentation of each item.
    pub(crate) docs: Vec<String>,
}

/// Reads a file as rustc and rustdoc do.
pub(crate) fn file(text: &str) -> Found {
    syn::parse_file(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut found = Found::default();
    tokens(text.parse().unwrap(), &mut found);
    found
}

fn tokens(stream: TokenStream, found: &mut Found) {
    let all: Vec<_> = stream.into_iter().collect();
    let mut doc: Option<String> = None;
    let mut rest = &all[..];
    // The names and colons before a token.
    let mut path = String::new();
    while let Some((token, after)) = rest.split_first() {
        rest = after;
        match (token, after) {
            (TokenTree::Punct(hash), [TokenTree::Group(group), ..]) if hash.as_char() == '#' => {
                rest = &after[1..];
                attribute(group.stream(), &mut doc, found);
                continue;
            }
            (TokenTree::Ident(name), [TokenTree::Punct(bang), next, ..])
                if bang.as_char() == '!' && !matches!(next, TokenTree::Punct(_)) =>
            {
                found.means.insert(format!("{path}{name}!"));
            }
            (TokenTree::Ident(name), _) if name == "use" => {
                let until = after.iter().take_while(|token| token.to_string() != ";");
                let path: String = until.map(ToString::to_string).collect();
                found.means.insert(format!("use {path}"));
            }
            (TokenTree::Ident(name), _) if KEYWORDS.contains(&&*name.to_string()) => {
                found.means.insert(name.to_string());
            }
            (TokenTree::Group(group), _) => tokens(group.stream(), found),
            _ => {}
        }
        match token {
            TokenTree::Ident(name) => path.push_str(&name.to_string()),
            TokenTree::Punct(colon) if colon.as_char() == ':' => path.push(':'),
            _ => path.clear(),
        }
        found.docs.extend(doc.take());
    }
    assert_eq!(doc, None, "documentation of nothing");
}

/// Keywords that generated clients do not use.
const KEYWORDS: [&str; 7] = ["unsafe", "extern", "crate", "type", "const", "static", "trait"];

fn attribute(stream: TokenStream, doc: &mut Option<String>, found: &mut Found) {
    let text = stream.to_string();
    if let Some(literal) = text.strip_prefix("doc = ") {
        let line: syn::LitStr = syn::parse_str(literal).unwrap();
        let doc = doc.get_or_insert_default();
        doc.push_str(&line.value());
        doc.push('\n');
    } else {
        // A reason or a note is text.
        let name = text.split(['(', '=']).next().unwrap_or_default().trim();
        if name == "deprecated" {
            found.docs.extend(strings(stream));
        }
        found.means.insert(format!("#[{name}]"));
    }
}

/// The strings of an attribute that rustdoc shows.
fn strings(stream: TokenStream) -> Vec<String> {
    let groups = stream.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    });
    let literals = groups.flatten().map(|token| token.to_string());
    let literals = literals.filter_map(|text| syn::parse_str::<syn::LitStr>(&text).ok());
    literals.map(|literal| literal.value()).collect()
}

/// Fails on documentation that is more than text, our own links to methods and lists apart.
pub(crate) fn is_inert(doc: &str) {
    let unindented: String =
        doc.lines().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
    for event in Parser::new_ext(&unindented, Options::all()) {
        let inert = match &event {
            Event::Text(_) | Event::SoftBreak => true,
            // Types of outputs have arguments: `BTreeMap<String, i64>`.
            Event::Code(code) => code.chars().all(|c| is_ours(c) || "<>,".contains(c)),
            Event::Start(tag) => begins(tag),
            Event::End(tag) => {
                !matches!(tag, TagEnd::CodeBlock | TagEnd::Image | TagEnd::HtmlBlock)
            }
            _ => false,
        };
        assert!(inert, "{event:?} in {doc:?}");
    }
}

fn begins(tag: &Tag<'_>) -> bool {
    match tag {
        Tag::Paragraph | Tag::List(None) | Tag::Item => true,
        Tag::Heading { level, .. } => *level == HeadingLevel::H1,
        Tag::Link { dest_url, .. } => {
            let ours = ["super::", "call::", "reply::", "error::"];
            ours.iter().any(|start| dest_url.starts_with(start)) && dest_url.chars().all(is_ours)
        }
        Tag::CodeBlock(CodeBlockKind::Fenced(kind)) => &**kind == "text",
        _ => false,
    }
}

fn is_ours(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_:{}/ .()".contains(character)
}
