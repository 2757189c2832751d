use a2t::testing::TestClient;
use a2t::{OutputType, Tool};
use serde_json::json;

/// How the road is.
#[derive(a2t::Enum)]
enum Road {
    /// Without water.
    Dry,
    /// With water.
    Wet,
}

#[derive(serde::Serialize)]
struct Camera {
    url: &'static str,
}

#[derive(a2t::Output)]
struct Traffic {
    /// Cars a minute.
    #[a2t(id = "cars-per-minute", name = "Cars per Minute")]
    cars: u32,
    /// The name of the road.
    name: String,
    /// Whether it is closed.
    closed: bool,
    /// How it is.
    road: Road,
    /// A remark, if there is one.
    remark: Option<String>,
    /// The road ahead, if it is known.
    ahead: Option<Road>,
    /// The cameras.
    cameras: a2t::Json<Vec<Camera>>,
    /// The camera that saw it last.
    last: Option<a2t::Json<Camera>>,
}

/// Watches a road.
#[a2t::tool(version = 1)]
async fn watch_road(
    /// Its number.
    number: u16,
) -> Traffic {
    Traffic {
        cars: number.into(),
        name: String::new(),
        closed: false,
        road: if number > 1 { Road::Dry } else { Road::Wet },
        remark: None,
        ahead: None,
        cameras: a2t::Json(vec![Camera {
            url: "https://example.com",
        }]),
        last: None,
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let outputs = &watch_road::SIGNATURE.output_parameters;
    assert_eq!(
        (&*outputs[0].id, &*outputs[0].name),
        ("cars-per-minute", "Cars per Minute")
    );
    assert_eq!(outputs[0].description, "Cars a minute.");
    let kinds: Vec<_> = outputs.iter().map(|output| output.kind.name()).collect();
    assert_eq!(
        kinds,
        [
            "int", "string", "boolean", "enum", "string", "enum", "json", "json"
        ]
    );
    assert!(matches!(outputs[3].kind, OutputType::Enum { .. }));
    let _: a2t::Toolset<()> = a2t::toolset![watch_road];
    let client = TestClient::new(a2t::toolset![watch_road]);
    let outputs = client
        .call("watch_road", json!({ "number": 7 }))
        .await
        .unwrap();
    let expected = json!({
        "Cars per Minute": 7, "name": "", "closed": false, "road": "DRY", "cameras": [{ "url": "https://example.com" }],
    });
    assert_eq!(serde_json::Value::Object(outputs), expected);
}
