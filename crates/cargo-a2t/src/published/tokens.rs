//! Tools and conditions of a source file, read from its tokens, which needs no name resolution.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

#[derive(Debug, Default)]
pub(super) struct Scan {
    pub(super) functions: Vec<Function>,
    pub(super) modules: Vec<Module>,
    /// The conditions of the file itself, `#![cfg(…)]`.
    pub(super) inner: Vec<Condition>,
}

#[derive(Debug, Default)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) version: u32,
    pub(super) line: u32,
    pub(super) conditions: Vec<Condition>,
}

#[derive(Debug)]
pub(super) struct Module {
    pub(super) name: String,
    pub(super) conditions: Vec<Condition>,
}

#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub(super) text: String,
    pub(super) features: Vec<String>,
}

impl Scan {
    /// Reads a file; `None` of one that is not Rust.
    pub(super) fn new(text: &str) -> Option<Self> {
        let mut scan = Self::default();
        // Most files have no tool, and lexing one takes a thousand times as long as this.
        if text.contains("tool") || text.contains("mod ") {
            scan.items(text.parse().ok()?, &[], true);
        }
        Some(scan)
    }

    fn items(&mut self, tokens: TokenStream, outer: &[Condition], is_file: bool) {
        let mut trees = tokens.into_iter().peekable();
        let mut attrs = Attrs::default();
        let mut outer = outer.to_vec();
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    let is_inner = trees.next_if(|tree| matches!(tree, TokenTree::Punct(_)));
                    let is_inner = is_inner.is_some();
                    let Some(TokenTree::Group(attr)) = trees.next() else {
                        continue;
                    };
                    if !is_inner {
                        attrs.read(attr.stream());
                    } else if is_file {
                        self.inner.extend(condition(attr.stream()));
                    } else {
                        outer.extend(condition(attr.stream()));
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => attrs = Attrs::default(),
                TokenTree::Ident(word) if word == "fn" || word == "mod" => {
                    if let Some(TokenTree::Ident(name)) = trees.peek() {
                        let conditions = [&*outer, &attrs.conditions].concat();
                        self.item(&word, name, &attrs, conditions);
                    }
                }
                TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                    let conditions = [&*outer, &attrs.conditions].concat();
                    self.items(body.stream(), &conditions, false);
                    attrs = Attrs::default();
                }
                _ => {}
            }
        }
    }

    fn item(&mut self, word: &Ident, name: &Ident, attrs: &Attrs, conditions: Vec<Condition>) {
        let own = name.to_string();
        let own = own.strip_prefix("r#").unwrap_or(&own);
        if word == "mod" {
            let name = own.to_owned();
            self.modules.push(Module { name, conditions });
        } else if let Some(keys) = &attrs.tool {
            let line = u32::try_from(name.span().start().line);
            self.functions.push(Function {
                name: keys.name.clone().unwrap_or_else(|| own.to_owned()),
                id: keys.id.clone(),
                version: keys.version,
                line: line.unwrap_or(1),
                conditions,
            });
        }
    }
}

#[derive(Default)]
struct Attrs {
    conditions: Vec<Condition>,
    tool: Option<Keys>,
}

/// The keys of `#[a2t::tool(…)]` that identify the tool.
#[derive(Default)]
struct Keys {
    name: Option<String>,
    id: Option<String>,
    version: u32,
}

impl Attrs {
    fn read(&mut self, attr: TokenStream) {
        let trees: Vec<_> = attr.clone().into_iter().collect();
        if let [TokenTree::Ident(word), TokenTree::Group(arguments)] = trees.as_slice()
            && word == "cfg_attr"
        {
            return self.read_conditional(arguments);
        }
        self.conditions.extend(condition(attr));
        if let [path @ .., TokenTree::Ident(last), TokenTree::Group(keys)] = trees.as_slice()
            && last == "tool"
            && path.iter().all(|tree| !matches!(tree, TokenTree::Literal(_)))
        {
            self.tool = Some(Keys::read(keys.stream()));
        }
    }

    /// `cfg_attr(CONDITION, a2t::tool(…))`
    fn read_conditional(&mut self, arguments: &Group) {
        let trees = arguments.stream().into_iter();
        let is_comma =
            |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ',');
        let trees: Vec<_> = trees.collect();
        let mut parts = trees.split(is_comma).map(|part| part.iter().cloned().collect());
        let Some(condition) = parts.next().map(|stream| Condition::new(&stream)) else {
            return;
        };
        let had = self.tool.is_some();
        parts.for_each(|attr| self.read(attr));
        if self.tool.is_some() && !had {
            self.conditions.push(condition);
        }
    }
}

