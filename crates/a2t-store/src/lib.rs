#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The contract alone, for engines elsewhere, reads no field of its inputs.
#![cfg_attr(not(any(feature = "memory", feature = "nats", feature = "sql")), allow(dead_code))]

mod call;
#[cfg(feature = "encrypt")]
mod encrypt;
mod error;
#[cfg(any(feature = "nats", feature = "sql"))]
mod fault;
#[cfg(feature = "nats")]
mod jetstream;
mod key;
#[cfg(feature = "memory")]
mod memory;
mod message;
pub mod open;
pub mod schedule;
mod secret;
#[cfg(feature = "sql")]
mod sql;
#[cfg(any(feature = "memory", feature = "nats"))]
mod state;
mod store;
mod time;
#[cfg(feature = "token")]
pub mod token;
mod view;
mod work;
#[cfg(feature = "worker")]
pub mod worker;

pub use call::{Accepted, Call, Cancelled, Ending, NewCall, Signalled, Step, Then};
#[cfg(feature = "encrypt")]
pub use encrypt::{Encrypted, Keys, NewKeyError};
pub use error::StoreError;
#[cfg(feature = "nats")]
pub use jetstream::JetStream;
pub use key::{BadKey, Digest, Key};
#[cfg(feature = "memory")]
pub use memory::Memory;
pub use message::{Message, NewMessage, Outcome, Reason};
pub use schedule::Schedule;
pub use secret::Secret;
#[cfg(feature = "sql")]
pub use sql::Sql;
pub use store::{Answer, Limits, Store};
pub use time::Time;
pub use view::{Calls, Entry, Filter, Messages, QueueStatistics, Standing};
pub use work::{Claim, Delivery, Hold, Item, Lease, Run, Work};
