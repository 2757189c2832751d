//! Declared errors over MCP: a server built with a2t, its snapshot and the client that is generated from it.

use a2t::client::ProblemKind;
use a2t::mcp::client::{Client, Policy, Server, Snapshot, Source};
use axum::Router;
use serde_json::json;

include!("../codegen/golden/mcp_lending.rs");

use mcp_lending::error::{self, LendBook, ReturnBook};

#[derive(a2t::Record)]
struct Fee {
    /// The amount.
    cents: u32,
    /// The reason.
    reason: Reason,
}

#[derive(a2t::Enum)]
enum Reason {
    /// A book came back late.
    Late,
    /// A book was lost.
    Lost,
}

/// The errors in another order than when they were approved, with an added one.
#[derive(a2t::Error)]
enum Lending {
    /// The library is closed.
    #[a2t(status = 423)]
    Closed,
    /// The library does not have this book.
    #[a2t(status = 404, type = "https://library.example/problems/unknown-book")]
    UnknownBook,
    /// Somebody else has the book.
    #[a2t(status = 409)]
    AlreadyLent {
        /// The day when it is due back, as 2026-12-01.
        until: String,
        /// Number of readers who wait for it.
        waiting: u32,
    },
    /// The reader owes fees.
    #[a2t(status = 402, type = "https://library.example/problems/fees-owed")]
    FeesOwed {
        /// What is owed.
        fees: Vec<Fee>,
    },
    #[a2t(transparent)]
    Other(a2t::ToolError),
}

#[derive(a2t::Output)]
struct Loan {
    /// The day when it is due back.
    due: String,
}

/// Lends a book.
#[a2t::tool(version = 1, id = "7c1e0000-0000-4000-8000-000000000001")]
fn lend_book(
    /// Number of the book.
    #[a2t(min = 1)]
    book: u32,
) -> Result<Loan, Lending> {
    let fee = |cents, reason| Fee { cents, reason };
    Err(match book {
        1 => Lending::UnknownBook,
        2 => Lending::AlreadyLent { until: "2026-12-01".to_owned(), waiting: 2 },
        3 => Lending::FeesOwed { fees: vec![fee(250, Reason::Late), fee(900, Reason::Lost)] },
        4 => Lending::Closed,
        5 => Lending::Other(a2t::ToolError::not_found("the shelf is gone")),
        6 => Lending::Other(a2t::ToolError::internal("s3cret")),
        _ => return Ok(Loan { due: "2026-12-24".to_owned() }),
    })
}

/// Tells when the library is open.
///
/// # Returns
/// The hours.
#[a2t::tool(version = 1, errors(Closed, AlreadyLent))]
fn opening_hours(
    /// The day.
    day: u8,
) -> Result<&'static str, Lending> {
    match day {
        0 => Err(Lending::Closed),
        7 => Err(Lending::UnknownBook),
        8 => Err(Lending::Other(a2t::ToolError::not_found("no such day"))),
        _ => Ok("9 to 5"),
    }
}

/// Tells where the library is.
///
/// # Returns
/// The address.
#[a2t::tool(version = 1, errors())]
fn address(
    /// The day.
    day: u8,
) -> Result<&'static str, Lending> {
    match day {
        0 => Err(Lending::Closed),
        8 => Err(Lending::Other(a2t::ToolError::not_found("no such day"))),
        _ => Ok("1 Main Street"),
    }
}

#[test]
fn a_tool_lists_a_part_of_the_errors_that_tools_share() {
    let names = |errors: &[a2t_core::ProblemType]| {
        errors.iter().map(|error| (error.name.to_string(), error.members.len())).collect::<Vec<_>>()
    };
    let part = &<opening_hours as a2t::Tool>::SIGNATURE.errors;
    assert_eq!(names(part), [("CLOSED".to_owned(), 0), ("ALREADY_LENT".to_owned(), 2)]);
    assert_eq!(<lend_book as a2t::Tool>::SIGNATURE.errors.len(), 4);
    assert!(<address as a2t::Tool>::SIGNATURE.errors.is_empty());
}

#[tokio::test]
async fn an_error_that_a_tool_leaves_out_reaches_its_caller_and_its_vendor() {
    let client = a2t::testing::TestClient::new(a2t::toolset![opening_hours]);
    for (day, status, is_fault) in [(0, 423, false), (7, 404, true), (8, 404, false)] {
        let arguments = json!({"day": day});
        let error = client.call("opening_hours", arguments).await.unwrap_err();
        assert_eq!((error.status(), error.fault().is_some()), (status, is_fault), "{error}");
        let words = "it answers with the error `UNKNOWN_BOOK`, which its `errors(…)` leave out";
        assert_eq!(error.to_string().contains(words), is_fault, "{error}");
    }
}

