//! A struct, read as the outputs of a tool.

use syn::ext::IdentExt;
use syn::{Attribute, DeriveInput, FieldsNamed, Generics, Ident, Path, Type};

use super::tool::named;
use crate::attr::{At, ContainerAttr, RenameAttr, cfgs, doc, take_a2t};
use crate::ctxt::Ctxt;

pub(crate) struct Output {
    pub(crate) krate: Path,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) fields: Vec<Field>,
}

pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) id: At<String>,
    pub(crate) name: At<String>,
    pub(crate) description: Option<At<String>>,
    pub(crate) ty: Type,
    /// Shown as a text.
    pub(crate) text: bool,
}

impl Output {
    pub(crate) fn read(item: &DeriveInput, fields: &FieldsNamed, ctxt: &Ctxt) -> Self {
        let fields = fields.named.iter().filter_map(|field| read(field, ctxt));
        Self {
            krate: ContainerAttr::parse(&item.attrs, ctxt).krate,
            ident: item.ident.clone(),
            generics: item.generics.clone(),
            fields: fields.collect(),
        }
    }
}

impl Field {
    /// A member of an error, which has no id.
    pub(super) fn of_error(field: &syn::Field, ctxt: &Ctxt) -> Option<Self> {
        with(field, RenameAttr::of_member, ctxt)
    }
}

fn read(field: &syn::Field, ctxt: &Ctxt) -> Option<Field> {
    with(field, RenameAttr::of_field, ctxt)
}

fn with(
    field: &syn::Field,
    parse: fn(&[Attribute], &Ctxt) -> RenameAttr,
    ctxt: &Ctxt,
) -> Option<Field> {
    let ident = field.ident.clone()?;
    let mut attrs = field.attrs.clone();
    let attr = parse(&take_a2t(&mut attrs), ctxt);
    let own = ident.unraw().to_string();
    let name = named(&attr.name, own.clone(), &ident);
    Some(Field {
        cfgs: cfgs(&attrs),
        id: named(&attr.id, own, &ident),
        name,
        description: doc(&attrs, ctxt).description.or(attr.description),
        ty: field.ty.clone(),
        text: attr.text.is_some(),
        ident,
    })
}
