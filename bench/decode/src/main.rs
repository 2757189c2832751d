//! `decode WAY TIMES`: decodes and checks the same four arguments so often, and prints the time of one in ns.

use std::hint::black_box;
use std::time::Instant;

use a2t_core::ToolSignature;
use a2t_core::invocation::{Scalar, bind};
use serde_json::{Value, json};

const FLAT: &[u8] = br#"{"origin":"FRA","destination":"JFK","passengers":2,"cabin":"BUSINESS"}"#;
const WIRE: &[u8] = br#"{"name":"search_flights","input_parameters":[{"name":"origin","value":"FRA"},{"name":"destination","value":"JFK"},{"name":"passengers","value":2},{"name":"cabin","value":"BUSINESS"}]}"#;
const CHOICES: [&str; 4] = ["ECONOMY", "PREMIUM", "BUSINESS", "FIRST"];

#[derive(serde::Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Cabin {
    Economy,
    Premium,
    Business,
    First,
}

/// What every way ends with.
#[derive(serde::Deserialize)]
struct Search {
    origin: String,
    destination: String,
    passengers: Option<i32>,
    cabin: Cabin,
}

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let (way, times) = arguments.next().zip(arguments.next()).ok_or("usage: decode WAY TIMES")?;
    let times: u32 = times.parse().map_err(|_| format!("not a number: {times}"))?;
    match way.as_str() {
        "serde" => repeat(times, FLAT, |body| serde_json::from_slice(body).ok()),
        "hand" => repeat(times, WIRE, by_hand),
        "jsonschema" => {
            let validator =
                jsonschema::validator_for(&schema()).map_err(|error| error.to_string())?;
            repeat(times, FLAT, |body| {
                let value: Value = serde_json::from_slice(body).ok()?;
                validator.is_valid(&value).then(|| serde_json::from_value(value).ok())?
            })
        }
        "a2t" => {
            let signature = signature()?;
            repeat(times, WIRE, |body| ours(&signature, body))
        }
        other => Err(format!("no such way: {other}")),
    }
}

fn repeat(times: u32, body: &[u8], decode: impl Fn(&[u8]) -> Option<Search>) -> Result<(), String> {
    let start = Instant::now();
    for _ in 0..times {
        let search = decode(black_box(body)).ok_or("the arguments were refused")?;
        black_box((&search.origin, &search.destination, search.passengers, &search.cabin));
    }
    println!("{}", start.elapsed().as_nanos() as f64 / f64::from(times));
    Ok(())
}

fn by_hand(body: &[u8]) -> Option<Search> {
    let arguments = floor::Arguments::read(body).ok()?;
    Some(Search {
        origin: arguments.text("origin").ok()?.to_owned(),
        destination: arguments.text("destination").ok()?.to_owned(),
        passengers: arguments.optional_int("passengers").ok()?,
        cabin: cabin(arguments.text("cabin").ok()?)?,
    })
}

/// As the expansion of `#[a2t::tool]` takes the arguments.
fn ours(signature: &ToolSignature, body: &[u8]) -> Option<Search> {
    let mut bound = bind(signature, body).ok()?;
    let text = |scalar| {
        if let Some(Scalar::String(text)) = scalar { Some(text) } else { None }
    };
    Some(Search {
        origin: text(bound.take(0))?.into_owned(),
        destination: text(bound.take(1))?.into_owned(),
        passengers: match bound.take(2) {
            None => None,
            Some(Scalar::Int(number)) => Some(i32::try_from(number).ok()?),
            Some(_) => return None,
        },
        cabin: cabin(&text(bound.take(3))?)?,
    })
}

fn cabin(name: &str) -> Option<Cabin> {
    match name {
        "ECONOMY" => Some(Cabin::Economy),
        "PREMIUM" => Some(Cabin::Premium),
        "BUSINESS" => Some(Cabin::Business),
        "FIRST" => Some(Cabin::First),
        _ => None,
    }
}

fn signature() -> Result<ToolSignature, String> {
    let values: Vec<_> =
        CHOICES.map(|name| json!({"name": name, "description": "A cabin."})).into();
    let text = json!({
        "toolId": "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91", "name": "search_flights", "description": "Searches flights.",
        "version": 1, "currentVersion": 1, "output_parameters": [], "input_parameters": [
            {"id": "origin", "name": "origin", "description": "The departure airport."},
            {"id": "destination", "name": "destination", "description": "The arrival airport."},
            {"id": "passengers", "name": "passengers", "type": "int", "description": "Travellers.", "required": false,
             "min": i32::MIN, "max": i32::MAX},
            {"id": "cabin", "name": "cabin", "type": "enum", "description": "Cabin class.", "allowed-values": values}],
    });
    let parsed = a2t_core::signature::parse(text.to_string().as_bytes());
    parsed.map(|parsed| parsed.signature).map_err(|error| error.to_string())
}

fn schema() -> Value {
    json!({
        "type": "object", "additionalProperties": false, "required": ["origin", "destination", "cabin"], "properties": {
            "origin": {"type": "string"}, "destination": {"type": "string"},
            "passengers": {"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX},
            "cabin": {"type": "string", "enum": CHOICES}},
    })
}
