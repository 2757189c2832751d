//! A tool's result: written output by output on the server, read against the signature by a client.

use serde::Serialize;
use serde_json::Value;

use super::fast;
use super::judge::{integer, listed};
use crate::error::{Code, Invalid, Violation, Violations};
use crate::json::{self, shown, wrong_type};
use crate::signature::rule::quote;
use crate::signature::{OutputParameter, OutputType, ToolSignature};

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
    /// A result of the protocol, without outputs yet.
    pub fn new() -> Self {
        Self::in_layout(Layout::Pairs)
    }

    /// A result in this layout, without outputs yet.
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
        if !std::mem::replace(&mut self.empty, false) {
            self.body.push(b',');
        }
        if self.layout == Layout::Pairs {
            self.body.extend_from_slice(b"{\"name\":");
            serde_json::to_writer(&mut self.body, name)?;
            self.body.extend_from_slice(b",\"value\":");
            serde_json::to_writer(&mut self.body, value)?;
            self.body.push(b'}');
        } else {
            serde_json::to_writer(&mut self.body, name)?;
            self.body.push(b':');
            serde_json::to_writer(&mut self.body, value)?;
        }
        Ok(())
    }

    /// The written result.
    pub fn finish(mut self) -> Vec<u8> {
        self.body.extend_from_slice(match self.layout {
            Layout::Pairs => b"]}",
            Layout::Object => b"}",
        });
        self.body
    }
}

/// Reads a reply as a client: one value for each declared output, by position.
///
/// `None` is an output that the server left out, or sent as `null` although it is not `json`.
/// Unknown outputs and members, and names that an enum does not list, are a newer server's: they
/// are no mistake (readings AMB-26, AMB-28). An integer written `80.0` becomes `80`.
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"now","description":"",
/// #   "version":1,"currentVersion":1,"output_parameters":[
/// #   {"id":"temp-fh","name":"Temperature in Fahrenheit","type":"int","description":""}]}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// use a2t_core::invocation::read_result;
/// let body = br#"{"output_parameters":[{"name":"Temperature in Fahrenheit","value":80}]}"#;
/// assert_eq!(read_result(&signature, body).unwrap(), [Some(80.into())]);
/// ```
///
/// # Errors
/// Text that is not JSON, or everything that is wrong: the structure, an output given twice, a
/// value of another type.
pub fn read_result(signature: &ToolSignature, body: &[u8]) -> Result<Vec<Option<Value>>, Invalid> {
    match fast::reply::read(&signature.output_parameters, body) {
        Some(values) => Ok(values),
        None => read_whole(signature, body),
    }
}

pub(super) fn read_whole(
    signature: &ToolSignature,
    body: &[u8],
) -> Result<Vec<Option<Value>>, Invalid> {
    read(signature, body, Manner::Client)
}

/// Reads a reply as its server's judge: like [`read_result`], and every declared output must be
/// there, every output declared, every enum's name listed.
///
/// # Errors
/// Text that is not JSON, or everything that is wrong with the reply.
pub fn check_result(signature: &ToolSignature, body: &[u8]) -> Result<Vec<Option<Value>>, Invalid> {
    read(signature, body, Manner::Judge)
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Manner {
    Client,
    Judge,
}

fn read(
    signature: &ToolSignature,
    body: &[u8],
    manner: Manner,
) -> Result<Vec<Option<Value>>, Invalid> {
    let value = json::parse(body)?;
    let outputs = &*signature.output_parameters;
    let mut reader = Reader {
        outputs,
        manner,
        given: vec![false; outputs.len()],
        values: vec![None; outputs.len()],
        nameless: false,
        found: Violations::default(),
    };
    if let Some(pairs) = reader.pairs(value) {
        for (index, pair) in pairs.into_iter().enumerate() {
            reader.pair(pair, &format!("/output_parameters/{index}"));
        }
        reader.missing();
    }
    reader.found.into_result()?;
    Ok(reader.values)
}

struct Reader<'s> {
    outputs: &'s [OutputParameter],
    manner: Manner,
    given: Vec<bool>,
    values: Vec<Option<Value>>,
    nameless: bool,
    found: Violations,
}

