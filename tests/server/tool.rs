//! What a caller sees of annotated functions: signatures, arguments, replies, errors.

// A test may stop at its first surprise.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::too_many_arguments, clippy::unwrap_used)]

use std::num::NonZeroU16;
use std::sync::Arc;

use a2t::testing::TestClient;
use a2t::{Hints, InputType, OutputType, Tool, ToolError, ToolSignature};
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use serde_json::{Value, json};

/// Temperature scale.
#[derive(Debug, PartialEq, a2t::Enum)]
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    #[a2t(name = "CENTIGRADE")]
    Celsius,
}

#[derive(a2t::Output)]
struct Weather {
    /// The temperature.
    #[a2t(name = "Temperature", id = "temp")]
    temperature: i32,
    /// The scale.
    units: Units,
    /// A remark.
    remark: Option<String>,
    /// The report.
    report: a2t::Json<Value>,
}

const LIMIT: u8 = 14;
type Maybe<T> = Option<T>;
type Answer = Result<Weather, ToolError>;

/// Deletes a reading.
///
/// # Returns
/// How many were left.
#[a2t::tool(version = 1, title = "Delete a reading", idempotent, destructive)]
fn delete_reading() -> u8 {
    0
}

#[test]
fn hints_and_title_are_those_of_the_attribute() {
    let signature = delete_reading::SIGNATURE;
    let hints = Hints { idempotent: true, destructive: Some(true), ..Hints::NONE };
    assert_eq!((signature.hints, signature.title.as_deref()), (hints, Some("Delete a reading")));
    assert_eq!((lookup::SIGNATURE.hints, &lookup::SIGNATURE.title), (Hints::NONE, &None));
    let document: Value = serde_json::from_slice(&signature.canonical()).unwrap();
    let annotations = json!({"idempotentHint": true, "destructiveHint": true});
    assert_eq!(document["annotations"], annotations);
    assert_eq!(a2t_core::signature::parse(&signature.canonical()).unwrap().signature, *signature);
}

/// Looks up the weather
/// of a city.
///
/// - by day
/// - by scale
///
/// # Errors
/// Never sent.
#[a2t::tool(
    version = 2,
    name = "lookup_weather",
    id = "0479A45D-ad0a-49d4-94db-75edf00d2ca4",
    tags = ["weather", "lookup"],
    img = "https://example.com/weather.png"
)]
async fn lookup(
    /// The city.
    #[a2t(max_length = 9, name = "City", id = "city")]
    city: String,
    #[a2t(context)] State(offset): State<i32>,
    /// The scale.
    units: Maybe<Units>,
    #[a2t(context)] headers: HeaderMap,
    /// Days ahead.
    #[a2t(min = 1, max = LIMIT, default = 2)]
    days: u8,
    /// Where from.
    #[a2t(default = "cache")]
    source: String,
    /// The scale if the other is absent.
    #[a2t(default = Units::Celsius)]
    fallback: Units,
    /// How exact.
    _exact: bool,
) -> Answer {
    if city == "Atlantis" {
        return Err(ToolError::not_found("no such city"));
    }
    let agent = headers.contains_key("user-agent");
    Ok(Weather {
        temperature: i32::from(days) + offset,
        units: units.unwrap_or(fallback),
        remark: (city == "Boston").then_some(source),
        report: a2t::Json(json!({ "agent": agent })),
    })
}

fn signature() -> &'static ToolSignature {
    lookup::SIGNATURE
}

#[test]
fn the_signature_is_what_the_code_says() {
    let tool = signature();
    assert_eq!(tool.name, "lookup_weather");
    assert_eq!(tool.tool_id.to_string(), "0479a45d-ad0a-49d4-94db-75edf00d2ca4");
    assert_eq!(tool.description, "Looks up the weather of a city.\n\n- by day\n- by scale");
    assert_eq!((tool.version, tool.current_version), (2, 2));
    assert_eq!(*tool.tags, ["weather", "lookup"]);
    assert_eq!(tool.img.as_deref(), Some("https://example.com/weather.png"));
    assert!(tool.check().is_empty(), "{:?}", tool.check());
}

