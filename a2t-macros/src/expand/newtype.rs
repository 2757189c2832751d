//! Expands to: an input or an output whose values are those of the type inside, or texts of `FromStr` and `Display`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::changed::{self, Checks};
use super::copied::Copied;
use super::published::was_kind;
use super::signature::{bounds, bounds_fit};
use super::taken::{texts, wanted};
use super::{implement, option};
use crate::ast::{Newtype, Wire};
use crate::item::Derive;
use crate::plain::plain;
use crate::published::{self, ChangedBounds, Location};
use crate::siblings;
use crate::span::{self, quote};

pub(crate) fn newtype(newtype: &Newtype) -> TokenStream {
    let Newtype { ident: name, min, max, max_length, .. } = newtype;
    let krate = Copied::new(&newtype.krate);
    let a2t = krate.private();
    let Parts { kind, default, functions, alias } = parts(newtype, &krate, &a2t);
    let (bounds, this) = (bounds(min, max, max_length), span::ident("__A2T_FACTS"));
    let (facts, kind) = if bounds.is_empty() {
        (None, kind)
    } else {
        let checks = bounds_fit(&this, min, max, max_length);
        let facts = quote!(const #this: #a2t::Facts = #a2t::Facts::around(#kind) #bounds; #checks);
        (Some(facts), quote!(#this.ty()))
    };
    let changed = changed(newtype, &a2t);
    let input = quote! {
        const TYPE: #a2t::Type = #kind;
        #changed
        type Default = #default;
        #functions
    };
    let item: TokenStream = [
        implement(name, quote!(#krate::Input), input),
        implement(
            name,
            quote!(#a2t::Inner),
            quote!(
                type This = Self;
            ),
        ),
        implement(name, quote!(#a2t::Required), TokenStream::new()),
    ]
    .into_iter()
    .collect();
    if facts.is_some() || alias.is_some() {
        quote!(const _: () = { #alias #facts #item };)
    } else {
        item
    }
}

pub(crate) fn newtype_output(newtype: &Newtype) -> TokenStream {
    let name = &newtype.ident;
    let krate = Copied::new(&newtype.krate);
    let a2t = krate.private();
    let (value, inner, alias) = match &newtype.wire {
        Wire::Inner(ty) if siblings::in_one_list(Derive::Input) => {
            let Word { span, word, alias } = word(ty, name);
            let (krate, a2t) = (krate.at(span), a2t.at(span));
            // By way of the input, also for the value, whose type rustc would infer otherwise: it then reports once that
            // a type is neither.
            let inner = quote_spanned!(span=> <#word as #a2t::Inner>);
            let value = quote_spanned!(span=> <#inner::This as #krate::OutputValue>);
            (value, quote_spanned!(span=> #inner::this(&self.0)), alias)
        }
        Wire::Inner(ty) => (quote!(<#ty as #krate::OutputValue>), quote!(&self.0), None),
        Wire::Text(_) => (quote!(<#name as #a2t::ToText<_>>), quote!(self), None),
    };
    let changed = inside(&newtype.wire).and_then(|ty| {
        let check = quote!(#a2t::published::AsValue);
        changed::changed_inside(changed::Inner::new(name, ty, &check), &a2t)
    });
    let as_output =
        changed.as_ref().map(|_| changed::forwarded(&quote!(#a2t::published::value::<Self>), &a2t));
    let output_value = quote! {
        const KIND: #a2t::Kind = #value::KIND;
        const SHAPE: &'static #a2t::JsonShape = #value::SHAPE;
        const OPTIONAL: ::core::primitive::bool = #value::OPTIONAL;
        #changed
        fn is_absent(&self) -> ::core::primitive::bool {
            #value::is_absent(#inner)
        }
        fn write_within(&self, __writer: &mut #a2t::JsonWriter<'_>) {
            #value::write_within(#inner, __writer);
        }
        fn write(&self, __name: &::core::primitive::str, __writer: &mut #a2t::Writer) {
            #value::write(#inner, __name, __writer);
        }
    };
    let member_value = quote! {
        const SHAPE: &'static #a2t::JsonShape = <Self as #krate::OutputValue>::SHAPE;
        const OPTIONAL: ::core::primitive::bool = <Self as #krate::OutputValue>::OPTIONAL;
        #as_output
        fn is_absent(&self) -> ::core::primitive::bool {
            <Self as #krate::OutputValue>::is_absent(self)
        }
        fn write(&self, __writer: &mut #a2t::JsonWriter<'_>) {
            <Self as #krate::OutputValue>::write_within(self, __writer);
        }
    };
    let item: TokenStream = [
        implement(name, quote!(#krate::Output), quote!(type Form = #a2t::One; #as_output)),
        implement(name, quote!(#a2t::Present), TokenStream::new()),
        implement(name, quote!(#krate::OutputValue), output_value),
        implement(name, quote!(#a2t::PresentMember), TokenStream::new()),
        implement(name, quote!(#krate::MemberValue), member_value),
    ]
    .into_iter()
    .collect();
    if alias.is_some() { quote!(const _: () = { #alias #item };) } else { item }
}

/// Returns the type inside if tools are published and it may differ from what they publish.
fn inside(wire: &Wire) -> Option<&Type> {
    match wire {
        Wire::Inner(ty) if plain(ty).is_none() && published::is_any() => Some(ty),
        _ => None,
    }
}

fn changed(newtype: &Newtype, a2t: &Copied) -> Option<TokenStream> {
    let Newtype { ident, min, max, max_length, wire, .. } = newtype;
    if !published::is_any() {
        return None;
    }
    let format = match wire {
        Wire::Text(text) => text.format.as_ref(),
        Wire::Inner(_) => None,
    };
    let location = |location| {
        let bound = match location {
            Location::Min => min,
            Location::Max => max,
            Location::MaxLength => max_length,
            Location::Format | Location::Name | Location::Item(_) => &None,
        };
        let format = format.filter(|_| location == Location::Format);
        let format = format.map(ToTokens::to_token_stream);
        let bound = bound.as_ref().map(|bound| bound.whole.clone());
        format.or(bound).unwrap_or_else(|| ident.to_token_stream())
    };
    let check = quote!(#a2t::published::AsInner);
    let inner = inside(wire).map(|ty| changed::Inner::new(ident, ty, &check));
    let checks = Checks {
        itself: quote!(#a2t::published::input::<Self>),
        other: None,
        inner: inner.into_iter().collect(),
    };
    let ChangedBounds { changed, from } = published::bounds(newtype);
    let from = from.map(|from| {
        let kind = was_kind(&from.kind, from.format.as_deref(), true);
        let was = option(Some(quote!(#a2t::published::WasKind::#kind)));
        quote! {
            const CHANGED_FROM: ::core::option::Option<#a2t::published::WasKind> = #was;
        }
    });
    let changed = changed::changed(&changed, location, &checks, a2t);
    Some(quote!(#from #changed))
}

struct Parts {
    kind: TokenStream,
    default: TokenStream,
    functions: TokenStream,
    /// One word for a type of several.
    alias: Option<TokenStream>,
}

fn parts(newtype: &Newtype, krate: &Copied, a2t: &Copied) -> Parts {
    match &newtype.wire {
        Wire::Inner(ty) => around(ty, &newtype.ident, krate, a2t),
        Wire::Text(text) => {
            let (name, wanted) = (&newtype.ident, wanted(text, a2t));
            let read = quote!(<#name as #a2t::FromText<_>>);
            let result = quote!(::core::result::Result<Self, #a2t::ValueError>);
            let functions = quote! {
                fn from_default(__default: &'static ::core::primitive::str) -> #result {
                    #read::read(__default, #wanted)
                }
                fn from_scalar(__scalar: #a2t::Scalar<'_>) -> #result {
                    #read::read_scalar(__scalar, #wanted)
                }
                fn sent_default(
                    __default: &'static ::core::primitive::str,
                ) -> ::core::option::Option<#a2t::Scalar<'static>> {
                    #read::sent_default(__default)
                }
            };
            let default = quote!(&'static ::core::primitive::str);
            let texts = texts(text, &text.format_of(name));
            Parts { kind: quote!(#read::TYPE #texts), default, functions, alias: None }
        }
    }
}

/// One word for a type, and its location.
struct Word {
    span: Span,
    word: TokenStream,
    alias: Option<TokenStream>,
}

/// A macro has no place of several tokens, only that of the first. The alias is declared at the place of the
/// item's name, for the same reason as an [`Alias`](super::Alias).
fn word(ty: &Type, item: &Ident) -> Word {
    let span = span::here().located_at(ty.span());
    if ty.to_token_stream().into_iter().count() == 1 {
        return Word { span, word: ty.to_token_stream(), alias: None };
    }
    let name = Ident::new("__A2tInner", span);
    let mut declared = name.clone();
    declared.set_span(span::here().located_at(item.span()));
    let alias = Some(quote_spanned!(span=> type #declared = #ty;));
    Word { span, word: name.into_token_stream(), alias }
}

/// All of it at the location of the type, so that rustc reports an error in that type once.
fn around(ty: &Type, item: &Ident, krate: &Copied, a2t: &Copied) -> Parts {
    let Word { span, word, alias } = word(ty, item);
    let (krate, a2t) = (krate.at(span), a2t.at(span));
    let inner = quote_spanned!(span=> <#word as #a2t::Inner>);
    let default = quote_spanned!(span=> <#inner::This as #krate::Input>::Default);
    let result = quote_spanned!(span=> ::core::result::Result<Self, #a2t::ValueError>);
    let functions = quote_spanned! {span=>
        fn from_default(__default: #default) -> #result {
            ::core::result::Result::map(#inner::from_default(__default), Self)
        }
        fn from_scalar(__scalar: #a2t::Scalar<'_>) -> #result {
            ::core::result::Result::map(#inner::from_scalar(__scalar), Self)
        }
        fn sent_default(__default: #default) -> ::core::option::Option<#a2t::Scalar<'static>> {
            #inner::sent_default(__default)
        }
    };
    Parts { kind: quote_spanned!(span=> #inner::TYPE), default, functions, alias }
}
