//! The constants in which a type is compared with what tools publish of it: a change is reported at the line that
//! changed, once for all tools.

use std::marker::PhantomData;

use a2t_core::message::Message;

use super::Lock;
use crate::signature::input::Inner;
use crate::signature::record::MemberValue;
use crate::{Enum, Input, Output, OutputValue, Type};

/// Published versions with which a type is compared.
#[derive(Clone, Copy, Debug)]
pub enum Against {
    /// The newest version of a tool, which is the version of the code.
    Newest,
    /// An older version, of which the code still has a function.
    Older,
    /// What all versions promise to their callers.
    Promises,
}

/// Expands to the constants of a trait, or of an impl that checks the type inside.
macro_rules! as_published {
    () => {
        /// Does not compile if the type differs from the newest published version of its tools.
        #[doc(hidden)]
        const AS_PUBLISHED: () = ();

        /// Does not compile if the type differs from the older published versions of its tools.
        #[doc(hidden)]
        const AS_PUBLISHED_BEFORE: () = ();

        /// Does not compile if the type breaks a promise of a published version.
        #[doc(hidden)]
        const AS_PROMISED: () = ();
    };
    ($check:ident, $inside:ty) => {
        const AS_PUBLISHED: () =
            crate::published::lock::$check::<$inside>(crate::published::lock::Against::Newest);
        const AS_PUBLISHED_BEFORE: () =
            crate::published::lock::$check::<$inside>(crate::published::lock::Against::Older);
        const AS_PROMISED: () =
            crate::published::lock::$check::<$inside>(crate::published::lock::Against::Promises);
    };
}
pub(crate) use as_published;

/// Refuses a type that differs from what is published.
#[track_caller]
pub const fn changed(message: &str) {
    Message::new(message).refuse();
}

/// A type inside another: `AsMember::<T>::CHECK.check(…)` checks a member of a record, and does
/// nothing for a type that cannot be one, because another error reports it. [`AsValue`] and
/// [`AsInner`] are the same for outputs and inputs.
#[derive(Debug)]
pub struct AsMember<T>(PhantomData<fn() -> T>);

/// Works like [`AsMember`], for an output.
#[derive(Debug)]
pub struct AsValue<T>(PhantomData<fn() -> T>);

/// Works like [`AsMember`], for the value inside an input.
#[derive(Debug)]
pub struct AsInner<T>(PhantomData<fn() -> T>);

impl<T: MemberValue> AsMember<T> {
    pub const CHECK: Self = Self(PhantomData);

    pub const fn check(self, against: Against) {
        member::<T>(against);
    }
}

impl<T: OutputValue> AsValue<T> {
    pub const CHECK: Self = Self(PhantomData);

    pub const fn check(self, against: Against) {
        value::<T>(against);
    }
}

impl<T: Inner> AsInner<T> {
    pub const CHECK: Self = Self(PhantomData);

    pub const fn check(self, against: Against) {
        input::<T::This>(against);
    }
}

/// The type of an input: `Taken::<T>::CHECK` compares it as [`Lock`] does, but the type itself reports the change of a
/// bound or of a choice, once for all tools.
#[derive(Debug)]
pub struct Taken<T>(PhantomData<fn() -> T>);

impl<T: Input> Taken<T> {
    pub const CHECK: Self = Self(PhantomData);

    /// Works like [`Lock::input`].
    #[track_caller]
    pub const fn input(self, lock: &Lock, index: usize, form: usize) {
        lock.input_change::<T>(index, form, 0, true);
    }

    /// Works like [`Lock::choice`].
    #[track_caller]
    pub const fn choice(self, lock: &Lock, index: usize, form: usize, ty: Type) {
        if !lock.has_choices(index, form, ty) {
            self.input(lock, index, form);
        }
    }
}

/// Types that cannot be there.
pub trait Unfit {
    const CHECK: Unchecked = Unchecked;
}

impl<T> Unfit for AsMember<T> {}
impl<T> Unfit for AsValue<T> {}
impl<T> Unfit for AsInner<T> {}
impl<T> Unfit for Taken<T> {}

/// Stands in for the check of an unfit type.
#[derive(Debug)]
pub struct Unchecked;

impl Unchecked {
    pub const fn check(self, _: Against) {}

    /// Works like [`Lock::input`].
    #[track_caller]
    pub const fn input(self, lock: &Lock, index: usize, form: usize) {
        lock.input(index, form);
    }

    /// Works like [`Lock::choice`].
    #[track_caller]
    pub const fn choice(self, lock: &Lock, index: usize, form: usize, ty: Type) {
        lock.choice(index, form, ty);
    }
}

// Functions, because rustc evaluates the constants that a constant or a function mentions even if nothing uses them,
// unless it does not know their types yet. Few of them, because rustc adds a note for each place that uses a constant
// which it refuses, and shows that place: a macro that wrote them would be shown as well.

/// Evaluates one of the constants of the type.
pub const fn choice<T: Enum>(against: Against) {
    match against {
        Against::Newest => newest_choice::<T>(),
        Against::Older => older_choice::<T>(),
        Against::Promises => promised_choice::<T>(),
    }
}

const fn newest_choice<T: Enum>() {
    T::AS_PUBLISHED
}

const fn older_choice<T: Enum>() {
    T::AS_PUBLISHED_BEFORE
}

const fn promised_choice<T: Enum>() {
    T::AS_PROMISED
}

/// Evaluates one of the constants of the type.
pub const fn input<T: Input>(against: Against) {
    match against {
        Against::Newest => newest_input::<T>(),
        Against::Older => older_input::<T>(),
        Against::Promises => promised_input::<T>(),
    }
}

const fn newest_input<T: Input>() {
    T::AS_PUBLISHED
}

const fn older_input<T: Input>() {
    T::AS_PUBLISHED_BEFORE
}

const fn promised_input<T: Input>() {
    T::AS_PROMISED
}

/// Evaluates one of the constants of the type.
pub const fn member<T: MemberValue>(against: Against) {
    match against {
        Against::Newest => newest_member::<T>(),
        Against::Older => older_member::<T>(),
        Against::Promises => promised_member::<T>(),
    }
}

const fn newest_member<T: MemberValue>() {
    T::AS_PUBLISHED
}

const fn older_member<T: MemberValue>() {
    T::AS_PUBLISHED_BEFORE
}

const fn promised_member<T: MemberValue>() {
    T::AS_PROMISED
}

/// Evaluates one of the constants of the type.
pub const fn output<T: Output>(against: Against) {
    match against {
        Against::Newest => newest_output::<T>(),
        Against::Older => older_output::<T>(),
        Against::Promises => promised_output::<T>(),
    }
}

const fn newest_output<T: Output>() {
    T::AS_PUBLISHED
}

const fn older_output<T: Output>() {
    T::AS_PUBLISHED_BEFORE
}

const fn promised_output<T: Output>() {
    T::AS_PROMISED
}

/// Evaluates one of the constants of the type.
pub const fn value<T: OutputValue>(against: Against) {
    match against {
        Against::Newest => newest_value::<T>(),
        Against::Older => older_value::<T>(),
        Against::Promises => promised_value::<T>(),
    }
}

const fn newest_value<T: OutputValue>() {
    T::AS_PUBLISHED
}

const fn older_value<T: OutputValue>() {
    T::AS_PUBLISHED_BEFORE
}

const fn promised_value<T: OutputValue>() {
    T::AS_PROMISED
}