impl Reader<'_> {
    fn pairs(&mut self, body: Value) -> Option<Vec<Value>> {
        let expected = "an object with `output_parameters`";
        let Value::Object(mut members) = body else {
            self.found.push(wrong_type("", expected, &body));
            return None;
        };
        match members.remove("output_parameters") {
            Some(Value::Array(pairs)) => return Some(pairs),
            Some(other) => {
                let expected = "an array of {\"name\", \"value\"} pairs";
                self.found.push(wrong_type("/output_parameters", expected, &other));
            }
            None => self.absent("/output_parameters", "the member `output_parameters`"),
        }
        None
    }

    fn pair(&mut self, pair: Value, at: &str) {
        let Value::Object(mut members) = pair else {
            self.nameless = true;
            return self.found.push(wrong_type(at, "an object with `name` and `value`", &pair));
        };
        let name = match members.remove("name") {
            Some(Value::String(name)) => name,
            Some(other) => {
                self.nameless = true;
                let at = format!("{at}/name");
                return self.found.push(wrong_type(&at, "a string", &other));
            }
            None => {
                self.nameless = true;
                return self.absent(&format!("{at}/name"), "the name of an output");
            }
        };
        let Some(position) = self.position(&name, at) else {
            return;
        };
        match members.remove("value") {
            Some(value) => self.value(position, value, &format!("{at}/value")),
            None => self.absent(&format!("{at}/value"), "the value of the output"),
        }
    }

    fn position(&mut self, name: &str, at: &str) -> Option<usize> {
        let position = self.outputs.iter().position(|output| output.name == name);
        let Some(position) = position else {
            if self.manner == Manner::Judge {
                let names = self.outputs.iter().map(|output| &*output.name);
                self.found.push_with(|| {
                    Violation::new(Code::UnknownOutput, format!("{at}/name"))
                        .expected("an output of the signature")
                        .got(quote(name))
                        .allowed(names, name)
                });
            }
            return None;
        };
        let given = self.given.get_mut(position)?;
        if std::mem::replace(given, true) {
            let violation = Violation::new(Code::DuplicateOutput, format!("{at}/name"));
            let violation = violation.parameter(name).expected("each output once");
            self.found.push(violation.got("it again"));
            return None;
        }
        Some(position)
    }

    fn value(&mut self, position: usize, value: Value, at: &str) {
        let (Some(output), Some(slot)) =
            (self.outputs.get(position), self.values.get_mut(position))
        else {
            return;
        };
        match (accept(&output.kind, value, self.manner), self.manner) {
            (Ok(None), Manner::Client) => {}
            (Ok(None), Manner::Judge) => {
                let violation = Violation::new(Code::MissingOutput, at).parameter(&*output.name);
                let violation = violation.expected(expectation(&output.kind));
                self.found.push(violation.got("null"));
            }
            (Ok(value), _) => *slot = value,
            (Err((code, value)), _) => self.found.push_with(|| {
                let violation = Violation::new(code, at).parameter(&*output.name);
                let violation = violation.expected(expectation(&output.kind)).got(shown(&value));
                match (&output.kind, &value) {
                    (OutputType::Enum { allowed_values }, Value::String(tried)) => {
                        violation.allowed(allowed_values.iter().map(|one| &*one.name), tried)
                    }
                    _ => violation,
                }
            }),
        }
    }

    fn missing(&mut self) {
        if self.manner == Manner::Client || self.nameless {
            return;
        }
        for (output, _) in self.outputs.iter().zip(&self.given).filter(|(_, given)| !**given) {
            let violation = Violation::new(Code::MissingOutput, "/output_parameters");
            let violation = violation.parameter(&*output.name).got("nothing");
            self.found.push(violation.expected(expectation(&output.kind)));
        }
    }

    fn absent(&mut self, at: &str, expected: &str) {
        let violation = Violation::new(Code::MissingMember, at);
        self.found.push(violation.expected(expected).got("nothing"));
    }
}

/// The value as the output's type has it, `None` for a `null` that is not one; else its broken rule.
#[inline]
pub(super) fn accept(
    kind: &OutputType,
    value: Value,
    manner: Manner,
) -> Result<Option<Value>, (Code, Value)> {
    match (kind, value) {
        (OutputType::Json, value) => Ok(Some(value)),
        (_, Value::Null) => Ok(None),
        (OutputType::String, value @ Value::String(_))
        | (OutputType::Boolean, value @ Value::Bool(_)) => Ok(Some(value)),
        (OutputType::Int, Value::Number(number)) => match integer(&number) {
            Some(integer) => Ok(Some(integer.into())),
            None if number.is_u64() => Ok(Some(Value::Number(number))),
            None => Err((Code::WrongType, Value::Number(number))),
        },
        (OutputType::Enum { allowed_values }, Value::String(name)) => {
            // A name that a client does not know is a newer server's.
            let known = manner == Manner::Client || allowed_values.is_empty();
            if known || listed(allowed_values, &name) {
                Ok(Some(Value::String(name)))
            } else {
                Err((Code::NotAllowed, Value::String(name)))
            }
        }
        (_, value) => Err((Code::WrongType, value)),
    }
}

pub(super) fn expectation(kind: &OutputType) -> &'static str {
    match kind {
        OutputType::String => "a string",
        OutputType::Int => "an integer",
        OutputType::Boolean => "true or false",
        OutputType::Enum { .. } => "the name of an allowed value",
        OutputType::Json => "any JSON",
    }
}

#[cfg(test)]
mod tests {
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
    #[test]
    fn integers_beyond_a_signed_one_are_kept_for_their_reader() {
        let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"f","description":"","version":1,
            "currentVersion":1,"output_parameters":[{"id":"n","name":"n","type":"int","description":""}]}"#;
        let signature = crate::signature::parse(text.as_bytes()).unwrap().signature;
        let body = written(Layout::Pairs, &[("n", u64::MAX.into())]);
        let values = read_whole(&signature, body.as_bytes());
        assert_eq!(values, Ok(vec![Some(u64::MAX.into())]));
    }
}
