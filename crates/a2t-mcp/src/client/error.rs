//! Errors that only MCP has.

use a2t_client::{Error, Kind};

pub(crate) fn protocol(fault: impl Into<String>) -> Error {
    Error::new(Kind::Protocol { fault: fault.into() })
}

/// A handshake that failed because of this.
pub(crate) fn handshake(fault: &str) -> Error {
    let fault = format!("{fault}; expected a server of MCP, revision 2024-11-05 or later");
    Error::new(Kind::Handshake { fault })
}
