//! The invocation and its result: bytes and name/value pairs in, checked values out, and back.

mod accept;
mod arguments;
mod bind;
mod checker;
mod coerce;
mod envelope;
mod fast;
mod named;
mod outputs;
mod result;
mod scalar;
#[cfg(test)]
mod tests;
mod written;

pub use arguments::{Arguments, check_arguments, write_arguments};
pub use bind::{Bound, bind, bind_each, pointer_to};
pub use coerce::{Coerced, coerce};
pub use named::{bind_named, bind_named_each, check_named, coerce_named};
pub use outputs::check_outputs;
pub use result::{check_given, check_result, read_result};
pub use scalar::Scalar;
pub use written::{Layout, ResultWriter};

pub use crate::signature::integer;
