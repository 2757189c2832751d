use a2t::testing::TestClient;
use a2t::{InputType, Tool};
use serde_json::json;

/// Books a table.
///
/// # Returns
/// The number of the table.
#[a2t::tool(version = 1)]
#[allow(clippy::too_many_arguments)]
fn book_table(
    /// How many guests.
    #[a2t(min = 1, max = 12)]
    guests: u8,
    /// Degrees on the terrace.
    #[a2t(min = -40, max = 0b11_1100)]
    degrees: i16,
    /// As far as JSON goes.
    #[a2t(min = -9_007_199_254_740_991, max = 9_007_199_254_740_991)]
    far: i128,
    /// One end only.
    #[a2t(max = 5)]
    low: u32,
    /// The other end only.
    #[a2t(min = 5)]
    high: u32,
    /// The guest's name.
    #[a2t(max_length = 80)]
    name: String,
    /// Nothing but this.
    #[a2t(min = 7, max = 7)]
    seven: Option<u8>,
    /// A note.
    #[a2t(max_length = 0)]
    note: Option<String>,
) -> u8 {
    let _ = (degrees, far, low, high, name, seven, note);
    guests
}

fn int(index: usize) -> (Option<i64>, i64) {
    match book_table::SIGNATURE.input_parameters[index].kind {
        InputType::Int { min, max } => (min, max),
        ref kind => panic!("{kind:?}"),
    }
}

fn length(index: usize) -> Option<u64> {
    match book_table::SIGNATURE.input_parameters[index].kind {
        InputType::String { max_length } => max_length,
        ref kind => panic!("{kind:?}"),
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(int(0), (Some(1), 12));
    assert_eq!(int(1), (Some(-40), 60));
    assert_eq!(int(2), (Some(-((1 << 53) - 1)), (1 << 53) - 1));
    assert_eq!(int(3), (Some(0), 5));
    assert_eq!(int(4), (Some(5), u32::MAX.into()));
    assert_eq!(length(5), Some(80));
    assert_eq!(int(6), (Some(7), 7));
    assert_eq!(length(7), Some(0));
    let required: Vec<_> = book_table::SIGNATURE
        .input_parameters
        .iter()
        .map(|p| p.required)
        .collect();
    assert_eq!(required, [true, true, true, true, true, true, false, false]);
    let client = TestClient::new(a2t::toolset![book_table]);
    let mut arguments = json!({
        "guests": 12, "degrees": -40, "far": 9_007_199_254_740_991_u64, "low": 5, "high": 5, "name": "x".repeat(80),
    });
    let outputs = client.call("book_table", arguments.clone()).await.unwrap();
    assert_eq!(outputs["result"], 12);
    arguments["guests"] = 13.into();
    arguments["name"] = "x".repeat(81).into();
    let error = client.call("book_table", arguments).await.unwrap_err();
    assert_eq!(error.violations().len(), 2);
}
