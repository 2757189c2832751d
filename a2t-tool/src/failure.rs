//! Calls without outputs.

use a2t_core::Invalid;
use bytes::Bytes;
use http::Response;

use crate::ToolError;

/// Reason why a call has no outputs.
pub enum Failure {
    /// The arguments break the signature.
    Invalid(Invalid),
    /// The tool returned an error.
    Tool(ToolError),
    /// A context extractor refused the request: its response, read to the end.
    Rejected(Box<Response<Bytes>>),
    /// An output could not be written as JSON.
    Unwritable(serde_json::Error),
}
