use a2t::testing::TestClient;
use serde_json::json;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    /// Temperature scale.
    #[derive(a2t::Enum)]
    enum Units {
        /// Degrees Celsius.
        Celsius,
    }

    /// A reading.
    #[derive(a2t::Output)]
    struct Reading {
        /// Its scale.
        units: Units,
    }

    /// Reads.
    #[a2t::tool(version = 1)]
    fn read(
        /// The scale.
        units: Units,
    ) -> Reading {
        Reading { units }
    }

    assert!(matches!(read(Units::Celsius).units, Units::Celsius));
    let toolset: a2t::Toolset<()> = a2t::toolset![read];
    assert_eq!(toolset.len(), 1);
    let client = TestClient::new(toolset);
    let outputs = client
        .call("read", json!({ "units": "CELSIUS" }))
        .await
        .unwrap();
    assert_eq!(outputs["units"], "CELSIUS");
}
