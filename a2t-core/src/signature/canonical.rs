//! The one way a signature is written: the draft's member order, every default spelt out.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::fast;
use super::problem_type::Listed;
use super::{
    AllowedValue, Constraints, InputParameter, OutputParameter, OutputType, ToolSignature,
};

impl ToolSignature {
    /// Returns the canonical bytes: compact JSON, members in the draft's order, defaults explicit.
    ///
    /// Two signatures have the same canonical bytes exactly when they are equal.
    ///
    /// ```
    /// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"Adds.",
    /// #   "version":1,"currentVersion":1,"output_parameters":[]}"#;
    /// let parsed = a2t_core::signature::parse(text.as_bytes()).unwrap();
    /// let again = a2t_core::signature::parse(&parsed.signature.canonical()).unwrap();
    /// assert_eq!(parsed.signature, again.signature);
    /// ```
    pub fn canonical(&self) -> Vec<u8> {
        fast::write(self).into_bytes()
    }

    /// Writes the members of the signature into an object that has others too, such as its digest.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize_members<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        members(self, true, map)
    }
}

impl Serialize for ToolSignature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        members(self, true, &mut map)?;
        map.end()
    }
}

/// A signature as its author wrote it, without the remarks of its registry. If preconditions are missing, they are
/// unknown. In a catalog, they would be empty.
pub(crate) struct Locked<'a>(pub(crate) &'a ToolSignature);

impl Serialize for Locked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        members(self.0, false, &mut map)?;
        map.end()
    }
}

fn members<M: SerializeMap>(
    signature: &ToolSignature,
    remarks: bool,
    map: &mut M,
) -> Result<(), M::Error> {
    map.serialize_entry("toolId", &format_args!("{}", signature.tool_id))?;
    map.serialize_entry("name", &signature.name)?;
    if let Some(title) = &signature.title {
        map.serialize_entry("title", title)?;
    }
    map.serialize_entry("description", &signature.description)?;
    if let Some(img) = &signature.img {
        map.serialize_entry("img", img)?;
    }
    map.serialize_entry("version", &signature.version)?;
    if remarks {
        map.serialize_entry("currentVersion", &signature.current_version)?;
        if let Some(deprecated) = &signature.deprecated {
            map.serialize_entry("deprecated", deprecated)?;
        }
    }
    // Published files of earlier releases have none of these.
    if !signature.hints.is_none() && (remarks || signature.preconditions.is_some()) {
        map.serialize_entry("annotations", &signature.hints)?;
    }
    match &signature.preconditions {
        Some(preconditions) if !remarks || !preconditions.is_none() => {
            map.serialize_entry("preconditions", preconditions)?;
        }
        None if remarks => map.serialize_entry("preconditions", &())?,
        Some(_) | None => {}
    }
    if !signature.errors.is_empty() {
        let listed = Listed { tool: signature.tool_id, errors: &signature.errors };
        map.serialize_entry("errors", &listed)?;
    }
    map.serialize_entry("tags", &signature.tags)?;
    map.serialize_entry("input_parameters", &*signature.input_parameters)?;
    map.serialize_entry("output_parameters", &*signature.output_parameters)
}

impl Serialize for InputParameter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("type", self.kind.name())?;
        map.serialize_entry("description", &self.description)?;
        map.serialize_entry("required", &self.required)?;
        let Constraints { min, max, max_length, allowed_values } = self.kind.constraints();
        if let Some(min) = min {
            map.serialize_entry("min", &min)?;
        }
        if let Some(max) = max {
            map.serialize_entry("max", &max)?;
        }
        if let Some(max) = max_length {
            map.serialize_entry("max-length", &max)?;
        }
        if let Some(values) = allowed_values {
            map.serialize_entry("allowed-values", values)?;
        }
        if let Some(format) = &self.format {
            map.serialize_entry("format", format)?;
        }
        map.end()
    }
}

impl Serialize for OutputParameter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("type", self.kind.name())?;
        map.serialize_entry("description", &self.description)?;
        if let OutputType::Enum { allowed_values } = &self.kind
            && !allowed_values.is_empty()
        {
            map.serialize_entry("allowed-values", &**allowed_values)?;
        }
        if let OutputType::Described { shape } = &self.kind {
            map.serialize_entry("schema", shape.get())?;
        }
        map.end()
    }
}

impl Serialize for AllowedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("description", &self.description)?;
        map.end()
    }
}
