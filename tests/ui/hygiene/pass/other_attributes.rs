#![deny(unused, deprecated)]

use a2t::Tool;

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[must_use]
#[inline]
#[a2t::tool(version = 1)]
#[allow(clippy::needless_return)]
#[cfg(not(any()))]
fn add(
    /// First addend.
    #[allow(unused_variables)]
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    return a + b;
}

/// Adds nothing.
#[a2t::tool(version = 1)]
#[cfg(any())]
fn add(not_even_documented: f64) {}

/// Subtracts two numbers.
///
/// # Returns
/// The difference.
#[a2t::tool(version = 1)]
#[deprecated(note = "use add")]
fn subtract(
    /// Minuend.
    a: i32,
    /// Subtrahend.
    b: i32,
) -> i32 {
    a - b
}

#[cfg_attr(not(any()), doc = "Negates a number.")]
///
/// # Returns
/// Its opposite.
#[cfg_attr(not(any()), a2t::tool(version = 1))]
fn negate(
    /// The number.
    number: i32,
) -> i32 {
    -number
}

pub(crate) fn main() {
    assert_eq!(add(1, 2), 3);
    assert_eq!(negate(1), -1);
    assert_eq!(negate::SIGNATURE.description, "Negates a number.");
    let toolset: a2t::Toolset<()> = a2t::toolset![add, subtract, negate];
    assert_eq!(toolset.len(), 3);
}
