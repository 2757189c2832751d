//! After an error: enough of what would have been generated that no second error follows the first.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Ident, Path, Visibility};

/// A tool that lists and offers nothing.
pub(crate) fn tool(
    krate: &Path,
    vis: &Visibility,
    ident: &Ident,
    cfgs: &[Attribute],
) -> TokenStream {
    let table = table(krate, ident);
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #vis struct #ident {}
        #(#cfgs)*
        const _: () = {
            #[automatically_derived]
            impl #krate::Tool for #ident {
                const SIGNATURE: &'static #krate::ToolSignature =
                    &#krate::__private::Head::new(0, "", "", 1).signature(&[], &[]);
            }
            #table
        };
    }
}

/// The tools of an `impl` block of which one is wrong.
fn table(krate: &Path, ty: &impl ToTokens) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #krate::__private::Listed for #ty {
            type This = Self;
            const KEYS: &'static [#krate::__private::Key] = &[];
        }
        #[automatically_derived]
        impl<S: #krate::__private::State> #krate::__private::Table<S> for #ty {
            const ENTRIES: &'static [#krate::__private::Entry<S>] = &[];
        }
    }
}

/// An enum without values.
pub(crate) fn choice(krate: &Path, ident: &Ident, generics: &syn::Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let output = output(krate, ident, generics);
    quote! {
        #output
        #[automatically_derived]
        impl #parameters #krate::Enum for #ident #arguments #bounds {
            const VALUES: &'static [#krate::AllowedValue] = &[];
            fn name(&self) -> &'static ::core::primitive::str {
                ""
            }
            fn from_name(_: &::core::primitive::str) -> ::core::option::Option<Self> {
                ::core::option::Option::None
            }
        }
    }
}

/// A struct without outputs.
pub(crate) fn output(krate: &Path, ident: &Ident, generics: &syn::Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #krate::Output for #ident #arguments #bounds {
            const SHAPE: #krate::__private::Shape = #krate::__private::Shape::Fields(&[]);
            fn write(&self, _: &mut #krate::__private::ResultWriter) -> #krate::__private::Written {
                ::core::result::Result::Ok(())
            }
        }
    }
}

/// The tools of an `impl` block of which one is wrong.
pub(crate) fn block(krate: &Path, block: &syn::ItemImpl) -> TokenStream {
    if !block.generics.params.is_empty() || block.trait_.is_some() {
        return TokenStream::new();
    }
    let table = table(krate, &block.self_ty);
    quote!(const _: () = { #table };)
}
