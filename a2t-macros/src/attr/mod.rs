//! Attributes and doc comments, read into values with the tokens they stood on.

mod alias;
mod call_options;
mod deprecated;
mod doc;
mod error;
mod errors;
mod hint;
mod key;
mod keys;
mod parameter;
mod text;
mod tool;

pub(crate) use call_options::{CallOptions, OnDisconnect};
pub(crate) use deprecated::Deprecated;
pub(crate) use doc::{Doc, check_headings, doc};
pub(crate) use error::{ErrorAttr, ErrorsAttr, statuses};
pub(crate) use errors::Part;
pub(crate) use hint::Hints;
pub(crate) use key::{Key, Target};
pub(crate) use keys::{Keys, Name, Value};
pub(crate) use parameter::{
    Bound, ContainerAttr, Fill, Known, NewtypeAttr, ParameterAttr, RenameAttr, conditional,
};
pub(crate) use text::Text;
pub(crate) use tool::{ToolAttr, is_tool, marker};

use a2t_core::error::nearest;
use quote::ToTokens;
use syn::{Attribute, Path};

#[derive(Clone)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) tokens: proc_macro2::TokenStream,
    /// Whether the author meant this value. A mistake may hide the one that was meant, which is reported, so the rules
    /// do not apply.
    pub(crate) known: bool,
}

impl<T> At<T> {
    pub(crate) fn new(value: T, tokens: impl ToTokens) -> Self {
        Self { value, tokens: tokens.into_token_stream(), known: true }
    }
}

/// Takes the attributes `#[a2t(…)]`. A misspelt one is read as well, so that nothing seems to be missing, but stays,
/// because rustc reports it.
pub(crate) fn take_a2t(attrs: &mut Vec<Attribute>) -> Vec<Attribute> {
    let (mut ours, theirs): (Vec<_>, Vec<_>) = attrs.drain(..).partition(is_a2t);
    ours.extend(theirs.iter().filter(|attr| is_misspelt(attr)).cloned());
    *attrs = theirs;
    ours
}

/// Returns `true` for `#[a2t(…)]`.
pub(crate) fn is_a2t(attr: &Attribute) -> bool {
    attr.path().is_ident("a2t")
}

fn is_misspelt(attr: &Attribute) -> bool {
    let name = attr.path().get_ident().map(ToString::to_string);
    name.is_some_and(|name| name.starts_with("a2") && nearest(&name, ["a2t"]).is_some())
}

pub(crate) fn is_doc(attr: &Attribute) -> bool {
    attr.path().is_ident("doc")
}

/// The name under which generated code finds the facade.
pub(crate) fn default_crate() -> Path {
    let mut path = Path::from(crate::span::ident("a2t"));
    path.leading_colon = Some(syn::Token![::](crate::span::here()));
    path
}

pub(crate) fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect()
}
