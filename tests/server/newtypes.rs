//! Inputs of the vendor's own types: what they refuse is reported with the other errors, by the
//! names of the caller's version.

use std::fmt;
use std::str::FromStr;

use a2t::testing::{TestClient, TestResponse};
use a2t::{Code, Tool, Toolset};
use a2t_core::wire::problem::Problem;
use serde_json::{Value, json};

use crate::tools::assert_problem;
use crate::versions::{older, with_older};

/// Number of a reader.
#[derive(a2t::Input, a2t::Output)]
#[a2t(min = 1, max = 999)]
struct ReaderId(u32);

/// Number of a book.
#[derive(a2t::Input, a2t::Output)]
#[a2t(text, max_length = 9, expected = "an ISBN", example = "978-3")]
struct Isbn(u64);

impl FromStr for Isbn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        assert!(text != "panic", "the password is hunter2");
        let digits = text.strip_prefix("978-").ok_or("it does not begin with `978-`\u{202e}")?;
        digits.parse().map(Self).map_err(|error| error.to_string())
    }
}

impl fmt::Display for Isbn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "978-{}", self.0)
    }
}

#[derive(a2t::Record)]
struct Loan {
    /// The book.
    isbn: Isbn,
    /// Who has it.
    reader: ReaderId,
}

/// Lends books.
///
/// # Returns
/// The loans.
#[a2t::tool(version = 2)]
fn lend(
    /// The reader.
    reader: ReaderId,
    /// The book.
    #[a2t(name = "Book")]
    book: Isbn,
    /// Another book.
    other: Option<Isbn>,
    /// A third book, which no caller of the first version knows.
    #[a2t(default = "978-7")]
    third: Isbn,
) -> Vec<Loan> {
    let reader = ReaderId(reader.0);
    let books = [Some(book), other, Some(third)].into_iter().flatten();
    books.map(|isbn| Loan { isbn, reader: ReaderId(reader.0) }).collect()
}

/// Version 1 knew an integer and strings, one of them by another name, and returned any JSON.
fn published() -> Value {
    let result = json!({"id": "result", "name": "result", "description": "Loans.", "type": "json"});
    json!({
        "toolId": lend::SIGNATURE.tool_id.to_string(), "name": "lend", "version": 1, "currentVersion": 1,
        "description": "Lends.",
        "input_parameters": [
            {"id": "book", "name": "Volume", "description": "Book.", "type": "string"},
            {"id": "reader", "name": "reader", "description": "Reader.", "type": "int", "min": 1, "max": 9},
        ],
        "output_parameters": [result],
    })
}

fn client() -> TestClient {
    TestClient::new(Toolset::from_entries([with_older::<lend, (), _>(vec![older(&published())])]))
}

async fn invoke(version: u32, pairs: Value) -> TestResponse {
    let path = format!("/tools/{}/versions/{version}:invoke", lend::SIGNATURE.tool_id);
    client().post(&path, json!({"input_parameters": pairs}).to_string()).await
}

/// Rule, place and message of each violation.
fn violations_of(response: &TestResponse) -> Vec<(Code, String, String)> {
    assert_problem(response, 400, "invalid-invocation");
    let violations = Problem::parse(400, &response.body).violations;
    let violations_of = violations.into_iter().map(|violation| {
        let message = violation.message();
        (violation.code, violation.pointer, message)
    });
    violations_of.collect()
}

#[tokio::test]
async fn what_a_type_refuses_is_reported_among_all_violations_of_the_call() {
    let pairs = json!([
        {"name": "third", "value": "979"}, {"name": "other", "value": "978-0123456"},
        {"name": "Book", "value": "978-x"}, {"name": "reader", "value": 1000}]);
    let refused = invoke(2, pairs).await;
    let mut found = violations_of(&refused);
    found.sort_by(|one, other| one.1.cmp(&other.1));
    let [third, other, book, reader] = &*found else { panic!("{found:?}") };
    assert_eq!((third.0, &*third.1), (Code::Unreadable, "/input_parameters/0/value"));
    assert_eq!(
        third.2,
        "`third`: expected an ISBN, such as `978-3`, got `979`: it does not begin with `978-`\\u{202e}"
    );
    assert_eq!((other.0, &*other.1), (Code::TooLong, "/input_parameters/1/value"));
    assert_eq!((book.0, &*book.1), (Code::Unreadable, "/input_parameters/2/value"));
    assert!(book.2.ends_with("got `978-x`: invalid digit found in string"), "{}", book.2);
    assert_eq!((reader.0, &*reader.1), (Code::OutOfRange, "/input_parameters/3/value"));
    let error = &refused.json()["errors"];
    let unread = error.as_array().unwrap().iter().find(|error| error["parameter"] == "Book");
    assert_eq!(unread.unwrap()["expected"], "an ISBN, such as `978-3`");
    assert_eq!(unread.unwrap()["example"], "978-3");
}

#[tokio::test]
async fn older_versions_reach_the_types_by_their_own_names() {
    let pairs = json!([{"name": "Volume", "value": "978-5"}, {"name": "reader", "value": 9}]);
    let reply = invoke(1, pairs).await;
    let loan = |isbn| json!({"isbn": isbn, "reader": 9});
    assert_eq!(
        reply.json()["output_parameters"][0]["value"],
        json!([loan("978-5"), loan("978-7")])
    );
    let pairs = json!([{"name": "reader", "value": 10}, {"name": "Volume", "value": "979"}]);
    let refused = violations_of(&invoke(1, pairs).await);
    let pointers: Vec<_> = refused.iter().map(|(code, at, _)| (*code, &**at)).collect();
    let expected = [
        (Code::OutOfRange, "/input_parameters/0/value"),
        (Code::Unreadable, "/input_parameters/1/value"),
    ];
    assert_eq!(pointers, expected);
    assert!(refused[1].2.starts_with("`Volume`: expected an ISBN"), "{}", refused[1].2);
}

#[tokio::test]
async fn a_type_that_panics_is_a_fault_of_the_vendor() {
    let pairs = json!([{"name": "Book", "value": "panic"}, {"name": "reader", "value": 1}]);
    for version in [1, 2] {
        let mut pairs = pairs.clone();
        if version == 1 {
            pairs[0]["name"] = json!("Volume");
        }
        let failed = invoke(version, pairs).await;
        assert_problem(&failed, 500, "internal");
        assert!(!failed.json().to_string().contains("hunter2"));
        assert!(failed.fault.is_some());
    }
}
