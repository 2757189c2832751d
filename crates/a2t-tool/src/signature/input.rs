//! The types of a tool's inputs: what the signature contains of them, and how a value becomes one.

use std::convert::identity;
use std::num::{NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize};

use a2t_core::AllowedValue;
use a2t_core::invocation::Scalar;
use a2t_core::signature::SAFE_MAX;

use crate::published::lock::{WasKind, as_published};
use crate::signature::choice::position_of;
use crate::{Arguments, Enum, Kind, ValueError};

/// A type that a parameter of a tool may have.
///
/// `String`, `bool`, the integers (a 64-bit or 128-bit one takes ±(2^53 - 1) unless `min` and `max`
/// set another range, because JSON readers keep no more), `NonZeroU8` to `NonZeroU128` and
/// `NonZeroUsize`, an enum with `#[derive(a2t::Enum)]`, your own type with `#[derive(a2t::Input)]`,
/// and `Option` of these (draft section 6.1). Any other type with [`FromStr`](std::str::FromStr) is
/// read from a text if the parameter has `#[a2t(text)]`. The protocol has nothing more complex on
/// purpose: models fill flat inputs well and nested ones badly.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an input of a tool",
    label = "not a type that the protocol takes",
    note = "an input is a `String`, a `bool`, an integer such as `i32`, an enum with \
            `#[derive(a2t::Enum)]`, your own type with `#[derive(a2t::Input)]`, or an `Option` of \
            one of these; a type that `FromStr` reads from a text is marked `#[a2t(text)]`",
    note = "use `String` for text, an integer of the smallest unit for a quantity, the plain integer for a signed \
            `NonZero…`, and several inputs for a list or a structure; mark what the caller does not supply with `#[a2t(context)]`"
)]
pub trait Input: Sized {
    #[doc(hidden)]
    const TYPE: Type;

    as_published!();

    /// The published form of the inputs that the type changed, if only those are meant.
    #[doc(hidden)]
    const CHANGED_FROM: Option<WasKind> = None;

    /// Type of the expression in `default = …`: the type itself, or `&'static str` for a `String`.
    #[doc(hidden)]
    type Default;

    #[doc(hidden)]
    fn from_default(default: Self::Default) -> Result<Self, ValueError>;

    #[doc(hidden)]
    fn from_scalar(scalar: Scalar<'_>) -> Result<Self, ValueError>;

    /// Returns a default as a caller would send it, if a caller can.
    #[doc(hidden)]
    fn sent_default(_default: Self::Default) -> Option<Scalar<'static>> {
        None
    }

    #[doc(hidden)]
    fn absent() -> Option<Self> {
        None
    }

    #[doc(hidden)]
    fn take(arguments: &mut Arguments<'_>) -> Option<Self> {
        match arguments.next() {
            Some(scalar) => arguments.taken(Self::from_scalar(scalar)),
            None => arguments.present(Self::absent()),
        }
    }

    #[doc(hidden)]
    fn take_or(arguments: &mut Arguments<'_>, default: Self::Default) -> Option<Self> {
        match arguments.next() {
            Some(scalar) => arguments.taken(Self::from_scalar(scalar)),
            None => arguments.filled(Self::from_default(default)),
        }
    }

