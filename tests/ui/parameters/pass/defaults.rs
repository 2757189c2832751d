use a2t::Tool;
use a2t::testing::TestClient;
use serde_json::json;

/// The day of a departure.
#[derive(a2t::Enum, Debug, PartialEq)]
enum Day {
    /// This day.
    Today,
    /// The next one.
    Tomorrow,
}

/// Lists departures.
///
/// # Returns
/// What was asked for.
#[a2t::tool(version = 1)]
fn list_departures(
    /// How many.
    #[a2t(default = 5, max = 20)]
    count: u8,
    /// How much earlier.
    #[a2t(default = -5)]
    minutes: i32,
    /// From where.
    #[a2t(default = "Omaha", max_length = 5)]
    from: String,
    /// Whether late ones are listed too.
    #[a2t(default = true)]
    late: bool,
    /// On which day.
    #[a2t(default = Day::Tomorrow)]
    day: Day,
) -> String {
    format!("{count} {minutes} {from} {late} {day:?}")
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let inputs = &list_departures::SIGNATURE.input_parameters;
    assert!(inputs.iter().all(|input| !input.required));
    assert_eq!(
        list_departures(1, 2, "A".into(), false, Day::Today),
        "1 2 A false Today"
    );
    let client = TestClient::new(a2t::toolset![list_departures]);
    let outputs = client.call("list_departures", json!({})).await.unwrap();
    assert_eq!(outputs["result"], "5 -5 Omaha true Tomorrow");
    let arguments =
        json!({ "count": 1, "minutes": 0, "from": "Rome", "late": false, "day": "TODAY" });
    let outputs = client.call("list_departures", arguments).await.unwrap();
    assert_eq!(outputs["result"], "1 0 Rome false Today");
}
