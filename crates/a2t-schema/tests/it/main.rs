//! The integration tests of this package, as one program: it is linked once, and its tests run side by side.

mod changes;
mod deprecated;
mod errors;
mod flips;
mod hostile;
mod listing;
mod random;
mod shape;
mod soundness;
#[cfg(feature = "validate")]
mod validate;
