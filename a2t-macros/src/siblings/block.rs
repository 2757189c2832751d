//! Finds the block that contains an associated function. rustc does not pass it to a macro, and a function without a
//! receiver looks like any other, so the source file is read if the function is indented.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Impl,
    Trait,
}

/// Returns the `impl` or `trait` block in which the function of this name, which has the expanded attribute, stands.
pub(crate) fn around(function: &Ident) -> Option<Block> {
    if !proc_macro::is_available() {
        return None;
    }
    let span = proc_macro::Span::call_site();
    if span.column() == 1 {
        return None;
    }
    let text = super::text(&span.local_file()?)?;
    let block = block_at(&text, span.line())?;
    let tokens = text.parse().ok()?;
    // The lines are only a guess.
    let found = functions(tokens, None, &function.to_string());
    found.iter().all(|one| *one == Some(block)).then_some(block).filter(|_| !found.is_empty())
}

/// Returns the block whose first line is the next one above that is indented less.
fn block_at(text: &str, line: usize) -> Option<Block> {
    let mut lines: Vec<_> =
        text.lines().take(line).filter(|line| !line.trim().is_empty()).collect();
    let depth = depth(lines.pop()?);
    let mut outer = lines.into_iter().rev().filter(|line| self::depth(line) < depth);
    outer.find(|line| !["{", "where"].contains(&line.trim())).and_then(head)
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn head(line: &str) -> Option<Block> {
    let line = line.trim();
    let mut words = line.split(|next: char| next == '<' || next.is_whitespace());
    let leads = ["unsafe", "default", "const"];
    match words.find(|word| !word.starts_with("pub") && !leads.contains(word))? {
        "impl" => Some(Block::Impl),
        "trait" => Some(Block::Trait),
        _ => None,
    }
}

/// Returns, for each function of this name, the block that contains it.
fn functions(tokens: TokenStream, around: Option<Block>, name: &str) -> Vec<Option<Block>> {
    let (mut found, mut block, mut before) = (Vec::new(), None, String::new());
    for tree in tokens {
        let text = match &tree {
            TokenTree::Group(_) => String::new(),
            tree => tree.to_string(),
        };
        match &tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                found.extend(functions(group.stream(), block.take(), name));
            }
            TokenTree::Group(group) => found.extend(functions(group.stream(), None, name)),
            TokenTree::Ident(ident) if before == "fn" && ident == name => found.push(around),
            TokenTree::Ident(_) if text == "trait" => block = Some(Block::Trait),
            TokenTree::Ident(_) if text == "impl" && begins(&before) => block = Some(Block::Impl),
            TokenTree::Punct(_) if text == ";" => block = None,
            _ => {}
        }
        before = text;
    }
    found
}

/// Returns `true` if an item can begin behind this token: `impl` is also a part of types.
fn begins(before: &str) -> bool {
    ["", ";", "unsafe", "default"].contains(&before)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
mod tools {
    #[tool]
    fn free() {}
}
pub(crate) trait Lends<T>
where
    T: Copy,
{
    #[tool]
    fn lend() {}
}
impl<T> Shelf<T> {
    const A: u8 = 1;

    #[tool]
    fn find() -> impl Sized {
        #[tool]
        fn inside() {}
    }
}
";

    #[test]
    fn the_block_is_the_one_whose_lines_are_around() {
        let line = |line| block_at(TEXT, line);
        assert_eq!(line(2), None);
        assert_eq!(line(9), Some(Block::Trait));
        assert_eq!(line(15), Some(Block::Impl));
        assert_eq!(line(17), None);
        assert_eq!(line(1), None);
    }

    #[test]
    fn the_block_contains_the_function() {
        let found = |name| functions(TEXT.parse().unwrap(), None, name);
        assert_eq!(found("free"), [None]);
        assert_eq!(found("lend"), [Some(Block::Trait)]);
        assert_eq!(found("find"), [Some(Block::Impl)]);
        assert_eq!(found("inside"), [None]);
        assert!(found("other").is_empty());
    }
}
