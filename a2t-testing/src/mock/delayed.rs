//! Answers that a mock server is told, each after its time; judged when they are written.

use std::time::Duration;

use a2t_core::ToolSignature;
use a2t_core::invocation::{Arguments, ResultWriter, check_arguments, check_result};
use serde_json::{Map, Value};

use super::answer::{Answer, Scripted};
use super::{Mock, MockError};
use a2t_core::wire::failure::{Failure, How};

/// A [`Mock`] whose next answer takes its time; made by [`Mock::delayed`]. Each method writes one
/// answer: what is written after that comes at once.
#[derive(Debug)]
#[must_use = "a delay belongs to the answer that is written to it"]
pub struct Delayed<'m> {
    mock: &'m Mock,
    time: Duration,
}

type Written = Result<(), MockError>;

impl<'m> Delayed<'m> {
    pub(super) fn new(mock: &'m Mock, time: Duration) -> Self {
        Self { mock, time }
    }

    /// As [`Mock::reply`].
    ///
    /// # Errors
    /// Those of it.
    pub fn reply(self, tool: &str, outputs: Value) -> Written {
        self.write(tool, None, |mock, tool| mock.judged(tool, outputs))
    }

    /// As [`Mock::reply_to`].
    ///
    /// # Errors
    /// Those of it.
    pub fn reply_to(self, tool: &str, arguments: Value, outputs: Value) -> Written {
        self.write(tool, Some(arguments), |mock, tool| {
            mock.judged(tool, outputs)
        })
    }

    /// As [`Mock::reply_as_is`].
    ///
    /// # Errors
    /// Those of it.
    pub fn reply_as_is(self, tool: &str, outputs: Value) -> Written {
        self.write(tool, None, |_, _| as_is(outputs))
    }

    /// As [`Mock::reply_as_is_to`].
    ///
    /// # Errors
    /// Those of it.
    pub fn reply_as_is_to(self, tool: &str, arguments: Value, outputs: Value) -> Written {
        self.write(tool, Some(arguments), |_, _| as_is(outputs))
    }

    /// As [`Mock::fail`].
    ///
    /// # Errors
    /// Those of it.
    pub fn fail(self, tool: &str, failure: impl Into<Failure>) -> Written {
        self.write(tool, None, |_, _| failing(failure.into()))
    }

    /// As [`Mock::fail_on`].
    ///
    /// # Errors
    /// Those of it.
    pub fn fail_on(self, tool: &str, arguments: Value, failure: impl Into<Failure>) -> Written {
        self.write(tool, Some(arguments), |_, _| failing(failure.into()))
    }

    fn write(
        self,
        tool: &str,
        arguments: Option<Value>,
        answer: impl FnOnce(&Mock, &ToolSignature) -> Result<Answer, MockError>,
    ) -> Written {
        let signature = self.mock.find(tool)?;
        let to = arguments.map(|given| self::arguments(signature, given));
        let scripted = Scripted {
            after: self.time,
            answer: answer(self.mock, signature)?,
        };
        let to = to.transpose()?;
        self.mock.answers.write(signature.tool_id, to, scripted);
        Ok(())
    }
}

impl Mock {
    /// The reply of a server that keeps to the signature.
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

/// Arguments that a call can have.
fn arguments(tool: &ToolSignature, given: Value) -> Result<Map<String, Value>, MockError> {
    let Value::Object(given) = given else {
        return Err(MockError::Arguments);
    };
    let pairs = given.iter().map(|(name, value)| (name, value.clone()));
    let violations = check_arguments(tool, &pairs.collect::<Arguments>());
    if !violations.is_empty() {
        return Err(MockError::Invalid(violations.into()));
    }
    Ok(given)
}
