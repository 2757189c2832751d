//! Errors that signatures list, which a mock server answers with by their names.

use a2t::testing::{Mock, MockServer};
use serde_json::{Value, json};

use super::scripted::summary;
use super::{client, lending};

const LENDING: &str = include_str!("../codegen/catalogs/lending.json");

#[tokio::test]
async fn a_listed_error_is_answered_by_its_name_and_read_as_it_is_typed() {
    use lending::error::LendBook;

    let vendor = MockServer::start(LENDING).await.unwrap();
    let library = lending::Client::with(client(&vendor));
    let lent = LendBook::AlreadyLent { until: "2026-12-01".into(), waiting: 2 };
    let members = json!({"until": "2026-12-01", "waiting": 2});
    vendor.fails("lend_book", "ALREADY_LENT", members.clone()).unwrap();
    let by_name = library.lend_book(7).send().await.unwrap_err();
    assert_eq!((by_name.status(), by_name.typed()), (Some(409), Some(lent.clone())));

    vendor.fails_on("lend_book", json!({"book": 8}), "UNKNOWN_BOOK", json!({})).unwrap();
    let unknown = library.lend_book(8).send().await.unwrap_err();
    assert_eq!(unknown.typed(), Some(LendBook::UnknownBook));

    // By its type, it is the same error; so it is of a fake.
    vendor.fail_on("lend_book", json!({"book": 9}), lent.clone()).unwrap();
    let by_type = library.lend_book(9).send().await.unwrap_err();
    let fake = lending::Fake::new();
    fake.fails(lent);
    let faked = fake.lend_book(9).send().await.unwrap_err();
    assert_eq!(summary(&by_type), summary(&by_name));
    assert_eq!(summary(&by_type), summary(&faked));
}

#[tokio::test]
async fn a_listed_error_is_checked_when_it_is_written() {
    let mock = Mock::read(LENDING).unwrap();
    let fails = |error: &str, members: Value| {
        mock.fails("lend_book", error, members).unwrap_err().to_string()
    };
    assert_eq!(
        fails("ALREADY_LEND", json!({})),
        "`lend_book` lists no error `ALREADY_LEND`; did you mean `ALREADY_LENT`?"
    );
    assert_eq!(
        fails("ALREADY_RETURNED", json!({})),
        "`lend_book` lists no error `ALREADY_RETURNED`"
    );
    let message = fails("ALREADY_LENT", json!({"until": 7, "waiting": 2}));
    assert_eq!(message, "/until: expected a string, got 7 [A2T-34]");
    let message = fails("ALREADY_LENT", json!({"until": "2026-12-01"}));
    assert_eq!(message, "/waiting: expected an integer, got nothing [A2T-2]");
    let message = fails("UNKNOWN_BOOK", json!({"title": "Emma"}));
    assert!(message.starts_with("/title: expected a member of the record"), "{message}");
    assert!(fails("UNKNOWN_BOOK", json!(null)).starts_with("members of an error are an object"));
    let no_tool = mock.fails("lend_books", "ALREADY_LENT", json!({})).unwrap_err();
    assert!(no_tool.to_string().contains("did you mean `lend_book`?"), "{no_tool}");
}
