//! Rust source becomes the names in it by which it may declare or list tools where a build does not
//! see them: in another target, or behind a feature that is off.
//!
//! Names are not resolved. A doubt is a yes, because a no becomes the claim that a tool is gone.

use std::collections::{HashMap, HashSet};

use super::source::{Token, tokens};
use crate::ToolId;

const TOOLSET: &str = "toolset";
const TOOL: &str = "tool";

/// The names in source files that may stand for tools.
#[derive(Clone, Debug, Default)]
pub struct Names {
    functions: HashSet<String>,
    /// The values of `name = "…"` and `id = "…"`.
    texts: HashSet<String>,
    arguments: HashMap<String, HashSet<String>>,
    definitions: HashMap<String, HashSet<String>>,
    renamed: HashMap<String, HashSet<String>>,
}

impl Names {
    /// Adds the names in a source file.
    pub fn read(&mut self, source: &str) {
        let tokens: Vec<_> = tokens(source).collect();
        let mut reader = Reader { names: self, open: Vec::new(), attributed: false, alias: None };
        for (index, token) in tokens.iter().enumerate() {
            let (before, after) = tokens.split_at(index);
            reader.token(before, *token, after.get(1..).unwrap_or_default());
        }
    }

    /// Returns `true` if a toolset may list this item, a function or a type.
    ///
    /// ```
    /// let mut names = a2t_core::published::Names::default();
    /// names.read("use tools::add as plus; fn all() -> Toolset { toolset![one, plus] /* two */ }");
    /// assert!(names.may_list("one") && names.may_list("add"));
    /// assert!(!names.may_list("two"));
    /// ```
    pub fn may_list(&self, item: &str) -> bool {
        let listing = self.macros(TOOLSET);
        let is_listed = |name: &String| {
            let arguments = listing.iter().filter_map(|name| self.arguments.get(*name));
            arguments.into_iter().any(|names| names.contains(name))
        };
        let mut known = HashSet::from([item.to_owned()]);
        let mut pending = vec![item.to_owned()];
        while let Some(name) = pending.pop() {
            if is_listed(&name) {
                return true;
            }
            let others = self.renamed.get(&name).into_iter().flatten();
            pending.extend(others.filter(|other| known.insert((*other).clone())).cloned());
        }
        false
    }

    /// Returns `true` if a function may be the tool of this name or id.
    ///
    /// ```
    /// let mut names = a2t_core::published::Names::default();
    /// names.read("#[a2t::tool(version = 1, name = \"forecast\")] fn daily_forecast() -> i32 { today() }");
    /// assert!(names.may_declare("forecast", None) && names.may_declare("daily_forecast", None));
    /// assert!(!names.may_declare("today", None));
    /// ```
    pub fn may_declare(&self, name: &str, id: Option<ToolId>) -> bool {
        let made = || {
            let declaring = self.macros(TOOL).into_iter();
            let mut arguments = declaring.filter_map(|name| self.arguments.get(name));
            arguments.any(|names| names.contains(name))
        };
        self.functions.contains(name)
            || self.texts.contains(name)
            || id.is_some_and(|id| self.texts.contains(&id.to_string()))
            || made()
    }

    fn macros<'n>(&'n self, name: &'n str) -> HashSet<&'n str> {
        let mut found = HashSet::from([name]);
        loop {
            let known = found.len();
            let defined = self.definitions.iter();
            let by = defined.filter(|(_, words)| found.iter().any(|name| words.contains(*name)));
            let by: Vec<_> = by.map(|(name, _)| name.as_str()).collect();
            found.extend(by);
            if found.len() == known {
                return found;
            }
        }
    }
}

