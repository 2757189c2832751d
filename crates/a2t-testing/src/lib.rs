#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "server")]
mod client;
#[cfg(feature = "server")]
mod contract;
#[cfg(feature = "server")]
mod error;
#[cfg(feature = "server")]
mod mock;
#[cfg(feature = "server")]
mod numbers;
#[cfg(feature = "server")]
mod response;

pub use a2t_core::wire::failure::Failure;
pub use a2t_core::wire::problem::Kind as ProblemKind;
#[cfg(feature = "server")]
pub use client::TestClient;
#[cfg(feature = "server")]
pub use contract::{Breach, Broken, Contract, Kept, contract};
#[cfg(feature = "server")]
pub use error::CallError;
#[cfg(feature = "server")]
pub use mock::{Mock, MockCall, MockError, MockServer};
#[cfg(feature = "server")]
pub use response::TestResponse;
