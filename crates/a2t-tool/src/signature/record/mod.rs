//! Values within JSON of a known shape: what records and lists are made of, and the way to write them.

use std::borrow::Cow;
use std::fmt;
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize,
};

use a2t_core::{JsonMember, JsonShape, Nested};
use serde::Serialize;
use serde::ser::Error;

use crate::bounds::AsJson;
use crate::published::lock::as_published;
use crate::signature::finite::Finite;
use crate::signature::output::{Present, within};
use crate::signature::shape::{choices, list, member, or_null};
use crate::{Enum, Json, Kind, One, Output, OutputValue, Writer};

mod fits;

pub use fits::{described, error_fits, error_member, shallow};

/// A value that a member of a record, or an item of a list, may have; implemented by
/// `#[derive(a2t::Record)]`.
///
/// `String`, `&'static str`, `bool`, the integers, `f32` and `f64`, an enum with
/// `#[derive(a2t::Enum)]`, a struct with `#[derive(a2t::Record)]`, a `Vec` or an `Option` of these,
/// your own type around an output with `#[derive(a2t::Output)]`, whose shape is that of the value
/// inside, and [`Json`](crate::Json) for what has no shape. A member that is `None` is left out; an
/// item that is `None` is `null`. Any other type with [`Display`](std::fmt::Display) is a text if
/// the member has `#[a2t(text)]`.
///
/// NaN, the infinities and integers beyond an `i64` are a fault, 500 (spec notes AMB-37, AMB-39).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a record or a list of an output",
    label = "its shape is not known",
    note = "derive `a2t::Record` on a struct and `a2t::Enum` on an enum; others are a `String`, a `bool`, an \
            integer, an `f64`, a `Vec` or an `Option` of one of these, or `a2t::Json<T>` for what has no shape; a \
            type around one value derives `a2t::Output`, and a member that `Display` writes is marked `#[a2t(text)]`",
    note = "an `Option` of an `Option` has two ways to be absent, and JSON has one: remove one of the two"
)]
pub trait MemberValue {
    #[doc(hidden)]
    const SHAPE: &'static JsonShape;

    as_published!();

    /// Whether the value may be absent.
    #[doc(hidden)]
    const OPTIONAL: bool = false;

    #[doc(hidden)]
    fn is_absent(&self) -> bool {
        false
    }

    #[doc(hidden)]
    fn write(&self, writer: &mut JsonWriter<'_>);

    /// Writes the value as a member of the record that is open.
    #[doc(hidden)]
    fn put(&self, name: &'static str, writer: &mut JsonWriter<'_>) {
        writer.member(name, self.is_absent(), |writer| self.write(writer));
    }
}

/// A member or an item that may stand in an `Option`: any that is not an `Option` itself.
pub trait PresentMember: MemberValue {}

/// Writes one output of a known shape. Nothing is added after what could not be written.
pub struct JsonWriter<'a> {
    body: &'a mut Vec<u8>,
    /// Shape of the caller's version, if the code is that of a later one: it gets no other members.
    view: Option<&'a JsonShape>,
    written: serde_json::Result<()>,
}

impl<'a> JsonWriter<'a> {
    pub(crate) fn write<T: MemberValue + ?Sized>(
        value: &T,
        view: Option<&'a JsonShape>,
        body: &'a mut Vec<u8>,
    ) -> serde_json::Result<()> {
        let mut writer = Self { body, view: view.and_then(seen), written: Ok(()) };
        value.write(&mut writer);
        writer.written
    }

    /// One record, whose members are written by a function.
    pub(crate) fn record(members: impl FnOnce(&mut JsonWriter<'_>)) -> serde_json::Result<Vec<u8>> {
        let mut body = Vec::new();
        let mut writer = JsonWriter { body: &mut body, view: None, written: Ok(()) };
        writer.open();
        members(&mut writer);
        writer.close();
        writer.written.map(|()| body)
    }

    pub fn open(&mut self) {
        self.body.push(b'{');
    }

    pub fn close(&mut self) {
        self.body.push(b'}');
    }

    pub(crate) fn member(
        &mut self,
        name: &'static str,
        is_absent: bool,
        write: impl FnOnce(&mut Self),
    ) {
        let outer = self.view;
        if let Some(view) = outer {
            let Some(member) = view.member(name) else { return };
            self.view = seen(&member.shape);
        }
        if !is_absent {
            self.name(name);
            write(self);
        }
        self.view = outer;
    }

    /// Adds a member that is shown as a text, unless it is absent.
    pub fn text(&mut self, name: &'static str, shown: Option<&dyn fmt::Display>) {
        let viewed = self.view.is_none_or(|view| view.member(name).is_some());
        if shown.is_some() && viewed {
            self.name(name);
            self.shown(shown);
        }
    }

    /// Adds a value that is shown as a text, or `null`.
    pub fn shown(&mut self, shown: Option<&dyn fmt::Display>) {
        match shown {
            Some(shown) => self.scalar(&format_args!("{shown}")),
            None => self.scalar(&()),
        }
    }

    fn name(&mut self, name: &str) {
        self.separate(b'{');
        self.scalar(name);
        self.body.push(b':');
    }

    fn list<T: MemberValue>(&mut self, items: &[T]) {
        let outer = self.view;
        if let Some(JsonShape::List { items }) = outer {
            self.view = seen(items);
        }
        self.body.push(b'[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.body.push(b',');
            }
            item.write(self);
        }
        self.body.push(b']');
        self.view = outer;
    }

