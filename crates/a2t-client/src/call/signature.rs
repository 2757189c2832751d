//! Calls of A2T: inputs by their position in a signature, and replies of its outputs.

use std::time::Duration;

use a2t_core::invocation::{Arguments, check_arguments, write_arguments};
use a2t_core::wire::problem::{Kind as ProblemKind, Problem};
use a2t_core::{ProblemType, ToolId, ToolSignature};
use serde_json::Value;

use crate::call::called::{CallOptions, CalledTool, Read};
use crate::call::invoke::{check_integers, invalid};
use crate::call::named::Named;
use crate::call::sample;
use crate::call::{Call, Caller};
use crate::generated::reply::Outputs;
use crate::generated::value::{Int, Text};
use crate::transport::limits::Limits;
use crate::{Approved, Choice, Client, Drift, Error, Kind, Result, State};

impl CalledTool for ToolSignature {
    type Wire = Client;
    /// Values by the position of their input in the signature.
    type Inputs = Vec<Option<Value>>;
    type Arguments = Arguments;
    type Reply = Outputs;
    type State = State;

    const LIMIT: Option<Duration> = Some(Limits::DEFAULT.attempt);

    fn named(&self) -> Named<'_> {
        self.into()
    }

    fn errors(&self) -> (&[ProblemType], ToolId) {
        (&self.errors, self.tool_id)
    }

    fn arguments(&self, values: &Vec<Option<Value>>) -> Arguments {
        let inputs = self.input_parameters.iter().zip(values);
        let present = inputs.filter_map(|(input, value)| Some((&*input.name, value.clone()?)));
        present.collect()
    }

    fn pairs(arguments: &Arguments) -> impl Iterator<Item = (&str, &Value)> {
        arguments.iter()
    }

    fn check(&self, arguments: &Arguments) -> Result<()> {
        let violations = check_arguments(self, arguments);
        if violations.is_empty() { Ok(()) } else { Err(invalid(self, violations)) }
    }

    async fn send(
        &'static self,
        client: Client,
        values: Vec<Option<Value>>,
        options: CallOptions,
    ) -> Result<Outputs> {
        let retry = options.retry.unwrap_or(client.retry);
        let total = options.within.unwrap_or(client.total);
        let client = Client { retry, total, ..client };
        let ready = options.key().map_err(|error| error.with_tool(self)).and_then(|key| {
            let body = write_arguments(self, &values);
            Ok((body.map_err(|violations| invalid(self, violations))?, key))
        });
        let (body, key) = ready.map_err(|error| client.refused(self, error))?;
        let values = client.outputs(self, body, key, check_integers).await?;
        Ok(Outputs::new(self, values))
    }

    fn read<T>(&self, mut outputs: Outputs, read: Read<Self, T>) -> Result<T> {
        read(&mut outputs).map_err(|violations| {
            Error::new(Kind::Malformed { invalid: violations.into() }).with_tool(self).after_run()
        })
    }

    fn sample<T: Default>(&'static self, read: Read<Self, T>) -> Result<T> {
        self.read(Outputs::new(self, sample::values(self)), read)
    }

    fn failed(
        message: String,
        problem: Option<Box<Problem>>,
        retry_after: Option<Duration>,
    ) -> Kind {
        let refused = || Problem::new(ProblemKind::ToolRefused, message).into();
        let problem: Box<Problem> = problem.unwrap_or_else(refused);
        match problem.status {
            500.. => Kind::Unavailable { problem, retry_after },
            _ => Kind::Refused { problem, retry_after },
        }
    }

    fn error(&self, error: Error) -> Error {
        error.with_tool(self)
    }

    async fn verify(client: Client, approved: Vec<&'static Self>) -> Result<Drift> {
        client.verify(approved).await
    }
}

impl Client {
    #[doc(hidden)]
    pub fn caller(self, tools: &'static Approved) -> Caller {
        Caller::through(self, tools)
    }
}

impl Call {
    /// Sets a `string` without a bound.
    #[must_use]
    pub fn string(self, index: usize, value: impl Into<String>) -> Self {
        self.with(index, Value::String(value.into()))
    }

    /// Sets a `string` of bounded length.
    #[must_use]
    pub fn text<const MAX: u64>(self, index: usize, value: impl Into<Text<MAX>>) -> Self {
        self.with(index, Value::String(value.into().into_string()))
    }

    /// Sets an `int`.
    #[must_use]
    pub fn int<const MIN: i64, const MAX: i64>(
        self,
        index: usize,
        value: impl Into<Int<MIN, MAX>>,
    ) -> Self {
        self.with(index, value.into().into_value())
    }

    /// Sets a `boolean`.
    #[must_use]
    pub fn boolean(self, index: usize, value: bool) -> Self {
        self.with(index, value.into())
    }

    /// Sets an `enum`.
    #[must_use]
    pub fn choice(self, index: usize, value: impl Choice) -> Self {
        self.with(index, value.wire_name().into())
    }

    /// Sets the input at `index` of the signature; the last value counts.
    fn with(mut self, index: usize, value: Value) -> Self {
        let values = &mut self.inputs;
        if values.len() <= index {
            values.resize(index + 1, None);
        }
        if let Some(slot) = values.get_mut(index) {
            *slot = Some(value);
        }
        self
    }
}
