#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod approved;
mod canonical;
mod digest;
pub mod evolution;
pub mod limit;
#[doc(hidden)]
pub mod outline;
mod schema;
mod server;
pub mod shape;
pub mod snapshot;
mod text;
mod tool;
#[cfg(feature = "validate")]
pub mod validate;

pub use approved::{Approved, ApprovedTool};
pub use digest::{Digest, DigestError};
pub use schema::Schema;
pub use server::{Server, Source};
pub use shape::Shape;
pub use snapshot::Snapshot;
pub use tool::{Annotations, Listed, Rejected, Tool};
