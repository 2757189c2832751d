//! Records whether a request left: its body is asked for once there is a connection, and never
//! before.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Handle of one request, shared with its [`Body`](crate::Body).
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<AtomicBool>);

impl Watch {
    /// Returns whether anything of the request may have reached the server.
    pub fn has_left(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Records that a part of it may have left.
    pub fn left(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Notes that nothing of it did, since the server left it alone.
    pub(crate) fn came_back(&self) {
        self.0.store(false, Ordering::Release);
    }
}
