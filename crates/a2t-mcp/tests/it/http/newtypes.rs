//! Inputs and outputs of the vendor's own types, as hosts see them.

use a2t::mcp::Service;
use serde_json::{Value, json};

use super::tools::{Faults, SECRET, call, legacy, send, text_of};

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

fn service() -> Service<()> {
    Service::new(a2t::toolset![lend], ()).server_info("tests", "1.2.3")
}

#[tokio::test]
async fn hosts_read_the_wire_types_and_the_shape_of_the_values_inside() {
    let (_, reply) = send(&service(), legacy("tools/list", json!({}))).await;
    let tool = &reply["result"]["tools"][0];
    let input =
        |name: &str, keyword: &str| tool["inputSchema"]["properties"][name][keyword].clone();
    assert_eq!(
        (input("reader", "type"), input("reader", "maximum")),
        (json!("integer"), json!(999))
    );
    assert_eq!((input("isbn", "type"), input("isbn", "maxLength")), (json!("string"), json!(9)));
    let loan = &tool["outputSchema"]["properties"]["result"]["items"]["properties"];
    assert_eq!(
        (&loan["isbn"]["type"], &loan["reader"]["type"]),
        (&json!("string"), &json!("integer"))
    );
}

#[tokio::test]
async fn values_go_in_and_out_as_the_types_say() {
    let result = call(&service(), "lend", json!({"reader": 7, "isbn": "978-3"})).await;
    let loan: Value = json!({"isbn": "978-3", "reader": 7});
    assert_eq!(result["structuredContent"], json!({"result": [loan]}), "{result}");
}

#[tokio::test]
async fn what_types_refuse_is_reported_at_once_and_a_panic_to_the_vendor_alone() {
    let result = call(&service(), "lend", json!({"reader": 0, "isbn": "979"})).await;
    let words = text_of(&result);
    assert!(words.contains("- /reader: expected an integer from 1 to 999, got 0"), "{words}");
    let unread =
        "/isbn: expected an ISBN, such as `978-3`, got `979`: it does not begin with `978-`";
    assert!(words.contains(unread), "{words}");
    let faults = Faults::default();
    let result = call(&faults.of(service()), "lend", json!({"reader": 1, "isbn": "panic"})).await;
    assert_eq!(text_of(&result), "Error: the tool failed");
    assert!(!result.to_string().contains(SECRET));
    let reported = faults.take();
    assert!(reported.iter().all(|fault| fault.contains("it panicked")), "{reported:?}");
    assert!(!reported.is_empty());
}
