use a2t::testing::TestClient;
use a2t::{InputType, Tool};
use serde_json::json;

/// Cabin class.
#[derive(a2t::Enum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
enum Cabin {
    /// Coach.
    #[default]
    Economy = 10,
    /// More legroom.
    PremiumEconomy = 20,
    /// Lie-flat seats.
    #[a2t(name = "BUSINESS_CLASS")]
    Business = 30,
    /// Seats with a port for HDMI 2.
    HDMI2Port,
    /// The eighth row.
    Row8,
    /// Everything.
    r#All,
}

/// Books a seat.
///
/// # Returns
/// The cabin booked.
#[a2t::tool(version = 1)]
fn book_seat(
    /// The cabin wished for.
    cabin: Cabin,
) -> Cabin {
    cabin
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(book_seat(Cabin::default()) as u8, 10);
    assert!(Cabin::HDMI2Port < Cabin::Row8 && Cabin::PremiumEconomy < Cabin::Business);
    assert_ne!(Cabin::All, Cabin::Row8);
    let InputType::Enum { allowed_values } = &book_seat::SIGNATURE.input_parameters[0].kind else {
        panic!("an enum");
    };
    let names: Vec<_> = allowed_values.iter().map(|value| &*value.name).collect();
    assert_eq!(names[..3], ["ECONOMY", "PREMIUM_ECONOMY", "BUSINESS_CLASS"]);
    assert_eq!(names[5], "ALL");
    assert_eq!(allowed_values[1].description, "More legroom.");
    assert!(book_seat::SIGNATURE.check().is_empty(), "{names:?}");
    let client = TestClient::new(a2t::toolset![book_seat]);
    let outputs = client
        .call("book_seat", json!({ "cabin": "BUSINESS_CLASS" }))
        .await
        .unwrap();
    assert_eq!(outputs["result"], "BUSINESS_CLASS");
}
