//! Expands to: comparisons with what is published that only rustc can make, and the files that a
//! build depends on.

use std::path::Path;

use a2t_core::{AllowedValue, InputParameter, InputType, OutputParameter, OutputType};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::concrete::{concrete, name};
use super::signature::over;
use crate::ast::Tool;
use crate::published::{Lock, Origin, WasInput};

/// What stands beside the signature of a tool of which something is published.
pub(super) fn published(index: usize, tool: &Tool, lock: &Lock) -> TokenStream {
    let tracked = tracked(lock);
    if lock.newest == 0 || lock.inputs.iter().all(is_new) && lock.outputs.is_empty() {
        return tracked;
    }
    let this = format_ident!("{}_LOCK", name(index));
    let constant = constant(&this, index, tool, lock);
    let inputs = tool.inputs().zip(&lock.inputs).enumerate();
    let inputs = inputs.map(|(index, (input, was))| {
        let ty = concrete(&input.ty, tool);
        self::input(&this, index, ty, was)
    });
    let outputs = outputs(&this, tool, lock);
    quote! {
        #tracked
        #constant
        #(#inputs)*
        #outputs
    }
}

fn is_new(input: &WasInput) -> bool {
    input.forms.is_empty() && input.lacking.is_none()
}

/// The published versions that the tool's code serves as well.
pub(super) fn older(lock: Option<&Lock>) -> Option<TokenStream> {
    let older = &lock.filter(|lock| !lock.older.is_empty())?.older;
    let older = older.iter().map(|(version, file)| {
        let version = Literal::u32_unsuffixed(*version);
        let file = text(file);
        quote!(__a2t::Older { version: #version, text: ::core::include_str!(#file) })
    });
    Some(quote!(.older(&[#(#older),*])))
}

/// Names the files without a use of them, so that cargo looks at them before the next build.
fn tracked(lock: &Lock) -> TokenStream {
    let files = lock.tracked.iter().map(|file| {
        let file = text(file);
        quote!(
            const _: &[::core::primitive::u8] = ::core::include_bytes!(#file);
        )
    });
    let variable = lock.overridden.then(|| {
        quote!(
            const _: ::core::option::Option<&::core::primitive::str> =
                ::core::option_env!("A2T_PUBLISHED_DIR");
        )
    });
    quote!(#(#files)* #variable)
}

fn text(file: &Path) -> String {
    file.to_string_lossy().into_owned()
}

fn constant(this: &Ident, index: usize, tool: &Tool, lock: &Lock) -> TokenStream {
    let signature = name(index);
    let returned = returned(tool, lock);
    let next = Literal::u32_unsuffixed(lock.next);
    let outputs = lock.outputs.iter().map(|(_, output)| self::output(output));
    let origins = lock.outputs.iter().map(|(origin, _)| self::origin(origin));
    quote! {
        const #this: &__a2t::published::Lock = &__a2t::published::Lock {
            code: #signature,
            next: #next,
            returned: #returned,
            outputs: &[#(#outputs),*],
            origins: &[#(#origins),*],
        };
    }
}

fn returned(tool: &Tool, lock: &Lock) -> TokenStream {
    let returned = concrete(&tool.returned.ty, tool);
    let described = Literal::u128_unsuffixed(lock.described);
    quote!(__a2t::published::Returned::of::<#returned>(#described))
}

fn input(this: &Ident, index: usize, ty: TokenStream, was: &WasInput) -> TokenStream {
    let place = &was.place;
    let number = Literal::usize_unsuffixed(index);
    let forms = (!was.forms.is_empty()).then(|| {
        let constant = format_ident!("{this}_{index}");
        let forms = was.forms.iter().map(|(_, form)| was_input(form));
        let origins = was.forms.iter().map(|(origin, _)| origin_of(origin));
        let arguments = quote!(#number, <#ty as __a2t::Input>::TYPE, #constant, &[#(#origins),*]);
        let check = over(place, &quote!(#this.), "input", arguments);
        quote! {
            const #constant: &[__a2t::InputParameter] = &[#(#forms),*];
            const _: () = #check;
        }
    });
    let lacking = was.lacking.as_ref().map(|(version, file)| {
        let version = Literal::u32_unsuffixed(*version);
        let arguments = quote!(#number, #version, #file);
        let check = over(place, &quote!(#this.), "new_input", arguments);
        quote!(const _: () = #check;)
    });
    quote!(#forms #lacking)
}

fn outputs(this: &Ident, tool: &Tool, lock: &Lock) -> TokenStream {
    let place = &tool.returned.ty;
    let kept = (0..lock.outputs.len()).map(|index| {
        let index = Literal::usize_unsuffixed(index);
        let check = over(place, &quote!(#this.), "output", quote!(#index));
        quote!(const _: () = #check;)
    });
    let frozen = lock.own.as_ref().map(|file| {
        let check = over(place, &quote!(#this.), "no_new_output", quote!(#file));
        quote!(const _: () = #check;)
    });
    let described = lock
        .misdescribed
        .as_ref()
        .zip(tool.returned.description.as_ref());
    let described = described.map(|(message, returns)| {
        let arguments = quote!(#this.returned, #message);
        let path = quote!(__a2t::published::);
        let check = over(&returns.tokens, &path, "plain_described", arguments);
        quote!(const _: () = #check;)
    });
    quote!(#(#kept)* #frozen #described)
}

/// Where an input is written down, and what its choices are if it is an enum.
fn origin_of(origin: &Origin) -> TokenStream {
    if origin.fingerprint.bits() != (0, 0) {
        return self::origin(origin);
    }
    let (version, place) = (Literal::u32_unsuffixed(origin.version), &origin.place);
    quote!(__a2t::published::Origin::new(#version, #place))
}

fn origin(origin: &Origin) -> TokenStream {
    let (version, place) = (Literal::u32_unsuffixed(origin.version), &origin.place);
    let (contract, text) = origin.fingerprint.bits();
    let (contract, text) = (
        Literal::u128_unsuffixed(contract),
        Literal::u128_unsuffixed(text),
    );
    quote!(__a2t::published::Origin::of(#version, #place, #contract, #text))
}

fn was_input(input: &InputParameter) -> TokenStream {
    let (id, name, required) = (&input.id, &input.name, input.required);
    let kind = match &input.kind {
        InputType::String { max_length: None } => quote!(STRING),
        InputType::String {
            max_length: Some(length),
        } => {
            let length = Literal::u64_unsuffixed(*length);
            quote!(string(#length))
        }
        InputType::Int { min, max } => {
            let max = Literal::i64_unsuffixed(*max);
            match min.map(Literal::i64_unsuffixed) {
                Some(min) => quote!(int(#min, #max)),
                None => quote!(int_to(#max)),
            }
        }
        InputType::Boolean => quote!(BOOLEAN),
        InputType::Enum { allowed_values } => {
            let values = values(allowed_values);
            quote!(choice(#values))
        }
    };
    quote!(__a2t::published::input(#id, #name, #required, __a2t::published::was::#kind))
}

fn output(output: &OutputParameter) -> TokenStream {
    let (id, name, description) = (&output.id, &output.name, &output.description);
    let kind = match &output.kind {
        OutputType::String => quote!(A_STRING),
        OutputType::Int => quote!(AN_INT),
        OutputType::Boolean => quote!(A_BOOLEAN),
        OutputType::Json => quote!(JSON),
        OutputType::Enum { allowed_values } => {
            let values = values(allowed_values);
            quote!(a_choice(#values))
        }
    };
    quote!(__a2t::published::output(#id, #name, #description, __a2t::published::was::#kind))
}

fn values(values: &[AllowedValue]) -> TokenStream {
    let values = values.iter().map(|value| {
        let (name, description) = (&value.name, &value.description);
        quote!(__a2t::value(#name, #description))
    });
    // A constant of its own, because elsewhere a list that has to be dropped would not live on.
    quote!(const { &[#(#values),*] })
}
