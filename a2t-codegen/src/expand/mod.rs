//! A plan becomes tokens: one module with the client, its calls, their replies and the enums.

mod call;
mod choice;
mod derives;
mod reply;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::docs;
use crate::plan::{Plan, Tool};

/// What the user chose: the module's name, and the path of the `a2t` crate.
pub(crate) struct Names {
    pub(crate) module: Ident,
    pub(crate) a2t: TokenStream,
}

/// The generated file.
pub(crate) fn expand(plan: &Plan<'_>, names: &Names) -> TokenStream {
    let Names { module, a2t } = names;
    let signatures = plan.tools.iter().map(signature);
    let methods = methods(plan, a2t);
    let enums = plan.inputs.iter().map(|choice| choice::closed(choice, a2t));
    let calls = plan.tools.iter().map(|tool| call::item(tool, a2t));
    let replies = plan.tools.iter().map(|tool| reply::item(tool, a2t));
    let outputs = outputs(plan, a2t);
    let deprecated = allow_deprecated(plan);
    quote! {
        /// A client of the tools in an approved catalog.
        #[allow(dead_code, unused_imports, unreachable_pub, missing_debug_implementations)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery)]
        #deprecated
        pub mod #module {
            use ::core::convert::Into;
            use ::std::string::String;
            use #a2t::client::{AtMost, Int, Text};

            /// The signatures of the tools, as they were approved.
            pub static TOOLS: #a2t::client::Approved =
                #a2t::client::__private::approved(&[#(#signatures,)*]);

            /// The tools of a vendor, over HTTP; their methods are those of [`Calls`].
            #[derive(::core::clone::Clone, ::core::fmt::Debug)]
            pub struct Client(Calls);

            impl Client {
                /// A client of the API whose tools are at `{url}/tools`.
                ///
                /// # Errors
                /// Text that is not the URL of a host and a path over `http` or `https`.
                pub fn new(url: impl ::core::convert::AsRef<str>) -> #a2t::client::Result<Self> {
                    #a2t::client::Client::new(url).map(Self::with)
                }

                /// The tools through a client with credentials or limits of its own.
                pub fn with(client: #a2t::client::Client) -> Self {
                    Self(Calls(client.caller(&TOOLS)))
                }
            }

            impl ::core::ops::Deref for Client {
                type Target = Calls;

                fn deref(&self) -> &Calls {
                    &self.0
                }
            }

            #[automatically_derived]
            impl #a2t::client::Remote for Client {
                fn caller(&self) -> &#a2t::client::Caller {
                    &self.0.0
                }
            }

            /// What an agent is written against: a [`Client`], or a [`Fake`] in its tests. The methods are
            /// those of [`Calls`].
            pub trait Tools: ::core::ops::Deref<Target = Calls> + ::core::marker::Send + ::core::marker::Sync {}

            impl Tools for Client {}
            impl Tools for Fake {}

            /// A stand-in for [`Client`] in tests, which are told what to reply and ask what was sent.
            pub type Fake = #a2t::client::fake::Fake<Calls>;

            /// The tools, each a method that begins a call; a call is sent by `send`.
            #[derive(::core::clone::Clone, ::core::fmt::Debug)]
            pub struct Calls(#a2t::client::Caller);

            #[automatically_derived]
            impl #a2t::client::Generated for Calls {
                fn tools() -> &'static #a2t::client::Approved {
                    &TOOLS
                }

                fn through(caller: #a2t::client::Caller) -> Self {
                    Self(caller)
                }
            }

            #methods

            #(#enums)*

            /// Calls that were begun and not sent: the optional inputs are set here.
            pub mod call {
                use ::core::clone::Clone;
                use ::core::convert::Into;
                use ::core::fmt::Debug;
                use ::std::string::String;
                use #a2t::client::{AtMost, Int, Sending, Text};
                use super::reply;

                #(#calls)*
            }

            /// What the tools reply: every output as it was sent, or absent.
            pub mod reply {
                use ::core::clone::Clone;
                use ::core::cmp::PartialEq;
                use ::core::default::Default;
                use ::core::fmt::Debug;
                use ::std::string::String;
                use #a2t::client::Output;

                #(#replies)*
            }

            #outputs
        }
    }
}

/// What the module itself does with a deprecated method is no use that its author could avoid.
fn allow_deprecated(plan: &Plan<'_>) -> Option<TokenStream> {
    let deprecated = |tool: &Tool<'_>| tool.signature.deprecated.is_some();
    let any = plan.tools.iter().any(deprecated);
    any.then(|| quote!(#[allow(deprecated)]))
}

/// A method a tool, and those that every client has.
fn methods(plan: &Plan<'_>, a2t: &TokenStream) -> TokenStream {
    let methods = plan.tools.iter().enumerate().map(call::method);
    quote! {
        impl Calls {
            /// The signatures of the tools, as they were approved.
            pub fn tools(&self) -> &'static #a2t::client::Approved {
                self.0.tools()
            }

            /// Whether the server's signatures are still the approved ones, and which tools have newer
            /// versions.
            pub fn verify(&self) -> #a2t::client::Verifying {
                self.0.verify()
            }

            fn call(&self, tool: usize) -> #a2t::client::Call {
                self.0.call(tool)
            }

            #(#methods)*
        }
    }
}

fn outputs(plan: &Plan<'_>, a2t: &TokenStream) -> Option<TokenStream> {
    let enums: Vec<_> = plan
        .outputs
        .iter()
        .map(|choice| choice::open(choice, a2t))
        .collect();
    (!enums.is_empty()).then(|| {
        quote! {
            /// The enums of outputs, in which a server may send values that are not listed.
            pub mod output {
                #(#enums)*
            }
        }
    })
}

/// The canonical signature as text that is ASCII in Rust and in JSON.
fn signature(tool: &Tool<'_>) -> Literal {
    let canonical = tool.signature.canonical();
    let mut text = String::with_capacity(canonical.len());
    for character in String::from_utf8_lossy(&canonical).chars() {
        if character.is_ascii() {
            text.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    Literal::string(&text)
}

/// The identifier that a plan's name is; keywords were avoided there.
fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// The doc comment of a description, or of what is said in its place.
fn doc(description: &str, otherwise: &str) -> TokenStream {
    let mut lines = docs::lines(description);
    if lines.is_empty() {
        lines.push(otherwise.to_owned());
    }
    doc_lines(&lines)
}

fn doc_lines(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| {
        if line.is_empty() {
            String::new()
        } else {
            format!(" {line}")
        }
    });
    quote!(#(#[doc = #lines])*)
}
