//! Failures of the wire below, which mean the same in both protocols.

use super::{Error, Kind};

impl From<a2t_client::Error> for Error {
    fn from(error: a2t_client::Error) -> Self {
        use a2t_client::Kind as Wire;
        let text = error.to_string();
        Self::new(match error.into_kind() {
            Wire::Connect { cause } => Kind::Connect { cause },
            Wire::NotSent { cause } => Kind::NotSent { cause },
            Wire::Interrupted { cause } => Kind::Interrupted { cause },
            Wire::Timeout { after } => Kind::Timeout { after },
            Wire::TooLarge { limit } => Kind::TooLarge { limit },
            Wire::Redirected { status, location } => Kind::Redirected { status, location },
            _ => Kind::Setup { cause: text.into() },
        })
    }
}
