//! How providers of models take tools: what each accepts, as data.

mod check;
pub mod limits;

pub use check::{Complaint, Fault, check};
pub use limits::{Limits, Name, Text};
