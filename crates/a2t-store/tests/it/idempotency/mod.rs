//! Replies under idempotency keys, in every store of them.

mod memory;
mod redis;
mod sql;
mod suite;
