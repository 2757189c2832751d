//! Formats, defaults and examples in the schemas that hosts read.

use std::num::NonZeroU8;

use a2t::__private::{self, Entry, Older};
use a2t::mcp::Service;
use a2t::{Tool, Toolset};
use serde_json::{Value, json};

use super::tools::{call, legacy, send};

/// Number of a book.
#[derive(a2t::Input)]
#[a2t(text, max_length = 9, expected = "an ISBN", example = "978-3")]
struct Isbn(u64);

impl std::str::FromStr for Isbn {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.trim_start_matches("978-").parse().map(Self)
    }
}

/// Number of days.
#[derive(a2t::Input)]
#[a2t(min = 1, max = 60)]
struct Days(u16);

/// A shelf.
#[derive(a2t::Input)]
struct Shelf(Isbn);

/// Kind of loan.
#[derive(a2t::Enum)]
enum Kind {
    /// For the reading room.
    Inside,
    /// To take home.
    TakeHome,
}

const DAYS: u16 = 28;
const FEE: i64 = -3;
const NOTE: &str = "no \"note\"";

/// Lends a book.
///
/// # Returns
/// All that was asked for.
#[a2t::tool(version = 2)]
#[allow(clippy::too_many_arguments)]
fn lend(
    /// The book.
    isbn: Isbn,
    /// Another book.
    other: Option<Isbn>,
    /// A third book.
    #[a2t(default = "978-7")]
    third: Isbn,
    /// The shelf.
    shelf: Option<Shelf>,
    /// The address to send it to.
    #[a2t(text, format = "ipv4", example = "127.0.0.1", default = "10.0.0.1")]
    address: std::net::Ipv4Addr,
    /// Days of the loan.
    #[a2t(default = DAYS)]
    days: Days,
    /// Copies.
    #[a2t(default = NonZeroU8::MIN)]
    copies: NonZeroU8,
    /// Fee in cents.
    #[a2t(min = -9, max = 9, default = FEE)]
    fee: i64,
    /// Kind of loan.
    #[a2t(default = Kind::TakeHome)]
    kind: Kind,
    /// A note.
    #[a2t(default = NOTE)]
    note: String,
    /// Whether it is urgent.
    #[a2t(default = true)]
    urgent: bool,
    /// Pages to copy.
    pages: Option<u16>,
) -> String {
    let books = [Some(isbn), other, Some(third), shelf.map(|shelf| shelf.0)];
    let books: Vec<_> = books.into_iter().flatten().map(|isbn| isbn.0).collect();
    let kind = a2t::Enum::name(&kind);
    format!("{books:?} {address} {} {copies} {fee} {kind} {note} {urgent} {pages:?}", days.0)
}

fn service() -> Service<()> {
    Service::new(a2t::toolset![lend], ()).server_info("tests", "1.2.3").version_names()
}

/// Format, default and examples of each input of a listed tool.
async fn listed(service: &Service<()>, name: &str) -> Value {
    let (_, reply) = send(service, legacy("tools/list", json!({}))).await;
    let tools = reply["result"]["tools"].as_array().unwrap();
    let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
    let properties = tool["inputSchema"]["properties"].as_object().unwrap();
    let keywords = properties.iter().map(|(name, property)| {
        let keywords = ["format", "default", "examples"].map(|keyword| property[keyword].clone());
        (name.clone(), Value::from(keywords.to_vec()))
    });
    Value::Object(keywords.collect())
}

#[tokio::test]
async fn formats_defaults_and_examples_are_listed() {
    assert_eq!(
        listed(&service(), "lend").await,
        json!({
            "isbn": ["isbn", null, ["978-3"]],
            "other": ["isbn", null, ["978-3"]],
            "third": ["isbn", "978-7", ["978-3"]],
            "shelf": ["isbn", null, ["978-3"]],
            "address": ["ipv4", "10.0.0.1", ["127.0.0.1"]],
            "days": [null, 28, null],
            "copies": [null, 1, null],
            "fee": [null, -3, null],
            "kind": [null, "TAKE_HOME", null],
            "note": [null, NOTE, null],
            "urgent": [null, true, null],
            "pages": [null, null, null],
        })
    );
}

#[tokio::test]
async fn a_call_with_the_listed_defaults_does_what_one_without_them_does() {
    let mut arguments = json!({"isbn": "978-3"});
    let without = call(&service(), "lend", arguments.clone()).await;
    for (name, keywords) in listed(&service(), "lend").await.as_object().unwrap() {
        if !keywords[1].is_null() {
            arguments[name] = keywords[1].clone();
        }
    }
    assert_eq!(arguments.as_object().unwrap().len(), 9);
    let with = call(&service(), "lend", arguments).await;
    assert_eq!(with["structuredContent"], without["structuredContent"], "{with}");
    let expected = "[3, 7] 10.0.0.1 28 1 -3 TAKE_HOME no \"note\" true None";
    assert_eq!(with["structuredContent"]["result"], expected);
}

/// The tool with a version 1, whose inputs were narrower and partly had other names.
fn service_with_older() -> Service<()> {
    let input = |id: &str, name: &str, more: Value| {
        let mut input = json!({"id": id, "name": name, "description": "", "type": "string"});
        let all = input.as_object_mut().unwrap();
        all.extend(more.as_object().unwrap().clone());
        input
    };
    let text = json!({
        "toolId": lend::SIGNATURE.tool_id.to_string(), "name": "lend", "version": 1, "currentVersion": 1,
        "description": "Lends a book.",
        "input_parameters": [
            input("isbn", "Book", json!({"max-length": 9})),
            input("other", "other", json!({"max-length": 4, "required": false})),
            input("third", "third", json!({})),
            input("days", "days", json!({"type": "int", "min": 1, "max": 9, "required": false})),
            input("copies", "all copies", json!({"type": "int", "max": 9, "required": false})),
            input("kind", "kind", json!({"type": "enum", "required": false,
                "allowed-values": [{"name": "INSIDE", "description": ""}]})),
        ],
        "output_parameters": [{"id": "result", "name": "result", "description": ""}],
    });
    let [written] = <lend as __private::RunsWith<(), _, _>>::ENTRIES else { panic!("one tool") };
    let first = a2t_core::signature::parse(text.to_string().as_bytes()).unwrap();
    assert!(first.unknown.is_empty(), "{}", first.unknown);
    let older = Older { version: 1, text: a2t_core::published::text(&first.signature).leak() };
    let mut entry = Entry::new(written.signature, written.call).older(vec![older].leak());
    entry.values = written.values;
    Service::new(Toolset::from_entries([&*Box::leak(Box::new(entry))]), ()).version_names()
}

#[tokio::test]
async fn an_older_version_lists_the_values_that_it_takes_by_its_names() {
    assert_eq!(
        listed(&service_with_older(), "lend_v1").await,
        json!({
            "Book": ["isbn", null, ["978-3"]],
            "other": ["isbn", null, null],
            "third": ["isbn", null, ["978-3"]],
            "days": [null, null, null],
            "all_copies": [null, 1, null],
            "kind": [null, null, null],
        })
    );
}
