//! Money: an integer of the smallest unit, so that no amount is ever rounded.

/// An amount in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, a2t::Input, a2t::Output)]
#[a2t(max = 1_000_000)]
pub struct Cents(pub u32);
