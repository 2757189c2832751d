//! Errors that an enum declares: their statuses, types, names, words and members on the wire.

use std::fmt;
use std::net::IpAddr;

use a2t::testing::TestClient;
use a2t::{IntoToolError, OpenApi, Tool, ToolError};
use a2t_core::wire::openapi::Terms;
use a2t_core::wire::problem::Problem;
use serde_json::{Value, json};

/// Shelf of a book.
#[derive(a2t::Record)]
struct Shelf {
    /// The room.
    room: &'static str,
    /// The floor, if there are several.
    floor: Option<u8>,
}

#[derive(a2t::Error)]
enum LoanError {
    /// Somebody else has the book.
    #[a2t(status = 409, detail = "`{title}` is lent until {until}, and {{many}} wait")]
    AlreadyLent {
        /// The day.
        until: &'static str,
        /// The title.
        #[a2t(name = "book title")]
        title: String,
        /// The machine that lent it.
        #[a2t(text)]
        terminal: Option<IpAddr>,
        /// Readers who wait.
        r#waiting: Option<u32>,
    },
    /// The book is "here": fetch it.
    #[a2t(status = 422, name = "FETCH_IT", type = "https://library.example/problems/fetch")]
    Here {
        /// Its shelves.
        shelves: Vec<Shelf>,
    },
    /// The book is gone.
    #[a2t(status = 410)]
    HTTPGone,
    /// The book weighs nothing.
    #[a2t(status = 451)]
    Weightless {
        /// The weight.
        weight: f64,
    },
    #[a2t(transparent)]
    Other(ToolError),
    #[a2t(internal)]
    Database(fmt::Error),
}

fn broken() -> Result<i32, fmt::Error> {
    Err(fmt::Error)
}

/// Lends a book.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
fn lend_book(
    /// The way to fail.
    way: u8,
) -> Result<i32, LoanError> {
    let title = "Rust \u{202e}".to_owned();
    let terminal = Some(IpAddr::from([10, 0, 0, 7]));
    match way {
        0 => Err(LoanError::AlreadyLent { until: "2026-12-01", title, terminal, waiting: None }),
        1 => {
            let shelves =
                vec![Shelf { room: "a", floor: None }, Shelf { room: "b", floor: Some(2) }];
            Err(LoanError::Here { shelves })
        }
        2 => Err(LoanError::HTTPGone),
        3 => Err(LoanError::Weightless { weight: f64::NAN }),
        4 => Err(ToolError::not_found("no such book"))?,
        5 => Ok(broken()?),
        6 => Err(ToolError::invalid("way", "is the wrong one"))?,
        _ => Ok(7),
    }
}

/// Returns a book; its own error type is that of the library.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
fn return_book() -> Result<i32, ToolError> {
    Err(LoanError::HTTPGone)?
}

#[test]
fn the_signature_lists_the_errors_of_the_type_that_is_returned() {
    let listed = serde_json::to_value(lend_book::SIGNATURE).unwrap();
    let id = lend_book::SIGNATURE.tool_id;
    let kind = |name: &str| format!("urn:uuid:{id}#{name}");
    let shelves = json!({"type": "array", "items": {"type": "object", "properties": {
        "floor": {"type": "integer", "description": "The floor, if there are several."},
        "room": {"type": "string", "description": "The room."},
    }, "required": ["room"]}, "description": "Its shelves."});
    let errors = json!([
        {"name": "ALREADY_LENT", "type": kind("ALREADY_LENT"), "status": 409,
         "description": "Somebody else has the book.",
         "schema": {"type": "object", "properties": {
             "book title": {"type": "string", "description": "The title."},
             "terminal": {"type": "string", "description": "The machine that lent it."},
             "until": {"type": "string", "description": "The day."},
             "waiting": {"type": "integer", "description": "Readers who wait."},
         }, "required": ["book title", "until"]}},
        {"name": "FETCH_IT", "type": "https://library.example/problems/fetch", "status": 422,
         "description": "The book is \"here\": fetch it.",
         "schema": {"type": "object", "properties": {"shelves": shelves}, "required": ["shelves"]}},
        {"name": "HTTP_GONE", "type": kind("HTTP_GONE"), "status": 410, "description": "The book is gone."},
        {"name": "WEIGHTLESS", "type": kind("WEIGHTLESS"), "status": 451,
         "description": "The book weighs nothing.",
         "schema": {"type": "object", "properties": {
             "weight": {"type": "number", "description": "The weight."}}, "required": ["weight"]}},
    ]);
    assert_eq!(listed["errors"], errors);
    assert!(lend_book::SIGNATURE.check().is_empty());
    assert!(return_book::SIGNATURE.errors.is_empty());
    let canonical = lend_book::SIGNATURE.canonical();
    assert_eq!(canonical, serde_json::to_vec(lend_book::SIGNATURE).unwrap());
    let parsed = a2t_core::signature::parse(&canonical).unwrap();
    assert!(parsed.unknown.is_empty());
    assert_eq!(&parsed.signature, lend_book::SIGNATURE);
    let file = a2t_core::published::text(lend_book::SIGNATURE);
    let kept = a2t_core::published::read_version(file.as_bytes()).unwrap();
    assert_eq!(&kept, lend_book::SIGNATURE);
}

/// Closes the library.
///
/// # Returns
/// The hour.
#[a2t::tool(version = 1)]
fn close() -> Result<i32, Shown> {
    Ok(7)
}

