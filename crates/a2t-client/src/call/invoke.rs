//! Invocations by signature, for programs that have no generated client.

use a2t_core::invocation::{Arguments, check_arguments, read_result};
use a2t_core::wire::route::Route;
use a2t_core::{Code, OutputType, ToolSignature, Violation, Violations};
use http::HeaderValue;
use serde_json::Value;

use crate::call::called::CallOptions;
use crate::transport::{Request, deadline};
use crate::{Client, Error, Kind, Result};

impl Client {
    /// Calls a tool at the version of its signature (draft section 7, A2T-61): checks the
    /// arguments, sends them, and reads the outputs that the signature declares, in its order.
    /// Outputs that the server left out are absent.
    ///
    /// # Errors
    /// Fails with all violations if the arguments break the signature, before anything is sent; and with each
    /// [`Kind`] of failure on the wire.
    pub async fn invoke(
        &self,
        signature: &ToolSignature,
        arguments: &Arguments,
    ) -> Result<Vec<(String, Value)>> {
        self.invoke_with(signature, arguments, &CallOptions::default()).await
    }

    /// Calls a tool as [`Client::invoke`] does, under the key of these options if they have one.
    #[doc(hidden)]
    pub async fn invoke_with(
        &self,
        signature: &ToolSignature,
        arguments: &Arguments,
        options: &CallOptions,
    ) -> Result<Vec<(String, Value)>> {
        let key = options.key().map_err(|error| self.refused(signature, error))?;
        let violations = check_arguments(signature, arguments);
        if !violations.is_empty() {
            return Err(self.refused(signature, invalid(signature, violations)));
        }
        let body = arguments.to_body(&signature.name);
        // Any `int` fits in JSON.
        let any = |_: &ToolSignature, _: &[_]| Violations::default();
        let values = self.outputs(signature, body, key, any).await?;
        let outputs = signature.output_parameters.iter().zip(values);
        let present = outputs.filter_map(|(output, value)| Some((output.name.to_string(), value?)));
        Ok(present.collect())
    }

    /// Reports a call that was refused before the wire.
    pub(crate) fn refused(&self, signature: &ToolSignature, error: Error) -> Error {
        self.transport.trace.call(signature, None).refused(&error);
        error
    }

    /// Calls with this body and returns one value for each output of the signature. `check` adds
    /// rules of the caller.
    pub(crate) async fn outputs(
        &self,
        signature: &ToolSignature,
        body: Vec<u8>,
        key: Option<HeaderValue>,
        check: fn(&ToolSignature, &[Option<Value>]) -> Violations,
    ) -> Result<Vec<Option<Value>>> {
        let is_own = key.is_some();
        let key = match key {
            Some(key) => key,
            None => self.transport.random.key()?,
        };
        // A key that the program chose may contain private data, unlike an id.
        let id = (!is_own).then_some(&key);
        let span = self.transport.trace.call(signature, id);
        let request = Request {
            route: Route::InvokeVersion(signature.tool_id, signature.version),
            query: String::new(),
            body: body.into(),
            key: Some(key),
            repeatable: signature.hints.is_repeatable(),
            signature: Some(signature),
            link: None,
            span,
        };
        let result = self.answer(signature, &request, check).await;
        request.span.finish(&result);
        result.map_err(|error| error.with_tool(signature))
    }

    async fn answer(
        &self,
        signature: &ToolSignature,
        request: &Request<'_>,
        check: fn(&ToolSignature, &[Option<Value>]) -> Violations,
    ) -> Result<Vec<Option<Value>>> {
        let reply = self.transport.send(request, self.retry, deadline(self.total)).await?;
        let values = read_result(signature, &reply);
        let values = values.and_then(|values| match check(signature, &values) {
            violations if violations.is_empty() => Ok(values),
            violations => Err(violations.into()),
        });
        values.map_err(|invalid| {
            let error = Error::new(Kind::Malformed { invalid });
            let error = error.after_run().keyed(request.key.as_ref()).replied(&reply);
            error.at(|| self.location(request.route))
        })
    }
}

/// Refuses a reply that a generated client cannot represent: an `int` of 2^63 or more would look like an output
/// that the server left out.
pub(crate) fn check_integers(signature: &ToolSignature, values: &[Option<Value>]) -> Violations {
    let outputs = signature.output_parameters.iter().zip(values);
    let beyond = outputs.filter_map(|(output, value)| {
        let number = value.as_ref().filter(|_| output.kind == OutputType::Int)?;
        (!number.is_i64()).then(|| {
            let violation = Violation::new(Code::OutOfRange, "/output_parameters");
            let violation = violation.parameter(&*output.name).got(number.to_string());
            violation.expected("an integer of 64 bits with sign")
        })
    });
    beyond.collect()
}

/// Error for arguments that break the signature: nothing was sent.
pub(crate) fn invalid(signature: &ToolSignature, violations: Violations) -> Error {
    let tool = signature.name.to_string();
    Error::new(Kind::Invalid { tool, violations }).with_tool(signature)
}
