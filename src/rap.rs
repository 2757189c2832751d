//! The Reactive Agent Protocol (RAP): the same tools called asynchronously, acknowledged at once and
//! answered by a callback; and the runtime that calls them.

#[cfg(feature = "rap")]
pub use a2t_rap::*;

#[cfg(feature = "rap-client")]
pub use a2t_rap_client as client;
#[cfg(feature = "rap-client")]
pub use a2t_rap_client::Runtime;