#[test]
fn inputs_have_the_names_the_attributes_give() {
    let inputs: Vec<_> = signature()
        .input_parameters
        .iter()
        .map(|input| (&*input.id, &*input.name, input.required))
        .collect();
    let expected = [
        ("city", "City", true),
        ("units", "units", false),
        ("days", "days", false),
        ("source", "source", false),
        ("fallback", "fallback", false),
        ("exact", "exact", true),
    ];
    assert_eq!(inputs, expected);
}

#[test]
fn bounds_are_those_of_the_attribute() {
    let inputs = &signature().input_parameters;
    assert_eq!(inputs[0].kind, InputType::String { max_length: Some(9) });
    assert_eq!(inputs[2].kind, InputType::Int { min: Some(1), max: 14 });
}

#[test]
fn outputs_are_the_fields() {
    let outputs = &signature().output_parameters;
    let names: Vec<_> = outputs.iter().map(|output| (&*output.id, &*output.name)).collect();
    let expected =
        [("temp", "Temperature"), ("units", "units"), ("remark", "remark"), ("report", "report")];
    assert_eq!(names, expected);
    assert_eq!(outputs[3].kind, OutputType::Json);
}

fn client() -> TestClient {
    TestClient::with_state(a2t::toolset![lookup], 10)
}

#[tokio::test]
async fn absent_arguments_are_filled_in() {
    let outputs = client().call("lookup_weather", json!({"City": "Boston", "exact": true})).await;
    let outputs = outputs.unwrap();
    assert_eq!(outputs["Temperature"], 12);
    assert_eq!(outputs["units"], "CENTIGRADE");
    assert_eq!(outputs["remark"], "cache");
}

#[tokio::test]
async fn an_output_without_a_value_is_left_out() {
    let arguments = json!({"City": "Omaha", "exact": false, "units": "FAHRENHEIT", "days": 14});
    let outputs = client().call("lookup_weather", arguments).await.unwrap();
    assert_eq!(outputs["Temperature"], 24);
    assert_eq!(outputs["units"], "FAHRENHEIT");
    assert!(outputs.get("remark").is_none());
}

#[tokio::test]
async fn every_wrong_argument_is_reported() {
    let arguments = json!({"City": "Long Island", "days": 0, "units": "KELVIN", "exact": 1});
    let error = client().call("lookup_weather", arguments).await.unwrap_err();
    assert_eq!((error.status(), error.violations().len()), (400, 4));
}

#[tokio::test]
async fn the_tool_s_own_error_reaches_the_caller() {
    let arguments = json!({"City": "Atlantis", "exact": true});
    let error = client().call("lookup_weather", arguments).await.unwrap_err();
    assert_eq!(error.status(), 404);
}

/// Takes integers.
///
/// # Returns
/// Their sum.
#[a2t::tool(version = 1)]
fn sum_integers(
    /// a
    a: i8,
    /// b
    b: u16,
    /// c
    c: i64,
    /// d
    d: u64,
    /// e
    e: u128,
    /// f
    f: NonZeroU16,
    /// g
    #[a2t(max = i64::MAX)]
    g: u64,
    /// h
    h: usize,
) -> i128 {
    let wide = i128::from(a) + i128::from(b) + i128::from(c) + i128::from(d);
    wide + e as i128 + i128::from(f.get()) + i128::from(g) + h as i128
}

#[test]
fn integers_take_what_their_types_hold_and_json_keeps() {
    const SAFE: i64 = (1 << 53) - 1;
    let range = |input: &a2t::InputParameter| match input.kind {
        InputType::Int { min, max } => (min.unwrap(), max),
        _ => panic!("{} is no integer", input.name),
    };
    let ranges: Vec<_> = sum_integers::SIGNATURE.input_parameters.iter().map(range).collect();
    let expected = [
        (-128, 127),
        (0, 65_535),
        (-SAFE, SAFE),
        (0, SAFE),
        (0, SAFE),
        (1, 65_535),
        (0, i64::MAX),
        (0, i64::from(u32::MAX)),
    ];
    assert_eq!(ranges, expected);
}

#[tokio::test]
async fn integers_arrive() {
    let client = TestClient::new(a2t::toolset![sum_integers]);
    let arguments = json!({
        "a": -128, "b": 65_535, "c": 1, "d": 2, "e": 3, "f": 4, "g": 9_007_199_254_740_993_i64, "h": 5,
    });
    let outputs = client.call("sum_integers", arguments).await.unwrap();
    assert_eq!(outputs["result"], 9_007_199_254_806_415_i64);
}

