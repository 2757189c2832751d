#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod call;
mod key;
mod memory;
#[cfg(feature = "redis")]
mod redis;
mod shares;
mod store;

pub use call::{Begun, Call, Digest, Reply};
pub use key::{BadKey, Key};
pub use memory::Memory;
pub use store::{Answer, Store, StoreError};

#[cfg(feature = "redis")]
pub use self::redis::Redis;
