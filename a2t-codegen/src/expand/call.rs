//! One tool as a method of the client and as a call with its optional inputs.

use a2t_core::InputType;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{doc_lines, ident};
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
    let deprecated = deprecated(tool);
    quote! {
        #doc
        #deprecated
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
    let id = tool.signature.tool_id;
    let doc = format!(
        " A call of [`{method}`](super::Calls::{method}): version {version} of the tool {id}."
    );
    let optional = tool
        .inputs
        .iter()
        .enumerate()
        .filter(|(_, input)| !input.parameter.required);
    let setters = optional.map(|(position, input)| setter(position, input));
    let outputs = tool.outputs.iter().enumerate().map(|(index, output)| {
        let (name, index) = (ident(&output.name), position(index));
        quote!(#name: got.take(#index))
    });
    let taken = if tool.outputs.is_empty() {
        quote!(_)
    } else {
        quote!(got)
    };
    quote! {
        #[doc = #doc]
        #[must_use = "a call does nothing until it is sent"]
        #[derive(Clone, Debug)]
        pub struct #kind(pub(super) #a2t::client::Call);

        impl #kind {
            #(#setters)*

            /// Sends the call when it is awaited; [`Sending`] says what can go wrong.
            pub fn send(self) -> Sending<reply::#kind> {
                self.0.send(|#taken| reply::#kind { #(#outputs),* })
            }
        }
    }
}

fn setter(position: usize, input: &Input<'_>) -> TokenStream {
    let doc = setter_doc(input);
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

/// The description, and the bounds on its last line.
fn setter_doc(input: &Input<'_>) -> TokenStream {
    let mut lines = docs::lines(&input.parameter.description);
    match (lines.last_mut(), bounds(input)) {
        (Some(last), Some(bounds)) => *last = format!("{last} {bounds}"),
        (None, bounds) => lines.push(bounds.unwrap_or_else(|| "An optional input.".to_owned())),
        (Some(_), None) => {}
    }
    doc_lines(&lines)
}

/// Expands to: `#[deprecated(since = "2026-11-01", note = "…")]`, for rustc and rustdoc to say.
fn deprecated(tool: &Tool<'_>) -> Option<TokenStream> {
    let deprecated = tool.signature.deprecated.as_ref()?;
    let (since, note) = (docs::line(&deprecated.since), docs::line(&deprecated.note));
    Some(quote!(#[deprecated(since = #since, note = #note)]))
}

/// The description, and one line for each argument that has one.
fn method_doc(tool: &Tool<'_>) -> TokenStream {
    let mut lines = docs::lines(&tool.signature.description);
    if lines.is_empty() {
        lines.push(format!("Calls {}.", docs::line(&tool.signature.name)));
    }
    let required = tool.inputs.iter().filter(|input| input.parameter.required);
    let arguments = required.filter_map(|input| {
        let description = docs::line(&input.parameter.description);
        let words = [description].into_iter().chain(bounds(input));
        let words: Vec<_> = words.filter(|words| !words.is_empty()).collect();
        (!words.is_empty()).then(|| format!("* `{}`: {}", input.name, words.join(" ")))
    });
    lines.extend(arguments);
    doc_lines(&lines)
}

/// What a value has to keep to, beside its type.
fn bounds(input: &Input<'_>) -> Option<String> {
    match &input.parameter.kind {
        InputType::Int {
            min: Some(min),
            max,
        } => Some(format!("From {min} to {max}.")),
        InputType::Int { min: None, max } => Some(format!("At most {max}.")),
        InputType::String {
            max_length: Some(max),
        } => Some(format!("At most {max} characters.")),
        _ => None,
    }
}

/// The type of the argument; `outer` leads to the module of the enums.
fn taken(input: &Input<'_>, outer: &TokenStream) -> TokenStream {
    match (&input.parameter.kind, &input.choice) {
        (InputType::Enum { .. }, Some(choice)) => {
            let choice = ident(choice);
            quote!(#outer #choice)
        }
        (InputType::Int { min, max }, _) => {
            let max = Literal::i64_unsuffixed(*max);
            match min.map(Literal::i64_unsuffixed) {
                Some(min) => quote!(impl Into<Int<#min, #max>>),
                None => quote!(impl Into<AtMost<#max>>),
            }
        }
        (InputType::Boolean, _) => quote!(bool),
        (
            InputType::String {
                max_length: Some(max),
            },
            _,
        ) => {
            let max = Literal::u64_unsuffixed(*max);
            quote!(impl Into<Text<#max>>)
        }
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
        InputType::String {
            max_length: Some(_),
        } => quote!(.text(#position, #name)),
        InputType::String { max_length: None } => quote!(.string(#position, #name)),
        InputType::Int { .. } => quote!(.int(#position, #name)),
        InputType::Boolean => quote!(.boolean(#position, #name)),
        InputType::Enum { .. } => quote!(.choice(#position, #name)),
    }
}
