//! What one tool returns, as a struct.

use a2t_core::OutputType;
use proc_macro2::TokenStream;
use quote::quote;

use super::{derives, doc, ident};
use crate::plan::{Output, Tool};

/// Expands to: `pub struct LookupWeather { pub temperature: Output<i64> }`.
pub(super) fn item(tool: &Tool<'_>, a2t: &TokenStream) -> TokenStream {
    let (method, kind) = (&tool.name.method, ident(&tool.name.kind));
    let summary = format!(" The reply to [`{method}`](super::Calls::{method}).");
    let (serde, derives) = (derives::serde(&tool.derives), &tool.derives);
    let absent = format!("{a2t}::client::Output::is_absent").replace(' ', "");
    let fields = tool.outputs.iter().map(|output| {
        let (name, value) = (ident(&output.name), value(output, a2t));
        let doc = doc(&output.parameter.description, "An output.");
        let serde = serde.then(|| {
            let (wire, absent) = (&*output.parameter.name, &absent);
            quote!(#[serde(rename = #wire, skip_serializing_if = #absent)])
        });
        quote! {
            #doc
            #serde
            pub #name: Output<#value>,
        }
    });
    let default = serde.then(|| quote!(#[serde(default)]));
    quote! {
        #[doc = #summary]
        #[derive(Clone, Debug, Default, PartialEq, #(#derives),*)]
        #default
        pub struct #kind { #(#fields)* }
        impl #a2t::client::Reply<super::Calls> for #kind {}
    }
}

fn value(output: &Output<'_>, a2t: &TokenStream) -> TokenStream {
    match (&output.parameter.kind, &output.choice) {
        (OutputType::Enum { .. }, Some(choice)) => {
            let choice = ident(choice);
            quote!(super::output::#choice)
        }
        (OutputType::Int, _) => quote!(i64),
        (OutputType::Boolean, _) => quote!(bool),
        (OutputType::Json, _) => quote!(#a2t::Value),
        _ => quote!(String),
    }
}
