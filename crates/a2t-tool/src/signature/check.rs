//! Checks of facts that only rustc knows, in const evaluation: the caret stands on the token whose
//! span the call has.

use std::marker::PhantomData;

use crate::signature::{Facts, or};
use crate::{Kind, Shape};
use a2t_core::message::Message;

/// Refuses a plain return value that no `# Returns` section describes.
#[track_caller]
pub const fn described(shape: Shape) {
    if matches!(shape, Shape::Plain(_)) && !shape.is_refused() {
        Message::new("what this tool returns has no description")
            .text("\nhelp: end the doc comment with a section `/// # Returns` and a sentence, ")
            .text("or return a struct with `#[derive(a2t::Output)]`, whose fields have their own")
            .refuse();
    }
}

impl Facts {
    /// Returns `false` if one of the checks below fails. The input is then not compared with published versions.
    pub(crate) const fn hold(self) -> bool {
        let optional = self.ty.optional && self.is_filled();
        let fits = match self.ty.kind {
            kind if kind.is_refused() => true,
            Kind::Int { min, max } => self.range_holds(min, max) && self.max_length.is_none(),
            Kind::String => self.min.is_none() && self.max.is_none() && self.length_holds(),
            _ => self.min.is_none() && self.max.is_none() && self.max_length.is_none(),
        };
        fits && !optional
    }

    const fn range_holds(self, min: i64, max: i64) -> bool {
        let (least, most) = (or(self.min, min), or(self.max, max));
        let (low, high) = (self.ty.limits.0 as i128, self.ty.limits.1 as i128);
        let default = or_else(self.default, least);
        let inside = (self.min.is_none() || low <= least && least <= high)
            && (self.max.is_none() || low <= most && most <= high);
        inside && least <= most && least <= default && default <= most
    }

    const fn length_holds(self) -> bool {
        match (self.max_length, self.ty.max_length, self.text) {
            (Some(length), Some(longest), _) => length >= 0 && length <= longest as i128,
            (Some(length), None, _) => length >= 0 && length <= i64::MAX as i128,
            (None, Some(longest), Some(default)) => characters(default) <= longest as i128,
            (None, ..) => true,
        }
    }

    /// Refuses a `min` that the type cannot have, or that leaves no value.
    #[track_caller]
    pub const fn min_fits(self) {
        if self.ty.kind.is_refused() {
            return;
        }
        let Some(min) = self.min else {
            return;
        };
        let highest = or(self.max, self.bounds("min").1);
        self.fits("min", min);
        if min > highest {
            Message::new("`min = ")
                .integer(min)
                .text("` exceeds the maximum, ")
                .integer(highest)
                .text("\nhelp: no value satisfies both: ")
                .text(if self.max.is_some() {
                    "correct one of them"
                } else {
                    "lower `min`, or set `max` as well"
                })
                .text(" [A2T-W403]")
                .refuse();
        }
    }

    /// Refuses a `max` that the type cannot have, or that leaves no value.
    #[track_caller]
    pub const fn max_fits(self) {
        if self.ty.kind.is_refused() {
            return;
        }
        let Some(max) = self.max else {
            return;
        };
        let lowest = or(self.min, self.bounds("max").0);
        self.fits("max", max);
        // With a `min`, the pair is checked there.
        if self.min.is_none() && max < lowest {
            Message::new("`max = ")
                .integer(max)
                .text("` is below the minimum, ")
                .integer(lowest)
                .text(
                    "\nhelp: no value satisfies both: raise `max`, or set `min` as well [A2T-W403]",
                )
                .refuse();
        }
    }

