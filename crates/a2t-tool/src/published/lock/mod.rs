//! A tool's code against what is published of it, where only rustc knows the types: the caret
//! stands on the type whose span the call has.
//!
//! Names, ids and texts that tokens show were checked by the macro.

// Indices come from the macro, and a panic is how a constant refuses its value.
#![allow(clippy::indexing_slicing, clippy::panic)]

use std::borrow::Cow;
use std::mem::forget;

use a2t_core::evolution::{
    Bounds, Change, Member, Path, Quoted, Rule, Subject, message, new_error, new_output,
    refused_error, refused_new_input, refused_output, refused_type,
};
use a2t_core::signature::Text;
use a2t_core::{InputParameter, InputType, OutputParameter, ProblemType, ToolSignature};

use crate::signature::placeholder::{errors_are_refused, input_is_refused, output_is_refused};
use crate::{Input, Kind, Output, Type};

mod behind;
mod consts;
mod form;
mod returned;
mod shared;
mod speaker;

pub use crate::signature::kind::WasKind;
pub(crate) use consts::as_published;
pub use consts::{
    Against, AsInner, AsMember, AsValue, Taken, Unchecked, Unfit, changed, choice, input, member,
    output, value,
};
pub use form::Was;
pub use returned::AsReturned;
use returned::{Returned, same};
pub use shared::{SharedErrors, differs, refuse};
pub use speaker::{Silent, Speaker};

/// A tool's code, and all forms that its inputs, outputs and errors ever had in its published versions.
///
/// One constant holds them all, without a call and without a value to drop: both cost rustc more
/// than the data.
#[derive(Debug)]
pub struct Lock {
    pub code: &'static ToolSignature,
    /// The newest published version.
    pub newest: u32,
    /// The first version number that is free.
    pub next: u32,
    pub inputs: &'static [Was],
    pub outputs: &'static [Was],
    pub errors: &'static [ProblemType],
    /// The version of each error, and its location there.
    pub errors_at: &'static [(u32, &'static str)],
}

impl Lock {
    /// Refuses a type of the input at `index` that changes one of its published forms.
    #[track_caller]
    pub const fn input(&self, index: usize, form: usize) {
        self.input_change::<bool>(index, form, 0, false);
    }

    /// Refuses the second change that [`Lock::input`] finds: where both bounds differ, each has a
    /// separate error.
    #[track_caller]
    pub const fn input_again(&self, index: usize, form: usize) {
        self.input_change::<bool>(index, form, 1, false);
    }

    /// Refuses the change. If the type is `shared`, it may do so itself.
    #[track_caller]
    const fn input_change<T: Input>(&self, index: usize, form: usize, nth: usize, shared: bool) {
        let (code, was) = (self.input_at(index), self.inputs[form]);
        let unchanged = match (was.kind, &code.kind) {
            (WasKind::String(None), InputType::String { max_length: None })
            | (WasKind::Boolean, InputType::Boolean) => true,
            (WasKind::Text(None, None), InputType::String { max_length: None }) => {
                code.format.is_none()
            }
            (WasKind::Int(Some(low), high), InputType::Int { min: Some(min), max }) => {
                low == *min && high == *max
            }
            _ => false,
        };
        if unchanged && was.required == code.required {
            return;
        }
        let published = was.input(code);
        if let Some(change) = self.type_change(&published, code, was, nth) {
            let change = of_another_enum(change, &published.kind, &code.kind);
            let of_type = match T::CHANGED_FROM {
                Some(from) => from.has_bound_of(was.kind, change.path),
                None => !matches!(change.path, Path::Member(_, _, Member::Required)),
            };
            if shared && of_type {
                input::<T>(self.against(was.version));
            }
            self.refuse(&change, was.version, was.location, bounds(was, code));
        }
        forget(published);
    }

