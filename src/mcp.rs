//! The Model Context Protocol: the same tools served to its hosts, and the tools of its servers
//! called as they were approved.

#[cfg(feature = "mcp")]
pub use a2t_mcp::server::{Service, StdioError, serve_stdio};
#[cfg(feature = "mcp-tasks")]
pub use a2t_mcp::server::{Tasks, WorkerLimits, store};

#[cfg(feature = "mcp-client")]
pub use a2t_mcp::client;