    /// Takes an argument, or a default that is a literal and is read in the same way as an argument.
    #[doc(hidden)]
    fn take_or_literal(arguments: &mut Arguments<'_>, default: Scalar<'static>) -> Option<Self> {
        match arguments.next() {
            Some(scalar) => arguments.taken(Self::from_scalar(scalar)),
            None => arguments.filled(Self::from_scalar(default)),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Type {
    pub kind: Kind,
    /// Whether an invocation may leave it out.
    pub optional: bool,
    /// The smallest and the largest value that `min` and `max` may name.
    pub limits: (i64, i64),
    /// Characters of the longest text.
    pub max_length: Option<u64>,
    /// Whether the vendor's type has its own range or length.
    pub narrowed: bool,
    /// Format of a text that `FromStr` parses.
    pub format: Option<&'static str>,
    /// A text that `FromStr` parses.
    pub example: Option<&'static str>,
}

impl Type {
    /// A text of any length.
    pub const TEXT: Self = Self::new(Kind::String);

    pub(crate) const fn new(kind: Kind) -> Self {
        Self {
            kind,
            optional: false,
            limits: (0, 0),
            max_length: None,
            narrowed: false,
            format: None,
            example: None,
        }
    }

    /// Sets the format of a text.
    #[must_use]
    pub const fn format(mut self, format: &'static str) -> Self {
        self.format = Some(format);
        self
    }

    /// Sets an example of a text.
    #[must_use]
    pub const fn example(mut self, example: &'static str) -> Self {
        self.example = Some(example);
        self
    }
}

/// An input that may stand in an `Option`.
#[diagnostic::on_unimplemented(
    message = "`Option<{Self}>` cannot be an input of a tool",
    label = "not a type that the protocol takes",
    note = "an optional input is an `Option` of a `String`, a `bool`, an integer such as `i32`, an enum \
            with `#[derive(a2t::Enum)]`, or your own type with `#[derive(a2t::Input)]`; a \
            type that `FromStr` reads from a text is marked `#[a2t(text)]`"
)]
pub trait Required: Input {}

#[diagnostic::do_not_recommend]
impl<T: Required> Input for Option<T> {
    const TYPE: Type = Type { optional: true, ..T::TYPE };
    as_published!(input, T);
    const CHANGED_FROM: Option<WasKind> = T::CHANGED_FROM;
    type Default = T::Default;

    fn from_default(default: T::Default) -> Result<Self, ValueError> {
        T::from_default(default).map(Some)
    }

    fn from_scalar(scalar: Scalar<'_>) -> Result<Self, ValueError> {
        T::from_scalar(scalar).map(Some)
    }

    fn sent_default(default: T::Default) -> Option<Scalar<'static>> {
        T::sent_default(default)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// The value of an input: what a type with `#[derive(a2t::Input)]` wraps, and what a parameter with a default has.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of an input",
    label = "not a value that the protocol takes",
    note = "a value is a `String`, a `bool`, an integer, an enum with `#[derive(a2t::Enum)]`, or a type with \
            `#[derive(a2t::Input)]`",
    note = "mark a type that `FromStr` reads from a text with `#[a2t(text)]`, above the struct or at the parameter; a value \
            that may be absent is a parameter of type `Option<…>`"
)]
// No blanket impl and no supertrait: with one, rustc would also report what the type lacks to be an
// enumeration.
pub trait Inner: Sized {
    /// The type itself, which is an input.
    #[doc(hidden)]
    type This: Input + Itself<Self>;

    #[doc(hidden)]
    fn inner(this: Self::This) -> Self {
        this.itself()
    }

    #[doc(hidden)]
    fn this(&self) -> &Self::This {
        Self::This::itself_ref(self)
    }

    #[doc(hidden)]
    const TYPE: Type = <Self::This as Input>::TYPE;

    #[doc(hidden)]
    fn from_default(default: <Self::This as Input>::Default) -> Result<Self, ValueError> {
        Self::This::from_default(default).map(Self::inner)
    }

    #[doc(hidden)]
    fn from_scalar(scalar: Scalar<'_>) -> Result<Self, ValueError> {
        Self::This::from_scalar(scalar).map(Self::inner)
    }

    #[doc(hidden)]
    fn sent_default(default: <Self::This as Input>::Default) -> Option<Scalar<'static>> {
        Self::This::sent_default(default)
    }
}

/// Converts a type to itself, so that expansions do not contain two functions for each type.
pub trait Itself<T> {
    fn itself(self) -> T;
    fn itself_ref(value: &T) -> &Self;
}

impl<T> Itself<T> for T {
    fn itself(self) -> T {
        self
    }

    fn itself_ref(value: &T) -> &Self {
        value
    }
}

#[diagnostic::do_not_recommend]
impl Inner for String {
    type This = Self;
}
impl Required for String {}
#[diagnostic::do_not_recommend]
impl Input for String {
    const TYPE: Type = Type::TEXT;
    type Default = &'static str;

    fn from_default(default: &'static str) -> Result<Self, ValueError> {
        Ok(default.to_owned())
    }

    fn from_scalar(scalar: Scalar<'_>) -> Result<Self, ValueError> {
        match scalar {
            Scalar::String(text) => Ok(text.into_owned()),
            _ => Err(ValueError::Misfit),
        }
    }

    fn sent_default(default: &'static str) -> Option<Scalar<'static>> {
        Some(Scalar::String(default.into()))
    }
}

#[diagnostic::do_not_recommend]
impl Inner for bool {
    type This = Self;
}
impl Required for bool {}
#[diagnostic::do_not_recommend]
impl Input for bool {
    const TYPE: Type = Type::new(Kind::Boolean);
    type Default = Self;

