//! Answers that a test writes for a mock server, checked when they are written.

use a2t_core::ToolSignature;
use a2t_core::invocation::{Arguments, ResultWriter, check_arguments, check_result};
use serde_json::{Map, Value};

use super::answer::{Answer, Scripted};
use super::{Mock, MockError};
use a2t_core::wire::failure::{Failure, How};

impl Mock {
    pub(super) fn write(
        &self,
        tool: &str,
        arguments: Option<Value>,
        answer: impl FnOnce(&Mock, &ToolSignature) -> Result<Answer, MockError>,
    ) -> Result<(), MockError> {
        let (signature, version) = self.find(tool)?;
        let after = self.delay.take();
        let to = arguments.map(|to| self::arguments(signature, to));
        let scripted = Scripted { after, answer: answer(self, signature)? };
        let to = to.transpose()?;
        self.answers.write((signature.tool_id, version), to, scripted);
        Ok(())
    }

    /// Reply of a server that keeps to the signature.
    pub(super) fn checked(
        &self,
        tool: &ToolSignature,
        outputs: Value,
    ) -> Result<Answer, MockError> {
        let outputs = self.answers.filled(tool, object(outputs)?);
        let body = written(&outputs)?;
        check_result(tool, &body).map_err(MockError::Invalid)?;
        Ok(Answer::Reply(outputs))
    }
}

pub(super) fn as_is(outputs: Value) -> Result<Answer, MockError> {
    object(outputs).map(Answer::Reply)
}

pub(super) fn failing(failure: Failure) -> Result<Answer, MockError> {
    match failure.how {
        How::Disconnected => Err(MockError::Disconnected),
        _ => Ok(Answer::Failure(failure)),
    }
}

fn object(outputs: Value) -> Result<Map<String, Value>, MockError> {
    match outputs {
        Value::Object(outputs) => Ok(outputs),
        _ => Err(MockError::Outputs),
    }
}

fn written(outputs: &Map<String, Value>) -> Result<Vec<u8>, MockError> {
    let mut writer = ResultWriter::new();
    for (output, value) in outputs {
        let written = writer.output(output, value);
        written.map_err(|_| MockError::Outputs)?;
    }
    Ok(writer.finish())
}

/// Checks arguments as a server would.
fn arguments(tool: &ToolSignature, arguments: Value) -> Result<Map<String, Value>, MockError> {
    let Value::Object(arguments) = arguments else {
        return Err(MockError::Arguments);
    };
    let pairs = arguments.iter().map(|(name, value)| (name, value.clone()));
    let violations = check_arguments(tool, &pairs.collect::<Arguments>());
    if !violations.is_empty() {
        return Err(MockError::Invalid(violations.into()));
    }
    Ok(arguments)
}
