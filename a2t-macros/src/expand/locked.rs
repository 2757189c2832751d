//! Expands to the errors that published tools list of an enum, and to a check at the variant that differs from them.

use proc_macro2::{Literal, TokenStream};

use super::changed;
use super::copied::Copied;
use super::published::was_error;
use super::record::sorted;
use super::spans::over;
use crate::ast::Errors;
use crate::published::{Shared, shared_errors};
use crate::span::{Text, at, quote, quote_quiet};

/// Returns constants of the enum that the locks of its tools evaluate, or nothing if no tool is published.
pub(super) fn locked(errors: &Errors, krate: &Copied, a2t: &Copied) -> Option<TokenStream> {
    let shared = shared_errors(errors);
    if shared.is_empty() {
        return None;
    }
    let ident = &errors.ident;
    let code = Copied::new(quote!(<#ident as #krate::IntoToolError>::ERRORS));
    let each = shared.iter().map(|shared| shared_as(shared, &code, a2t));
    let short = quote_quiet!(
        use #a2t as __a2t;
        #[allow(unused_imports)]
        use #a2t::published::Unfit as _;
    );
    let of = quote!(#a2t::published::AsMember);
    let fields = errors.declared().flat_map(|(_, declared)| &declared.members);
    let inner = fields.flat_map(|field| changed::inner(ident, std::slice::from_ref(field), &of));
    let inner: Vec<_> = inner.collect();
    let inner =
        |against| inner.iter().map(move |inner| inner.against(&against)).collect::<TokenStream>();
    let newest = inner(quote!(__a2t::published::Against::Newest));
    let promises = inner(quote!(__a2t::published::Against::Promises));
    let (as_published, as_promised) = (check(errors, true), check(errors, false));
    Some(quote! {
        const SHARED: &'static [#a2t::published::SharedErrors] = {
            #short
            &[#(#each),*]
        };
        const AS_PUBLISHED: () = {
            #short
            #newest
            #as_published
        };
        const AS_PROMISED: () = {
            #short
            #promises
            #as_promised
        };
    })
}

fn check(errors: &Errors, frozen: bool) -> TokenStream {
    let frozen = if frozen { quote!(true) } else { quote!(false) };
    let arguments = || quote!(Self::SHARED, #frozen);
    let path = quote!(__a2t::published::);
    let arms = errors.declared().enumerate().map(|(index, (variant, declared))| {
        let index = at(Literal::usize_unsuffixed(index));
        let refuse = over(&variant.ident, &path, "refuse", arguments());
        let members = sorted(&declared.members).into_iter().enumerate().map(|(member, field)| {
            let member = at(Literal::usize_unsuffixed(member));
            let refuse = over(&field.ident, &path, "refuse", arguments());
            quote!(::core::option::Option::Some([#index, #member]) => #refuse,)
        });
        quote! {
            #(#members)*
            ::core::option::Option::Some([#index, _]) => #refuse,
        }
    });
    let lost = over(&errors.ident, &path, "refuse", arguments());
    let arguments = arguments();
    quote! {
        match __a2t::published::differs(#arguments) {
            ::core::option::Option::None => (),
            #(#arms)*
            ::core::option::Option::Some(_) => #lost,
        }
    }
}

fn shared_as(shared: &Shared, code: &Copied, a2t: &Copied) -> TokenStream {
    let Shared { signature, file, locations, tools } = shared;
    let published = signature.errors.iter().map(was_error);
    let locations = locations.iter().map(|location| {
        let (file, tools) = (Text(&location.file), Text(&location.tools));
        quote!((#file, #tools))
    });
    let (name, file, tools) = (Text(&signature.name), Text(file), Text(tools));
    let id = at(Literal::u128_unsuffixed(signature.tool_id.as_u128()));
    let version = at(Literal::u32_unsuffixed(signature.version));
    quote! {
        #a2t::published::SharedErrors {
            code: #code,
            published: const { &[#(#published),*] },
            locations: &[#(#locations),*],
            id: #id,
            tool: #name,
            version: #version,
            file: #file,
            tools: #tools,
        }
    }
}