#[test]
fn openapi_has_the_errors_of_a_tool_and_its_scopes() {
    let terms = Terms::default().scopes(["close"]);
    let document = OpenApi::with_terms([(close::SIGNATURE, terms)]).to_value();
    let path = format!("/tools/{}:invoke", close::SIGNATURE.tool_id);
    let words = &document["paths"][&path]["post"]["responses"]["403"]["description"];
    let words = words.as_str().unwrap();
    for part in ["`BY_DISPLAY`: Unused words.", "`tool-forbidden`: ", "`insufficient-scope`: "] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn openapi_has_the_errors_as_responses() {
    let document = OpenApi::new([lend_book::SIGNATURE]).to_value();
    let path = format!("/tools/{}:invoke", lend_book::SIGNATURE.tool_id);
    let responses = &document["paths"][&path]["post"]["responses"];
    let lent = &responses["409"];
    let words = lent["description"].as_str().unwrap();
    assert!(
        words.starts_with("`ALREADY_LENT`: Somebody else has the book. `tool-conflict`"),
        "{words}"
    );
    let any = &lent["content"]["application/problem+json"]["schema"]["anyOf"];
    let own = &any[0]["allOf"][1];
    assert_eq!(own["required"], json!(["book title", "until", "type"]));
    assert_eq!(own["properties"]["until"]["description"], "The day.");
    assert!(own["properties"]["type"]["const"].as_str().unwrap().ends_with("#ALREADY_LENT"));
    assert_eq!(any[1], json!({"$ref": "#/components/schemas/Problem"}));
    assert_eq!(responses["410"]["description"], "`HTTP_GONE`: The book is gone.");
}

async fn problem(tool: &str, way: Value) -> (Problem, String) {
    let client = TestClient::new(a2t::toolset![lend_book, return_book]);
    let response = client.post(&format!("/tools/{tool}:invoke"), way.to_string()).await;
    let fault = response.fault.map(|fault| fault.to_string()).unwrap_or_default();
    (Problem::parse(response.status.as_u16(), &response.body), fault)
}

async fn refused(way: u8) -> (Problem, String) {
    let body = json!({"input_parameters": [{"name": "way", "value": way}]});
    problem(&lend_book::SIGNATURE.tool_id.to_string(), body).await
}

#[tokio::test]
async fn an_error_is_a_problem_with_its_members() {
    let of_tool = |name: &str| format!("urn:uuid:{}#{name}", lend_book::SIGNATURE.tool_id);
    let lent =
        json!({"until": "2026-12-01", "book title": "Rust \u{202e}", "terminal": "10.0.0.7"});
    let words = "`Rust \u{202e}` is lent until 2026-12-01, and {many} wait";
    let fetch = "https://library.example/problems/fetch".to_owned();
    let shelves = json!({"shelves": [{"room": "a"}, {"room": "b", "floor": 2}]});
    for (way, status, kind, title, detail, members) in [
        (0, 409, of_tool("ALREADY_LENT"), "ALREADY_LENT", words, lent),
        (1, 422, fetch, "FETCH_IT", "The book is \"here\": fetch it.", shelves),
        (2, 410, of_tool("HTTP_GONE"), "HTTP_GONE", "The book is gone.", json!({})),
    ] {
        let (problem, fault) = refused(way).await;
        assert_eq!((problem.status, &*problem.type_uri()), (status, &*kind));
        assert_eq!((&*problem.title, &*problem.detail), (title, detail));
        assert_eq!(problem.members::<Value>(), Some(members));
        assert!(problem.is_typed() && fault.is_empty(), "{fault}");
    }
}

#[tokio::test]
async fn errors_inside_say_what_callers_are_reported() {
    let (problem, _) = refused(4).await;
    assert_eq!((problem.status, &*problem.kind), (404, "tool-not-found"));
    assert_eq!(problem.detail, "no such book");
    let (problem, fault) = refused(5).await;
    assert_eq!((problem.status, &*problem.kind), (500, "internal"));
    assert!(fault.contains("an error occurred when formatting"), "{fault}");
    let (problem, _) = refused(6).await;
    assert_eq!(problem.violations.as_slice()[0].pointer, "/input_parameters/0/value");
}

#[tokio::test]
async fn a_member_that_json_does_not_have_is_a_fault() {
    let (problem, fault) = refused(3).await;
    assert_eq!((problem.status, &*problem.kind), (500, "internal"));
    assert!(fault.contains("a member of the error `WEIGHTLESS`: NaN"), "{fault}");
}

#[tokio::test]
async fn a_type_is_that_of_the_tool_that_answers() {
    let id = return_book::SIGNATURE.tool_id.to_string();
    let (problem, _) = problem(&id, json!({"input_parameters": []})).await;
    assert_eq!((problem.status, &*problem.type_uri()), (410, &*format!("urn:uuid:{id}#HTTP_GONE")));
}

/// The text of `Display`, where a variant has none.
#[derive(a2t::Error)]
#[a2t(display)]
enum Shown {
    /// Unused words.
    #[a2t(status = 403)]
    ByDisplay {
        /// The reader.
        reader: String,
    },
    /// Unused words.
    #[a2t(status = 402, detail = "pay {owed} cents")]
    ByDetail {
        /// The sum.
        owed: u16,
    },
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByDisplay { reader } => write!(f, "{reader} may not"),
            Self::ByDetail { .. } => f.write_str("unused"),
        }
    }
}

#[test]
fn words_are_those_of_the_variant_then_of_display() {
    let error = Shown::ByDisplay { reader: "Ada".to_owned() }.into_tool_error();
    assert_eq!((error.status(), error.message()), (403, "Ada may not"));
    let error = Shown::ByDetail { owed: 7 }.into_tool_error();
    assert_eq!((error.status(), error.message()), (402, "pay 7 cents"));
}