    fn from_default(default: Self) -> Result<Self, ValueError> {
        Ok(default)
    }

    fn from_scalar(scalar: Scalar<'_>) -> Result<Self, ValueError> {
        match scalar {
            Scalar::Boolean(value) => Ok(value),
            _ => Err(ValueError::Misfit),
        }
    }

    fn sent_default(default: Self) -> Option<Scalar<'static>> {
        Some(Scalar::Boolean(default))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Enum> Required for T {}
#[diagnostic::do_not_recommend]
impl<T: Enum> Input for T {
    const TYPE: Type = Type::new(Kind::Enum(T::CHOICES));
    as_published!(choice, T);
    type Default = Self;

    fn from_default(default: Self) -> Result<Self, ValueError> {
        Ok(default)
    }

    fn from_scalar(scalar: Scalar<'_>) -> Result<Self, ValueError> {
        position(scalar, T::VALUES).map(T::nth).ok_or(ValueError::Misfit)
    }

    fn sent_default(default: Self) -> Option<Scalar<'static>> {
        Some(Scalar::String(default.name().into()))
    }
}

fn position(scalar: Scalar<'_>, values: &[AllowedValue]) -> Option<usize> {
    match scalar {
        Scalar::String(name) => position_of(&name, values),
        _ => None,
    }
}

macro_rules! integers {
    ($($type:ty, $as_integer:ty, $min:expr, $max:expr, $read:expr, $write:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Inner for $type {
            type This = Self;
        }
        impl Required for $type {}
        #[diagnostic::do_not_recommend]
        impl Input for $type {
            const TYPE: Type = integer($min, $max);
            type Default = Self;

            fn from_default(default: Self) -> Result<Self, ValueError> {
                Ok(default)
            }

            fn from_scalar(scalar: Scalar<'_>) -> Result<Self, ValueError> {
                let value = match scalar {
                    Scalar::Int(value) => <$as_integer>::try_from(value).ok().and_then($read),
                    _ => None,
                };
                value.ok_or(ValueError::Misfit)
            }

            fn sent_default(default: Self) -> Option<Scalar<'static>> {
                i64::try_from($write(default)).ok().map(Scalar::Int)
            }
        }
    )*};
}

integers! {
    i8, i8, i8::MIN as i64, i8::MAX as i64, Some, identity;
    i16, i16, i16::MIN as i64, i16::MAX as i64, Some, identity;
    i32, i32, i32::MIN as i64, i32::MAX as i64, Some, identity;
    i64, i64, i64::MIN, i64::MAX, Some, identity;
    i128, i128, i64::MIN, i64::MAX, Some, identity;
    // The same range on every machine, so that a published tool compiles on all of them.
    isize, isize, i32::MIN as i64, i32::MAX as i64, Some, identity;
    u8, u8, 0, u8::MAX as i64, Some, identity;
    u16, u16, 0, u16::MAX as i64, Some, identity;
    u32, u32, 0, u32::MAX as i64, Some, identity;
    u64, u64, 0, i64::MAX, Some, identity;
    u128, u128, 0, i64::MAX, Some, identity;
    usize, usize, 0, u32::MAX as i64, Some, identity;
    NonZeroU8, u8, 1, u8::MAX as i64, NonZeroU8::new, NonZeroU8::get;
    NonZeroU16, u16, 1, u16::MAX as i64, NonZeroU16::new, NonZeroU16::get;
    NonZeroU32, u32, 1, u32::MAX as i64, NonZeroU32::new, NonZeroU32::get;
    NonZeroU64, u64, 1, i64::MAX, NonZeroU64::new, NonZeroU64::get;
    NonZeroU128, u128, 1, i64::MAX, NonZeroU128::new, NonZeroU128::get;
    NonZeroUsize, usize, 1, u32::MAX as i64, NonZeroUsize::new, NonZeroUsize::get;
}

/// An integer type; its range is cut to what every JSON reader keeps.
const fn integer(low: i64, high: i64) -> Type {
    let min = if low < -SAFE_MAX { -SAFE_MAX } else { low };
    let max = if high > SAFE_MAX { SAFE_MAX } else { high };
    Type { limits: (low, high), ..Type::new(Kind::Int { min, max }) }
}
