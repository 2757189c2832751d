/// Where a parcel is.
#[derive(a2t::Output)]
pub struct Place {
    /// The city it was last seen in.
    pub city: String,
    pub country: String,
}

fn main() {}
