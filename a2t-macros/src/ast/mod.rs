//! The user's item in the protocol's terms: every fact of the signature that tokens show.

mod choice;
mod error;
mod listed;
mod lock;
mod newtype;
mod output;
mod tool;

pub(crate) use choice::{Choice, Variant, screaming};
pub(crate) use error::{Declared, Errors, Form, Variant as ErrorVariant};
pub(crate) use listed::Listed;
pub(crate) use lock::{Lock, Origin, WasInput};
pub(crate) use newtype::{Newtype, Wire};
pub(crate) use output::{Field, Output};
pub(crate) use tool::{Head, Input, Marker, Parameter, Receiver, Tool};
