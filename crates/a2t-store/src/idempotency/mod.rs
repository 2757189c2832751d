//! Keeps replies under an `Idempotency-Key`, so that a call that is sent twice runs once. [`Store`] is the contract. [`Memory`]
//! keeps replies in the memory of the program, `Redis` (feature `redis`) and `Sql` (features `sqlite` and
//! `postgres`) keep them for several machines. Programs use this module as `a2t::idempotency`.
//!
//! The shape is that of [draft-ietf-httpapi-idempotency-key-header-07], which expired in April 2026, so that the promise is ours:
//!
//! | the key | is answered |
//! | --- | --- |
//! | is new | by the call itself, whose reply is kept, also one of status 500 |
//! | is that of the same call, which still runs | 409 |
//! | is that of the same call, which has ended | its reply once more, with `Idempotent-Replayed: true` |
//! | is that of the same call, whose program ended before it did | 504: what became of it is unknown, and it is not run again |
//! | is that of another call of the same caller | 422 |
//! | is that of another caller | as if it were new |
//!
//! Nothing is kept of a call that did nothing: one whose arguments break the signature, that a
//! context refused, that was shed, or whose tool reported that it is unavailable.
//!
//! [draft-ietf-httpapi-idempotency-key-header-07]: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/

mod call;
mod key;
mod memory;
#[cfg(feature = "redis")]
mod redis;
mod shares;
mod store;

pub use call::{Begun, Call, Digest, Reply};
pub use key::{Key, KeyError};
pub use memory::Memory;
pub use store::{Answer, Store, StoreError};

#[cfg(feature = "redis")]
pub use self::redis::Redis;
