//! The checked inputs of a call, by name.

use std::fmt;
use std::sync::Arc;

use a2t_core::ToolSignature;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Failure, Inputs, ToolError};

/// Inputs of one call of a [`DynamicTool`](super::DynamicTool), which obey its signature.
///
/// Names are those of the signature. To ask for an input that it does not have, or in another type, is a
/// slip of the program: the error is a fault, of which the caller learns nothing.
///
/// ```
/// use a2t::{DynamicInputs, ToolError};
///
/// fn area(inputs: &DynamicInputs) -> Result<i64, ToolError> {
///     let unit = inputs.opt_str("unit")?.unwrap_or("m"); // an optional input
///     Ok(inputs.int("width")? * inputs.int("height")? * if unit == "m" { 1 } else { 1_000_000 })
/// }
/// ```
#[derive(Clone)]
pub struct DynamicInputs {
    signature: Arc<ToolSignature>,
    /// By the position of the input in the signature.
    values: Vec<Option<Value>>,
}

impl DynamicInputs {
    pub(super) fn bind(signature: &Arc<ToolSignature>, inputs: &Inputs) -> Result<Self, Failure> {
        let mut bound = inputs.bind(signature).map_err(Failure::Invalid)?;
        let values = (0..signature.input_parameters.len()).map(|index| bound.take(index));
        let values = values.map(|value| value.map(Value::from)).collect();
        Ok(Self { signature: Arc::clone(signature), values })
    }

    /// Returns the signature of the version that was called, for a closure that serves many tools.
    pub fn signature(&self) -> &ToolSignature {
        &self.signature
    }

    /// Returns the value of an input; `None` if it was left out, or the signature has no such
    /// input.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(self.index(name)?)?.as_ref()
    }

    /// Returns the inputs that were given, in the order of the signature.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let names = self.signature.input_parameters.iter().map(|input| &*input.name);
        names.zip(&self.values).filter_map(|(name, value)| Some((name, value.as_ref()?)))
    }

    /// Returns a `string`, or the name of an allowed value of an `enum`.
    ///
    /// # Errors
    /// A fault: the signature has no such input, or it was left out.
    pub fn str(&self, name: &str) -> Result<&str, ToolError> {
        self.opt_str(name)?.ok_or_else(|| absent(name))
    }

    /// Returns a `string` or `enum` that may be left out.
    ///
    /// # Errors
    /// A fault: the signature has no such input.
    pub fn opt_str(&self, name: &str) -> Result<Option<&str>, ToolError> {
        Ok(self.of(name, "string or enum", "string")?.and_then(Value::as_str))
    }

    /// Returns an `int`.
    ///
    /// # Errors
    /// A fault: the signature has no such input, or it was left out.
    pub fn int(&self, name: &str) -> Result<i64, ToolError> {
        self.opt_int(name)?.ok_or_else(|| absent(name))
    }

    /// Returns an `int`, or this if it was left out.
    ///
    /// # Errors
    /// A fault: the signature has no such input.
    pub fn int_or(&self, name: &str, other: i64) -> Result<i64, ToolError> {
        Ok(self.opt_int(name)?.unwrap_or(other))
    }

    /// Returns an `int` that may be left out.
    ///
    /// # Errors
    /// A fault: the signature has no such input.
    pub fn opt_int(&self, name: &str) -> Result<Option<i64>, ToolError> {
        Ok(self.of(name, "int", "integer")?.and_then(Value::as_i64))
    }

    /// Returns a `boolean`.
    ///
    /// # Errors
    /// A fault: the signature has no such input, or it was left out.
    pub fn bool(&self, name: &str) -> Result<bool, ToolError> {
        self.opt_bool(name)?.ok_or_else(|| absent(name))
    }

    /// Returns a `boolean` that may be left out.
    ///
    /// # Errors
    /// A fault: the signature has no such input.
    pub fn opt_bool(&self, name: &str) -> Result<Option<bool>, ToolError> {
        Ok(self.of(name, "boolean", "boolean")?.and_then(Value::as_bool))
    }

    /// Reads all inputs as your own type, whose fields have the names of the inputs.
    ///
    /// # Errors
    /// A fault: the type does not take what the signature does.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, ToolError> {
        serde_json::from_value(self.to_value()).map_err(ToolError::internal)
    }

    /// Returns the inputs that were given, as an object.
    pub fn to_value(&self) -> Value {
        let members = self.iter().map(|(name, value)| (name.to_owned(), value.clone()));
        Value::Object(Map::from_iter(members))
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.signature.input_parameters.iter().position(|input| input.name == name)
    }

    /// Returns the value of an input whose type has values of this JSON type.
    fn of(&self, name: &str, wanted: &str, json_type: &str) -> Result<Option<&Value>, ToolError> {
        let mut inputs = self.signature.input_parameters.iter().zip(&self.values);
        let found = match inputs.find(|(input, _)| input.name == name) {
            Some((input, value)) if input.kind.json_type() == json_type => {
                return Ok(value.as_ref());
            }
            Some((input, _)) => format!("has `{name}` as an input of type {}", input.kind.name()),
            None => format!("has no input `{name}`"),
        };
        let words = format!("the signature {found}, the code asks for one of type {wanted}");
        Err(ToolError::internal(words))
    }
}

fn absent(name: &str) -> ToolError {
    let words =
        format!("the input `{name}` was left out, as its signature allows; the code needs it");
    ToolError::internal(words)
}

/// Shows only names; values may be secrets.
impl fmt::Debug for DynamicInputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|(name, _)| name)).finish()
    }
}
