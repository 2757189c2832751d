//! Parameters of a type that none of its fields mentions, which rustc reports by itself (E0392).

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Data, DeriveInput, Field, GenericParam, Generics};

/// Returns the type without its parameters if rustc reports one of them.
pub(super) fn without_parameters(item: &DeriveInput) -> Option<DeriveInput> {
    if item.generics.params.is_empty() {
        return None;
    }
    let fields: TokenStream = fields(item).map(|field| field.ty.to_token_stream()).collect();
    let unused = |parameter: &GenericParam| match parameter {
        GenericParam::Lifetime(lifetime) => !mentions(&fields, &lifetime.lifetime.ident, true),
        GenericParam::Type(ty) => !mentions(&fields, &ty.ident, false),
        GenericParam::Const(_) => false,
    };
    let is_reported = item.generics.params.iter().any(unused);
    is_reported.then(|| DeriveInput { generics: Generics::default(), ..item.clone() })
}

fn fields(item: &DeriveInput) -> Box<dyn Iterator<Item = &Field> + '_> {
    match &item.data {
        Data::Struct(data) => Box::new(data.fields.iter()),
        Data::Enum(data) => Box::new(data.variants.iter().flat_map(|variant| &variant.fields)),
        Data::Union(data) => Box::new(data.fields.named.iter()),
    }
}

fn mentions(tokens: &TokenStream, name: &Ident, is_lifetime: bool) -> bool {
    let mut quoted = false;
    tokens.clone().into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == *name && std::mem::take(&mut quoted) == is_lifetime,
        TokenTree::Group(group) => mentions(&group.stream(), name, is_lifetime),
        TokenTree::Punct(punct) => {
            quoted = punct.as_char() == '\'';
            false
        }
        TokenTree::Literal(_) => false,
    })
}
