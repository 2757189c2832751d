//! An enum, read as a choice of allowed values.

use syn::{Attribute, DataEnum, DeriveInput, Fields, Generics, Ident, Path};

use super::tool::named;
use crate::attr::{At, ContainerAttr, RenameAttr, doc, take_a2t};
use crate::ctxt::Ctxt;

pub(crate) struct Choice {
    pub(crate) krate: Path,
    /// Has serde's traits as well.
    pub(crate) serde: bool,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) variants: Vec<Variant>,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) name: At<String>,
    pub(crate) description: Option<At<String>>,
}

impl Choice {
    pub(crate) fn read(item: &DeriveInput, data: &DataEnum, ctxt: &Ctxt) -> Self {
        let variants = data.variants.iter().map(|variant| read(variant, ctxt));
        let ContainerAttr { krate, serde } = ContainerAttr::of_enum(&item.attrs, ctxt);
        Self {
            krate,
            serde,
            ident: item.ident.clone(),
            generics: item.generics.clone(),
            variants: variants.collect(),
        }
    }
}

fn read(variant: &syn::Variant, ctxt: &Ctxt) -> Variant {
    if !matches!(variant.fields, Fields::Unit) {
        let wrong = format!("the variant `{}` carries data", variant.ident);
        let help = "an allowed value is only a name: remove the fields, and take the data as another parameter";
        ctxt.error(&variant.fields, wrong, help);
    }
    let mut attrs = variant.attrs.clone();
    let attr = RenameAttr::of_variant(&take_a2t(&mut attrs), ctxt);
    Variant {
        ident: variant.ident.clone(),
        cfgs: crate::attr::cfgs(&attrs),
        name: named(&attr.name, screaming_ident(&variant.ident), &variant.ident),
        description: doc(&attrs, ctxt).description.or(attr.description),
    }
}

/// `PremiumEconomy` becomes `PREMIUM_ECONOMY`, `HTTPError` becomes `HTTP_ERROR`.
pub(super) fn screaming_ident(ident: &Ident) -> String {
    use syn::ext::IdentExt;
    screaming(&ident.unraw().to_string())
}

pub(crate) fn screaming(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let mut text = String::new();
    for (index, character) in characters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| characters.get(before));
        let after = characters.get(index + 1);
        let lower = |c: Option<&char>| c.is_some_and(|c| c.is_lowercase() || c.is_ascii_digit());
        let new_word = lower(before)
            || (before.is_some_and(|c| c.is_uppercase())
                && after.is_some_and(|c| c.is_lowercase()));
        if character.is_uppercase() && new_word {
            text.push('_');
        }
        text.extend(character.to_uppercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::screaming as name;

    #[test]
    fn variants_become_capitalised_snake_case() {
        assert_eq!(name("Celsius"), "CELSIUS");
        assert_eq!(name("PremiumEconomy"), "PREMIUM_ECONOMY");
        assert_eq!(name("HTTPError"), "HTTP_ERROR");
        assert_eq!(name("Top10Percent"), "TOP10_PERCENT");
        assert_eq!(name("KELVIN"), "KELVIN");
        assert_eq!(name("A"), "A");
    }
}
