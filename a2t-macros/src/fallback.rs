//! After an error: enough of what would have been generated that no second error follows the first.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Ident, Path};

/// An item without the attributes that only these macros understand, and without the doc comments
/// that only they allow: those of parameters.
pub(crate) fn bare(item: TokenStream) -> TokenStream {
    bare_in(item, Delimiter::None)
}

fn bare_in(tokens: TokenStream, around: Delimiter) -> TokenStream {
    let mut bare: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        let TokenTree::Group(group) = &tree else {
            bare.push(tree);
            continue;
        };
        let hash = matches!(bare.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#');
        if hash && group.delimiter() == Delimiter::Bracket && is_ours(group, around) {
            bare.pop();
            continue;
        }
        let mut inner = Group::new(group.delimiter(), bare_in(group.stream(), group.delimiter()));
        inner.set_span(group.span());
        bare.push(inner.into());
    }
    bare.into_iter().collect()
}

fn is_ours(attribute: &Group, around: Delimiter) -> bool {
    let mut path = attribute.stream().into_iter().filter_map(|tree| match tree {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    });
    match path.next().as_deref() {
        Some("a2t" | "tool") => true,
        Some("doc") => around == Delimiter::Parenthesis,
        _ => false,
    }
}

pub(crate) fn tool(
    krate: &Path,
    marker: &TokenStream,
    name: &Ident,
    cfgs: &[Attribute],
) -> TokenStream {
    quote! {
        #marker
        #(#cfgs)*
        #[automatically_derived]
        impl #krate::Tool for #name {
            const HEAD: #krate::__private::Head =
                #krate::__private::Head::new(0, 1, "", 0, "");
            const PARAMETERS: #krate::__private::Parameters = #krate::__private::Parameters {
                inputs: &[],
                returns: <::core::primitive::bool as #krate::Output>::SHAPE,
                result: &[],
            };
            type Contexts = ();
            fn call(_: #krate::__private::Invocation, (): ()) -> #krate::__private::Reply {
                ::core::unreachable!()
            }
        }
    }
}

fn table(krate: &Path, ty: &impl ToTokens) -> TokenStream {
    quote! {
        pub enum __A2tTools {}
        #[automatically_derived]
        impl #krate::__private::Listed for #ty {
            type This = __A2tTools;
        }
        #[automatically_derived]
        impl #krate::__private::Keyed for __A2tTools {
            const KEYS: &'static [#krate::__private::Key] = &[];
        }
        #[automatically_derived]
        impl<S: 'static> #krate::__private::RunsWith<S, #krate::__private::Meant> for __A2tTools {
            const ENTRIES: &'static [#krate::__private::Entry<S>] = &[];
        }
    }
}

pub(crate) fn choice(krate: &Path, ident: &Ident, generics: &syn::Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let output = output(krate, ident, generics);
    quote! {
        #output
        #[automatically_derived]
        impl #parameters #krate::__private::Inner for #ident #arguments #bounds {
            type This = Self;
            fn inner(this: Self) -> Self {
                this
            }
        }
        #[automatically_derived]
        impl #parameters #krate::Enum for #ident #arguments #bounds {
            const CHOICES: #krate::__private::Choices =
                #krate::__private::Choices { values: &[], contract: 0, text: 0 };
            fn nth(_: ::core::primitive::usize) -> Self {
                ::core::unreachable!()
            }
        }
    }
}

pub(crate) fn newtype(krate: &Path, ident: &Ident, generics: &syn::Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let result = quote!(::core::result::Result<Self, #krate::__private::Refused>);
    quote! {
        #[automatically_derived]
        impl #parameters #krate::Input for #ident #arguments #bounds {
            const TYPE: #krate::__private::Type = #krate::__private::Type::TEXT;
            type Default = Self;
            fn from_default(default: Self) -> #result {
                ::core::result::Result::Ok(default)
            }
            fn from_scalar(_: #krate::__private::Scalar<'_>) -> #result {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl #parameters #krate::__private::Inner for #ident #arguments #bounds {
            type This = Self;
            fn inner(this: Self) -> Self {
                this
            }
        }
        #[automatically_derived]
        impl #parameters #krate::__private::Required for #ident #arguments #bounds {}
    }
}

pub(crate) fn newtype_output(krate: &Path, ident: &Ident, generics: &syn::Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let record = record(krate, ident, generics);
    quote! {
        #record
        #[automatically_derived]
        impl #parameters #krate::Output for #ident #arguments #bounds {
            type Form = #krate::__private::One;
        }
    }
}

pub(crate) fn output(krate: &Path, ident: &Ident, generics: &syn::Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #krate::Output for #ident #arguments #bounds {
            type Form = #krate::__private::Own;
            const SHAPE: #krate::__private::Shape =
                #krate::__private::Shape::Fields { outputs: &[], kinds: &[], fingerprints: &[] };
            fn write(&self, _: &mut #krate::__private::Writer) {}
        }
    }
}

pub(crate) fn errors(krate: &Path, ident: &Ident, generics: &syn::Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #krate::IntoToolError for #ident #arguments #bounds {
            fn into_tool_error(self) -> #krate::ToolError {
                ::core::unreachable!()
            }
        }
    }
}

pub(crate) fn record(krate: &Path, ident: &Ident, generics: &syn::Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #krate::MemberValue for #ident #arguments #bounds {
            const SHAPE: &'static #krate::__private::JsonShape = &#krate::__private::JsonShape::Any;
            fn write(&self, _: &mut #krate::__private::JsonWriter<'_>) {}
        }
        #[automatically_derived]
        impl #parameters #krate::__private::PresentMember for #ident #arguments #bounds {}
        #[automatically_derived]
        impl #parameters #krate::__private::Present for #ident #arguments #bounds {}
        #[automatically_derived]
        impl #parameters #krate::OutputValue for #ident #arguments #bounds {
            const KIND: #krate::__private::Kind = #krate::__private::Kind::Json;
            const SHAPE: &'static #krate::__private::JsonShape = &#krate::__private::JsonShape::Any;
            fn write_within(&self, _: &mut #krate::__private::JsonWriter<'_>) {}
            fn write(&self, _: &::core::primitive::str, _: &mut #krate::__private::Writer) {}
        }
    }
}

pub(crate) fn block(krate: &Path, block: &syn::ItemImpl) -> TokenStream {
    if !block.generics.params.is_empty() || block.trait_.is_some() {
        return TokenStream::new();
    }
    let table = table(krate, &block.self_ty);
    quote!(const _: () = { #table };)
}
