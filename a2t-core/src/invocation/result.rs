//! A tool's result, read against the signature by a client.

use serde_json::Value;

use super::accept::{Manner, accept, expectation, misshapen};
use super::fast;
use crate::error::{Code, ValidationError, Violation, Violations, nearest};
use crate::json::{self, shown, wrong_type};
use crate::signature::rule::quote;
use crate::signature::{OutputParameter, OutputType, ToolSignature};

/// Reads a reply as a client: one value for each declared output, by position.
///
/// `None` is an output that the server left out, or sent as `null` although it is not `json`.
/// Unknown outputs and members, and names that an enum does not list, are a newer server's: they
/// are no mistake (spec notes AMB-26, AMB-28). A reply that has only unknown outputs is one:
/// nothing of it is what was promised. An integer written `80.0` becomes `80`.
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
pub fn read_result(
    signature: &ToolSignature,
    body: &[u8],
) -> Result<Vec<Option<Value>>, ValidationError> {
    match fast::reply(&signature.output_parameters, body) {
        Some(values) => Ok(values),
        None => read_whole(signature, body),
    }
}

pub(super) fn read_whole(
    signature: &ToolSignature,
    body: &[u8],
) -> Result<Vec<Option<Value>>, ValidationError> {
    read(signature, body, Manner::Client)
}

/// Reads a reply as strictly as a server checks its own: like [`read_result`], but every declared
/// output must be there, every output declared, and every enum's name listed.
///
/// # Errors
/// Text that is not JSON, or everything that is wrong with the reply.
pub fn check_result(
    signature: &ToolSignature,
    body: &[u8],
) -> Result<Vec<Option<Value>>, ValidationError> {
    read(signature, body, Manner::Strict)
}

/// Checks the outputs that a reply has, as [`check_result`] does. Outputs may be missing, because
/// no signature declares which ones a tool may leave out (spec notes AMB-26, AMB-34), for example
/// an `Option` that is `None`.
///
/// # Errors
/// Text that is not JSON, or everything that is wrong with what is there.
pub fn check_given(signature: &ToolSignature, body: &[u8]) -> Result<(), ValidationError> {
    let found = match check_result(signature, body) {
        Ok(_) => return Ok(()),
        Err(ValidationError::Rules(found)) => found,
        Err(syntax) => return Err(syntax),
    };
    let left_out = |found: &Violation| {
        found.code == Code::MissingOutput && found.pointer == "/output_parameters"
    };
    let found: Violations = found.iter().filter(|found| !left_out(found)).cloned().collect();
    found.into_result()?;
    Ok(())
}

/// The maximum number of outputs that a violation names.
const OUTPUTS_TOLD: usize = 8;

fn read(
    signature: &ToolSignature,
    body: &[u8],
    manner: Manner,
) -> Result<Vec<Option<Value>>, ValidationError> {
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
        let is_empty = pairs.is_empty();
        for (index, pair) in pairs.into_iter().enumerate() {
            reader.pair(pair, &format!("/output_parameters/{index}"));
        }
        reader.missing();
        if !is_empty {
            reader.unrelated();
        }
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
            None => {
                let near = nearest("output_parameters", members.keys().map(String::as_str));
                let violation = Violation::new(Code::MissingMember, "/output_parameters");
                let got = near.map_or_else(|| "nothing".to_owned(), quote);
                self.found.push(violation.expected("the member `output_parameters`").got(got));
            }
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
            if self.manner == Manner::Strict {
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
            (Ok(None), Manner::Strict) => {
                let violation = Violation::new(Code::MissingOutput, at).parameter(&*output.name);
                let violation = violation.expected(expectation(&output.kind));
                self.found.push(violation.got("null"));
            }
            (Ok(value), _) => *slot = value,
            (Err((code, value)), _) => self.refuse(output, code, &value, at),
        }
    }

    fn refuse(&mut self, output: &OutputParameter, code: Code, value: &Value, at: &str) {
        if let OutputType::Described { shape } = &output.kind {
            let found = misshapen(shape, value, at, self.manner).into_iter();
            return self.found.extend(found.map(|violation| violation.parameter(&*output.name)));
        }
        self.found.push_with(|| {
            let violation = Violation::new(code, at).parameter(&*output.name);
            let violation = violation.expected(expectation(&output.kind)).got(shown(value));
            match (&output.kind, value) {
                (OutputType::Enum { allowed_values }, Value::String(tried)) => {
                    violation.allowed(allowed_values.iter().map(|one| &*one.name), tried)
                }
                _ => violation,
            }
        });
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

    /// Refuses outputs none of which is promised. A tool that leaves all of them out sends none.
    fn unrelated(&mut self) {
        let is_any = self.outputs.is_empty() || self.given.contains(&true);
        if is_any || self.manner == Manner::Strict || self.nameless {
            return;
        }
        let names = self.outputs.iter().take(OUTPUTS_TOLD).map(|output| quote(&output.name));
        let names = names.collect::<Vec<_>>().join(", ");
        let violation = Violation::new(Code::MissingOutput, "/output_parameters");
        let expected = format!("an output of the signature ({names})");
        self.found.push(violation.expected(expected).got("only others"));
    }

    fn absent(&mut self, at: &str, expected: &str) {
        let violation = Violation::new(Code::MissingMember, at);
        self.found.push(violation.expected(expected).got("nothing"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invocation::ResultWriter;
    use crate::signature;

    #[test]
    fn integers_beyond_a_signed_one_are_kept_for_their_reader() {
        let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"f","description":"","version":1,
            "currentVersion":1,"output_parameters":[{"id":"n","name":"n","type":"int","description":""}]}"#;
        let signature = signature::parse(text.as_bytes()).unwrap().signature;
        let mut writer = ResultWriter::new();
        writer.output("n", &u64::MAX).unwrap();
        let values = read_whole(&signature, &writer.finish());
        assert_eq!(values, Ok(vec![Some(u64::MAX.into())]));
    }
}
