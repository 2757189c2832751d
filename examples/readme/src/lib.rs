//! The programs of `README.md`, in a crate that has what a reader's crate has.

/// The programs are doctests here and not in `a2t`, which has no build script to generate a client in.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// The program that `docs/production.md` starts from.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/production.md")]
pub struct Production;
