//! Tools whose outputs are records and lists, in each other.

use std::net::IpAddr;

use a2t::Json;
use serde_json::{Value, json};

/// State of the sky.
#[derive(a2t::Enum)]
pub(crate) enum Sky {
    /// No cloud.
    Clear,
    /// Clouds.
    Overcast,
}

/// A station.
#[derive(a2t::Record)]
pub(crate) struct Station {
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

/// Members that are named like keywords of JSON Schema.
#[derive(a2t::Record)]
pub(crate) struct Keywords {
    /// A place.
    #[a2t(name = "$ref")]
    reference: String,
    /// Answers.
    #[a2t(name = "oneOf")]
    one_of: Vec<bool>,
    /// A station with its properties.
    properties: Option<Station>,
    /// True if it is.
    required: bool,
    /// Type of the sky.
    r#type: Sky,
}

/// A day.
#[derive(a2t::Record)]
pub(crate) struct Day {
    /// The highest temperature.
    high: f64,
    /// The sky.
    sky: Sky,
    /// The sky of the night, where somebody looked.
    night: Option<Sky>,
    /// The station that said so.
    station: Station,
    /// The sky by the hour.
    skies: Vec<Option<Sky>>,
    /// The stations that agreed, `null` for one that did not.
    witnesses: Vec<Option<Station>>,
    /// Temperatures by the hour, `null` where the station slept.
    hours: Vec<Option<f32>>,
    /// Millimetres of rain by row and column.
    rain: Vec<Vec<i64>>,
    /// A remark of any form.
    remark: Option<Json<Value>>,
}

#[derive(a2t::Output)]
pub(crate) struct Forecast {
    /// The days.
    days: Vec<Day>,
    /// Days of the week after, if somebody knows.
    later: Option<Vec<Day>>,
    /// The best day.
    best: Option<Day>,
    /// The sky over all days.
    sky: Sky,
    /// Chances by day and hour.
    chances: Vec<Vec<f64>>,
    /// Members with awkward names.
    keywords: Keywords,
}

fn station(height: Option<u64>) -> Station {
    Station {
        name: "S \"1\"".to_owned(),
        height,
        address: "::1".parse().unwrap(),
        before: height.map(|_| "127.0.0.1".parse().unwrap()),
    }
}

/// Forecasts.
#[a2t::tool(version = 1)]
pub(crate) fn forecast() -> Forecast {
    let full = Day {
        // A parser of floats that is a little wrong reads another one.
        high: 31.245270191439438,
        sky: Sky::Clear,
        night: Some(Sky::Overcast),
        station: station(Some(9_007_199_254_740_991)),
        skies: vec![Some(Sky::Clear), None],
        witnesses: vec![Some(station(None)), None, Some(station(Some(0)))],
        hours: vec![Some(0.5), None],
        rain: vec![vec![1, -2], vec![]],
        remark: Some(Json(json!({"a": [1, null]}))),
    };
    let bare = Day {
        high: -1e300,
        sky: Sky::Overcast,
        night: None,
        station: station(None),
        skies: vec![],
        witnesses: vec![],
        hours: vec![],
        rain: vec![],
        remark: None,
    };
    let keywords = Keywords {
        reference: "#/nowhere".to_owned(),
        one_of: vec![true],
        properties: None,
        required: false,
        r#type: Sky::Clear,
    };
    Forecast {
        days: vec![full, bare],
        later: None,
        best: None,
        sky: Sky::Overcast,
        chances: vec![vec![0.25, 0.75], vec![]],
        keywords,
    }
}

/// What `forecast` answers.
pub(crate) fn forecasted() -> Value {
    let full = json!({
        "high": 31.245270191439438, "sky": "CLEAR", "night": "OVERCAST",
        "station": {"name": "S \"1\"", "height above sea": 9_007_199_254_740_991_u64,
            "address": "::1", "before": "127.0.0.1"},
        "skies": ["CLEAR", null],
        "witnesses": [
            {"name": "S \"1\"", "address": "::1"}, null,
            {"name": "S \"1\"", "height above sea": 0, "address": "::1", "before": "127.0.0.1"}],
        "hours": [0.5, null], "rain": [[1, -2], []], "remark": {"a": [1, null]},
    });
    let bare = json!({
        "high": -1e300, "sky": "OVERCAST", "station": {"name": "S \"1\"", "address": "::1"},
        "skies": [], "witnesses": [], "hours": [], "rain": [],
    });
    let keywords =
        json!({"$ref": "#/nowhere", "oneOf": [true], "required": false, "type": "CLEAR"});
    json!({"days": [full, bare], "sky": "OVERCAST", "chances": [[0.25, 0.75], []],
        "keywords": keywords})
}

/// Lists the stations.
///
/// # Returns
/// The stations.
#[a2t::tool(version = 1)]
pub(crate) fn list_stations() -> Vec<Station> {
    vec![station(None), station(Some(520))]
}

/// What `list_stations` answers.
pub(crate) fn listed_stations() -> Value {
    json!({"result": [
        {"name": "S \"1\"", "address": "::1"},
        {"name": "S \"1\"", "height above sea": 520, "address": "::1", "before": "127.0.0.1"}]})
}