impl Keys {
    fn read(keys: TokenStream) -> Self {
        let mut found = Self::default();
        let trees: Vec<_> = keys.into_iter().collect();
        for window in trees.windows(3) {
            let [TokenTree::Ident(key), TokenTree::Punct(_), TokenTree::Literal(value)] = window
            else {
                continue;
            };
            let value = value.to_string();
            let text = || Some(value.trim_matches('"').to_owned());
            match key.to_string().as_str() {
                "name" => found.name = text(),
                "id" => found.id = text(),
                "version" => found.version = value.parse().unwrap_or_default(),
                _ => {}
            }
        }
        found
    }
}

/// `cfg(…)`
fn condition(attr: TokenStream) -> Option<Condition> {
    let mut trees = attr.into_iter();
    match (trees.next()?, trees.next()?) {
        (TokenTree::Ident(word), TokenTree::Group(predicate)) if word == "cfg" => {
            Some(Condition::new(&predicate.stream()))
        }
        _ => None,
    }
}

impl Condition {
    fn new(predicate: &TokenStream) -> Self {
        let mut features = Vec::new();
        asked(predicate.clone(), &mut features);
        let text = predicate.to_string();
        Self { text, features }
    }
}

/// The features that a predicate asks for; those that it asks to be off are none.
fn asked(predicate: TokenStream, features: &mut Vec<String>) {
    let trees: Vec<_> = predicate.into_iter().collect();
    for (index, tree) in trees.iter().enumerate() {
        let before = |back: usize| trees.get(index.checked_sub(back)?);
        let word = |tree: Option<&TokenTree>| match tree {
            Some(TokenTree::Ident(word)) => word.to_string(),
            _ => String::new(),
        };
        match tree {
            TokenTree::Group(inner) if word(before(1)) != "not" => asked(inner.stream(), features),
            TokenTree::Literal(name) if word(before(2)) == "feature" => {
                features.push(name.to_string().trim_matches('"').to_owned());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> Scan {
        Scan::new(text).unwrap()
    }

    #[test]
    fn tools_are_found_by_their_attribute() {
        let found = scan(
            r#"
            // #[a2t::tool(version = 9)] fn no() {}
            /// #[a2t::tool(version = 9)]
            fn neither() { let tool = "fn text()"; }
            #[a2t::tool(version = 1)]
            pub async fn add(a: i32) -> i32 { a }
            mod deep { impl Shop {
                #[tool(version = 2, name = "Count Wares", tags = ["a"], id = "0479a45d")]
                #[allow(unused)]
                fn r#count(&self) {}
                #[inline] fn plain(&self) {}
            } }
            #[cfg_attr(feature = "x", a2t::tool(version = 3), inline)]
            fn maybe() {}
            "#,
        );
        let tools = found.functions.iter();
        let tools: Vec<_> = tools.map(|f| (&*f.name, f.version, f.line)).collect();
        let expected = [("add", 1, 6), ("Count Wares", 2, 10), ("maybe", 3, 14)];
        assert_eq!(tools, expected);
        assert_eq!(found.functions[1].id.as_deref(), Some("0479a45d"));
        assert_eq!(found.functions[2].conditions[0].features, ["x"]);
    }

    #[test]
    fn conditions_are_those_of_the_item_and_of_what_it_is_in() {
        let found = scan(
            r#"
            #![cfg(unix)]
            #[cfg(feature = "outer")]
            mod wares {
                #[cfg(any(feature = "inner", not(feature = "lean")))]
                #[a2t::tool(version = 1)]
                fn add() {}
                #[a2t::tool(version = 1)]
                fn sum() {}
            }
            #[cfg(test)]
            mod there;
            mod free;
            "#,
        );
        assert_eq!(found.inner[0].text, "unix");
        let features = |index: usize| -> Vec<_> {
            let conditions = found.functions[index].conditions.iter();
            conditions.flat_map(|c| c.features.clone()).collect()
        };
        assert_eq!(features(0), ["outer", "inner"]);
        assert_eq!(features(1), ["outer"]);
        let modules = found.modules.iter();
        let modules: Vec<_> = modules.map(|m| (&*m.name, m.conditions.len())).collect();
        assert_eq!(modules, [("wares", 1), ("there", 1), ("free", 0)]);
    }
}
