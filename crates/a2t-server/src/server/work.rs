//! Work of a protocol that runs as long as its server.

use std::pin::Pin;

/// Background work of a server, such as the calls that it has acknowledged.
#[doc(hidden)]
pub type Work = Box<dyn FnOnce(Stopping) -> Stop + Send>;

/// Signals of a server that stops to its background work.
#[doc(hidden)]
pub struct Stopping {
    /// Ready when the work should begin nothing more.
    pub stop: Stop,
    /// Ready when the work should let go of what still runs.
    pub cut: Stop,
}

a2t_core::opaque! {
    [] "Stopping" Stopping;
}

#[doc(hidden)]
pub type Stop = Pin<Box<dyn Future<Output = ()> + Send>>;
