//! A tool's code against what is published of it, where only rustc knows the types: the caret
//! stands on the type whose span the call has.
//!
//! Names, ids and texts that tokens show were judged by the macro.

// Indices come from the macro, and a panic is how a constant refuses its value.
#![allow(clippy::indexing_slicing, clippy::panic)]

use std::borrow::Cow;

use a2t_core::evolution::{
    Change, Fingerprint, Message, Subject, new_output, refused_new_input, refused_output,
    refused_type,
};
use a2t_core::{
    AllowedValue, InputParameter, InputType, OutputParameter, OutputType, ToolSignature,
};

use crate::tool::{Choices, Kind, Output, RESULT, Shape, Type};

/// A tool's code, and all outputs that were ever published of it.
pub struct Lock {
    pub code: &'static ToolSignature,
    /// The first version number that is free.
    pub next: u32,
    pub returned: Returned,
    pub outputs: &'static [OutputParameter],
    /// Where each of the outputs is written down.
    pub origins: &'static [Origin],
}

/// What stands for a published parameter, and where it is written down.
#[derive(Clone, Copy)]
pub struct Origin {
    version: u32,
    place: &'static str,
    fingerprint: Fingerprint,
}

impl Origin {
    pub const fn new(version: u32, place: &'static str) -> Self {
        Self::of(version, place, 0, 0)
    }

    /// With the fingerprint of an enum's choices, or of a whole output.
    pub const fn of(version: u32, place: &'static str, contract: u128, text: u128) -> Self {
        Self {
            version,
            place,
            fingerprint: Fingerprint::from_bits(contract, text),
        }
    }
}

/// What the code returns, and what stands for it.
#[derive(Clone, Copy)]
pub struct Returned {
    shape: Shape,
    fields: &'static [Fingerprint],
    /// Stands for the section `# Returns`.
    described: u128,
}

impl Returned {
    pub const fn of<T: Output>(described: u128) -> Self {
        Self {
            shape: T::SHAPE,
            fields: T::FINGERPRINTS,
            described,
        }
    }

    const fn has(self, published: Fingerprint, frozen: bool) -> bool {
        if let Shape::Plain(kind) = self.shape {
            let texts = Fingerprint::of_texts(RESULT, RESULT, "").with_description(self.described);
            return same(published, typed(texts, kind), frozen);
        }
        let mut index = 0;
        while index < self.fields.len() {
            if same(published, self.fields[index], frozen) {
                return true;
            }
            index += 1;
        }
        false
    }
}

impl Lock {
    /// Refuses a type that changes what is published of the input at `index`.
    #[track_caller]
    pub const fn input(
        &self,
        index: usize,
        ty: Type,
        published: &[InputParameter],
        origins: &[Origin],
    ) {
        let code = self.input_at(index);
        let mut at = 0;
        while at < origins.len() {
            let (old, origin) = (&published[at], origins[at]);
            let frozen = origin.version == self.code.version;
            let unchanged = match (ty.kind, &old.kind) {
                (Kind::Enum(choices), InputType::Enum { .. }) => {
                    same(origin.fingerprint, choices.fingerprint, frozen)
                        && old.required == code.required
                }
                _ => false,
            };
            if !unchanged && let Some(change) = refused_type(old, code, frozen) {
                self.refuse(&change, origin);
            }
            at += 1;
        }
    }

    /// Refuses an input that a published version lacks and callers would have to supply.
    #[track_caller]
    pub const fn new_input(&self, index: usize, version: u32, place: &'static str) {
        let frozen = version == self.code.version;
        if let Some(change) = refused_new_input(self.input_at(index), frozen) {
            self.refuse(&change, Origin::new(version, place));
        }
    }

    /// Refuses a return type that changes the published output at `index`.
    #[track_caller]
    pub const fn output(&self, index: usize) {
        let origin = self.origins[index];
        let frozen = origin.version == self.code.version;
        if self.returned.has(origin.fingerprint, frozen) {
            return;
        }
        let change = refused_output(self.outputs, index, self.outputs_of_code(), frozen);
        if let Some(change) = change {
            self.refuse(&change, origin);
        }
    }