    /// Refuses a `max_length` of a type other than a string, or below 0.
    #[track_caller]
    pub const fn max_length_fits(self) {
        if self.ty.kind.is_refused() {
            return;
        }
        if !matches!(self.ty.kind, Kind::String) {
            Message::new("`max_length` belongs to a `String`, and ")
                .text(self.subject())
                .text(self.ty.kind.noun())
                .text("\nhelp: ")
                .text(match self.ty.kind {
                    Kind::Int { .. } => "use `min` and `max`, or remove it",
                    _ => "remove it",
                })
                .text(" [A2T-W406]")
                .refuse();
        }
        let max_length = or(self.max_length, 0);
        if max_length < 0 || max_length > i64::MAX as i128 {
            Message::new("`max_length` is a number of characters, not ")
                .integer(max_length)
                .text("\nhelp: write an integer from 0 [A2T-W410]")
                .refuse();
        }
        if let Some(longest) = self.ty.max_length
            && max_length > longest as i128
        {
            Message::new("`max_length = ")
                .integer(max_length)
                .text(if self.around {
                    "` exceeds what the inner type accepts, "
                } else {
                    "` exceeds what this type accepts, "
                })
                .integer(longest as i128)
                .text(if self.around {
                    " characters\nhelp: lower it, or raise `max_length` of the type inside"
                } else {
                    " characters\nhelp: lower it, or raise `max_length` of the type"
                })
                .refuse();
        }
    }

    /// Refuses the default of an `Option`, or one outside the range.
    #[track_caller]
    pub const fn default_fits(self) {
        if self.ty.kind.is_refused() {
            return;
        }
        if self.ty.optional {
            Message::new("an `Option` with a default would never be `None`")
                .text(
                    "\nhelp: remove the `Option`: a parameter with a default is optional for its ",
                )
                .text("callers; or remove the default")
                .refuse();
        }
        if self.bounds_misfit() {
            return;
        }
        self.default_is_of_the_type();
        if let (Some(default), Kind::Int { min: low, max: high }) = (self.default, self.ty.kind) {
            let (low, high) = (or(self.min, low), or(self.max, high));
            if default < low || default > high {
                Message::new("the default ")
                    .integer(default)
                    .text(" is not a value that the tool accepts, from ")
                    .integer(low)
                    .text(" to ")
                    .integer(high)
                    .text(if self.min.is_none() && self.max.is_none() && self.ty.narrowed {
                        ", the range of its type\nhelp: choose a default within the range, or widen \
                         the range of the type"
                    } else {
                        "\nhelp: choose a default within the range, or widen the range"
                    })
                    .refuse();
            }
        }
        if let (Some(default), Some(longest), None) =
            (self.text, self.ty.max_length, self.max_length)
        {
            length_fits(default, longest as i128, "`max_length` of the type");
        }
    }

    /// Returns `true` if a bound belongs to another type, which the check of that bound reports.
    const fn bounds_misfit(self) -> bool {
        let integer = matches!(self.ty.kind, Kind::Int { .. });
        let string = matches!(self.ty.kind, Kind::String);
        (self.min.is_some() || self.max.is_some()) && !integer
            || self.max_length.is_some() && !string
    }

    /// Refuses a literal that is not a value of the type, regardless of its range.
    #[track_caller]
    const fn default_is_of_the_type(self) {
        let kind = self.ty.kind;
        let (wrong, fits) = match (self.default, self.text) {
            (Some(_), _) => ("an integer", matches!(kind, Kind::Int { .. })),
            (_, Some(_)) => ("a text", matches!(kind, Kind::String)),
            _ if self.boolean => ("a boolean", matches!(kind, Kind::Boolean)),
            _ => return,
        };
        if fits {
            return;
        }
        let message = Message::new("`default` is ")
            .text(wrong)
            .text(", and this input is ")
            .text(kind.noun())
            .text("\nhelp: ");
        match (kind, self.default, self.text) {
            (Kind::String, Some(default), _) => {
                message.text("write `default = \"").integer(default).text("\"`").refuse()
            }
            (Kind::String, ..) => {
                message.text("write a string literal: `default = \"…\"`").refuse()
            }
            (Kind::Int { .. }, _, Some(text)) if is_number(text) => {
                message.text("write `default = ").text(text).text("`, without quotes").refuse()
            }
            (Kind::Int { .. }, ..) => message.text("write an integer: `default = 10`").refuse(),
            (Kind::Boolean, ..) => {
                message.text("write `default = true` or `default = false`").refuse()
            }
            _ => message.text("name one of its variants: `default = Type::Variant`").refuse(),
        }
    }

