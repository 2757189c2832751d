//! A tool's result: written output by output on the server, read against the signature by a client.

use serde::Serialize;
use serde_json::Value;

use crate::error::{Invalid, Violations};
use crate::json;
use crate::signature::ToolSignature;

/// Writes `{"output_parameters":[{"name":…,"value":…},…]}` piece by piece (draft section 7).
#[derive(Debug)]
pub struct ResultWriter {
    body: Vec<u8>,
    empty: bool,
}

impl Default for ResultWriter {
    fn default() -> Self {
        Self::new()
    }
}

impl ResultWriter {
    /// A result without outputs yet.
    pub fn new() -> Self {
        Self {
            body: b"{\"output_parameters\":[".to_vec(),
            empty: true,
        }
    }

    /// Adds an output.
    ///
    /// # Errors
    /// A value that cannot be written as JSON, such as a map with keys that are no strings.
    pub fn output<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> serde_json::Result<()> {
        let separator: &[u8] = if self.empty {
            b"{\"name\":"
        } else {
            b",{\"name\":"
        };
        self.empty = false;
        self.body.extend_from_slice(separator);
        serde_json::to_writer(&mut self.body, name)?;
        self.body.extend_from_slice(b",\"value\":");
        serde_json::to_writer(&mut self.body, value)?;
        self.body.push(b'}');
        Ok(())
    }

    /// The body of the reply.
    pub fn finish(mut self) -> Vec<u8> {
        self.body.extend_from_slice(b"]}");
        self.body
    }
}

/// Reads a reply: one value for each declared output, `None` where the server left it out (or
/// sent `null` for an output that is not `json`). Unknown outputs are skipped (reading AMB-26).
///
/// # Errors
/// Text that is not JSON, or every output that is given twice or has a value of another type.
pub fn read_result(signature: &ToolSignature, body: &[u8]) -> Result<Vec<Option<Value>>, Invalid> {
    let value = json::parse(body)?;
    let pairs = value.get("output_parameters").and_then(Value::as_array);
    let find = |name: &str| {
        pairs?
            .iter()
            .find(|pair| pair["name"] == name)?
            .get("value")
            .cloned()
    };
    Violations::default().into_result()?;
    Ok(signature
        .output_parameters
        .iter()
        .map(|output| find(&output.name))
        .collect())
}
