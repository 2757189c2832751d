//! Which derives fit the form of a type. Of those that do not fit, only the first reports the mistake.

use proc_macro2::TokenTree;
use syn::{Attribute, Data, DeriveInput, Fields, Variant};

use crate::ast::Newtype;
use crate::attr::{Key, Target, is_a2t};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Derive {
    Enum,
    Error,
    Input,
    Output,
    Record,
}

/// All derives, in the order in which they report.
pub(super) const ALL: [Derive; 5] =
    [Derive::Enum, Derive::Error, Derive::Input, Derive::Output, Derive::Record];

impl Derive {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Enum => "Enum",
            Self::Error => "Error",
            Self::Input => "Input",
            Self::Output => "Output",
            Self::Record => "Record",
        }
    }
}

/// Form of a type, as its declaration shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// An enum of allowed values.
    Choice,
    /// An enum of errors.
    Errors,
    /// One value: a struct around it, or a text.
    One,
    /// A struct with named fields.
    Fields,
    /// A form that no derive supports.
    Other,
}

impl Form {
    /// Returns the form of a type with these derives.
    pub(super) fn new(item: &DeriveInput, derives: &[Derive]) -> Self {
        let of_enums = derives.contains(&Derive::Enum) || derives.contains(&Derive::Error);
        match &item.data {
            Data::Enum(_) if Newtype::is_one(item) && !of_enums => Self::One,
            Data::Enum(data) => of_variants(data.variants.iter().collect(), derives),
            Data::Struct(_) if Newtype::is_one(item) => Self::One,
            Data::Struct(data) if matches!(data.fields, Fields::Named(_)) => Self::Fields,
            Data::Struct(_) | Data::Union(_) => Self::Other,
        }
    }

    /// Returns the derives that fit the form.
    pub(super) fn fitting(self) -> &'static [Derive] {
        match self {
            Self::Choice => &[Derive::Enum],
            Self::Errors => &[Derive::Error],
            Self::One => &[Derive::Input, Derive::Output],
            Self::Fields => &[Derive::Output, Derive::Record],
            Self::Other => &[],
        }
    }

    pub(super) fn fits(self, derive: Derive) -> bool {
        self.fitting().contains(&derive)
    }
}

fn of_variants(variants: Vec<&Variant>, derives: &[Derive]) -> Form {
    let errors = variants.iter().filter(|variant| variant.attrs.iter().any(is_of_error)).count();
    let names = variants.iter().all(|variant| matches!(variant.fields, Fields::Unit));
    let has_error = derives.contains(&Derive::Error);
    let has_choice = derives.contains(&Derive::Enum);
    let is_error = match errors {
        0 => has_error && !(names && (has_choice || variants.len() > 1)),
        _ if errors == variants.len() => true,
        _ => has_error,
    };
    if is_error { Form::Errors } else { Form::Choice }
}

/// Returns `true` if an attribute has a key that only errors have.
fn is_of_error(attr: &Attribute) -> bool {
    let list = attr.meta.require_list().ok().filter(|_| is_a2t(attr));
    list.is_some_and(|list| {
        let mut trees = list.tokens.clone().into_iter();
        trees.any(|tree| match tree {
            TokenTree::Ident(name) => {
                Target::ERROR.key(&name.to_string()).is_some_and(|key| key != Key::Name)
            }
            _ => false,
        })
    })
}