    /// Returns the change of an input that is refused. Nothing is known of a type whose derive reported a mistake.
    const fn type_change<'a>(
        &self,
        published: &'a InputParameter,
        code: &'a InputParameter,
        was: Was,
        nth: usize,
    ) -> Option<Change<'a>> {
        if input_is_refused(code) {
            return None;
        }
        refused_type(published, code, self.frozen(was), nth)
    }

    /// Refuses as [`Lock::input`] does; for a form that is an enum.
    #[track_caller]
    pub const fn choice(&self, index: usize, form: usize, ty: Type) {
        if !self.has_choices(index, form, ty) {
            self.input(index, form);
        }
    }

    const fn has_choices(&self, index: usize, form: usize, ty: Type) -> bool {
        let (code, was) = (self.input_at(index), self.inputs[form]);
        match ty.kind {
            Kind::Enum(choices) => {
                same(was.fingerprint(), choices.fingerprint(), self.frozen(was))
                    && was.required == code.required
            }
            _ => false,
        }
    }

    /// Refuses an input that a published version lacks and callers would have to supply.
    #[track_caller]
    pub const fn new_input(&self, index: usize, version: u32, location: &'static str) {
        if let Some(change) = self.added_input(index, version) {
            self.refuse(&change, version, location, Bounds::Changed);
        }
    }

    const fn added_input(&self, index: usize, version: u32) -> Option<Change<'static>> {
        let code = self.input_at(index);
        if input_is_refused(code) {
            return None;
        }
        refused_new_input(code, version == self.code.version)
    }

    /// Refuses a return type that changes one of the published outputs.
    #[track_caller]
    const fn returns<T: Output>(&self, returned: &Returned<T>) {
        // `described` reports it. Which output was meant is not known.
        if returned.lacks_description() {
            return;
        }
        let mut index = 0;
        while index < self.outputs.len() {
            let was = self.outputs[index];
            if !returned.has(was.fingerprint(), self.frozen(was)) {
                let published = was.output();
                if let Some(change) = self.output_change(&published, was) {
                    output::<T>(self.against(was.version));
                    self.refuse(&change, was.version, was.location, Bounds::Changed);
                }
                forget(published);
            }
            index += 1;
        }
    }

    const fn output_change<'a>(
        &self,
        published: &'a OutputParameter,
        was: Was,
    ) -> Option<Change<'a>> {
        let code = self.later(was);
        if self.output_is_refused(code) {
            return None;
        }
        refused_output(published, code, self.frozen(was))
    }

    /// Refuses an output that is not among those of the version, which is published. Where one is
    /// lost as well, it was probably renamed, and the other error reports that.
    #[track_caller]
    const fn no_new_output<T: Output>(&self, location: &'static str) {
        if let Some(change) = self.added_output() {
            output::<T>(self.against(self.code.version));
            self.refuse(&change, self.code.version, location, Bounds::Changed);
        }
    }

    const fn added_output(&self) -> Option<Change<'static>> {
        let code = self.outputs_of_code();
        if code.len() <= self.outputs.len() {
            return None;
        }
        let mut index = 0;
        while index < code.len() {
            if !self.was_output(str_of(&code[index].id), str_of(&code[index].name))
                && let Some(change) = new_output(&code[index])
            {
                return Some(change);
            }
            index += 1;
        }
        None
    }

    /// Returns the first change of the errors that is refused.
    const fn error_change(&self, own: Option<&'static str>) -> Option<ErrorChange> {
        let (tool, code) = (self.code.tool_id, self.errors_of_code());
        let mut index = 0;
        while index < self.errors.len() {
            let (version, location) = self.errors_at[index];
            let frozen = version == self.code.version;
            if let Some(change) = refused_error(tool, self.errors, index, code, frozen)
                && !errors_are_refused(code)
            {
                let change = of_no_errors(change, code);
                return Some(ErrorChange { change, version, location, frozen });
            }
            index += 1;
        }
        let Some(location) = own else {
            return None;
        };
        index = 0;
        while index < code.len() {
            if let Some(change) = new_error(tool, self.errors, code, index)
                && !errors_are_refused(code)
            {
                let version = self.code.version;
                return Some(ErrorChange { change, version, location, frozen: true });
            }
            index += 1;
        }
        None
    }

    const fn frozen(&self, was: Was) -> bool {
        was.version == self.code.version
    }

    /// Returns the versions with which the types of the code are compared for this one.
    const fn against(&self, version: u32) -> Against {
        if version != self.code.version {
            Against::Promises
        } else if version < self.newest {
            Against::Older
        } else {
            Against::Newest
        }
    }

    /// The code's form of a published output: of the same id, else of the same name.
    const fn later(&self, was: Was) -> Option<&'static OutputParameter> {
        let code = self.outputs_of_code();
        let mut named = None;
        let mut index = 0;
        while index < code.len() {
            let output = &code[index];
            if equal(str_of(&output.id), was.id) {
                return Some(output);
            }
            if equal(str_of(&output.name), was.name) && !self.knows(str_of(&output.id)) {
                named = Some(output);
            }
            index += 1;
        }
        named
    }

    /// Returns `true` if the derive of the output's type, or of the struct of all outputs, reported a mistake.
    const fn output_is_refused(&self, code: Option<&OutputParameter>) -> bool {
        match code {
            Some(output) => output_is_refused(output),
            None => self.outputs_of_code().is_empty(),
        }
    }

    const fn knows(&self, id: &str) -> bool {
        let mut index = 0;
        while index < self.outputs.len() {
            if equal(self.outputs[index].id, id) {
                return true;
            }
            index += 1;
        }
        false
    }

    const fn was_output(&self, id: &str, name: &str) -> bool {
        let mut index = 0;
        while index < self.outputs.len() {
            if equal(self.outputs[index].name, name) {
                return true;
            }
            index += 1;
        }
        self.knows(id)
    }

    const fn input_at(&self, index: usize) -> &'static InputParameter {
        match &self.code.input_parameters {
            Cow::Borrowed(inputs) => &inputs[index],
            Cow::Owned(_) => panic!("a constant owns nothing"),
        }
    }

    const fn errors_of_code(&self) -> &'static [ProblemType] {
        match &self.code.errors {
            Cow::Borrowed(errors) => errors,
            Cow::Owned(_) => &[],
        }
    }

    const fn outputs_of_code(&self) -> &'static [OutputParameter] {
        match &self.code.output_parameters {
            Cow::Borrowed(outputs) => outputs,
            Cow::Owned(_) => &[],
        }
    }

    #[track_caller]
    const fn refuse(&self, change: &Change<'_>, version: u32, location: &str, bounds: Bounds) -> ! {
        let subject = Subject {
            tool: str_of(&self.code.name),
            code: self.code.version,
            published: version,
            location,
            next: self.next,
            newest: self.newest,
            bounds,
        };
        message(change, subject).refuse()
    }
}

