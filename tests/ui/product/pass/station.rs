use std::sync::Arc;

use a2t::testing::TestClient;
use serde_json::json;

/// A weather station.
struct Station {
    celsius: i32,
}

#[a2t::tools]
impl Station {
    /// Reads the thermometer.
    ///
    /// # Returns
    /// Degrees Celsius.
    #[tool(version = 1)]
    async fn read_thermometer(
        &self,
        /// The correction in degrees.
        correction: Option<i32>,
    ) -> i32 {
        self.celsius + correction.unwrap_or_default()
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let station = Arc::new(Station { celsius: 21 });
    let toolset = a2t::toolset![Station];
    let names: Vec<_> = toolset.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["read_thermometer"]);
    let _server = a2t::serve("127.0.0.1:0", toolset, station);
    let station = Arc::new(Station { celsius: 21 });
    let client = TestClient::with_state(a2t::toolset![Station], station);
    let outputs = client.call("read_thermometer", json!({ "correction": -1 })).await.unwrap();
    assert_eq!(outputs["result"], 20);
}
