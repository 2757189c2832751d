//! Finds an earlier block of tools of the same type. rustc reports two blocks without `marker` as conflicting impls of a
//! trait, and cannot show the key to write, so the source file is read. Blocks in other files or modules are not found.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{ImplItem, ItemImpl};

/// Returns `true` if the module of the block has an earlier one of the type, and neither has a marker or a condition.
pub(crate) fn is_second(block: &ItemImpl) -> bool {
    let ty = spelt(block.self_ty.to_token_stream());
    let functions = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(&function.sig.ident),
        _ => None,
    });
    let mut functions = functions.peekable();
    let text = functions.peek().and_then(|first| super::file_of(first));
    let tokens = text.and_then(|path| super::text(&path)?.parse().ok());
    let names: Vec<_> = functions.map(Ident::to_string).collect();
    tokens.is_some_and(|tokens| is_second_in(tokens, &ty, &names))
}

fn is_second_in(file: TokenStream, ty: &str, functions: &[String]) -> bool {
    let mut counts = Vec::new();
    search(file, ty, functions, &mut counts);
    !counts.is_empty() && counts.iter().all(|count| *count > 0)
}

/// Adds the position of the block with these functions among the blocks of the type, for each module that has one.
fn search(module: TokenStream, ty: &str, functions: &[String], counts: &mut Vec<usize>) {
    let (mut attributes, mut head, mut count) = (Vec::new(), Vec::new(), 0);
    for tree in module {
        match &tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let is_of_type = head.first().is_some_and(|word| word == "impl")
                    && head.get(1..).is_some_and(|rest| rest.concat() == ty);
                if !is_of_type {
                    search(group.stream(), ty, functions, counts);
                } else if attributes.iter().any(is_plain) && !attributes.iter().any(is_condition) {
                    counts.extend((self::functions(group.stream()) == functions).then_some(count));
                    count += 1;
                }
                attributes.clear();
                head.clear();
            }
            TokenTree::Group(group) if head.pop_if(|word| word == "#").is_some() => {
                attributes.push(group.stream());
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                attributes.clear();
                head.clear();
            }
            word => head.push(spelt(word.to_token_stream())),
        }
    }
}

/// Returns `true` for `a2t::tools` without the key `marker`.
fn is_plain(attribute: &TokenStream) -> bool {
    let text = spelt(attribute.clone());
    let path = text.split(['(', '{', '[']).next().unwrap_or_default();
    path.rsplit("::").next() == Some("tools") && !text.contains("marker")
}

fn is_condition(attribute: &TokenStream) -> bool {
    attribute.to_string().starts_with("cfg")
}

fn spelt(tokens: TokenStream) -> String {
    tokens.to_string().split_whitespace().collect()
}

fn functions(block: TokenStream) -> Vec<String> {
    let trees: Vec<_> = block.into_iter().collect();
    let names = trees.windows(2).filter_map(|pair| match pair {
        [TokenTree::Ident(word), TokenTree::Ident(name)] if word == "fn" => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::is_second_in;

    const FIRST: &str = "#[a2t::tools] impl Desk { fn lend(&self) {} }";
    const SECOND: &str = "#[a2t::tools] impl Desk { #[tool(version = 1)] pub fn find(&self) {} }";

    fn is_second(text: &str, function: &str) -> bool {
        is_second_in(text.parse().unwrap(), "Desk", &[function.to_owned()])
    }

    #[test]
    fn the_later_of_two_blocks_is_the_second() {
        let text = format!("mod a {{ struct Desk; /// A.\n{FIRST} const A: u8 = 1; {SECOND} }}");
        assert!(is_second(&text, "find"));
        assert!(!is_second(&text, "lend"));
    }

    #[test]
    fn blocks_with_a_marker_or_a_condition_are_not_counted() {
        for first in [
            FIRST.replace("tools", "tools(marker = \"Lends\")"),
            format!("#[cfg(unix)] {FIRST}"),
            FIRST.replace("a2t::tools", "allow(unused)"),
            FIRST.replace("Desk", "Desk2"),
            format!("mod other {{ {FIRST} }}"),
            format!("mod other {{ {FIRST} {SECOND} }} mod more {{ {SECOND} }}"),
        ] {
            assert!(!is_second(&format!("{first} {SECOND}"), "find"), "{first}");
        }
    }
}
