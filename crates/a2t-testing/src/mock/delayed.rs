//! Answers that a test writes for a mock server, each after its time; checked when they are
//! written.

use std::time::Duration;

use a2t_core::ToolSignature;
use a2t_core::invocation::{Arguments, ResultWriter, check_arguments, check_result};
use serde_json::{Map, Value};

use super::answer::{Answer, Scripted};
use super::{Mock, MockError};
use a2t_core::wire::failure::{Failure, How};

/// A [`Mock`] whose next answer takes its time; made by [`Mock::delayed`]. Each method writes one
/// answer: later ones come at once.
#[derive(Debug)]
#[must_use = "a delay belongs to the answer that is written to it"]
pub struct Delayed<'m> {
    mock: &'m Mock,
    time: Duration,
}

pub(super) type Written = Result<(), MockError>;

impl<'m> Delayed<'m> {
    pub(super) fn new(mock: &'m Mock, time: Duration) -> Self {
        Self { mock, time }
    }

    /// Does as [`Mock::reply`] does.
    ///
    /// # Errors
    /// Those of [`Mock::reply`].
    pub fn reply(self, tool: &str, outputs: Value) -> Written {
        self.write(tool, None, |mock, tool| mock.judged(tool, outputs))
    }

    /// Does as [`Mock::reply_to`] does.
    ///
    /// # Errors
    /// Those of [`Mock::reply_to`].
    pub fn reply_to(self, tool: &str, arguments: Value, outputs: Value) -> Written {
        self.write(tool, Some(arguments), |mock, tool| mock.judged(tool, outputs))
    }

    /// Does as [`Mock::reply_as_is`] does.
    ///
    /// # Errors
    /// Those of [`Mock::reply_as_is`].
    pub fn reply_as_is(self, tool: &str, outputs: Value) -> Written {
        self.write(tool, None, |_, _| as_is(outputs))
    }

    /// Does as [`Mock::reply_as_is_to`] does.
    ///
    /// # Errors
    /// Those of [`Mock::reply_as_is_to`].
    pub fn reply_as_is_to(self, tool: &str, arguments: Value, outputs: Value) -> Written {
        self.write(tool, Some(arguments), |_, _| as_is(outputs))
    }

    /// Does as [`Mock::fail`] does.
    ///
    /// # Errors
    /// Those of [`Mock::fail`].
    pub fn fail(self, tool: &str, failure: impl Into<Failure>) -> Written {
        self.write(tool, None, |_, _| failing(failure.into()))
    }

    /// Does as [`Mock::fail_on`] does.
    ///
    /// # Errors
    /// Those of [`Mock::fail_on`].
    pub fn fail_on(self, tool: &str, arguments: Value, failure: impl Into<Failure>) -> Written {
        self.write(tool, Some(arguments), |_, _| failing(failure.into()))
    }

    pub(super) fn write(
        self,
        tool: &str,
        arguments: Option<Value>,
        answer: impl FnOnce(&Mock, &ToolSignature) -> Result<Answer, MockError>,
    ) -> Written {
        let (signature, version) = self.mock.find(tool)?;
        let to = arguments.map(|to| self::arguments(signature, to));
        let scripted = Scripted { after: self.time, answer: answer(self.mock, signature)? };
        let to = to.transpose()?;
        self.mock.answers.write((signature.tool_id, version), to, scripted);
        Ok(())
    }
}

impl Mock {
    /// Reply of a server that keeps to the signature.
    fn judged(&self, tool: &ToolSignature, outputs: Value) -> Result<Answer, MockError> {
        let outputs = self.answers.filled(tool, object(outputs)?);
        let body = written(&outputs)?;
        check_result(tool, &body).map_err(MockError::Invalid)?;
        Ok(Answer::Reply(outputs))
    }
}

fn as_is(outputs: Value) -> Result<Answer, MockError> {
    object(outputs).map(Answer::Reply)
}

fn failing(failure: Failure) -> Result<Answer, MockError> {
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
