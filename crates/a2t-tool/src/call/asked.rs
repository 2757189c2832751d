//! A call as its caller wrote it: locations and names for the inputs that a tool refuses.

use a2t_core::ToolSignature;
use a2t_core::invocation::pointer_to;
use a2t_core::json::segment;
use bytes::Bytes;

use crate::{Adapted, Inputs};

/// Inputs as they came, as far as a pointer into them needs it.
#[derive(Clone)]
pub(crate) enum InputPointers {
    /// Name/value pairs of a body.
    Pairs(Bytes),
    /// Members of an object.
    Members,
}

impl InputPointers {
    pub(crate) fn new(inputs: &Inputs) -> Self {
        match inputs {
            Inputs::Pairs(body) => Self::Pairs(body.clone()),
            Inputs::Named(_) => Self::Members,
        }
    }

    pub(crate) fn pointer_to(&self, name: &str) -> String {
        match self {
            Self::Pairs(body) => pointer_to(body, name),
            Self::Members => format!("/{}", segment(name)),
        }
    }

    /// Pointer to all inputs.
    fn all(&self) -> &'static str {
        match self {
            Self::Pairs(_) => "/input_parameters",
            Self::Members => "",
        }
    }
}

/// The signatures and the inputs of a call.
pub(crate) struct Asked<'a> {
    /// Signature that the code was written for.
    pub(crate) code: &'a ToolSignature,
    /// The published version that the caller named, if the code was written for a later one.
    pub(crate) adapted: Option<&'a Adapted>,
    pub(crate) pointers: &'a InputPointers,
    /// Whether the tool has `errors()`.
    pub(crate) lists_none: bool,
}

/// An input, as the code names it, in the call.
pub(crate) enum Meant<'a> {
    /// Name that the caller knows it by, and the pointer to it.
    Known(&'a str, String),
    /// The version that the caller named does not have it yet.
    Later,
    /// The code does not have it.
    Unknown,
}

impl<'a> Asked<'a> {
    /// The input of this name, or of this id, in the signature of the code.
    pub(crate) fn input(&self, name: &str) -> Meant<'a> {
        let inputs = &*self.code.input_parameters;
        let named = inputs.iter().position(|input| input.name == name);
        let index = named.or_else(|| inputs.iter().position(|input| input.id == name));
        let Some(index) = index else {
            return Meant::Unknown;
        };
        match self.name_at(index) {
            Some(name) => Meant::Known(name, self.pointers.pointer_to(name)),
            None => Meant::Later,
        }
    }

    fn name_at(&self, index: usize) -> Option<&'a str> {
        name_at(self.code, self.adapted, index)
    }

    /// Names of inputs in pairs: that of the code, and that of the version of the caller.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let inputs = self.code.input_parameters.iter().enumerate();
        inputs.filter_map(|(index, input)| Some((&*input.name, self.name_at(index)?)))
    }

    /// Pointer to all inputs.
    pub(crate) fn all(&self) -> &'static str {
        self.pointers.all()
    }
}

/// The caller's name of the input at this position of the function.
pub(crate) fn name_at<'a>(
    code: &'a ToolSignature,
    adapted: Option<&'a Adapted>,
    index: usize,
) -> Option<&'a str> {
    match adapted {
        None => code.input_parameters.get(index).map(|input| &*input.name),
        Some(adapted) => adapted.input(index),
    }
}
