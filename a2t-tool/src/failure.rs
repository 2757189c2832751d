//! Calls without outputs.

use a2t_core::Invalid;
use bytes::Bytes;
use http::Response;

use crate::ToolError;

/// Why a call has no result.
pub enum Failure {
    /// The arguments break the signature.
    Invalid(Invalid),
    /// The tool said so.
    Tool(ToolError),
    /// A context extractor refused the request: its response, read to the end.
    Rejected(Box<Response<Bytes>>),
    /// An output could not be written as JSON.
    Unwritable(serde_json::Error),
}
