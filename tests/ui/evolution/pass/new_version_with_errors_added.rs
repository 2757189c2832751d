#![allow(unreachable_pub, unused)]

use a2t::Tool;
use a2t::testing::TestClient;

/// Why a fine is owed.
#[derive(a2t::Enum)]
pub enum Cause {
    /// A book is lost.
    Lost,
    /// A book came back late.
    Late,
}

/// A loan.
#[derive(a2t::Record)]
pub struct Loan {
    /// The reader's number.
    pub reader: i32,
    /// Times that it was renewed.
    pub renewals: Option<i32>,
}

/// Why a book is not lent.
#[derive(a2t::Error)]
pub enum Refused {
    /// The book is with another reader.
    #[a2t(status = 409)]
    Lent {
        /// The day when it is due back.
        until: String,
        /// The loan.
        loan: Loan,
        /// The readers who wait.
        waiting: Vec<i32>,
        /// What a librarian noted.
        note: i32,
    },
    /// The reader owes a fine.
    #[a2t(status = 402, type = "https://library.example/fined", name = "OWING")]
    Fined {
        /// The fine in euros, without interest.
        fine: i32,
        /// The number of fines.
        fines: i32,
        /// The cause.
        cause: Cause,
        /// The day of the fine.
        day: String,
        /// The mean of all fines.
        mean: f64,
    },
    /// The library is closed.
    #[a2t(status = 423)]
    Closed,
    /// There is no such book.
    #[a2t(status = 404)]
    Unknown,
}

/// Lends a book.
///
/// # Returns
/// The day when it is due back.
#[a2t::tool(version = 2, id = "f1190000-0000-4000-8000-000000000005")]
pub fn lend_copy() -> Result<String, Refused> {
    Err(Refused::Closed)
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let names: Vec<_> = lend_copy::SIGNATURE.errors.iter().map(|error| &*error.name).collect();
    assert_eq!(names, ["LENT", "OWING", "CLOSED", "UNKNOWN"]);
    // Callers of version 1 read the list that they know, and may be answered with more.
    let client = TestClient::new(a2t::toolset![lend_copy]);
    let id = lend_copy::SIGNATURE.tool_id;
    let published = client.get(&format!("/tools/{id}/versions/1")).await.json();
    let errors = published["errors"].as_array().unwrap();
    let names: Vec<_> = errors.iter().map(|error| error["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["LENT", "FINED", "UNKNOWN"]);
    let error = client.call_version("lend_copy", 1, serde_json::json!({})).await.unwrap_err();
    assert_eq!(error.kind(), "urn:uuid:f1190000-0000-4000-8000-000000000005#CLOSED");
}
