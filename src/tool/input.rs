//! The types of a tool's inputs: what the signature says about them, and how a value becomes one.

use std::num::{NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64};

use a2t_core::invocation::Scalar;
use a2t_core::signature::SAFE_MAX;

use super::{Enum, Kind};

/// A type that a parameter of a tool may have.
///
/// `String`, `bool`, the integers (a 64-bit or 128-bit one takes ±(2^53 - 1) unless `min` and
/// `max` say otherwise, because JSON readers keep no more), `NonZeroU8` to `NonZeroU64`, an enum
/// with `#[derive(a2t::Enum)]`, and `Option` of these (draft section 6.1). The protocol has nothing
/// more complex on purpose: models fill flat inputs well and nested ones badly.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an input of a tool",
    label = "not a type that the protocol takes",
    note = "an input is a `String`, a `bool`, an integer such as `i32`, an enum with \
            `#[derive(a2t::Enum)]`, or an `Option` of one of these",
    note = "text is taken as `String`, a quantity as an integer of its smallest unit, and a list or a \
            structure as several inputs; what the caller does not supply is marked `#[a2t(context)]`"
)]
pub trait Input: Sized {
    /// What the signature says about the type.
    #[doc(hidden)]
    const KIND: Kind;

    /// The smallest and the largest value that `min` and `max` may name; nothing for a type that
    /// is no integer.
    #[doc(hidden)]
    const LIMITS: (i64, i64) = (0, -1);

    /// Whether an invocation may leave it out.
    #[doc(hidden)]
    const OPTIONAL: bool = false;

    /// What `default = …` is written as: the type itself, or `&'static str` for a `String`.
    #[doc(hidden)]
    type Default;

    #[doc(hidden)]
    fn from_default(default: Self::Default) -> Self;

    /// The value of an argument, `None` when it does not fit.
    #[doc(hidden)]
    fn from_scalar(scalar: Scalar<'_>) -> Option<Self>;

    /// The value of an argument that is not there.
    #[doc(hidden)]
    fn absent() -> Option<Self> {
        None
    }
}

/// An input that may stand in an `Option`.
#[diagnostic::on_unimplemented(
    message = "`Option<{Self}>` cannot be an input of a tool",
    label = "not a type that the protocol takes",
    note = "an optional input is an `Option` of a `String`, a `bool`, an integer such as `i32`, or an \
            enum with `#[derive(a2t::Enum)]`"
)]
#[doc(hidden)]
pub trait Required: Input {}

#[diagnostic::do_not_recommend]
impl<T: Required> Input for Option<T> {
    const KIND: Kind = T::KIND;
    const LIMITS: (i64, i64) = T::LIMITS;
    const OPTIONAL: bool = true;
    type Default = T::Default;

    fn from_default(default: T::Default) -> Self {
        Some(T::from_default(default))
    }

    fn from_scalar(scalar: Scalar<'_>) -> Option<Self> {
        T::from_scalar(scalar).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl Required for String {}
impl Input for String {
    const KIND: Kind = Kind::String;
    type Default = &'static str;

    fn from_default(default: &'static str) -> Self {
        default.to_owned()
    }

    fn from_scalar(scalar: Scalar<'_>) -> Option<Self> {
        match scalar {
            Scalar::String(text) => Some(text.into_owned()),
            _ => None,
        }
    }
}

impl Required for bool {}
impl Input for bool {
    const KIND: Kind = Kind::Boolean;
    type Default = Self;

    fn from_default(default: Self) -> Self {
        default
    }

    fn from_scalar(scalar: Scalar<'_>) -> Option<Self> {
        match scalar {
            Scalar::Boolean(value) => Some(value),
            _ => None,
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Enum> Required for T {}
#[diagnostic::do_not_recommend]
impl<T: Enum> Input for T {
    const KIND: Kind = Kind::Enum(T::VALUES);
    type Default = Self;

    fn from_default(default: Self) -> Self {
        default
    }

    fn from_scalar(scalar: Scalar<'_>) -> Option<Self> {
        match scalar {
            Scalar::String(name) => T::from_name(&name),
            _ => None,
        }
    }
}

macro_rules! integers {
    ($($type:ty, $as_integer:ty, $min:expr, $max:expr, $read:expr;)*) => {$(
        impl Required for $type {}
        impl Input for $type {
            const KIND: Kind = safe($min, $max);
            const LIMITS: (i64, i64) = ($min, $max);
            type Default = Self;

            fn from_default(default: Self) -> Self {
                default
            }

            fn from_scalar(scalar: Scalar<'_>) -> Option<Self> {
                match scalar {
                    Scalar::Int(value) => <$as_integer>::try_from(value).ok().and_then($read),
                    _ => None,
                }
            }
        }
    )*};
}

integers! {
    i8, i8, i8::MIN as i64, i8::MAX as i64, Some;
    i16, i16, i16::MIN as i64, i16::MAX as i64, Some;
    i32, i32, i32::MIN as i64, i32::MAX as i64, Some;
    i64, i64, i64::MIN, i64::MAX, Some;
    i128, i128, i64::MIN, i64::MAX, Some;
    isize, isize, isize::MIN as i64, isize::MAX as i64, Some;
    u8, u8, 0, u8::MAX as i64, Some;
    u16, u16, 0, u16::MAX as i64, Some;
    u32, u32, 0, u32::MAX as i64, Some;
    u64, u64, 0, i64::MAX, Some;
    u128, u128, 0, i64::MAX, Some;
    usize, usize, 0, isize::MAX as i64, Some;
    NonZeroU8, u8, 1, u8::MAX as i64, NonZeroU8::new;
    NonZeroU16, u16, 1, u16::MAX as i64, NonZeroU16::new;
    NonZeroU32, u32, 1, u32::MAX as i64, NonZeroU32::new;
    NonZeroU64, u64, 1, i64::MAX, NonZeroU64::new;
}

/// The range of an integer type, cut to what every JSON reader keeps.
const fn safe(min: i64, max: i64) -> Kind {
    let min = if min < -SAFE_MAX { -SAFE_MAX } else { min };
    let max = if max > SAFE_MAX { SAFE_MAX } else { max };
    Kind::Int { min, max }
}