    /// The range of the type, which is an integer.
    #[track_caller]
    const fn bounds(self, key: &str) -> (i64, i64) {
        match self.ty.kind {
            Kind::Int { min, max } => (min, max),
            kind => Message::new("`")
                .text(key)
                .text("` belongs to an integer, and ")
                .text(self.subject())
                .text(kind.noun())
                .text("\nhelp: ")
                .text(match kind {
                    Kind::String => "limit a string with `max_length`, or remove it",
                    _ => "remove it",
                })
                .text(" [A2T-W406]")
                .refuse(),
        }
    }

    #[track_caller]
    const fn fits(self, key: &str, bound: i128) {
        let (low, high) = (self.ty.limits.0 as i128, self.ty.limits.1 as i128);
        if bound < low || bound > high {
            Message::new("`")
                .text(key)
                .text(" = ")
                .integer(bound)
                .text(match (self.around, self.ty.narrowed) {
                    (true, _) => "` is not a value of the inner type, which holds ",
                    (_, true) => "` is not a value of this type, whose own range is ",
                    _ => "` is not a value of this type, which holds ",
                })
                .integer(low)
                .text(" to ")
                .integer(high)
                .text("\nhelp: keep `")
                .text(key)
                .text(match (bound > i64::MAX as i128, self.around, self.ty.narrowed) {
                    (true, ..) => {
                        "` at most 2^53 - 1, which readers of JSON keep, and take a longer number as a \
                         `String`"
                    }
                    (_, true, _) => "` within its range, or change the type inside the struct",
                    (_, _, true) => "` within its range, or widen the range of the type",
                    _ => "` within its range, or use another type",
                })
                .refuse();
        }
    }

    const fn subject(self) -> &'static str {
        if self.around { "the inner type is " } else { "this input is " }
    }
}

const fn is_number(text: &str) -> bool {
    let mut bytes = text.as_bytes();
    while let Some((byte, rest)) = bytes.split_first() {
        if !byte.is_ascii_digit() {
            return false;
        }
        bytes = rest;
    }
    !text.is_empty()
}

#[track_caller]
pub const fn default_length_fits(default: &str, max_length: i128) {
    length_fits(default, max_length, "`max_length`");
}

/// The type of a default that is a constant: `DefaultOf::<T>::CHECK.fits(…)` checks the length of a text, and does nothing
/// for another type, because the key `max_length` is refused.
#[derive(Debug)]
pub struct DefaultOf<T>(PhantomData<fn() -> T>);

impl DefaultOf<&'static str> {
    pub const CHECK: Self = Self(PhantomData);

    #[track_caller]
    pub const fn fits(self, default: &&'static str, max_length: i128) {
        default_length_fits(default, max_length);
    }
}

/// Types without a length.
pub trait Unmeasured {
    const CHECK: NoLength = NoLength;
}

impl<T> Unmeasured for DefaultOf<T> {}

/// Stands in for the check of such a type.
#[derive(Debug)]
pub struct NoLength;

impl NoLength {
    pub const fn fits<T>(self, _: &T, _: i128) {}
}

#[track_caller]
const fn length_fits(default: &str, max_length: i128, raised: &str) {
    let length = characters(default);
    if length > max_length {
        Message::new("the default has ")
            .integer(length)
            .text(" characters, more than `max_length = ")
            .integer(max_length)
            .text("`\nhelp: shorten the default, or raise ")
            .text(raised)
            .refuse();
    }
}

const fn characters(text: &str) -> i128 {
    let (mut rest, mut length) = (text.as_bytes(), 0);
    while let [byte, tail @ ..] = rest {
        // Every byte except the continuation bytes of UTF-8 starts a character.
        if *byte & 0xc0 != 0x80 {
            length += 1;
        }
        rest = tail;
    }
    length
}

const fn or_else(set: Option<i128>, own: i128) -> i128 {
    match set {
        Some(set) => set,
        None => own,
    }
}
