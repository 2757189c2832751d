//! One tool as a method of the client and as a call with its optional inputs.

use a2t_core::InputType;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{doc, doc_lines, ident};
use crate::docs;
use crate::plan::{Input, Tool};

/// The method that takes the required inputs.
pub(super) fn method((index, tool): (usize, &Tool<'_>)) -> TokenStream {
    let doc = method_doc(tool);
    let (method, kind) = (ident(&tool.name.method), ident(&tool.name.kind));
    let index = position(index);
    let required = || {
        tool.inputs
            .iter()
            .enumerate()
            .filter(|(_, input)| input.parameter.required)
    };
    let arguments = required().map(|(_, input)| {
        let (name, taken) = (ident(&input.name), taken(input, &quote!()));
        quote!(#name: #taken)
    });
    let values = required().map(|(position, input)| with(position, input));
    quote! {
        #doc
        pub fn #method(&self, #(#arguments),*) -> call::#kind {
            self.call(#index) #(#values)* .begin(call::#kind)
        }
    }
}

/// Expands to:
///
/// ```text
/// pub struct LookupWeather(pub(super) ::a2t::client::Call);
/// impl LookupWeather {
///     pub fn units(self, units: super::Units) -> Self { … }
///     pub fn send(self) -> Sending<reply::LookupWeather> { … }
/// }
/// ```
pub(super) fn item(tool: &Tool<'_>, a2t: &TokenStream) -> TokenStream {
    let (method, kind) = (&tool.name.method, ident(&tool.name.kind));
    let version = tool.signature.version;
    let doc =
        format!(" A call at version {version}; see [`Client::{method}`](super::Client::{method}).");
    let optional = tool
        .inputs
        .iter()
        .enumerate()
        .filter(|(_, input)| !input.parameter.required);
    let setters = optional.map(|(position, input)| setter(position, input));
    let fields = tool.outputs.iter().enumerate().map(|(position, output)| {
        let name = ident(&output.name);
        let position = self::position(position);
        quote!(#name: outputs.take(#position))
    });
    let outputs = if tool.outputs.is_empty() {
        quote!(_)
    } else {
        quote!(mut outputs)
    };
    quote! {
        #[doc = #doc]
        #[must_use = "a call does nothing until it is sent"]
        pub struct #kind(pub(super) #a2t::client::Call);

        impl #kind {
            #(#setters)*

            /// Sends the call.
            pub fn send(self) -> Sending<reply::#kind> {
                self.0.send(|#outputs| reply::#kind { #(#fields),* })
            }
        }
    }
}

fn setter(position: usize, input: &Input<'_>) -> TokenStream {
    let doc = doc(&input.parameter.description, "An optional input.");
    let (name, taken, with) = (
        ident(&input.name),
        taken(input, &quote!(super::)),
        with(position, input),
    );
    quote! {
        #doc
        pub fn #name(self, #name: #taken) -> Self {
            Self(self.0 #with)
        }
    }
}

/// The description, and one line for each argument that has one.
fn method_doc(tool: &Tool<'_>) -> TokenStream {
    let mut lines = docs::lines(&tool.signature.description);
    if lines.is_empty() {
        lines.push(format!("Calls {}.", docs::line(&tool.signature.name)));
    }
    let required = tool.inputs.iter().filter(|input| input.parameter.required);
    let described = required.filter(|input| !input.parameter.description.trim().is_empty());
    let arguments = described.map(|input| {
        format!(
            "* `{}`: {}",
            input.name,
            docs::line(&input.parameter.description)
        )
    });
    lines.extend(arguments);
    doc_lines(&lines)
}

/// The type of the argument; `outer` leads to the module of the enums.
fn taken(input: &Input<'_>, outer: &TokenStream) -> TokenStream {
    match (&input.parameter.kind, &input.choice) {
        (InputType::Enum { .. }, Some(choice)) => {
            let choice = ident(choice);
            quote!(#outer #choice)
        }
        (InputType::Int { .. }, _) => quote!(impl Into<i64>),
        (InputType::Boolean, _) => quote!(bool),
        _ => quote!(impl Into<String>),
    }
}

/// A position in a signature or table, as a literal without a type.
fn position(position: usize) -> Literal {
    Literal::usize_unsuffixed(position)
}

/// Expands to: `.text(0, city)`.
fn with(position: usize, input: &Input<'_>) -> TokenStream {
    let name = ident(&input.name);
    let position = self::position(position);
    match &input.parameter.kind {
        InputType::String { .. } => quote!(.text(#position, #name)),
        InputType::Int { .. } => quote!(.int(#position, #name)),
        InputType::Boolean => quote!(.boolean(#position, #name)),
        InputType::Enum { .. } => quote!(.choice(#position, #name)),
    }
}
