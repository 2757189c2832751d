//! Invocations by signature, for programs that have no generated client.

use a2t_core::ToolSignature;
use a2t_core::invocation::{Arguments, check_arguments, read_result};
use a2t_core::wire::route::Route;
use serde_json::Value;

use super::transport::Request;
use super::{Client, Error, Kind, Result};

impl Client {
    /// Calls a tool at the version of its signature (draft section 7, A2T-61): checks the
    /// arguments, sends them, and reads the outputs that the signature declares, in its order.
    /// Outputs that the server left out are left out.
    ///
    /// # Errors
    /// Arguments that break the signature, all violations at once and nothing sent; and every
    /// [`Kind`] of failure on the wire.
    pub async fn invoke(
        &self,
        signature: &ToolSignature,
        arguments: &Arguments,
    ) -> Result<Vec<(String, Value)>> {
        let values = self.outputs(signature, arguments).await?;
        let outputs = signature.output_parameters.iter().zip(values);
        let present = outputs.filter_map(|(output, value)| Some((output.name.to_string(), value?)));
        Ok(present.collect())
    }

    /// One value for each output of the signature.
    pub(super) async fn outputs(
        &self,
        signature: &ToolSignature,
        arguments: &Arguments,
    ) -> Result<Vec<Option<Value>>> {
        let violations = check_arguments(signature, arguments);
        if !violations.is_empty() {
            let tool = signature.name.to_string();
            return Err(Error::new(Kind::Invalid { tool, violations }));
        }
        let request = Request {
            route: Route::InvokeVersion(signature.tool_id, signature.version),
            query: String::new(),
            body: arguments.to_body(&signature.name),
        };
        let reply = self
            .transport
            .attempt(&request, self.transport.deadline())
            .await?;
        read_result(signature, &reply).map_err(|invalid| {
            let place = || format!("`{}` version {}", signature.name, signature.version);
            Error::new(Kind::Malformed { invalid }).at(place)
        })
    }
}
