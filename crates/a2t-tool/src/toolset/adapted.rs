//! A published version, served by the code of a later one: its text becomes a signature, and the
//! positions of its inputs and outputs in the later one.

use std::fmt;

use a2t_core::error::inert;
use a2t_core::published::read_version;
use a2t_core::signature::Deprecated;
use a2t_core::{InputParameter, JsonShape, OutputParameter, OutputType, ToolSignature};

use crate::Older;

/// A published version, and how the code of a later one serves it.
#[derive(Debug)]
pub struct Adapted {
    pub(crate) signature: ToolSignature,
    /// Index of the published input for each input of the code; `None` for later inputs.
    pub(crate) inputs: Vec<Option<usize>>,
    /// Pairs of output names: the code's, then the published one.
    outputs: Vec<(String, String)>,
}

/// Reason why a published version cannot be served: for the vendor, not for callers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdaptError(String);

impl Adapted {
    /// Reads a published version. `code` is the signature of the function that serves it, whose hints
    /// and preconditions it has; `current` and `deprecated` complete the signature, as published files have neither.
    ///
    /// # Errors
    /// The text cannot be read, or is that of another tool or version; or the code lacks one of its
    /// inputs or outputs, or requires a later input.
    pub fn read(
        older: &Older,
        code: &ToolSignature,
        current: u32,
        deprecated: Option<Deprecated>,
    ) -> Result<Self, AdaptError> {
        let read = read_version(older.text.as_bytes());
        let mut signature = read.map_err(|reason| AdaptError(inert(&reason.to_string())))?;
        if (signature.tool_id, signature.version) != (code.tool_id, older.version) {
            let (id, version) = (signature.tool_id, signature.version);
            return Err(AdaptError(format!("it is version {version} of {id}")));
        }
        signature.current_version = current;
        signature.deprecated = deprecated;
        describe_as(&mut signature, code);
        let (old, new) = (&signature.input_parameters, &code.input_parameters);
        Ok(Self {
            inputs: inputs(old, new)?,
            outputs: outputs(&signature.output_parameters, &code.output_parameters)?,
            signature,
        })
    }

    /// The published name of the input at this position of the code.
    pub(crate) fn input(&self, index: usize) -> Option<&str> {
        let published = (*self.inputs.get(index)?)?;
        self.signature.input_parameters.get(published).map(|input| &*input.name)
    }

    /// Returns the published name of an output of the code.
    pub fn output(&self, code: &str) -> Option<&str> {
        let known = self.outputs.iter().find(|(known, _)| known == code);
        known.map(|(_, published)| published.as_str())
    }

    /// The published shape of an output of the code, if it has one.
    pub(crate) fn shape(&self, code: &str) -> Option<&JsonShape> {
        let name = self.output(code)?;
        let mut outputs = self.signature.output_parameters.iter();
        match &outputs.find(|output| output.name == name)?.kind {
            OutputType::Described { shape } => Some(shape),
            _ => None,
        }
    }
}

/// Copies hints, preconditions and formats from the code, because that is what runs.
fn describe_as(signature: &mut ToolSignature, code: &ToolSignature) {
    signature.hints = code.hints;
    signature.preconditions.clone_from(&code.preconditions);
    for input in signature.input_parameters.to_mut() {
        let now = code.input_parameters.iter().find(|now| now.id == input.id);
        input.format = now.and_then(|now| now.format.clone());
    }
}

fn inputs(
    old: &[InputParameter],
    new: &[InputParameter],
) -> Result<Vec<Option<usize>>, AdaptError> {
    if let Some(gone) = old.iter().find(|old| !new.iter().any(|new| new.id == old.id)) {
        return Err(lost("input", &gone.id));
    }
    let index = |new: &InputParameter| {
        let index = old.iter().position(|old| old.id == new.id);
        if index.is_none() && new.required {
            let name = inert(&new.id);
            return Err(AdaptError(format!("the code requires the later input `{name}`")));
        }
        Ok(index)
    };
    new.iter().map(index).collect()
}

fn outputs(
    old: &[OutputParameter],
    new: &[OutputParameter],
) -> Result<Vec<(String, String)>, AdaptError> {
    let pair = |old: &OutputParameter| {
        let new = new.iter().find(|new| new.id == old.id);
        let new = new.ok_or_else(|| lost("output", &old.id))?;
        Ok((new.name.to_string(), old.name.to_string()))
    };
    old.iter().map(pair).collect()
}

fn lost(what: &str, id: &str) -> AdaptError {
    AdaptError(format!("the code has no {what} with the id `{}`", inert(id)))
}

impl fmt::Display for AdaptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AdaptError {}