enum Open<'s> {
    Arguments(&'s str),
    Definition(&'s str),
    Attribute,
    Other,
}

struct Reader<'n, 's> {
    names: &'n mut Names,
    open: Vec<Open<'s>>,
    attributed: bool,
    alias: Option<&'s str>,
}

impl<'s> Reader<'_, 's> {
    fn token(&mut self, before: &[Token<'s>], token: Token<'s>, after: &[Token<'s>]) {
        match token {
            Token::Mark('(' | '[' | '{') => {
                self.attributed &= token != Token::Mark('{') || self.in_attribute();
                self.open.push(opened(before));
            }
            Token::Mark(')' | ']' | '}') => drop(self.open.pop()),
            Token::Mark(';') => (self.attributed, self.alias) = (false, None),
            Token::Mark(_) => {}
            Token::Word(word) => {
                self.attributed |= [TOOL, "version"].contains(&word) && self.in_attribute();
                self.word(before, word);
                self.argument(word, after);
            }
            Token::Text(text) => {
                if let [.., Token::Word("name" | "id"), Token::Mark('=')] = before {
                    self.names.texts.insert(text.to_owned());
                }
                self.argument(text, after);
            }
        }
    }

    fn in_attribute(&self) -> bool {
        self.open.iter().any(|open| matches!(open, Open::Attribute))
    }

    fn word(&mut self, before: &[Token<'s>], word: &'s str) {
        match before {
            [.., Token::Word("fn")] if self.attributed => {
                self.attributed = false;
                self.names.functions.insert(word.to_owned());
            }
            [.., Token::Word(item), Token::Word("as")] => self.rename(item, word),
            [.., Token::Word("type")] => self.alias = Some(word),
            _ => {
                if let Some(alias) = self.alias {
                    self.rename(word, alias);
                }
            }
        }
    }

    fn rename(&mut self, item: &str, name: &str) {
        let names = self.names.renamed.entry(item.to_owned()).or_default();
        names.insert(name.to_owned());
    }

    fn argument(&mut self, text: &str, after: &[Token<'s>]) {
        for open in &self.open {
            let (names, of) = match open {
                Open::Definition(name) => (&mut self.names.definitions, name),
                Open::Arguments(_) if is_path(after) => continue,
                Open::Arguments(name) => (&mut self.names.arguments, name),
                Open::Attribute | Open::Other => continue,
            };
            let names = names.entry((*of).to_owned()).or_default();
            names.insert(text.to_owned());
        }
    }
}

fn is_path(after: &[Token<'_>]) -> bool {
    matches!(after, [Token::Mark(':'), Token::Mark(':'), ..])
}

fn opened<'s>(before: &[Token<'s>]) -> Open<'s> {
    match before {
        [.., Token::Word("macro_rules"), Token::Mark('!'), Token::Word(name)] => {
            Open::Definition(name)
        }
        [.., Token::Word(name), Token::Mark('!')] => Open::Arguments(name),
        [.., Token::Mark('#')] | [.., Token::Mark('#'), Token::Mark('!')] => Open::Attribute,
        _ => Open::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::ToolId;

    fn names(source: &str) -> Names {
        let mut names = Names::default();
        names.read(source);
        names
    }

    #[test]
    fn what_may_be_listed_is_named_by_a_toolset() {
        for source in [
            "toolset![add]",
            "a2t::toolset!{ math::add, }",
            "let t = ::a2t :: toolset ! (r#add);",
            "use math::add as plus; fn t() { toolset![plus] }",
            "use math::{sub, add as plus}; use plus as more; toolset![more]",
            "type Plus = add; toolset![Plus]",
            "type Plus<'a> = math::add<'a>; toolset![Plus]",
            "macro_rules! serve { ($($t:path),*) => { toolset![$($t),*] } } serve!(math::add);",
            "macro_rules! all { () => { a2t::toolset![$crate::add] } }",
            "macro_rules! a { () => { toolset!() } } macro_rules! b { () => { a!() } } b!(add)",
            "#[cfg(feature = \"server\")] fn t() { toolset![add] }",
        ] {
            assert!(names(source).may_list("add"), "{source}");
        }
        for source in [
            "toolset![sub] // add",
            "toolset![add::sub]",
            "toolset![sub]; assert_eq!(add(1), 2);",
            "toolset![sub]; \"toolset![add]\"",
            "/* toolset![add] */ fn add() {}",
            "use math::add as plus; toolset![sub]",
            "macro_rules! tool { ($n:ident) => { #[a2t::tool] fn $n() {} } } tool!(add);",
        ] {
            assert!(!names(source).may_list("add"), "{source}");
        }
    }

    #[test]
    fn what_may_be_declared_has_an_attribute_or_a_name() {
        let id = ToolId::derive("math", "add");
        let by_id = format!("#[tool(version = 2, name = \"plus\", id = \"{id}\")] fn plus() {{}}");
        for source in [
            by_id.as_str(),
            "#[a2t::tool(version = 1)] pub const fn add() {}",
            "#[a2t::tool(version = 1)]\n/// Adds.\n#[doc = \"a;b\"]\npub(in a::b) fn add() {}",
            "#[endpoint(version = 1)] fn r#add() {}",
            "#[cfg_attr(feature = \"x\", a2t::tool(version = 1))] fn add() {}",
            "#[tool(version = 1, name = \"add\")] fn plus() {}",
            "macro_rules! made { ($n:ident) => { #[a2t::tool] fn $n() {} } } made!(add);",
            "macro_rules! made { ($n:literal) => { #[tool(name = $n)] fn f() {} } } made!(\"add\");",
        ] {
            assert!(names(source).may_declare("add", Some(id)), "{source}");
        }
        for source in [
            "fn add() {}",
            "// #[a2t::tool(version = 1)] fn add() {}",
            "#[a2t::tool(version = 1)] fn plus() { add() }",
            "#[a2t::tool(version = 1)] fn plus() {} fn add() {}",
            "#[tool(version = 1)] struct A; fn add() {}",
            "client.call(\"add\"); let name = add; toolset![add]; assert_eq!(add(), 1);",
        ] {
            assert!(!names(source).may_declare("add", Some(id)), "{source}");
        }
    }
}
