use std::sync::Arc;

use a2t::Tool;
use a2t::testing::TestClient;
use axum::extract::State;
use serde_json::json;

type Stations = Arc<Vec<(String, i32)>>;

/// Temperature scale.
#[derive(a2t::Enum)]
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

#[derive(serde::Serialize)]
struct Report {
    station: String,
}

#[derive(a2t::Output)]
struct Weather {
    /// The current temperature in the named city.
    temperature: i32,
    /// The station's own report.
    report: a2t::Json<Report>,
}

/// Looks up the current weather for a city.
#[a2t::tool(version = 2, tags = ["weather"])]
async fn lookup_weather_by_city(
    /// The city. For example, Boston or Los Angeles.
    #[a2t(max_length = 100)]
    city: String,
    /// Temperature scale of the reply; Fahrenheit if absent.
    units: Option<Units>,
    /// Days ahead.
    #[a2t(min = 0, max = 14, default = 0)]
    days: u8,
    #[a2t(context)] State(stations): State<Stations>,
) -> Result<Weather, a2t::ToolError> {
    let station = stations.iter().find(|station| station.0 == city);
    let (station, celsius) = station.ok_or_else(|| a2t::ToolError::not_found("no such city"))?;
    let celsius = celsius + i32::from(days);
    let temperature = match units {
        Some(Units::Celsius) => celsius,
        None | Some(Units::Fahrenheit) => celsius * 9 / 5 + 32,
    };
    let report = a2t::Json(Report { station: station.clone() });
    Ok(Weather { temperature, report })
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let toolset = || a2t::toolset![lookup_weather_by_city];
    let stations = Stations::default();
    let _server = a2t::serve("127.0.0.1:0", toolset(), stations.clone());
    let _router: axum::Router<()> = toolset().into_router().with_state(stations);
    let mut signature = serde_json::to_value(lookup_weather_by_city::SIGNATURE).unwrap();
    assert_eq!(signature["version"], 2);
    assert_eq!(signature["tags"], json!(["weather"]));
    let expected = json!([
        { "id": "city", "name": "city", "type": "string", "required": true, "max-length": 100,
          "description": "The city. For example, Boston or Los Angeles." },
        { "id": "units", "name": "units", "type": "enum", "required": false,
          "description": "Temperature scale of the reply; Fahrenheit if absent.",
          "allowed-values": [
              { "name": "FAHRENHEIT", "description": "Degrees Fahrenheit." },
              { "name": "CELSIUS", "description": "Degrees Celsius." },
          ] },
        { "id": "days", "name": "days", "type": "int", "required": false, "min": 0, "max": 14,
          "description": signature["input_parameters"][2]["description"] },
    ]);
    assert_eq!(signature["input_parameters"].take(), expected);
    let expected = json!([
        { "id": "temperature", "name": "temperature", "type": "int",
          "description": "The current temperature in the named city." },
        { "id": "report", "name": "report", "type": "json", "description": "The station's own report." },
    ]);
    assert_eq!(signature["output_parameters"].take(), expected);
    let stations = Arc::new(vec![("Omaha".to_owned(), 20)]);
    let client = TestClient::with_state(toolset(), stations);
    let tool = "lookup_weather_by_city";
    let outputs = client.call(tool, json!({ "city": "Omaha" })).await.unwrap();
    assert_eq!(outputs["temperature"], 68);
    assert_eq!(outputs["report"], json!({ "station": "Omaha" }));
    let arguments = json!({ "city": "Omaha", "units": "CELSIUS", "days": 2 });
    assert_eq!(client.call(tool, arguments).await.unwrap()["temperature"], 22);
    let error = client.call(tool, json!({ "city": "Boston" })).await.unwrap_err();
    assert_eq!((error.status(), error.detail()), (404, "no such city"));
    let error = client.call(tool, json!({ "units": "KELVIN", "days": 15 })).await.unwrap_err();
    assert_eq!(error.violations().len(), 3);
}
