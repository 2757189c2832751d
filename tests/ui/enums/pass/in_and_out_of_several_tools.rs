use a2t::Tool;
use a2t::testing::TestClient;
use serde_json::json;

mod model {
    /// Temperature scale.
    #[derive(a2t::Enum, Debug, PartialEq)]
    pub(crate) enum Units {
        /// Degrees Fahrenheit.
        Fahrenheit,
        /// Degrees Celsius.
        Celsius,
    }
}

use model::Units as Scale;

/// Says which scale a country uses.
///
/// # Returns
/// The scale.
#[a2t::tool(version = 1)]
fn scale_of(
    /// The country.
    country: String,
) -> Scale {
    if country == "US" {
        Scale::Fahrenheit
    } else {
        Scale::Celsius
    }
}

/// Names the other scale.
///
/// # Returns
/// The scale.
#[a2t::tool(version = 1)]
fn other_scale(
    /// The scale not wanted.
    not: model::Units,
    /// Ignored.
    nor: Option<Scale>,
) -> Result<model::Units, a2t::ToolError> {
    let _ = nor;
    match not {
        Scale::Fahrenheit => Ok(Scale::Celsius),
        Scale::Celsius => Ok(Scale::Fahrenheit),
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(
        other_scale(scale_of("US".into()), None).unwrap(),
        Scale::Celsius
    );
    let inputs = &other_scale::SIGNATURE.input_parameters;
    assert_eq!(inputs[0].kind, inputs[1].kind);
    assert_eq!(scale_of::SIGNATURE.output_parameters[0].kind.name(), "enum");
    let client = TestClient::new(a2t::toolset![scale_of, other_scale]);
    let outputs = client
        .call("other_scale", json!({ "not": "CELSIUS" }))
        .await
        .unwrap();
    assert_eq!(outputs["result"], "FAHRENHEIT");
}