    /// No value ends with the bracket that opens one.
    fn separate(&mut self, open: u8) {
        if self.body.last() != Some(&open) {
            self.body.push(b',');
        }
    }

    fn scalar<T: Serialize + ?Sized>(&mut self, value: &T) {
        if self.written.is_ok() {
            self.written = serde_json::to_writer(&mut *self.body, &Finite(value));
        }
    }

    fn refuse(&mut self, why: &dyn fmt::Display) {
        if self.written.is_ok() {
            self.written = Err(serde_json::Error::custom(why));
        }
    }
}

/// The shape by which members are left out; `None` where it has none.
fn seen(shape: &JsonShape) -> Option<&JsonShape> {
    Some(shape.bare()).filter(|shape| !matches!(shape, JsonShape::Any))
}

/// Returns a member with values of this shape: one that may be absent is never `null`.
pub const fn member_of(
    name: &'static str,
    description: &'static str,
    shape: &'static JsonShape,
    optional: bool,
) -> JsonMember {
    let shape = match shape {
        JsonShape::Nullable { shape: Nested::Borrowed(shape) } if optional => shape,
        shape => shape,
    };
    member(name, description, shape, !optional)
}

impl Writer {
    /// Adds an output of a known shape under the name that the code knows it by.
    pub fn described<T: MemberValue + ?Sized>(&mut self, name: &str, value: &T) {
        self.write_with(name, |view, body| JsonWriter::write(value, view, body));
    }
}

impl<T: MemberValue> Output for Vec<T> {
    type Form = One;
    as_published!(member, T);
}
impl<T: MemberValue> Present for Vec<T> {}
impl<T: MemberValue> OutputValue for Vec<T> {
    const KIND: Kind = described(<Self as MemberValue>::SHAPE);
    as_published!(member, T);
    within!();

    fn write(&self, name: &str, writer: &mut Writer) {
        writer.described(name, self);
    }
}

impl<T: MemberValue> PresentMember for Vec<T> {}
impl<T: MemberValue> MemberValue for Vec<T> {
    const SHAPE: &'static JsonShape = &list(T::SHAPE);
    as_published!(member, T);

    fn write(&self, writer: &mut JsonWriter<'_>) {
        writer.list(self);
    }
}

impl<T: PresentMember> MemberValue for Option<T> {
    // Any JSON has `null` already, and so has a type around an `Option`.
    const SHAPE: &'static JsonShape =
        if matches!(T::SHAPE, JsonShape::Any | JsonShape::Nullable { .. }) {
            T::SHAPE
        } else {
            const { &or_null(T::SHAPE) }
        };
    const OPTIONAL: bool = true;
    as_published!(member, T);

    fn is_absent(&self) -> bool {
        self.as_ref().is_none_or(T::is_absent)
    }

    fn write(&self, writer: &mut JsonWriter<'_>) {
        match self {
            Some(value) => value.write(writer),
            None => writer.scalar(&()),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Enum> PresentMember for T {}
#[diagnostic::do_not_recommend]
impl<T: Enum> MemberValue for T {
    const SHAPE: &'static JsonShape = &choices(T::CHOICES.values);
    as_published!(choice, T);

    fn write(&self, writer: &mut JsonWriter<'_>) {
        writer.scalar(self.name());
    }
}

impl<T: AsJson> PresentMember for Json<T> {}
impl<T: AsJson> MemberValue for Json<T> {
    const SHAPE: &'static JsonShape = &JsonShape::Any;

    fn write(&self, writer: &mut JsonWriter<'_>) {
        writer.scalar(&self.0);
    }
}

macro_rules! scalars {
    ($($shape:ident: $($type:ty),+;)+) => {$($(
        #[diagnostic::do_not_recommend]
        impl PresentMember for $type {}
        #[diagnostic::do_not_recommend]
        impl MemberValue for $type {
            const SHAPE: &'static JsonShape = &JsonShape::$shape;

            fn write(&self, writer: &mut JsonWriter<'_>) {
                writer.scalar(self);
            }
        }
    )+)+};
}

scalars! {
    String: String, &'static str, Cow<'static, str>;
    Boolean: bool;
    Number: f32, f64;
    Int: i8, i16, i32, i64, isize, u8, u16, u32, NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize,
        NonZeroU8, NonZeroU16, NonZeroU32;
}

/// Integers that may not fit an `i64`, which is as much as readers of the protocol hold.
macro_rules! wide_integers {
    ($($type:ty, $through:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl PresentMember for $type {}
        #[diagnostic::do_not_recommend]
        impl MemberValue for $type {
            const SHAPE: &'static JsonShape = &JsonShape::Int;

            fn write(&self, writer: &mut JsonWriter<'_>) {
                match i64::try_from(<$through>::from(*self)) {
                    Ok(value) => writer.scalar(&value),
                    Err(_) => writer.refuse(&format_args!(
                        "{self} is beyond a signed integer of 64 bits; return it as a `String`"
                    )),
                }
            }
        }
    )+};
}

wide_integers! {
    i128, i128; u64, u64; u128, u128; usize, usize;
    NonZeroI128, i128; NonZeroU64, u64; NonZeroU128, u128; NonZeroUsize, usize;
}
