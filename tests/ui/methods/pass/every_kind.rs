use std::sync::Arc;

use a2t::testing::TestClient;
use axum::extract::{FromRef, State};
use serde_json::json;

/// A weather station.
struct Station {
    celsius: i32,
}

#[a2t::tools]
impl Station {
    /// The warmest it gets.
    const WARMEST: i32 = 40;

    fn new(celsius: i32) -> Self {
        Self { celsius }
    }

    /// Reads the thermometer.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(version = 1, tags = ["weather"])]
    async fn read(&self) -> i32 {
        self.celsius
    }

    /// Forecasts.
    #[tool(version = 2, name = "forecast_weather")]
    fn forecast(
        &self,
        /// Days ahead.
        #[a2t(max = 14, default = 1)]
        days: u8,
        #[a2t(context)] State(town): State<&'static str>,
    ) -> Result<Forecast, a2t::ToolError> {
        let celsius = Self::WARMEST.min(self.celsius + i32::from(days));
        Ok(Forecast {
            celsius,
            town: town.into(),
        })
    }

    /// Says what the station measures.
    ///
    /// # Returns
    /// The quantity.
    #[tool(version = 1)]
    fn quantity() -> String {
        "temperature".into()
    }
}

/// A forecast.
#[derive(a2t::Output)]
struct Forecast {
    /// Degrees Celsius.
    celsius: i32,
    /// Where.
    town: String,
}

#[derive(Clone)]
struct App {
    station: Arc<Station>,
}

impl FromRef<App> for Arc<Station> {
    fn from_ref(app: &App) -> Self {
        app.station.clone()
    }
}

impl FromRef<App> for &'static str {
    fn from_ref(_: &App) -> Self {
        "Omaha"
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let station = Station::new(39);
    assert_eq!(station.forecast(5, State("Omaha")).unwrap().celsius, 40);
    assert_eq!(Station::quantity(), "temperature");
    let toolset = a2t::toolset![Station];
    let names: Vec<_> = toolset.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["forecast_weather", "quantity", "read"]);
    let state = App {
        station: Arc::new(station),
    };
    let _: axum::Router = toolset.into_router().with_state(state);
    let station = Arc::new(Station::new(39));
    let client = TestClient::with_state(a2t::toolset![Station], App { station });
    let outputs = client.call("forecast_weather", json!({})).await.unwrap();
    assert_eq!(
        serde_json::Value::Object(outputs),
        json!({ "celsius": 40, "town": "Omaha" })
    );
    assert_eq!(
        client.call("quantity", json!({})).await.unwrap()["result"],
        "temperature"
    );
    assert_eq!(client.call("read", json!({})).await.unwrap()["result"], 39);
}
