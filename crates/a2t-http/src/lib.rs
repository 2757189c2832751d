#![doc = include_str!("../README.md")]

mod body;
mod connect;
mod connector;
mod keep_alive;
mod liveness;
mod next;
mod pool;
mod proxy;
mod replay;
mod resolve;
mod retry_after;
mod root;
mod tcp;
mod trust;
mod watch;

pub use body::{Body, BoxError, coding, is_json, may_be_json, read};
#[cfg(feature = "reqwest")]
pub use connect::builder;
pub use connect::provider;
pub use next::{next_page, slashed};
pub use pool::{Connections, Replying, Settings};
pub use proxy::{Proxies, ProxyError};
pub use resolve::{Boxed, Resolve};
pub use retry_after::retry_after;
pub use root::{Root, RootError};
pub use trust::{Identity, PemError, Trust};
pub use watch::Watch;