#[tokio::test]
async fn an_error_of_a_tool_that_lists_none_is_a_fault() {
    let client = a2t::testing::TestClient::new(a2t::toolset![address]);
    for (day, status, is_fault) in [(0, 500, true), (8, 404, false)] {
        let error = client.call("address", json!({"day": day})).await.unwrap_err();
        assert_eq!((error.status(), error.fault().is_some()), (status, is_fault), "{error}");
        let words = "it returned the error `CLOSED`, and its `errors()` lists none";
        assert_eq!(error.to_string().contains(words), is_fault, "{error}");
    }
}

async fn served() -> String {
    let service = a2t::mcp::Service::new(a2t::toolset![lend_book], ());
    let router = Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/mcp")
}

#[tokio::test]
async fn a_generated_client_reads_the_errors_that_its_snapshot_lists() {
    let client = Client::http_builder(served().await).on_drift(Policy::Ignore).build().unwrap();
    let library = mcp_lending::Client::with(client);
    let typed = async |book: u32| {
        let error = library.lend_book(book).await.unwrap_err();
        (error.typed::<LendBook>(), error.problem().cloned().unwrap())
    };
    assert_eq!(library.lend_book(9_u32).await.unwrap().due, "2026-12-24");
    assert_eq!(typed(1).await.0, Some(LendBook::UnknownBook));
    let lent = LendBook::AlreadyLent { until: "2026-12-01".to_owned(), waiting: 2 };
    assert_eq!(typed(2).await.0, Some(lent.clone()));
    let Some(LendBook::FeesOwed { fees, pay_at }) = typed(3).await.0 else { panic!() };
    assert_eq!((fees.len(), fees[1].cents, pay_at), (2, 900, None));
    assert_eq!(fees[0].reason, error::lend_book::FeesOwedFeesReason::Late);
    let (unknown, problem) = typed(4).await;
    assert_eq!((unknown, problem.status), (Some(LendBook::Unknown(problem)), 423));
    let (none, problem) = typed(5).await;
    assert_eq!((none, problem.known()), (None, Some(ProblemKind::ToolNotFound)));
    let (none, problem) = typed(6).await;
    assert_eq!((none, problem.status, problem.to_string().contains("s3cret")), (None, 500, false));
    // This tool does not list an error of another tool.
    let error = library.lend_book(2_u32).await.unwrap_err();
    assert!(matches!(error.typed(), Some(ReturnBook::Unknown(_))), "{error}");
    let refused = library.lend_book(0_u32).await.unwrap_err();
    assert!(refused.typed::<LendBook>().is_none() && refused.problem().is_none(), "{refused}");
}

#[tokio::test]
async fn a_fake_fails_with_an_error_of_the_tool() {
    let library = mcp_lending::Fake::new();
    let lent = LendBook::AlreadyLent { until: "2026-12-01".to_owned(), waiting: 2 };
    library.fails(lent.clone());
    let error = library.lend_book(7_u32).await.unwrap_err();
    assert_eq!(error.typed(), Some(lent));
    assert_eq!(
        error.to_string(),
        "`lend_book`: fake: the tool failed: Somebody else has the book."
    );
    library.fail_on(library.lend_book(8_u32).send(), LendBook::UnknownBook);
    assert_eq!(library.lend_book(8_u32).await.unwrap_err().typed(), Some(LendBook::UnknownBook));
}

#[tokio::test]
async fn a_snapshot_locks_the_errors_and_one_of_an_earlier_release_does_not_drift() {
    let url = served().await;
    let client = Client::http(&url).unwrap();
    let mut listed = client.list_tools().await.unwrap();
    let snapshot = Snapshot::new(Source::Http { url }, listed.clone())
        .of_server(Server::new("a", "1"), "2026-07-28");
    assert_eq!(Snapshot::parse(snapshot.to_text().as_bytes()).unwrap(), snapshot);
    assert!(client.verify(&listed).await.unwrap().is_none());
    let tool = listed.first_mut().unwrap();
    let errors = std::mem::take(&mut tool.errors);
    assert!(client.verify(&listed).await.unwrap().is_none());
    let tool = listed.first_mut().unwrap();
    tool.errors = errors;
    tool.errors[1].status = 410;
    let drift = client.verify(&listed).await.unwrap();
    assert!(
        drift.to_string().contains("errors[1].status: schema-error-changed: 410, now 404"),
        "{drift}"
    );
    assert!(!drift.is_safe());
}
