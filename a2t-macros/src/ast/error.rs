//! An enum, read as the errors that tools declare.

use syn::{Attribute, DataEnum, DeriveInput, Fields, Generics, Ident, LitStr, Path, Type};

use super::choice::screaming_ident;
use super::output::Field;
use super::tool::named;
use crate::attr::{At, ErrorAttr, ErrorsAttr, cfgs, doc, statuses, take_a2t};
use crate::ctxt::Ctxt;

pub(crate) struct Errors {
    pub(crate) krate: Path,
    /// The enum's own `Display` is the message.
    pub(crate) display: bool,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) variants: Vec<Variant>,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) form: Form,
}

pub(crate) enum Form {
    /// Callers get the message of the error inside.
    Transparent(Type),
    /// The error inside is only for the vendor.
    Internal(Type),
    /// A declared problem.
    Declared(Box<Declared>),
    /// Reported.
    Wrong,
}

pub(crate) struct Declared {
    pub(crate) status: u16,
    pub(crate) uri: Option<LitStr>,
    pub(crate) name: At<String>,
    pub(crate) description: Option<At<String>>,
    pub(crate) detail: Option<LitStr>,
    pub(crate) members: Vec<Field>,
}

impl Errors {
    pub(crate) fn read(item: &DeriveInput, data: &DataEnum, ctxt: &Ctxt) -> Self {
        let variants = data.variants.iter().map(|variant| read(variant, ctxt));
        let ErrorsAttr { krate, display } = ErrorsAttr::parse(&item.attrs, ctxt);
        Self {
            krate,
            display,
            ident: item.ident.clone(),
            generics: item.generics.clone(),
            variants: variants.collect(),
        }
    }

    /// The variants with a declared problem.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (&Variant, &Declared)> {
        self.variants.iter().filter_map(|variant| match &variant.form {
            Form::Declared(declared) => Some((variant, &**declared)),
            _ => None,
        })
    }
}

fn read(variant: &syn::Variant, ctxt: &Ctxt) -> Variant {
    let mut attrs = variant.attrs.clone();
    let attr = ErrorAttr::parse(&take_a2t(&mut attrs), ctxt);
    let cfgs = cfgs(&attrs);
    let form = match (&attr.transparent, &attr.internal) {
        (Some(_), Some(internal)) => {
            let wrong = "an error cannot be both `transparent` and `internal`";
            let help = "keep `internal` if its text is only for your logs, `transparent` if it converts to \
                          an `a2t::ToolError`";
            ctxt.error(internal, wrong, help);
            None
        }
        (Some(key), None) => inside(variant, &attr, key, ctxt).map(Form::Transparent),
        (None, Some(key)) => inside(variant, &attr, key, ctxt).map(Form::Internal),
        (None, None) => declared(variant, &attrs, attr, ctxt),
    };
    Variant { ident: variant.ident.clone(), cfgs, form: form.unwrap_or(Form::Wrong) }
}

/// The type of an error in another.
fn inside(variant: &syn::Variant, attr: &ErrorAttr, key: &Ident, ctxt: &Ctxt) -> Option<Type> {
    if let Some((own, tokens)) = attr.own().next() {
        let own = own.name();
        let help = format!("remove `{own}`: the error inside decides what callers receive");
        ctxt.error(tokens, format!("an error that is `{key}` has no `{own}`"), help);
        return None;
    }
    match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            fields.unnamed.first().map(|field| field.ty.clone())
        }
        _ => {
            let wrong = format!("`{key}` belongs to a variant around one error");
            let help =
                format!("write `{}(a2t::ToolError)`, or the type of another error", variant.ident);
            ctxt.error(&variant.ident, wrong, help);
            None
        }
    }
}

fn declared(
    variant: &syn::Variant,
    attrs: &[Attribute],
    attr: ErrorAttr,
    ctxt: &Ctxt,
) -> Option<Form> {
    let ident = &variant.ident;
    if !attr.tried {
        let help = format!(
            "add `#[a2t(status = 409)]`, or one of {}; a variant around another error is `transparent` if \
             that converts to an `a2t::ToolError`, and `internal` if its text is only for your logs",
            statuses()
        );
        ctxt.error(ident, format!("the error `{ident}` has no status"), help);
        return None;
    }
    let members = match &variant.fields {
        Fields::Named(fields) => {
            fields.named.iter().filter_map(|field| Field::of_error(field, ctxt)).collect()
        }
        Fields::Unit => Vec::new(),
        Fields::Unnamed(_) => {
            let wrong = format!("the members of the error `{ident}` have no names");
            ctxt.error(&variant.fields, wrong, format!("name them: `{ident} {{ name: Type }}`"));
            return None;
        }
    };
    Some(Form::Declared(Box::new(Declared {
        status: attr.status?.value,
        uri: attr.uri,
        name: named(&attr.name, screaming_ident(ident), ident),
        description: doc(attrs, ctxt).description.or(attr.description),
        detail: attr.detail,
        members,
    })))
}