/// A change of the errors against a published version.
struct ErrorChange {
    change: Change<'static>,
    version: u32,
    location: &'static str,
    frozen: bool,
}

impl ErrorChange {
    /// Returns `true` if the error type still declares the error, so that only the list of the tool changed.
    const fn is_of_the_list(&self, declared: &[ProblemType]) -> bool {
        let (Path::Error(name), Rule::ErrorRemoved | Rule::ErrorAdded) =
            (self.change.path, self.change.rule)
        else {
            return false;
        };
        let mut index = 0;
        while index < declared.len() {
            if equal(str_of(&declared[index].name), name) {
                return true;
            }
            index += 1;
        }
        false
    }

    #[track_caller]
    const fn refuse(&self, lock: &Lock) {
        lock.refuse(&self.change, self.version, self.location, Bounds::Changed);
    }
}

/// Shows all choices of the code if the enum was replaced by another one, so that no published choice is left.
const fn of_another_enum<'a>(
    change: Change<'a>,
    published: &InputType,
    code: &'a InputType,
) -> Change<'a> {
    let (
        Rule::InputEnumValueRemoved,
        InputType::Enum { allowed_values: Cow::Borrowed(published) },
        InputType::Enum { allowed_values: Cow::Borrowed(code) },
    ) = (change.rule, published, code)
    else {
        return change;
    };
    let mut index = 0;
    while index < published.len() * code.len() {
        let (old, new) = (&published[index / code.len()], &code[index % code.len()]);
        if equal(str_of(&old.name), str_of(&new.name)) {
            return change;
        }
        index += 1;
    }
    Change { new: Quoted::AllowedValues(code), ..change }
}

/// Shows that the code declares no errors, so that there is no enum which could have the lost one again.
const fn of_no_errors<'a>(change: Change<'a>, code: &'a [ProblemType]) -> Change<'a> {
    match change.rule {
        Rule::ErrorRemoved if code.is_empty() => Change { new: Quoted::Errors(code), ..change },
        _ => change,
    }
}

/// Returns the published bounds of an integer that a message shows.
const fn bounds(was: Was, code: &InputParameter) -> Bounds {
    let (WasKind::Int(Some(min), max), InputType::Int { min: Some(low), max: high }) =
        (was.kind, &code.kind)
    else {
        return Bounds::Changed;
    };
    let (low, high) = (*low, *high);
    if min < low && is_limit(low) || max > high && is_limit(high) {
        Bounds::OfType { min, max }
    } else if min != low && max != high {
        Bounds::Both { min, max }
    } else {
        Bounds::Changed
    }
}

/// Returns `true` for a limit of an integer type, which no attribute can move.
const fn is_limit(bound: i64) -> bool {
    const fn is_of(bound: i64, bits: u32) -> bool {
        let signed = 1 << (bits - 1);
        bound == -signed || bound == signed - 1 || bound == 2 * signed - 1
    }
    bound == 0 || is_of(bound, 8) || is_of(bound, 16) || is_of(bound, 32)
}

const fn str_of(text: &Text) -> &str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => text.as_str(),
    }
}

const fn equal(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}
