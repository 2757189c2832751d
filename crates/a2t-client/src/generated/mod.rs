//! What generated clients are made of: their macros, and the types that their inputs and outputs have.

pub(crate) mod choice;
pub(crate) mod declared;
pub(crate) mod expansion;
pub(crate) mod output;
pub(crate) mod read;
pub(crate) mod reply;
pub(crate) mod value;
pub(crate) mod written;
