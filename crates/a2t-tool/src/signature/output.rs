//! Outputs of a tool: one value, a struct of outputs, or one of them in a `Result`.

use std::borrow::Cow;
use std::fmt;
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize,
};

use a2t_core::invocation::ResultWriter;
use a2t_core::{JsonShape, OutputParameter};
use serde::Serialize;
use serde::ser::Error;

use crate::ToolError;
use crate::bounds::AsJson;
use crate::published::lock::as_published;
use crate::signature::finite::Finite;
use crate::signature::record::{JsonWriter, MemberValue, PresentMember};
use crate::{Enum, Failure, Kind, ReplyForm};

/// A value that one output may have: a field of a struct with `#[derive(a2t::Output)]`, or what a
/// tool returns when it has only one output.
///
/// `String`, `&'static str`, `bool`, the integers, an enum with `#[derive(a2t::Enum)]`, a struct
/// with `#[derive(a2t::Record)]`, a `Vec` of what [records and lists](crate::MemberValue) are made
/// of, your own type around one of these with `#[derive(a2t::Output)]`, [`Json`](crate::Json) of
/// anything that serialises, and `Option` of these: an output that is `None` is left out of the
/// reply (draft section 6.1, spec note AMB-26). No signature declares that it may be, so keep an
/// output that was always there: there is no warning (spec note AMB-34). Any other type with
/// [`Display`](std::fmt::Display) is a text if the field has `#[a2t(text)]`.
///
/// Integers are written with all their digits. Readers in JavaScript, among others, keep only those within ±(2^53 -
/// 1), so a long id had better be a `String`; one beyond an `i64` is a fault, 500 (spec note
/// AMB-37).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an output of a tool",
    label = "not a type that the protocol returns",
    note = "an output is a `String`, a `bool`, an integer, an enum with `#[derive(a2t::Enum)]`, a struct with \
            `#[derive(a2t::Record)]`, a `Vec`, an `a2t::Json<T>` for anything that serialises, or an `Option` \
            of one of these; a type around one of them derives `a2t::Output`, and a type that `Display` writes is \
            marked `#[a2t(text)]`",
    note = "a float is returned as a member of a struct with `#[derive(a2t::Record)]`, as an integer of a smaller unit, or \
            in `a2t::Json`"
)]
pub trait OutputValue {
    #[doc(hidden)]
    const KIND: Kind;

    as_published!();
    #[doc(hidden)]
    fn write(&self, name: &str, writer: &mut Writer);

    // What a type around this one needs within JSON; no supertrait, because rustc would then report
    // of one type what it lacks for each of the two.
    #[doc(hidden)]
    const SHAPE: &'static JsonShape;

    #[doc(hidden)]
    const OPTIONAL: bool = false;

    #[doc(hidden)]
    fn is_absent(&self) -> bool {
        false
    }

    #[doc(hidden)]
    fn write_within(&self, writer: &mut JsonWriter<'_>);

    /// Writes the value as a member of the record that is open.
    #[doc(hidden)]
    fn put(&self, name: &'static str, writer: &mut JsonWriter<'_>) {
        writer.member(name, self.is_absent(), |writer| self.write_within(writer));
    }
}

/// Expands to: what a value is within JSON, by its `MemberValue`.
macro_rules! within {
    () => {
        const SHAPE: &'static JsonShape = <Self as MemberValue>::SHAPE;
        const OPTIONAL: bool = <Self as MemberValue>::OPTIONAL;

        fn is_absent(&self) -> bool {
            MemberValue::is_absent(self)
        }

        fn write_within(&self, writer: &mut JsonWriter<'_>) {
            MemberValue::write(self, writer);
        }
    };
}
pub(crate) use within;

/// An output that may stand in an `Option`.
#[diagnostic::on_unimplemented(
    message = "`Option<{Self}>` cannot be an output of a tool",
    label = "not a type that the protocol returns",
    note = "an output that may be absent is an `Option` of a `String`, a `bool`, an integer, an enum \
            with `#[derive(a2t::Enum)]`, a struct with `#[derive(a2t::Record)]`, a `Vec`, or `a2t::Json<T>` \
            for anything that serialises; a float is returned as a member of such a record, as an integer of a smaller unit, or \
            in `a2t::Json`"
)]
pub trait Present: OutputValue + PresentMember {}

