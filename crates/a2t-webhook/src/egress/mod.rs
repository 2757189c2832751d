//! Requests to URLs that another party gave: a [`Policy`] sets where they may go, and a [`Guard`]
//! sends them there and nowhere else.
//!
//! ```
//! use a2t_webhook::egress::{Policy, Reason};
//!
//! let policy = Policy::default();
//! assert!(policy.check("https://agent.example/callback?token=s3cret").is_ok());
//!
//! // 127.0.0.1, written as one number.
//! let refusal = policy.check("https://2130706433/callback?token=s3cret").unwrap_err();
//! assert_eq!(
//!     refusal.to_string(),
//!     "https://127.0.0.1: 127.0.0.1 is loopback (127.0.0.0/8, RFC 1122); `Policy::allow_loopback` allows it",
//! );
//! assert!(matches!(refusal.reason, Reason::Address { .. }));
//! ```

mod error;
mod guard;
mod lookup;
mod policy;
mod policy_error;
mod range;

pub use error::{Error, SetupError};
pub use guard::{Guard, Reply};
pub use http::{HeaderMap, Method, StatusCode};
pub use ipnet::IpNet;
pub use lookup::{Lookup, LookupFuture, System};
pub use policy::{Policy, Target};
pub use policy_error::{PolicyError, Reason};
pub use range::Range;
