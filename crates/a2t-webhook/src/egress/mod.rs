//! Requests to URLs that another party gave: a [`Policy`] sets where they may go, and a [`Guard`]
//! sends them there and nowhere else.

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
