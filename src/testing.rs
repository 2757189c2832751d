//! Clients and servers for tests: a vendor calls its toolset in process, without a socket; an agent
//! calls a server that answers for somebody's catalog.

#[doc(inline)]
pub use a2t_testing::*;