/// Keeps a published name.
///
/// # Returns
/// Nothing of note.
#[a2t::tool(version = 1)]
#[allow(non_snake_case)]
fn lookupWeather() -> &'static str {
    "done"
}

/// Is named by a keyword.
///
/// # Returns
/// A scale.
#[a2t::tool(version = 1)]
fn r#match() -> Units {
    Units::Celsius
}

#[tokio::test]
async fn unusual_names_are_callable() {
    let client = TestClient::new(a2t::toolset![lookupWeather, r#match]);
    assert_eq!(client.call("lookupWeather", json!({})).await.unwrap()["result"], "done");
    assert_eq!(client.call("match", json!({})).await.unwrap()["result"], "CENTIGRADE");
}

struct Station {
    height: i32,
}

#[a2t::tools]
impl Station {
    /// Measures the height.
    ///
    /// # Returns
    /// Metres.
    #[tool(version = 1)]
    async fn measure_height(
        &self,
        /// Added to it.
        plus: i32,
        #[a2t(context)] _headers: HeaderMap,
    ) -> i32 {
        self.height + plus
    }

    /// Doubles the height.
    ///
    /// # Returns
    /// Metres.
    #[a2t::tool(version = 1)]
    fn double_height(&self) -> Result<i32, ToolError> {
        Ok(self.doubled())
    }

    /// Names the maker.
    ///
    /// # Returns
    /// A name.
    #[tool(version = 1)]
    fn name_maker() -> String {
        "a2t".to_owned()
    }

    fn doubled(&self) -> i32 {
        2 * self.height
    }
}

#[derive(Clone)]
struct App {
    station: Arc<Station>,
    offset: i32,
}

impl FromRef<App> for Arc<Station> {
    fn from_ref(app: &App) -> Self {
        app.station.clone()
    }
}

impl FromRef<App> for i32 {
    fn from_ref(app: &App) -> Self {
        app.offset
    }
}

#[tokio::test]
async fn methods_share_their_value() {
    let station = Arc::new(Station { height: 4 });
    let client = TestClient::with_state(a2t::toolset![Station], station);
    let height = client.call("measure_height", json!({"plus": 3})).await.unwrap();
    assert_eq!(height["result"], 7);
    assert_eq!(client.call("double_height", json!({})).await.unwrap()["result"], 8);
    assert_eq!(client.call("name_maker", json!({})).await.unwrap()["result"], "a2t");
}

#[tokio::test]
async fn methods_and_functions_run_with_one_bigger_state() {
    let app = App { station: Arc::new(Station { height: 4 }), offset: 1 };
    let client = TestClient::with_state(a2t::toolset![Station, lookup], app);
    assert_eq!(client.call("double_height", json!({})).await.unwrap()["result"], 8);
    let outputs = client.call("lookup_weather", json!({"City": "Omaha", "exact": true})).await;
    assert_eq!(outputs.unwrap()["Temperature"], 3);
}

#[test]
fn the_functions_stay_callable() {
    assert_eq!(lookupWeather(), "done");
    assert_eq!(r#match(), Units::Celsius);
}

#[test]
fn the_id_is_derived_from_package_and_tool() {
    let derived = a2t::ToolId::derive("a2t", "sum_integers");
    assert_eq!(sum_integers::SIGNATURE.tool_id, derived);
}

/// Clippy's `result_large_err` speaks up in the vendor's and the agent's closures beyond this size.
#[test]
fn errors_are_small_enough_for_a_closure_to_return() {
    use std::any::type_name;
    use std::mem::size_of;

    fn assert_small<E>() {
        let (size, name) = (size_of::<E>(), type_name::<E>());
        assert!(size < 128, "`{name}` takes {size} bytes: box what is large");
    }
    assert_small::<ToolError>();
    assert_small::<a2t::Fault>();
    assert_small::<a2t::ServeError>();
    assert_small::<a2t::SyntaxError>();
    assert_small::<a2t::client::Error>();
    assert_small::<a2t::client::fake::Failure>();
    assert_small::<a2t::dialect::InvokeError>();
    assert_small::<a2t::dialect::Error>();
    assert_small::<a2t::testing::CallError>();
    assert_small::<a2t::testing::MockError>();
}
