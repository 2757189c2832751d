//! Outputs of a known shape: in the signature, in replies, in older versions, and in descriptions.

use std::net::IpAddr;

use a2t::__private::{self, Entry, Older};
use a2t::testing::TestClient;
use a2t::{OutputType, Tool, Toolset};
use a2t_core::published;
use serde_json::{Value, json};

/// State of the sky.
#[derive(a2t::Enum)]
enum Sky {
    /// No cloud.
    Clear,
    /// Clouds.
    Overcast,
}

/// A station.
#[derive(a2t::Record)]
struct Station {
    /// Its name.
    name: String,
    /// Its height in metres, where it is known.
    #[a2t(name = "height above sea")]
    height: Option<u64>,
    /// The address that it reports from.
    #[a2t(text)]
    address: IpAddr,
    /// The address that it had before.
    #[a2t(text)]
    before: Option<IpAddr>,
}

/// A day.
#[derive(a2t::Record)]
struct Day {
    /// The highest temperature.
    high: f64,
    /// The sky.
    sky: Sky,
    /// The station that said so.
    station: Station,
    /// Temperatures by the hour, `null` where the station slept.
    hours: Vec<Option<f32>>,
    /// A remark of any form.
    remark: Option<a2t::Json<Value>>,
}

#[derive(a2t::Output)]
struct Forecast {
    /// The days.
    days: Vec<Day>,
    /// Days of the week after, if somebody knows.
    later: Option<Vec<Day>>,
    /// The station.
    station: Station,
}

/// Forecasts.
#[a2t::tool(version = 2)]
fn forecast(
    /// How many days.
    days: u8,
    /// What to measure.
    value: Option<String>,
) -> Forecast {
    let high = value.map_or(1.5, |value| value.parse().unwrap());
    let station = |height: Option<u64>| Station {
        name: "S \"1\"".to_owned(),
        height,
        address: "::1".parse().unwrap(),
        before: height.map(|_| "127.0.0.1".parse().unwrap()),
    };
    let day = |index| Day {
        high,
        sky: if index == 0 { Sky::Clear } else { Sky::Overcast },
        station: station(Some(index)),
        hours: vec![Some(0.5), None],
        remark: (index == 1).then(|| a2t::Json(json!({"a": [1]}))),
    };
    Forecast { days: (0..u64::from(days)).map(day).collect(), later: None, station: station(None) }
}

/// Counts.
///
/// # Returns
/// The numbers.
#[a2t::tool(version = 1)]
fn count(
    /// The last one.
    last: u64,
) -> Result<Vec<u64>, a2t::ToolError> {
    Ok(vec![0, last])
}

fn client() -> TestClient {
    TestClient::new(a2t::toolset![forecast, count])
}

#[tokio::test]
async fn records_and_lists_are_written_as_they_are() {
    let reply = client().call("forecast", json!({"days": 2})).await.unwrap();
    let day = |index: u64, sky: &str| {
        json!({"high": 1.5, "sky": sky, "hours": [0.5, null], "station": {
            "name": "S \"1\"", "height above sea": index, "address": "::1", "before": "127.0.0.1"}})
    };
    let mut second = day(1, "OVERCAST");
    second["remark"] = json!({"a": [1]});
    let station = json!({"name": "S \"1\"", "address": "::1"});
    let expected = json!({"days": [day(0, "CLEAR"), second], "station": station});
    assert_eq!(Value::Object(reply), expected);
    let reply = client().call("forecast", json!({"days": 0})).await.unwrap();
    assert_eq!(reply["days"], json!([]));
    let reply = client().call("count", json!({"last": 7})).await.unwrap();
    assert_eq!(reply["result"], json!([0, 7]));
}

#[tokio::test]
async fn what_json_does_not_have_is_a_fault_of_the_vendor() {
    for value in ["NaN", "inf"] {
        let error =
            client().call("forecast", json!({"days": 1, "value": value})).await.unwrap_err();
        assert_eq!(error.status(), 500, "{error}");
        assert!(error.to_string().contains("`days`"), "{error}");
    }
}

#[test]
fn the_signature_says_the_shape_sorted_by_name() {
    let [days, later, station] = &*forecast::SIGNATURE.output_parameters else { panic!() };
    let OutputType::Described { shape } = &station.kind else { panic!() };
    assert_eq!(
        serde_json::to_value(&**shape).unwrap(),
        json!({"type": "object", "properties": {
            "address": {"type": "string", "description": "The address that it reports from."},
            "before": {"type": "string", "description": "The address that it had before."},
            "height above sea": {"type": "integer", "description": "Its height in metres, where it is known."},
            "name": {"type": "string", "description": "Its name."}}, "required": ["address", "name"]})
    );
    assert_eq!(days.kind, later.kind);
    let text = forecast::SIGNATURE.canonical();
    let read = a2t_core::signature::parse(&text).unwrap();
    assert!(read.unknown.is_empty(), "{}", read.unknown);
    assert_eq!(&read.signature, forecast::SIGNATURE);
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(r#""hours":{"type":"array","description""#), "{text}");
    assert!(text.contains(r#""items":{"type":["number","null"]}"#), "{text}");
}

/// The tools, `forecast` also in a version 1 whose record had fewer members.
fn client_with_older() -> TestClient {
    let station =
        json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    let day = json!({"type": "object", "properties": {"high": {"type": "number"}, "station": station},
        "required": ["high", "station"]});
    let first = json!({
        "toolId": forecast::SIGNATURE.tool_id.to_string(), "name": "forecast", "version": 1, "currentVersion": 1,
        "description": "Forecasts.",
        "input_parameters": [{"id": "days", "name": "days", "type": "int", "min": 0, "max": 255, "description": "It."}],
        "output_parameters": [
            {"id": "days", "name": "all days", "type": "json", "description": "It.",
                "schema": {"type": "array", "items": day}},
            {"id": "station", "name": "station", "type": "json", "description": "It."}],
    });
    let first = a2t_core::signature::parse(first.to_string().as_bytes()).unwrap();
    assert!(first.unknown.is_empty());
    let text = published::text(&first.signature).leak();
    let older = Box::leak(Box::new([Older { version: 1, text }]));
    let [written] = <forecast as __private::RunsWith<(), _, _>>::ENTRIES else {
        panic!("one tool")
    };
    let entry: &Entry<()> =
        Box::leak(Box::new(Entry::new(written.signature, written.call).older(older)));
    TestClient::new(Toolset::from_entries([entry]))
}

#[tokio::test]
async fn an_older_version_gets_the_members_that_it_was_published_with() {
    let path = format!("/tools/{}/versions/1:invoke", forecast::SIGNATURE.tool_id);
    let body = json!({"input_parameters": [{"name": "days", "value": 1}]}).to_string();
    let reply = client_with_older().post(&path, body).await;
    assert_eq!(
        reply.json(),
        json!({"output_parameters": [
            {"name": "all days", "value": [{"high": 1.5, "station": {"name": "S \"1\""}}]},
            {"name": "station", "value": {"name": "S \"1\"", "address": "::1"}}]})
    );
}

#[tokio::test]
async fn openapi_says_the_shape() {
    let document = client().get("/tools/openapi.json").await.json().to_string();
    assert!(document.contains(r#""height above sea""#), "{document}");
}
