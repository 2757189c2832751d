//! Calls with an `Idempotency-Key`, or over MCP with `_meta["dev.a2t/idempotencyKey"]`, run once even if they are
//! sent several times. This module has the setting of a server, and the stores that keep replies.
//!
//! | store | feature | keeps replies |
//! | --- | --- | --- |
//! | [`Memory`] | `server` | in the memory of the program; every router has one |
//! | `Sql` | `sqlite`, `postgres` | in a file, or a database that several machines share |
//! | `Redis` | `redis` | in Redis or Valkey, for several machines |
//!
//! ```no_run
//! # #[cfg(feature = "sqlite")]
//! # async fn example(toolset: a2t::Toolset<()>) -> Result<(), Box<dyn std::error::Error>> {
//! use a2t::idempotency::{Idempotency, Sql};
//!
//! let store = Sql::sqlite("replies.db").open().await?;
//! let server = a2t::Server::new(toolset, ()).idempotency(Idempotency::new(store));
//! server.bind("127.0.0.1:8080").await?.serve().await?;
//! # Ok(())
//! # }
//! ```

pub use a2t_server::Idempotency;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub use a2t_store::Sql;
#[cfg(feature = "redis")]
pub use a2t_store::idempotency::Redis;
pub use a2t_store::idempotency::{
    Answer, Begun, Call, Digest, Key, KeyError, Memory, Reply, Store, StoreError,
};
