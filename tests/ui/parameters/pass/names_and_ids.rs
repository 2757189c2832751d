use a2t::Tool;
use a2t::testing::TestClient;
use serde_json::json;

/// Looks up the weather.
///
/// # Returns
/// Degrees.
#[a2t::tool(version = 1)]
fn look_up(
    /// The city.
    #[a2t(name = "City")]
    city: String,
    /// The day.
    #[a2t(id = "day-of-week", name = "Day of the Week")]
    day: Option<String>,
    /// The kind.
    r#type: u8,
    /// Called as another parameter's function name.
    #[a2t(name = "day")]
    _unused: Option<u8>,
) -> u8 {
    let _ = (city, day);
    r#type
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let inputs = &look_up::SIGNATURE.input_parameters;
    let names: Vec<_> = inputs
        .iter()
        .map(|input| (&*input.id, &*input.name))
        .collect();
    assert_eq!(names[0], ("city", "City"));
    assert_eq!(names[1], ("day-of-week", "Day of the Week"));
    assert_eq!(names[2], ("type", "type"));
    assert_eq!(names[3].1, "day");
    let client = TestClient::new(a2t::toolset![look_up]);
    let arguments = json!({ "City": "Omaha", "Day of the Week": "Monday", "type": 7 });
    assert_eq!(
        client.call("look_up", arguments).await.unwrap()["result"],
        7
    );
}
