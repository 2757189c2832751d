//! A call as the store keeps it: what is posted, where, and until when its answer counts.

use a2t_store::{Secret, Time};
use serde_json::{Value, json};

/// A call on its way. It has arguments and a callback URL, so it is stored as a secret and never
/// shown.
pub(crate) struct Payload {
    /// Base URL of the toolset's server, by which its headers are known.
    pub(crate) base: String,
    pub(crate) tool: String,
    pub(crate) endpoint: String,
    /// The invocation, ready to be posted.
    pub(crate) invocation: String,
    /// Proof of the token in its callback URL.
    pub(crate) proof: String,
    pub(crate) deadline: Time,
}

impl Payload {
    pub(crate) fn to_secret(&self) -> Secret {
        let value = json!({
            "base": self.base, "tool": self.tool, "endpoint": self.endpoint,
            "invocation": self.invocation, "proof": self.proof,
            "deadline": self.deadline.millis(),
        });
        Secret::from(value.to_string())
    }

    /// The payload; `None` of a later version of this library.
    pub(crate) fn read(secret: &Secret) -> Option<Self> {
        let value: Value = serde_json::from_slice(secret.expose()).ok()?;
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
        let deadline = value.get("deadline")?.as_u64()?;
        Some(Self {
            base: text("base")?,
            tool: text("tool")?,
            endpoint: text("endpoint")?,
            invocation: text("invocation")?,
            proof: text("proof")?,
            deadline: Time::from_millis(deadline),
        })
    }
}

/// Progress of a call, for the next worker.
#[derive(Clone, Copy, Default)]
pub(crate) struct Progress {
    /// The tool has acknowledged the invocation.
    pub(crate) is_sent: bool,
    /// Number of signals that were dealt with.
    pub(crate) seen: usize,
}

impl Progress {
    pub(crate) fn read(checkpoint: Option<&Secret>) -> Self {
        let read = checkpoint.and_then(|secret| {
            let value: Value = serde_json::from_slice(secret.expose()).ok()?;
            let seen = usize::try_from(value.get("seen")?.as_u64()?).ok()?;
            Some(Self { is_sent: value.get("sent")?.as_bool()?, seen })
        });
        read.unwrap_or_default()
    }

    pub(crate) fn to_secret(self) -> Secret {
        Secret::from(json!({ "sent": self.is_sent, "seen": self.seen }).to_string())
    }
}
