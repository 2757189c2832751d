//! Parses text into an identifier or a path of Rust, or nothing; no other text goes further.

use std::fmt;

/// Keywords of every edition, `_` apart.
pub(super) const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "Self",
];

/// An identifier of Rust, or the start of one: ASCII letters, digits and underscores.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ident(pub(super) String);

impl Ident {
    /// The text, if it is an identifier as it stands; also a raw one such as `r#type`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (name, raw) = match text.strip_prefix("r#") {
            Some(name) => (name, true),
            None => (text, false),
        };
        let never = matches!(name, "_" | "crate" | "self" | "super" | "Self");
        let free = if raw { !never } else { name != "_" && !KEYWORDS.contains(&name) };
        let spelt = !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
        (spelt && free && is_word(name)).then(|| Self(text.to_owned()))
    }

    /// Drops characters that cannot be part of an identifier, because the map of names may have
    /// made some.
    pub(super) fn made(mut name: String) -> Self {
        if !is_word(&name) {
            name.retain(|c| c.is_ascii_alphanumeric() || c == '_');
        }
        Self(name)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A path of Rust without arguments: identifiers with `::` between them, perhaps before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path(String);

impl Path {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (mut path, names) = match text.strip_prefix("::") {
            Some(names) => ("::".to_owned(), names),
            None => (String::new(), text),
        };
        for (index, name) in names.split("::").map(str::trim).enumerate() {
            let leads = path.is_empty() && matches!(name, "crate" | "self" | "super")
                || path.ends_with("super") && name == "super";
            let name = if leads { name.to_owned() } else { Ident::parse(name)?.0 };
            if index > 0 {
                path.push_str("::");
            }
            path.push_str(&name);
        }
        Some(Self(path))
    }

    /// The last identifier.
    pub(crate) fn last(&self) -> &str {
        self.0.rsplit("::").next().unwrap_or_default()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_word(name: &str) -> bool {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    name.as_bytes().iter().all(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_and_paths_are_what_syn_takes_for_them() {
        let words = [
            "a", "Z", "_", "_a", "a1", "1a", "type", "r#type", "r#self", "self", "Self", "crate",
            "super", "gen", "", "a b", "a;", "\u{e9}",
        ];
        for word in words {
            let known =
                word.is_ascii() && word != "gen" && syn::parse_str::<syn::Ident>(word).is_ok();
            assert_eq!(Ident::parse(word).is_some(), known, "{word}");
        }
        for (text, path) in [
            ("::a2t", Some("::a2t")),
            (" a :: b ", Some("a::b")),
            ("crate::super_::x", Some("crate::super_::x")),
            ("super::super::x", Some("super::super::x")),
            ("self::x", Some("self::x")),
            ("::crate", None),
            ("a::self", None),
            ("a::super", None),
            ("a<b>", None),
            ("a::", None),
            ("a; b", None),
            ("", None),
        ] {
            assert_eq!(Path::parse(text).map(|path| path.to_string()).as_deref(), path, "{text}");
        }
    }

    #[test]
    fn what_the_map_makes_has_only_letters_digits_and_underscores() {
        assert_eq!(Ident::made("a_1; b\n\u{e9}".to_owned()).as_str(), "a_1b");
    }
}
