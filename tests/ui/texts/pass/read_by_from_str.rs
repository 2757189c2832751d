use std::net::IpAddr;
use std::num::ParseIntError;
use std::str::FromStr;

use a2t::testing::{TestClient, contract};
use a2t::{Code, InputType, Tool};
use jiff::civil::Date;
use serde_json::json;
use uuid::Uuid;

/// Number of a book.
#[derive(a2t::Input, Debug, PartialEq)]
#[a2t(text, max_length = 17, expected = "an ISBN", example = "978-3-16-148410-0")]
struct Isbn {
    digits: u64,
}

impl FromStr for Isbn {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self { digits: text.replace('-', "").parse()? })
    }
}

type Day = Date;
type Perhaps<T> = Option<T>;

/// Lends a book.
///
/// # Returns
/// What was understood.
#[a2t::tool(version = 1)]
fn lend(
    /// The book.
    book: Isbn,
    /// Copies.
    #[a2t(min = 1, max = 9)]
    copies: u8,
    /// The first day, as 2026-11-22.
    #[a2t(text, expected = "a day", example = "2026-11-22")]
    from: Day,
    /// The last day.
    #[a2t(text, example = "2026-11-23")]
    to: Perhaps<Date>,
    /// The reader.
    #[a2t(text, max_length = 36, example = "0479a45d-ad0a-49d4-94db-75edf00d2ca4")]
    reader: Option<Uuid>,
    /// The terminal; this one if absent.
    #[a2t(text, example = "::1", default = "127.0.0.1")]
    at: IpAddr,
    /// Another book.
    #[a2t(default = "1")]
    other: Isbn,
) -> String {
    let _ = reader;
    format!("{} {copies} {from} {to:?} {at} {}", book.digits, other.digits)
}

/// Has nothing but inputs.
///
/// # Returns
/// The number of the day.
#[a2t::tool(version = 1)]
fn day_of_year(
    /// The day.
    #[a2t(text, expected = "a day", example = "2026-11-22")]
    day: Date,
) -> i16 {
    day.day_of_year()
}

struct Desk;

#[a2t::tools]
impl Desk {
    /// Returns a book.
    ///
    /// # Returns
    /// Its number.
    #[tool(version = 1)]
    async fn give_back(
        &self,
        /// The book.
        book: Isbn,
        /// The day.
        #[a2t(text, example = "2026-11-22")]
        on: Option<Date>,
    ) -> u64 {
        let _ = on;
        book.digits
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let inputs = &lend::SIGNATURE.input_parameters;
    assert_eq!(inputs[0].kind, InputType::String { max_length: Some(17) });
    assert_eq!(inputs[4].kind, InputType::String { max_length: Some(36) });
    let required: Vec<_> = inputs.iter().map(|input| input.required).collect();
    assert_eq!(required, [true, true, true, false, false, false, false]);

    let client = TestClient::new(a2t::toolset![lend, day_of_year]);
    let right = json!({"book": "978-3", "copies": 2, "from": "2026-11-22"});
    let right = client.call("lend", right).await.unwrap();
    assert_eq!(right["result"], "9783 2 2026-11-22 None 127.0.0.1 1");
    assert_eq!(client.call("day_of_year", json!({"day": "2026-02-01"})).await.unwrap()["result"], 32);

    let wrong = json!({"copies": 10, "to": "tomorrow", "book": "Emma", "x": 1, "from": "22.11.2026",
        "reader": "0".repeat(37)});
    let error = client.call("lend", wrong).await.unwrap_err();
    let reported: Vec<_> = error
        .violations()
        .iter()
        .map(|each| (each.code, each.parameter.as_deref().unwrap_or_default()))
        .collect();
    let unread = Code::Unreadable;
    for expected in [
        (Code::OutOfRange, "copies"),
        (Code::UnknownInput, ""),
        (Code::TooLong, "reader"),
        (unread, "book"),
        (unread, "from"),
        (unread, "to"),
    ] {
        assert!(reported.contains(&expected), "{expected:?} in {reported:?}");
    }
    assert_eq!(reported.len(), 6);
    let book = error.violations().iter().find(|each| each.parameter.as_deref() == Some("book"));
    assert_eq!(book.unwrap().example.as_deref(), Some("978-3-16-148410-0"));
    assert_eq!(
        book.unwrap().message(),
        "`book`: expected an ISBN, such as `978-3-16-148410-0`, got `Emma`: invalid digit found in string"
    );

    contract(a2t::toolset![lend, day_of_year], ()).await.unwrap();
    contract(a2t::toolset![Desk], std::sync::Arc::new(Desk)).await.unwrap();
}
