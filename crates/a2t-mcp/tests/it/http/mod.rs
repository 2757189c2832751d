//! The MCP server over HTTP without a socket: what is listed, called, reported and refused.

mod calls;
mod contexts;
mod errors;
mod hostile;
mod hosts;
mod leaving;
mod limits;
mod listing;
mod newtypes;
mod options;
mod tools;
mod values;
mod versions;
