#![doc = include_str!("../README.md")]

mod again;
mod body;
mod connect;
mod dial;
mod kept;
mod next;
mod pool;
mod proxy;
mod reached;
mod resolve;
mod retry_after;
mod root;
mod trust;
mod watch;
mod way;

pub use body::{Body, BoxError, coding, is_json, may_be_json, read};
#[cfg(feature = "reqwest")]
pub use connect::builder;
pub use connect::provider;
pub use next::{next_page, slashed};
pub use pool::{Connections, Replying, Settings};
pub use proxy::{Proxies, ProxyError};
pub use resolve::Resolve;
pub use retry_after::retry_after;
pub use root::{Root, RootError};
pub use trust::{Identity, PemError, Trust};
pub use watch::Watch;
pub use way::Boxed;
