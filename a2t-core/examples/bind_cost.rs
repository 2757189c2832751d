//! Prints what it costs to decode and validate an invocation of four arguments.
//!
//! `cargo run --release -p a2t-core --example bind_cost`

use std::hint::black_box;
use std::time::Instant;

use a2t_core::invocation::bind;

const SIGNATURE: &str = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"book_flight",
    "description":"Books a flight.","version":1,"currentVersion":1,"input_parameters":[
    {"id":"from","name":"From","description":"The airport.","max-length":100},
    {"id":"seats","name":"Seats","type":"int","description":"How many.","min":1,"max":9},
    {"id":"flexible","name":"Flexible","type":"boolean","description":"Any day will do."},
    {"id":"cabin","name":"Cabin","type":"enum","description":"The class.","allowed-values":[
        {"name":"ECONOMY","description":"Coach."},{"name":"BUSINESS","description":"Better."}]}]}"#;

const BODY: &[u8] = br#"{"name":"book_flight","input_parameters":[{"name":"From","value":"Omaha, Nebraska"},{"name":"Seats","value":2},{"name":"Flexible","value":true},{"name":"Cabin","value":"BUSINESS"}]}"#;

const ROUNDS: u32 = 1_000_000;

fn main() -> Result<(), a2t_core::ValidationError> {
    let signature = a2t_core::signature::parse(SIGNATURE.as_bytes())?.signature;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            black_box(bind(black_box(&signature), black_box(BODY))?);
        }
        println!("{:?} an invocation", start.elapsed() / ROUNDS);
    }
    Ok(())
}
