//! Defaults and examples of inputs. Documents show them, signatures do not have them: a default may change without a
//! new version.

use a2t_core::invocation::Scalar;
use a2t_core::{InputParameter, ToolSignature};
use serde_json::Value;

use crate::Type;

/// The default and the example of one input, as its attribute and its type set them.
#[derive(Clone, Copy, Debug)]
pub struct InputValues {
    /// Position of the input in the signature.
    index: usize,
    /// Makes the value, because most defaults are expressions of a type of the vendor.
    default: Option<fn() -> Option<Scalar<'static>>>,
    example: Option<&'static str>,
}

impl InputValues {
    /// Creates an input without a default.
    pub const fn new(index: usize, ty: Type) -> Self {
        Self { index, default: None, example: ty.example }
    }

    /// Sets the default.
    #[must_use]
    pub const fn default(mut self, default: fn() -> Option<Scalar<'static>>) -> Self {
        self.default = Some(default);
        self
    }
}

/// The default and the example of one input, as callers of one version send them.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownValues {
    /// Name of the input in that version.
    pub input: String,
    /// The value that stands for an input that a call leaves out.
    pub default: Option<Value>,
    /// A text that the type of the input accepts.
    pub example: Option<Value>,
}

impl ShownValues {
    /// Adds the values to the JSON schema of all inputs (`default`, `examples`). The schema may have another name
    /// for an input: `names` has those of all inputs of the signature.
    pub fn add_to(&self, schema: &mut Value, signature: &ToolSignature, names: &[String]) {
        let mut inputs = signature.input_parameters.iter();
        let index = inputs.position(|input| *input.name == *self.input);
        let Some(name) = index.and_then(|index| names.get(index)) else {
            return;
        };
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        let Some(Value::Object(property)) = properties.and_then(|all| all.get_mut(name)) else {
            return;
        };
        if let Some(default) = &self.default {
            property.insert("default".to_owned(), default.clone());
        }
        if let Some(example) = &self.example {
            property.insert("examples".to_owned(), vec![example.clone()].into());
        }
    }
}

/// Returns the values of the code that fit a version: its inputs may be narrower than those of later code, and are
/// found by their ids.
pub(crate) fn shown(
    version: &ToolSignature,
    code: &ToolSignature,
    values: &[InputValues],
) -> Vec<ShownValues> {
    let shown = |input: &InputParameter| {
        let index = code.input_parameters.iter().position(|now| now.id == input.id)?;
        let InputValues { default, example, .. } =
            values.iter().find(|values| values.index == index)?;
        let default = default.filter(|_| !input.required).and_then(|default| default());
        let example = example.map(|example| Scalar::String(example.into()));
        let fitting = |value: Option<Scalar<'_>>| {
            value.filter(|value| value.fits(&input.kind)).map(Value::from)
        };
        let (default, example) = (fitting(default), fitting(example));
        let is_any = default.is_some() || example.is_some();
        is_any.then(|| ShownValues { input: input.name.to_string(), default, example })
    };
    version.input_parameters.iter().filter_map(shown).collect()
}
