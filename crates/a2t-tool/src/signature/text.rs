//! Types of anybody's that are texts on the wire: the protocol's `string`, with `FromStr` and `Display` behind it.

use std::fmt::Display;
use std::str::FromStr;

use a2t_core::JsonShape;
use a2t_core::invocation::Scalar;

use crate::signature::record::JsonWriter;
use crate::{Arguments, Kind, Type, ValueError, Wanted, Writer};

/// A type that `#[a2t(text)]` reads from a text: one with `FromStr`, whose error explains why it
/// does not take a text, or an `Option` of one.
///
/// You never implement or call this by hand: `M` distinguishes the two.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a text",
    label = "no `FromStr` with an error that implements `Display`",
    note = "`#[a2t(text)]` reads a string with `std::str::FromStr`; an `Option` of such a type is read too",
    note = "implement `FromStr` for your own type, whose error describes what is wrong"
)]
pub trait FromText<M>: Sized {
    #[doc(hidden)]
    const TYPE: Type;

    #[doc(hidden)]
    fn read(text: &str, wanted: Wanted) -> Result<Self, ValueError>;

    /// Returns a default as a caller would send it.
    #[doc(hidden)]
    fn sent_default(default: &'static str) -> Option<Scalar<'static>> {
        Some(Scalar::String(default.into()))
    }

    #[doc(hidden)]
    fn absent() -> Option<Self> {
        None
    }

    #[doc(hidden)]
    fn read_scalar(scalar: Scalar<'_>, wanted: Wanted) -> Result<Self, ValueError> {
        match scalar {
            Scalar::String(text) => Self::read(&text, wanted),
            _ => Err(ValueError::Misfit),
        }
    }

    #[doc(hidden)]
    fn take(arguments: &mut Arguments<'_>, wanted: Wanted) -> Option<Self> {
        match arguments.next() {
            Some(scalar) => arguments.taken(Self::read_scalar(scalar, wanted)),
            None => arguments.present(Self::absent()),
        }
    }

    #[doc(hidden)]
    fn take_or(
        arguments: &mut Arguments<'_>,
        wanted: Wanted,
        default: &'static str,
    ) -> Option<Self> {
        match arguments.next() {
            Some(scalar) => arguments.taken(Self::read_scalar(scalar, wanted)),
            None => arguments.filled(Self::read(default, wanted)),
        }
    }

    #[doc(hidden)]
    fn take_or_literal(
        arguments: &mut Arguments<'_>,
        wanted: Wanted,
        default: Scalar<'static>,
    ) -> Option<Self> {
        match arguments.next() {
            Some(scalar) => arguments.taken(Self::read_scalar(scalar, wanted)),
            None => arguments.filled(Self::read_scalar(default, wanted)),
        }
    }
}

/// Marker of a value that is always there.
#[derive(Debug)]
pub enum Whole {}

/// Marker of one that may be absent.
#[derive(Debug)]
pub enum Perhaps {}

#[diagnostic::do_not_recommend]
impl<T: FromStr<Err: Display>> FromText<Whole> for T {
    const TYPE: Type = Type::TEXT;

    fn read(text: &str, wanted: Wanted) -> Result<Self, ValueError> {
        text.parse().map_err(|error| ValueError::text(text, wanted, &error))
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromStr<Err: Display>> FromText<Perhaps> for Option<T> {
    const TYPE: Type = Type { optional: true, ..Type::TEXT };

    fn read(text: &str, wanted: Wanted) -> Result<Self, ValueError> {
        <T as FromText<Whole>>::read(text, wanted).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// A type that `#[a2t(text)]` shows as a text: one with `Display`, or an `Option` of one, which is left out
/// where it is `None`.
///
/// You never implement or call this by hand: `M` distinguishes the two.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown as a text",
    label = "does not implement `Display`",
    note = "`#[a2t(text)]` writes an output with `std::fmt::Display`; an `Option` of such a type is written too"
)]
pub trait ToText<M> {
    #[doc(hidden)]
    const KIND: Kind = Kind::String;

    #[doc(hidden)]
    const SHAPE: &'static JsonShape = &JsonShape::String;

    /// Whether the value may be absent.
    #[doc(hidden)]
    const OPTIONAL: bool = false;

    #[doc(hidden)]
    fn shown(&self) -> Option<&dyn Display>;

    #[doc(hidden)]
    fn write(&self, name: &str, writer: &mut Writer) {
        if let Some(shown) = self.shown() {
            writer.text(name, shown);
        }
    }

    #[doc(hidden)]
    fn is_absent(&self) -> bool {
        self.shown().is_none()
    }

    #[doc(hidden)]
    fn write_within(&self, writer: &mut JsonWriter<'_>) {
        writer.shown(self.shown());
    }
}

#[diagnostic::do_not_recommend]
impl<T: Display> ToText<Whole> for T {
    fn shown(&self) -> Option<&dyn Display> {
        Some(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Display> ToText<Perhaps> for Option<T> {
    const OPTIONAL: bool = true;

    fn shown(&self) -> Option<&dyn Display> {
        self.as_ref().map(|value| value as &dyn Display)
    }
}
