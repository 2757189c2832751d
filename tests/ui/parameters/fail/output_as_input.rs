/// Where a parcel is.
#[derive(a2t::Output)]
pub struct Place {
    /// The city it was last seen in.
    pub city: String,
}

/// Checks a value.
///
/// # Returns
/// Whether it holds.
#[a2t::tool(version = 1)]
pub fn check(
    /// The value to check.
    value: Place,
) -> bool {
    let _ = value;
    true
}

fn main() {}