/// Return type of a tool: an [`OutputValue`], which is its one output `result`; a struct with
/// `#[derive(a2t::Output)]`; or one of these in a `Result`, whose error is [`ToolError`] or
/// [converts to it](crate::IntoToolError).
///
/// ```
/// /// Not sent: only the fields' comments are.
/// #[derive(a2t::Output)]
/// struct Weather {
///     /// Degrees Celsius.
///     temperature: i32,
///     /// The station's remark, if it made one.
///     remark: Option<String>,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not an output of the protocol",
    note = "a tool returns a `String`, a `bool`, an integer, an enum with `#[derive(a2t::Enum)]`, a `Vec`, a struct \
            with `#[derive(a2t::Output)]` (a record derives both), `a2t::Json<T>` for anything that serialises, or \
            a `Result` of one of these",
    note = "a tool without a result still reports what it did: return a `String` or an enum \
            instead of `()`; a float is returned as a member of a struct with `#[derive(a2t::Record)]`, as an integer of a \
            smaller unit, or in `a2t::Json`"
)]
pub trait Output: Sized {
    /// Source of the shape and of the way to write it.
    #[doc(hidden)]
    type Form: Form<Self>;

    #[doc(hidden)]
    const SHAPE: Shape = <Self::Form as Form<Self>>::SHAPE;

    as_published!();
    #[doc(hidden)]
    fn write(&self, writer: &mut Writer) {
        Self::Form::write(self, writer);
    }

    #[doc(hidden)]
    fn reply(self, form: ReplyForm) -> Result<Vec<u8>, Failure> {
        let mut writer = Writer::new(form);
        self.write(&mut writer);
        writer.finish()
    }
}

pub trait Form<T> {
    const SHAPE: Shape;
    fn write(value: &T, writer: &mut Writer);
}

#[derive(Debug)]
pub enum One {}

impl<T: OutputValue> Form<T> for One {
    const SHAPE: Shape = Shape::Plain(T::KIND);

    fn write(value: &T, writer: &mut Writer) {
        OutputValue::write(value, RESULT, writer);
    }
}

#[derive(Debug)]
pub enum Own {}

impl<T: Output> Form<T> for Own {
    const SHAPE: Shape = T::SHAPE;

    fn write(value: &T, writer: &mut Writer) {
        value.write(writer);
    }
}

/// The reply as far as it is written. Nothing is added after an output that could not be written.
pub struct Writer {
    written: Result<ResultWriter, serde_json::Error>,
    form: ReplyForm,
}

impl Writer {
    pub(crate) fn new(form: ReplyForm) -> Self {
        Self { written: Ok(form.writer()), form }
    }

    /// Adds an output under the name that the code knows it by.
    pub fn output<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        self.write_with(name, |_, body| serde_json::to_writer(body, value));
    }

    /// Adds an output, written by a function that gets the shape of the caller's version, if the
    /// code is that of a later one.
    pub(crate) fn write_with(
        &mut self,
        name: &str,
        write: impl FnOnce(Option<&JsonShape>, &mut Vec<u8>) -> serde_json::Result<()>,
    ) {
        if let Ok(writer) = &mut self.written
            && let Some(shown) = self.form.name(name)
            && let Err(error) = writer.output_with(shown, |body| write(self.form.shape(name), body))
        {
            self.refuse(name, &error);
        }
    }

    /// Adds an output that is shown as a text.
    pub fn text(&mut self, name: &str, value: &dyn fmt::Display) {
        self.output(name, &format_args!("{value}"));
    }

    fn refuse(&mut self, name: &str, why: &dyn fmt::Display) {
        if self.written.is_ok() && self.form.name(name).is_some() {
            let why = format_args!("the output `{name}`: {why}");
            self.written = Err(serde_json::Error::custom(why));
        }
    }

    /// Returns the reply.
    ///
    /// # Errors
    /// An output could not be written.
    pub fn finish(self) -> Result<Vec<u8>, Failure> {
        let written = self.written.map(ResultWriter::finish);
        written.map_err(Failure::Unwritable)
    }
}

/// The outputs of a type, as far as the type knows them.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// One value; the tool's doc comment describes it.
    Plain(Kind),
    /// The fields of a struct.
    Fields {
        outputs: &'static [OutputParameter],
        /// Their types, field by field.
        kinds: &'static [Kind],
        /// Fingerprints of all else about them, field by field in two halves: published outputs are
        /// compared by these, because const evaluation pays for each byte of a text.
        fingerprints: &'static [u128],
    },
}

impl<T: Output, E: Into<ToolError>> Output for Result<T, E> {
    type Form = Own;
    const SHAPE: Shape = T::SHAPE;
    as_published!(output, T);

