#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The contract of calls without the rest, for engines elsewhere, reads no field of its inputs.
#![cfg_attr(not(any(feature = "memory", feature = "nats", feature = "sql")), allow(dead_code))]

#[cfg(feature = "calls")]
mod call;
#[cfg(feature = "encrypt")]
mod encrypt;
#[cfg(feature = "calls")]
mod error;
#[cfg(any(feature = "nats", feature = "sql"))]
mod fault;
pub mod idempotency;
#[cfg(feature = "nats")]
mod jetstream;
#[cfg(feature = "calls")]
mod key;
#[cfg(feature = "memory")]
mod memory;
#[cfg(feature = "calls")]
mod message;
#[cfg(feature = "calls")]
pub mod open;
#[cfg(feature = "calls")]
pub mod schedule;
#[cfg(feature = "calls")]
mod secret;
#[cfg(feature = "sql")]
mod sql;
#[cfg(any(feature = "memory", feature = "nats"))]
mod state;
#[cfg(feature = "calls")]
mod store;
#[cfg(feature = "calls")]
mod time;
#[cfg(feature = "token")]
pub mod token;
#[cfg(feature = "calls")]
mod view;
#[cfg(feature = "calls")]
mod work;
#[cfg(feature = "worker")]
pub mod worker;

#[cfg(feature = "encrypt")]
pub use encrypt::{Encrypted, Keys, NewKeyError};
#[cfg(feature = "nats")]
pub use jetstream::JetStream;
#[cfg(feature = "memory")]
pub use memory::Memory;
#[cfg(feature = "sql")]
pub use sql::Sql;

#[cfg(feature = "calls")]
pub use self::{
    call::{Accepted, Call, Cancelled, Ending, NewCall, Signalled, Step, Then},
    error::StoreError,
    key::{Digest, Key, KeyError},
    message::{Message, NewMessage, Outcome, Reason},
    schedule::Schedule,
    secret::Secret,
    store::{Answer, Limits, Store},
    time::Time,
    view::{Calls, Entry, Filter, Messages, QueueStatistics, Standing},
    work::{Claim, Delivery, Hold, Item, Lease, Run, Work},
};
