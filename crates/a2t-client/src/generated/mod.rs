//! The library part of generated clients: their macros, and the types of their inputs and outputs.

pub(crate) mod choice;
pub(crate) mod declared;
pub(crate) mod expansion;
pub(crate) mod output;
pub(crate) mod read;
pub(crate) mod reply;
pub(crate) mod value;
pub(crate) mod written;
