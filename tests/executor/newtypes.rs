//! Inputs and outputs of the vendor's own types: a model reads the same in process and over HTTP.

use a2t::client::{Client, Retry};
use a2t::dialect::{Executor, InProcess, Selection};
use a2t::{Server, Value};
use serde_json::json;

use super::read_result;
use super::toolset::results;

/// Number of a reader.
#[derive(a2t::Input, a2t::Output)]
#[a2t(min = 1, max = 999)]
struct ReaderId(u32);

/// Number of a book.
#[derive(a2t::Input, a2t::Output)]
#[a2t(text, max_length = 9, expected = "an ISBN", example = "978-3")]
struct Isbn(u64);

impl std::str::FromStr for Isbn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        assert!(text != "panic", "the password is hunter2");
        let digits = text.strip_prefix("978-").ok_or("it does not begin with `978-`")?;
        digits.parse().map(Self).map_err(|error| error.to_string())
    }
}

impl std::fmt::Display for Isbn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

/// Lends a book.
///
/// # Returns
/// The loans.
#[a2t::tool(version = 1)]
fn lend(
    /// The reader.
    reader: ReaderId,
    /// The book.
    isbn: Isbn,
) -> Vec<Loan> {
    vec![Loan { isbn, reader }]
}

#[tokio::test]
async fn a_model_reads_of_all_that_types_refuse() {
    let local = Executor::builder().toolset(a2t::toolset![lend], ()).build().unwrap();
    let server = Server::new(a2t::toolset![lend], ()).bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.local_addr());
    tokio::spawn(server.serve());
    let selection = Selection::from_tools(&InProcess::new(a2t::toolset![lend], ())).unwrap();
    let client = Client::builder(&url).retry(Retry::Never).build().unwrap();
    let remote = Executor::builder().tools(selection, client).build().unwrap();
    let inputs = [
        ("lend", json!({"reader": 7, "isbn": "978-3"})),
        ("lend", json!({"reader": 7, "isbn": "979"})),
        ("lend", json!({"reader": 1, "isbn": "panic"})),
    ];
    for (executor, is_local) in [(local, true), (remote, false)] {
        let results = results(&executor, &inputs).await;
        let (is_error, text) = read_result(&results[0]);
        assert!(!is_error);
        let loans: Value = serde_json::from_str(text).unwrap();
        assert_eq!(loans, json!({"result": [{"isbn": "978-3", "reader": 7}]}));
        let (_, unread) = read_result(&results[1]);
        let words = "expected an ISBN, such as `978-3`, got `979`: it does not begin with `978-`";
        assert!(unread.contains("`isbn`") || unread.contains("/isbn"), "{unread}");
        assert!(unread.contains(words), "{unread}");
        let (is_error, failed) = read_result(&results[2]);
        assert!(is_error && !failed.contains("hunter2"), "{failed}");
        assert!(!is_local || failed.starts_with("Error: the tool failed; it may have"), "{failed}");
    }
}
