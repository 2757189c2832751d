//! Values that JSON, or its readers, would change on the way: a fault with words for the vendor, never another value.

use std::num::NonZeroU64;

use a2t::Json;
use a2t::testing::{CallError, TestClient};
use serde_json::{Value, json};

/// Integers of each type that may be too long.
#[derive(a2t::Output)]
struct Integers {
    /// As signed.
    signed: i64,
    /// As long.
    long: Option<i128>,
    /// As unsigned.
    unsigned: u64,
    /// As huge.
    huge: u128,
    /// As sized.
    sized: usize,
    /// As positive.
    positive: NonZeroU64,
}

/// Replies with one integer in each type.
#[a2t::tool(version = 1)]
fn integers(
    /// The number in decimal digits.
    number: String,
) -> Integers {
    fn read<T: std::str::FromStr + From<u8>>(number: &str) -> T {
        number.parse().unwrap_or_else(|_| 7.into())
    }
    Integers {
        signed: read(&number),
        long: Some(read(&number)),
        unsigned: read(&number),
        huge: read(&number),
        sized: read(&number),
        positive: NonZeroU64::new(read(&number)).unwrap(),
    }
}

/// Measures something.
///
/// # Returns
/// The mean and the values.
#[a2t::tool(version = 1)]
fn measure(
    /// The number of values.
    count: u8,
) -> Json<(f64, Vec<f32>)> {
    let count = usize::from(count);
    Json((0.0 / count as f64, vec![1.5; count]))
}

async fn call(tool: &str, arguments: Value) -> Result<Value, CallError> {
    let client = TestClient::new(a2t::toolset![integers, measure]);
    client.call(tool, arguments).await.map(Value::Object)
}

fn fault(failed: Result<Value, CallError>) -> String {
    let error = failed.unwrap_err();
    assert_eq!((error.status(), error.kind()), (500, "internal"));
    assert_eq!(error.detail(), "the tool failed; its vendor can see why");
    error.fault().unwrap().to_string()
}

#[tokio::test]
async fn an_integer_that_readers_have_room_for_keeps_its_digits() {
    for number in [1, (1 << 53) + 1, i64::MAX] {
        let outputs = call("integers", json!({ "number": number.to_string() })).await;
        let outputs = outputs.unwrap();
        for name in ["signed", "long", "unsigned", "huge", "sized", "positive"] {
            assert_eq!(outputs[name], number, "{name}");
        }
    }
    let least = call("integers", json!({ "number": i64::MIN.to_string() })).await;
    assert_eq!(least.unwrap()["long"], i64::MIN);
}

#[tokio::test]
async fn an_integer_that_they_do_not_is_a_fault_that_names_the_output() {
    for (number, output) in [
        ("9223372036854775808", "long"),
        ("-9223372036854775809", "long"),
        ("340282366920938463463374607431768211455", "huge"),
    ] {
        let fault = fault(call("integers", json!({ "number": number })).await);
        let words = format!(
            "the output `{output}`: {number} is beyond a signed integer of 64 bits; return it as a `String`"
        );
        assert!(fault.ends_with(&words), "{fault}");
    }
}

#[tokio::test]
async fn what_is_not_a_number_is_a_fault_and_not_null() {
    let outputs = call("measure", json!({ "count": 2 })).await.unwrap();
    assert_eq!(outputs["result"], json!([0.0, [1.5, 1.5]]));
    let fault = fault(call("measure", json!({ "count": 0 })).await);
    let words = "tool `measure` version 1: its result cannot be written as JSON: the output `result`: \
                 NaN is not a number of JSON; return an `Option`, or a text in its place";
    assert_eq!(fault, words);
}
