//! Options of one tool's calls, as its attribute sets them.

use std::time::Duration;

use crate::OnDisconnect;

/// Options of a tool's calls, the same in every protocol.
#[derive(Clone, Copy, Debug)]
pub struct CallOptions {
    /// What happens to a call whose client disconnects, if the tool sets it.
    pub on_disconnect: Option<OnDisconnect>,
    /// The maximum time of a call, in place of the limit of the protocol.
    pub timeout: Option<Duration>,
    /// The maximum number of calls that run at the same time in the program.
    pub concurrency: Option<u32>,
    /// Whether each call over A2T must have an `Idempotency-Key`.
    pub key_required: bool,
}

impl CallOptions {
    /// A tool that sets no option.
    pub const DEFAULT: Self =
        Self { on_disconnect: None, timeout: None, concurrency: None, key_required: false };

    #[must_use]
    pub const fn on_disconnect(mut self, fate: OnDisconnect) -> Self {
        self.on_disconnect = Some(fate);
        self
    }

    #[must_use]
    pub const fn timeout(mut self, milliseconds: u64) -> Self {
        self.timeout = Some(Duration::from_millis(milliseconds));
        self
    }

    #[must_use]
    pub const fn concurrency(mut self, calls: u32) -> Self {
        self.concurrency = Some(calls);
        self
    }

    #[must_use]
    pub const fn key_required(mut self) -> Self {
        self.key_required = true;
        self
    }
}