    /// Refuses an output that is not among those of the version, which is published. Where one is
    /// lost as well, it was probably renamed, and the other error says so.
    #[track_caller]
    pub const fn no_new_output(&self, place: &'static str) {
        if self.outputs_of_code().len() <= self.outputs.len() {
            return;
        }
        if let Some(change) = new_output(self.outputs, self.outputs_of_code()) {
            self.refuse(&change, Origin::new(self.code.version, place));
        }
    }

    const fn input_at(&self, index: usize) -> &'static InputParameter {
        match &self.code.input_parameters {
            Cow::Borrowed(inputs) => &inputs[index],
            Cow::Owned(_) => panic!("a constant owns nothing"),
        }
    }

    const fn outputs_of_code(&self) -> &'static [OutputParameter] {
        match &self.code.output_parameters {
            Cow::Borrowed(outputs) => outputs,
            Cow::Owned(_) => &[],
        }
    }

    #[track_caller]
    const fn refuse(&self, change: &Change<'_>, origin: Origin) -> ! {
        let tool = match &self.code.name {
            Cow::Borrowed(name) => name,
            Cow::Owned(_) => "",
        };
        let subject = Subject {
            tool,
            code: self.code.version,
            published: origin.version,
            place: origin.place,
            next: self.next,
        };
        panic!("{}", Message::about(change, subject).as_str())
    }
}

/// Refuses what the macro found, if the tool returns one value, which `# Returns` describes.
#[track_caller]
pub const fn plain_described(returned: Returned, message: &str) {
    if let Shape::Plain(_) = returned.shape {
        panic!("{}", message)
    }
}

const fn same(published: Fingerprint, code: Fingerprint, frozen: bool) -> bool {
    if frozen {
        published.is(code)
    } else {
        published.promises(code)
    }
}

/// The fingerprint of a field of this type.
pub const fn field(kind: Kind, contract: u128, text: u128) -> Fingerprint {
    typed(Fingerprint::from_bits(contract, text), kind)
}

const fn typed(texts: Fingerprint, kind: Kind) -> Fingerprint {
    let none = Fingerprint::from_bits(0, 0);
    match kind {
        Kind::String => texts.typed(&OutputType::String, none),
        Kind::Int { .. } => texts.typed(&OutputType::Int, none),
        Kind::Boolean => texts.typed(&OutputType::Boolean, none),
        Kind::Enum(Choices { fingerprint, .. }) => texts.typed(&ENUM, fingerprint),
        Kind::Json => texts.typed(&OutputType::Json, none),
    }
}

const ENUM: OutputType = OutputType::Enum {
    allowed_values: Cow::Borrowed(&[]),
};

/// A published input.
pub const fn input(
    id: &'static str,
    name: &'static str,
    required: bool,
    kind: InputType,
) -> InputParameter {
    InputParameter {
        id: Cow::Borrowed(id),
        name: Cow::Borrowed(name),
        kind,
        description: Cow::Borrowed(""),
        required,
    }
}

/// A published output.
pub const fn output(
    id: &'static str,
    name: &'static str,
    description: &'static str,
    kind: OutputType,
) -> OutputParameter {
    OutputParameter {
        id: Cow::Borrowed(id),
        name: Cow::Borrowed(name),
        kind,
        description: Cow::Borrowed(description),
    }
}

/// The types of published inputs and outputs.
pub mod was {
    use super::{AllowedValue, Cow, InputType, OutputType};

    pub const BOOLEAN: InputType = InputType::Boolean;
    pub const STRING: InputType = InputType::String { max_length: None };

    pub const fn string(max_length: u64) -> InputType {
        InputType::String {
            max_length: Some(max_length),
        }
    }

    pub const fn int(min: i64, max: i64) -> InputType {
        InputType::Int {
            min: Some(min),
            max,
        }
    }

    pub const fn int_to(max: i64) -> InputType {
        InputType::Int { min: None, max }
    }

    pub const fn choice(values: &'static [AllowedValue]) -> InputType {
        InputType::Enum {
            allowed_values: Cow::Borrowed(values),
        }
    }

    pub const A_STRING: OutputType = OutputType::String;
    pub const AN_INT: OutputType = OutputType::Int;
    pub const A_BOOLEAN: OutputType = OutputType::Boolean;
    pub const JSON: OutputType = OutputType::Json;

    pub const fn a_choice(values: &'static [AllowedValue]) -> OutputType {
        OutputType::Enum {
            allowed_values: Cow::Borrowed(values),
        }
    }
}
