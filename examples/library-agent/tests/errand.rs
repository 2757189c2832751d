//! The agent against the library, over HTTP on a free port.
#![allow(clippy::unwrap_used, clippy::panic)]

use a2t::client::Client;
use a2t::testing::TestClient;
use jiff::civil::date;
use library::{Library, website};
use library_agent::library as approved;
use library_agent::library::error::{BorrowBook, RenewLoan};
use library_agent::library::output::list_loans::ListLoans;
use library_agent::{Errand, get_book, renew_loans};
use serde_json::json;

const EMMA: &str = "978-0-14-143958-7";

/// A library with one copy of one book, on the 25th of November 2026.
async fn library() -> Library {
    let library = Library::in_memory().await.unwrap().with_today(|| date(2026, 11, 25));
    for (reader, scopes) in [("alice", "loans"), ("bob", "loans"), ("carol", "loans catalog:write")]
    {
        library.add_reader(reader, &format!("token-of-{reader}"), scopes).await.unwrap();
    }
    let carol =
        TestClient::from_router(website(library.clone())).at("/api/v1").bearer("token-of-carol");
    let emma = json!({"isbn": EMMA, "title": "Emma", "author": "Jane Austen",
                      "published": "1815-12-23", "price": 1_250});
    carol.call("add_book", emma).await.unwrap();
    library
}

/// What comes of talking to the library at its URL.
async fn with_library<T>(library: &Library, talk: impl AsyncFnOnce(String) -> T) -> T {
    let server = a2t::Server::from_router(website(library.clone()));
    let server = server.bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/api/v1", server.local_addr());
    tokio::select! {
        served = server.serve() => panic!("the library stopped: {served:?}"),
        answer = talk(url) => answer,
    }
}

fn reader(url: &str, name: &str) -> approved::Client {
    let client = Client::builder(url).bearer_token(format!("token-of-{name}"));
    approved::Client::with(client.build().unwrap())
}

#[tokio::test]
async fn a_book_that_is_lent_is_reserved_and_its_loan_not_renewed() {
    with_library(&library().await, async |url| {
        let (alice, bob) = (reader(&url, "alice"), reader(&url, "bob"));
        let borrowed = Errand::Borrowed { due: "2026-12-16".into() };
        assert_eq!(get_book(&alice, EMMA).await.unwrap(), borrowed);
        assert!(renew_loans(&alice, "2026-12-24").await.unwrap().is_empty());
        assert_eq!(get_book(&bob, EMMA).await.unwrap(), Errand::Reserved);
        assert!(renew_loans(&alice, "2026-12-15").await.unwrap().is_empty());
        assert_eq!(renew_loans(&alice, "2026-12-24").await.unwrap(), ["Emma"]);
    })
    .await;
}

#[tokio::test]
async fn fees_are_told() {
    let library = library().await;
    with_library(&library, async |url| get_book(&reader(&url, "alice"), EMMA).await.unwrap()).await;
    let later = library.with_today(|| date(2026, 12, 18));
    with_library(&later, async |url| {
        let alice = reader(&url, "alice");
        alice.return_book(1).send().await.unwrap();
        assert_eq!(get_book(&alice, EMMA).await.unwrap(), Errand::FeesOwed { cents: 50 });
    })
    .await;
}

#[tokio::test]
async fn a_book_that_the_library_does_not_have_is_an_error() {
    with_library(&library().await, async |url| {
        let alice = reader(&url, "alice");
        let error = get_book(&alice, "978-0-14-143951-8").await.unwrap_err();
        assert_eq!((error.status(), error.typed()), (Some(404), Some(BorrowBook::UnknownBook)));
        let error = get_book(&alice, "Emma").await.unwrap_err().to_string();
        assert!(error.contains("expected an ISBN of 13 digits"), "{error}");
    })
    .await;
}

#[test]
fn the_approved_tools_are_those_that_the_library_offers_to_readers() {
    let approved = include_bytes!("../approved/library.json");
    let approved = a2t_codegen::snapshot::read(approved).unwrap();
    let tools = library::tools();
    let offered: Vec<_> =
        tools.signatures().filter(|tool| tool.name != "add_book").cloned().collect();
    assert_eq!(approved.tools, offered);
}

/// A fake library in which alice has this loan alone.
fn lending(due: &str) -> approved::Fake {
    let library = approved::Fake::new();
    let loan = ListLoans {
        due: due.into(),
        isbn: EMMA.into(),
        loan: 1,
        renewals: 0,
        returned: None,
        since: "2026-12-03".into(),
        title: "Emma".into(),
    };
    library.reply(approved::reply::ListLoans { result: vec![loan].into() });
    library
}

#[tokio::test]
async fn loans_that_are_due_later_are_not_renewed() {
    assert!(renew_loans(&lending("2026-12-24"), "2026-12-23").await.unwrap().is_empty());
}

#[tokio::test]
async fn a_loan_that_may_not_be_renewed_is_reported_by_its_title() {
    for refusal in [RenewLoan::Reserved, RenewLoan::Overdue, RenewLoan::RenewedTwice] {
        let library = lending("2026-12-24");
        library.fails(refusal);
        assert_eq!(renew_loans(&library, "2026-12-24").await.unwrap(), ["Emma"]);
    }
    // Any other refusal ends the errand.
    let library = lending("2026-12-24");
    library.fails(RenewLoan::UnknownLoan);
    let error = renew_loans(&library, "2026-12-24").await.unwrap_err();
    assert_eq!(error.typed(), Some(RenewLoan::UnknownLoan));
}

#[tokio::test]
async fn a_book_whose_copies_are_lent_is_reserved() {
    let library = approved::Fake::new();
    library.fails(BorrowBook::AllLent { until: "2026-12-16".into() });
    assert_eq!(get_book(&library, EMMA).await.unwrap(), Errand::Reserved);
    library.assert_sent(library.reserve_book(EMMA).send());
}
