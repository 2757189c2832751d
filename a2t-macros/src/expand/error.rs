//! Expands to: the problem that each variant of an enum is, and `From` of the errors inside others.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;
use syn::Token;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::copied::Copied;
use super::locked;
use super::record::members;
use super::spans::over;
use super::{Alias, implement, option, text};
use crate::ast::{Declared, ErrorVariant, Errors, Field, Form};
use crate::span::{self, Text, at, quote};

pub(crate) fn errors(errors: &Errors) -> TokenStream {
    let ident = &errors.ident;
    let krate = Copied::new(&errors.krate);
    let a2t = krate.private();
    let shown = errors.display && errors.declared().any(|(_, error)| error.detail.is_none());
    let shown = shown.then(|| quote!(let __shown = ::std::string::ToString::to_string(&self);));
    let arms = errors.variants.iter().map(|variant| arm(variant, errors.display, &krate, &a2t));
    let from = errors.variants.iter().filter_map(|variant| from(variant, errors));
    let fits = fits(errors, &krate, &a2t);
    let locked = locked::locked(errors, &krate, &a2t);
    let listed = errors.declared().map(|(_, declared)| listed(declared, &krate, &a2t));
    let variants: Vec<_> =
        errors.declared().map(|(variant, _)| variant.ident.unraw().to_string()).collect();
    let variants = variants.iter().map(|variant| Text(variant));
    let body = quote! {
        const ERRORS: &'static [#a2t::ProblemType] = &[#(#listed),*];
        const VARIANTS: &'static [&'static ::core::primitive::str] = &[#(#variants),*];
        #locked
        fn into_tool_error(self) -> #krate::ToolError {
            #shown
            match self {
                #(#arms)*
            }
        }
    };
    let item = implement(ident, quote!(#krate::IntoToolError), body);
    quote!(#item #(#from)* #fits)
}

/// A separate check, because otherwise rustc would also name every user of a constant that fails. It stands at the location
/// of the enum's name, for the same reason as an [`Alias`].
fn fits(errors: &Errors, krate: &Copied, a2t: &Copied) -> Option<TokenStream> {
    let path = quote!(#a2t::);
    let checks: Vec<_> = errors
        .declared()
        .filter_map(|(variant, declared)| {
            let shown = declared.members.iter().filter(|field| !field.text);
            let sizes: Vec<_> = shown
                .map(|field| {
                    let ty = &field.ty;
                    over(ty, &path, "error_member", quote!(<#ty as #krate::MemberValue>::SHAPE))
                })
                .collect();
            let fits = || over(&variant.ident, &path, "error_fits", quote!(#(#sizes)+*));
            (!sizes.is_empty()).then(fits)
        })
        .collect();
    let nameless = Token![_](errors.ident.span());
    (!checks.is_empty()).then(|| quote!(const #nameless: () = { #(#checks;)* };))
}

fn arm(variant: &ErrorVariant, display: bool, krate: &Copied, a2t: &Copied) -> TokenStream {
    let ident = &variant.ident;
    match &variant.form {
        Form::Transparent(ty) => inside(ident, ty.span(), &quote!(#krate::ToolError::transparent)),
        Form::Internal(ty) => inside(ident, ty.span(), &quote!(#krate::ToolError::inside)),
        Form::Declared(declared) => {
            let members = declared.members.iter().map(|member| &member.ident);
            let problem = problem(declared, display, krate, a2t);
            quote!(Self::#ident { #(#members),* } => #problem,)
        }
        Form::Wrong => TokenStream::new(),
    }
}

/// An error in another. rustc reports at its type that it does not convert.
fn inside(variant: &Ident, span: Span, report: &TokenStream) -> TokenStream {
    let error = Ident::new("__error", span);
    let report = Copied::new(report).at(span);
    let report = quote_spanned!(span=> #report(#error));
    quote!(Self::#variant(#error) => #report,)
}

fn problem(declared: &Declared, display: bool, krate: &Copied, a2t: &Copied) -> TokenStream {
    let status = at(Literal::u16_unsuffixed(declared.status));
    let name = Text(&declared.name.value);
    let uri = option(declared.uri.as_ref());
    let detail = match &declared.detail {
        Some(detail) => quote!(::std::format!(#detail)),
        None if display => quote!(__shown),
        None => {
            let description = text(declared.description.as_ref());
            quote!(#description)
        }
    };
    let writer = match &*declared.members {
        [] => span::ident("_"),
        _ => span::ident("__writer"),
    };
    let writes = declared.members.iter().map(|member| write(member, krate, a2t));
    quote!(#a2t::problem(#status, #name, #uri, #detail, |#writer| { #(#writes)* }))
}

fn write(member: &Field, krate: &Copied, a2t: &Copied) -> TokenStream {
    let (name, ident, ty) = (Text(&member.name.value), &member.ident, &member.ty);
    if member.text {
        quote!(__writer.text(#name, <#ty as #a2t::ToText<_>>::shown(&#ident));)
    } else {
        quote!(<#ty as #krate::MemberValue>::put(&#ident, #name, __writer);)
    }
}

/// The error as signatures list it.
fn listed(declared: &Declared, krate: &Copied, a2t: &Copied) -> TokenStream {
    let Declared { status, .. } = declared;
    let status = at(Literal::u16_unsuffixed(*status));
    let (name, description) = (Text(&declared.name.value), text(declared.description.as_ref()));
    let uri = option(declared.uri.as_ref());
    let members = members(&declared.members, &Copied::new(quote!(#krate::MemberValue)), a2t);
    quote!(#a2t::error(#status, #name, #uri, #description, const { &[#(#members),*] }))
}

/// The way that `?` takes.
fn from(variant: &ErrorVariant, errors: &Errors) -> Option<TokenStream> {
    let (Form::Transparent(ty) | Form::Internal(ty)) = &variant.form else {
        return None;
    };
    let (ident, name) = (&errors.ident, &variant.ident);
    let Alias { name: ty, item } = Alias::new(ident, ty);
    Some(quote! {
        const _: () = {
            #item
            #[automatically_derived]
            impl ::core::convert::From<#ty> for #ident {
                fn from(__error: #ty) -> Self {
                    Self::#name(__error)
                }
            }
        };
    })
}
