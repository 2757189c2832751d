//! A tool's result, written output by output.

use serde::Serialize;

/// Shape that outputs are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// `{"output_parameters":[{"name":…,"value":…},…]}`, the protocol's own (draft section 7).
    #[default]
    Pairs,
    /// `{"city":…,…}`: an object with the same values by name, as models and MCP read results.
    Object,
}

/// Writes a result output by output.
///
/// ```
/// use a2t_core::invocation::{Layout, ResultWriter};
///
/// let write = |layout| {
///     let mut writer = ResultWriter::in_layout(layout);
///     writer.output("sum", &42)?;
///     Ok::<_, serde_json::Error>(String::from_utf8(writer.finish()).unwrap())
/// };
/// assert_eq!(write(Layout::Pairs)?, r#"{"output_parameters":[{"name":"sum","value":42}]}"#);
/// assert_eq!(write(Layout::Object)?, r#"{"sum":42}"#);
/// # Ok::<_, serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct ResultWriter {
    body: Vec<u8>,
    layout: Layout,
    empty: bool,
}

/// Bytes that most results fit in: what grows is copied.
const ROOM: usize = 256;

impl Default for ResultWriter {
    fn default() -> Self {
        Self::new()
    }
}

impl ResultWriter {
    /// Creates a result of the protocol, without outputs yet.
    pub fn new() -> Self {
        Self::in_layout(Layout::Pairs)
    }

    /// Creates a result in this layout, without outputs yet.
    pub fn in_layout(layout: Layout) -> Self {
        let mut body = Vec::with_capacity(ROOM);
        body.extend_from_slice(match layout {
            Layout::Pairs => b"{\"output_parameters\":[",
            Layout::Object => b"{",
        });
        Self { body, layout, empty: true }
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
        self.output_with(name, |body| serde_json::to_writer(body, value))
    }

    /// Adds an output whose value is written by a function: one whole JSON value.
    ///
    /// # Errors
    /// Those of the function.
    pub fn output_with(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
    ) -> serde_json::Result<()> {
        if !std::mem::replace(&mut self.empty, false) {
            self.body.push(b',');
        }
        let (before, between, after) = match self.layout {
            Layout::Pairs => ("{\"name\":", ",\"value\":", "}"),
            Layout::Object => ("", ":", ""),
        };
        self.body.extend_from_slice(before.as_bytes());
        serde_json::to_writer(&mut self.body, name)?;
        self.body.extend_from_slice(between.as_bytes());
        write(&mut self.body)?;
        self.body.extend_from_slice(after.as_bytes());
        Ok(())
    }

    /// Returns the written result.
    pub fn finish(mut self) -> Vec<u8> {
        self.body.extend_from_slice(match self.layout {
            Layout::Pairs => b"]}",
            Layout::Object => b"}",
        });
        self.body
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn written(layout: Layout, outputs: &[(&str, Value)]) -> String {
        let mut writer = ResultWriter::in_layout(layout);
        for (name, value) in outputs {
            writer.output(name, value).unwrap();
        }
        String::from_utf8(writer.finish()).unwrap()
    }

    #[test]
    fn outputs_are_written_in_the_layout_that_was_asked_for() {
        let outputs = [("a \"b\"", Value::from("é")), ("c", Value::Null)];
        let pairs =
            r#"{"output_parameters":[{"name":"a \"b\"","value":"é"},{"name":"c","value":null}]}"#;
        assert_eq!(written(Layout::Pairs, &outputs), pairs);
        assert_eq!(written(Layout::Object, &outputs), r#"{"a \"b\"":"é","c":null}"#);
        assert_eq!(written(Layout::Pairs, &[]), r#"{"output_parameters":[]}"#);
        assert_eq!(written(Layout::Object, &[]), "{}");
        assert_eq!(ResultWriter::default().finish(), ResultWriter::new().finish());
    }
}
