use a2t::Tool;

type Result<T, E = a2t::ToolError> = std::result::Result<T, E>;
type Answer = Result<Place>;

/// Where a parcel is.
#[derive(a2t::Output)]
struct Place {
    /// The city it was last seen in.
    city: String,
}

/// Finds a parcel.
#[a2t::tool(version = 1)]
fn find_parcel(
    /// The number on the label.
    label: u32,
) -> Answer {
    Ok(Place {
        city: label.to_string(),
    })
}

/// Weighs a parcel.
///
/// # Returns
/// Grams.
#[a2t::tool(version = 1)]
async fn weigh_parcel(
    /// The number on the label.
    label: u32,
) -> Result<u32> {
    Ok(label)
}

pub(crate) fn main() {
    assert_eq!(find_parcel(3).unwrap().city, "3");
    assert_eq!(find_parcel::SIGNATURE.output_parameters[0].name, "city");
    assert_eq!(weigh_parcel::SIGNATURE.output_parameters[0].name, "result");
    let _: a2t::Toolset<()> = a2t::toolset![find_parcel, weigh_parcel];
}
