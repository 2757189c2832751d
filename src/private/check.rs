//! What only rustc knows at build time, judged in const evaluation: the caret stands on the token
//! whose span the call has.

// A panic here happens inside rustc, where it is how a constant refuses its value.
#![allow(clippy::panic)]

use crate::tool::{Input, Kind, Return, Shape};

/// Refuses a plain return value that no `# Returns` section describes.
#[track_caller]
pub const fn described<T: Return>() {
    if matches!(T::SHAPE, Shape::Plain(_)) {
        panic!("this output has no description");
    }
}

#[track_caller]
pub const fn min_fits<T: Input>(_min: i128) {}
#[track_caller]
pub const fn max_fits<T: Input>(_max: i128) {}
#[track_caller]
pub const fn max_length_fits<T: Input>(_max: i128) {
    if !matches!(T::KIND, Kind::String) {
        panic!("max_length");
    }
}