    fn write(&self, writer: &mut Writer) {
        if let Ok(output) = self {
            output.write(writer);
        }
    }

    fn reply(self, form: ReplyForm) -> Result<Vec<u8>, Failure> {
        match self {
            Ok(output) => output.reply(form),
            Err(error) => Err(form.failure(error.into())),
        }
    }
}

/// The name of a tool's only output.
pub const RESULT: &str = "result";

// No blanket impl of `Output`: with one, rustc could not report which half of a `Result` is wrong.
impl<T: Present> Output for Option<T> {
    type Form = One;
    as_published!(value, T);
}
#[diagnostic::do_not_recommend]
impl<T: Present> OutputValue for Option<T> {
    const KIND: Kind = T::KIND;
    as_published!(value, T);
    within!();

    fn write(&self, name: &str, writer: &mut Writer) {
        if let Some(value) = self {
            OutputValue::write(value, name, writer);
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Enum> Present for T {}
#[diagnostic::do_not_recommend]
impl<T: Enum> OutputValue for T {
    const KIND: Kind = Kind::Enum(T::CHOICES);
    as_published!(choice, T);
    within!();

    fn write(&self, name: &str, writer: &mut Writer) {
        writer.output(name, self.name());
    }
}

/// Any JSON value as an output: the protocol's type `json` (draft section 6.1).
///
/// ```
/// use a2t::serde_json::{Value, json};
///
/// /// Lists the stations.
/// ///
/// /// # Returns
/// /// The stations by name, each with its height in metres.
/// #[a2t::tool(version = 1)]
/// fn list_stations() -> a2t::Json<Value> {
///     a2t::Json(json!({"Seattle": 133, "New York": 47}))
/// }
/// ```
///
/// A NaN or an infinity in it is a fault, 500, whose `a2t::Fault` names the output (spec note
/// AMB-39): JSON has neither, and `null` in their place would be another value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(
    /// The value, written with its own `Serialize`.
    pub T,
);

impl<T: AsJson> Output for Json<T> {
    type Form = One;
}
impl<T: AsJson> Present for Json<T> {}
impl<T: AsJson> OutputValue for Json<T> {
    const KIND: Kind = Kind::Json;
    within!();

    fn write(&self, name: &str, writer: &mut Writer) {
        writer.output(name, &Finite(&self.0));
    }
}

/// The integers of an output: the protocol gives them no bounds.
const INT: Kind = Kind::Int { min: i64::MIN, max: i64::MAX };

macro_rules! values {
    ($($type:ty, $kind:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Output for $type {
            type Form = One;
        }
        #[diagnostic::do_not_recommend]
        impl Present for $type {}
        #[diagnostic::do_not_recommend]
        impl OutputValue for $type {
            const KIND: Kind = $kind;
            within!();

            fn write(&self, name: &str, writer: &mut Writer) {
                writer.output(name, self);
            }
        }
    )*};
}

values! {
    String, Kind::String;
    &'static str, Kind::String;
    Cow<'static, str>, Kind::String;
    bool, Kind::Boolean;
    i8, INT; i16, INT; i32, INT; i64, INT; isize, INT;
    u8, INT; u16, INT; u32, INT;
    NonZeroI8, INT; NonZeroI16, INT; NonZeroI32, INT; NonZeroI64, INT; NonZeroIsize, INT;
    NonZeroU8, INT; NonZeroU16, INT; NonZeroU32, INT;
}

/// Integers that may not fit an `i64`, which is as much as readers of the protocol hold.
macro_rules! wide_integers {
    ($($type:ty, $through:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Output for $type {
            type Form = One;
        }
        #[diagnostic::do_not_recommend]
        impl Present for $type {}
        #[diagnostic::do_not_recommend]
        impl OutputValue for $type {
            const KIND: Kind = INT;
            within!();

            fn write(&self, name: &str, writer: &mut Writer) {
                match i64::try_from(<$through>::from(*self)) {
                    Ok(value) => writer.output(name, &value),
                    Err(_) => writer.refuse(name, &format_args!(
                        "{self} is beyond a signed integer of 64 bits; return it as a `String`"
                    )),
                }
            }
        }
    )*};
}

wide_integers! {
    i128, i128; u64, u64; u128, u128; usize, usize;
    NonZeroI128, i128; NonZeroU64, u64; NonZeroU128, u128; NonZeroUsize, usize;
}
