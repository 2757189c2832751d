//! `#[a2t(text, expected = "…", example = "…", format = "…")]`: a type that is parsed from a text, with a description
//! of the texts that it accepts.

use a2t_core::signature::rule;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{Ident, LitStr, Type};

use super::key::Key;
use super::{At, Keys};
use crate::ctxt::Ctxt;
use crate::plain::in_option;

pub(crate) struct Text {
    pub(crate) flag: Ident,
    pub(crate) expected: Option<LitStr>,
    pub(crate) example: Option<LitStr>,
    pub(crate) format: Option<LitStr>,
}

impl Text {
    pub(super) fn take(keys: &mut Keys, ctxt: &Ctxt) -> Option<Self> {
        let certain = keys.lack(Key::Text);
        let flag = keys.flag(Key::Text, ctxt);
        let (expected, example) = (keys.text(Key::Expected, ctxt), keys.text(Key::Example, ctxt));
        let format = keys.text(Key::Format, ctxt);
        let given = [(Key::Expected, &expected), (Key::Example, &example), (Key::Format, &format)];
        let forgotten = flag.is_none() && certain;
        let meant = forgotten.then(|| meant(given, ctxt)).flatten();
        for given in [&expected, &example, &format].into_iter().flatten() {
            inert(given, ctxt);
        }
        Some(Self { flag: flag.or(meant)?, expected, example, format })
    }

    /// Returns the format of the texts, which published versions record. By default it is the name of their type.
    /// Another name keeps the format if the type is renamed.
    pub(crate) fn format(&self, ty: &Type) -> String {
        match &self.format {
            Some(format) => format.value(),
            None => kebab(&named(ty)),
        }
    }

    /// Returns the format of a type with this name.
    pub(crate) fn format_of(&self, name: &Ident) -> String {
        match &self.format {
            Some(format) => format.value(),
            None => kebab(&name.unraw().to_string()),
        }
    }
}

/// Returns the last name of a path, also inside an `Option`, or the tokens of any other type.
fn named(ty: &Type) -> String {
    if let Some(inner) = in_option(ty) {
        return named(inner);
    }
    let last = match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    last.map_or_else(|| ty.to_token_stream().to_string(), |last| last.ident.unraw().to_string())
}

/// Converts `NaiveDate` to `naive-date`, as the formats of JSON Schema are written.
fn kebab(name: &str) -> String {
    let letters: Vec<_> = name.chars().collect();
    let mut kebab = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| letters.get(before));
        let lower_after = letters.get(index + 1).is_some_and(|after| after.is_lowercase());
        let begins = before.is_some_and(|before| {
            before.is_lowercase() || before.is_numeric() || before.is_uppercase() && lower_after
        });
        match letter {
            '_' => kebab.push('-'),
            letter if letter.is_uppercase() => {
                kebab.extend(begins.then_some('-'));
                kebab.extend(letter.to_lowercase());
            }
            letter => kebab.push(*letter),
        }
    }
    kebab
}

/// Returns the flag that a key requires, and reports once that it is missing.
fn meant(named: [(Key, &Option<LitStr>); 3], ctxt: &Ctxt) -> Option<Ident> {
    let (key, given) = named.into_iter().find_map(|(key, given)| Some((key, given.as_ref()?)))?;
    let key = key.name();
    let wrong = format!("`{key}` belongs to a type that is read from a text");
    let help =
        format!("add the key `text`, `#[a2t(text, {key} = …)]`, or describe it in the doc comment");
    ctxt.error(given, wrong, help);
    Some(Ident::new(Key::Text.name(), given.span()))
}

fn inert(given: &LitStr, ctxt: &Ctxt) {
    let at = At::new(given.value(), given);
    if at.value.is_empty() {
        ctxt.error(
            given,
            "this text is empty",
            "write the text that callers receive, or remove the key",
        );
    } else if let Err(violated) = rule::one_line(&at.value) {
        ctxt.violated(given, "this text", &violated);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_called_as_its_type_without_its_path() {
        for (ty, format) in [
            ("Uuid", "uuid"),
            ("uuid::Uuid", "uuid"),
            ("Option<::uuid::Uuid>", "uuid"),
            ("std::option::Option<NaiveDate>", "naive-date"),
            ("IpAddr", "ip-addr"),
            ("SocketAddrV4", "socket-addr-v4"),
            ("URL", "url"),
            ("HTTPUrl", "http-url"),
            ("Id<Book>", "id"),
            ("r#type", "type"),
            ("my_type", "my-type"),
        ] {
            assert_eq!(kebab(&named(&syn::parse_str(ty).unwrap())), format, "{ty}");
        }
    }
}
