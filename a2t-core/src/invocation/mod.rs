//! The invocation and its result: bytes and name/value pairs in, checked values out, and back.

mod arguments;
mod bind;
mod envelope;
mod glance;
mod judge;
mod keep;
mod pairs;
mod result;
mod scan;
mod stream;
#[cfg(test)]
mod tests;
mod text;

pub use arguments::{Arguments, check_arguments, write_arguments};
pub use bind::{Bound, Scalar, bind};
pub use keep::keep_outputs;
pub use result::{ResultWriter, check_result, read_result};
