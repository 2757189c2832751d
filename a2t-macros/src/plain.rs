//! Types that are known by their names.

use a2t_core::{JsonShape, Nested};
use syn::{GenericArgument, PathArguments, Type};

/// Shape of a type, and whether its value may be absent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plain {
    pub(crate) shape: JsonShape,
    pub(crate) optional: bool,
}

/// Returns the shape of a scalar, or of an `Option` or a `Vec` of a known type. Any other name may be an alias.
pub(crate) fn plain(ty: &Type) -> Option<Plain> {
    if let Some(inner) = in_option(ty) {
        return plain(inner)
            .filter(|inner| !inner.optional)
            .map(|inner| Plain { optional: true, ..inner });
    }
    let shape = match inside(ty, "Vec") {
        Some(inner) => {
            let items = plain(inner).filter(|inner| !inner.optional)?.shape;
            JsonShape::List { items: Nested::Owned(Box::new(items)) }
        }
        None => scalar(ty)?,
    };
    Some(Plain { shape, optional: false })
}

/// Returns the `T` of `Option<T>`.
pub(crate) fn in_option(ty: &Type) -> Option<&Type> {
    inside(ty, "Option")
}

fn scalar(ty: &Type) -> Option<JsonShape> {
    let Type::Path(path) = ty else {
        return None;
    };
    Some(match path.path.get_ident()?.to_string().as_str() {
        "String" => JsonShape::String,
        "bool" => JsonShape::Boolean,
        "f32" | "f64" => JsonShape::Number,
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
        | "usize" => JsonShape::Int,
        _ => return None,
    })
}

/// Returns the `T` of a type of this name that has one argument.
fn inside<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if arguments.args.len() == 1 => Some(inner),
        _ => None,
    }
}
