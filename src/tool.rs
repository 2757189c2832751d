//! What the macros implement: a tool's signature, and how it is called.

use std::future::Future;
use std::pin::Pin;

use a2t_core::{Invalid, ToolSignature};
use axum::response::Response;
use bytes::Bytes;
use http::request::Parts;

use crate::ToolError;

/// A tool: a function with `#[a2t::tool]`.
pub trait Tool {
    /// The signature that the function's types and doc comments spell.
    const SIGNATURE: &'static ToolSignature;
}

/// A tool that runs with the application state `S`. Implemented by the macros.
#[doc(hidden)]
pub trait Handler<S>: Tool {
    fn call(call: Call<S>) -> Reply;
}

/// The tools of one item: one for a function, several for an `impl` block.
#[doc(hidden)]
pub trait Table<S: 'static> {
    const ENTRIES: &'static [Entry<S>];
}

/// One tool of a toolset: its signature and its code.
#[doc(hidden)]
pub struct Entry<S> {
    pub signature: &'static ToolSignature,
    pub call: fn(Call<S>) -> Reply,
}

/// One invocation on its way into a tool.
#[doc(hidden)]
pub struct Call<S> {
    pub state: S,
    pub parts: Parts,
    pub body: Bytes,
    /// The version that the caller named, or the current one.
    pub signature: &'static ToolSignature,
}

/// The body of the reply, or why there is none.
#[doc(hidden)]
pub type Reply = Pin<Box<dyn Future<Output = Result<Vec<u8>, Failure>> + Send>>;

/// Why a call has no result.
#[doc(hidden)]
pub enum Failure {
    /// The arguments break the signature.
    Invalid(Invalid),
    /// The tool said so.
    Tool(ToolError),
    /// A context extractor refused the request.
    Rejected(Box<Response>),
    /// The result could not be written as JSON.
    Unwritable(serde_json::Error),
}
