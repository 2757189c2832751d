//! Inputs and outputs of the vendor's own types, as runtimes post and get them.

use a2t::Value;
use a2t::rap::Server;
use serde_json::json;

use super::rig::{Runtime, Vendor, set};

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
async fn own_types_are_read_refused_and_written_in_results() {
    let server = set(Server::new(a2t::toolset![lend], ()));
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server).await);
    let calls = [
        ("right", json!({"reader": 7, "isbn": "978-3"})),
        ("wrong", json!({"reader": 0, "isbn": "979"})),
        ("panic", json!({"reader": 1, "isbn": "panic"})),
    ];
    for (id, arguments) in calls {
        vendor.invoke(&runtime.invocation("lend", id, arguments)).await;
    }
    let all = runtime.wait(3).await;
    let text = |id: &str| {
        let found = all.iter().find(|posted| posted.body["id"] == id).unwrap();
        found.body["text"].as_str().unwrap().to_owned()
    };
    let right: Value = serde_json::from_str(&text("right")).unwrap();
    assert_eq!(right, json!({"result": [{"isbn": "978-3", "reader": 7}]}));
    let wrong = text("wrong");
    assert!(wrong.contains("/reader: expected an integer from 1 to 999"), "{wrong}");
    let unread =
        "/isbn: expected an ISBN, such as `978-3`, got `979`: it does not begin with `978-`";
    assert!(wrong.contains(unread), "{wrong}");
    assert_eq!(text("panic"), "Error: the tool failed");
}
