//! The library as its readers meet it: through its website, below `/api/v1`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../../../tests/values/mod.rs"]
mod values;

use a2t::testing::{TestClient, contract};
use jiff::civil::date;
use library::{Library, website};
use serde_json::{Value, json};
use values::valid_values;

const EMMA: &str = "978-0-14-143958-7";

/// A library with one copy of one book, on the 25th of November 2026.
async fn library() -> Library {
    let library = Library::in_memory().await.unwrap().with_today(|| date(2026, 11, 25));
    for reader in ["alice", "bob"] {
        library.add_reader(reader, &format!("token-of-{reader}"), "loans").await.unwrap();
    }
    library.add_reader("carol", "token-of-carol", "loans catalog:write").await.unwrap();
    let emma = json!({"isbn": EMMA, "title": "Emma", "author": "Jane Austen",
                      "published": "1815-12-23", "price": 1_250});
    reader(&library, "carol").call("add_book", emma).await.unwrap();
    library
}

fn anonymous(library: &Library) -> TestClient {
    TestClient::from_router(website(library.clone())).at("/api/v1")
}

fn reader(library: &Library, name: &str) -> TestClient {
    anonymous(library).bearer(&format!("token-of-{name}"))
}

#[tokio::test]
async fn anonymous_callers_see_only_the_catalog() {
    let library = library().await;
    let client = anonymous(&library);
    let found = client.call("find_books", json!({"words": "austen"})).await.unwrap();
    assert_eq!(found["matches"], 1);
    let emma = json!({"isbn": "9780141439587", "title": "Emma", "author": "Jane Austen",
                      "published": "1815-12-23", "available": 1, "reserved": 0});
    assert_eq!(found["books"], json!([emma]));
    let looked_up = client.call("look_up_book", json!({"isbn": EMMA})).await.unwrap();
    assert_eq!(Value::Object(looked_up), emma);
    assert_eq!(client.call("list_loans", json!({})).await.unwrap_err().status(), 404);
    let hours = client.get("/opening-hours").await;
    assert_eq!(hours.text(), "Monday to Saturday, 9 to 18\n");
}

#[tokio::test]
async fn what_is_wrong_with_a_call_is_reported_at_once() {
    let library = library().await;
    let call = json!({"isbn": "978-0-14-143958-8", "title": "Emma", "author": "Jane Austen",
                      "published": "1815-12-32", "price": -1});
    let error = reader(&library, "carol").call("add_book", call).await.unwrap_err();
    let messages: Vec<_> = error.violations().iter().map(|violation| violation.message()).collect();
    assert_eq!(messages.len(), 3, "{error}");
    assert_eq!(
        messages[1],
        "`isbn`: expected an ISBN of 13 digits, such as `978-0-14-143958-7`, got `978-0-14-143958-8`: \
         its last digit does not follow from the others"
    );
    let call = json!({"from": "2026-11-25", "to": "2026-11-24"});
    let error = reader(&library, "alice").call("list_past_loans", call).await.unwrap_err();
    let [violation] = error.violations().as_slice() else { panic!("{error}") };
    assert_eq!(violation.message(), "`from`: is after 2026-11-24");
    assert_eq!(violation.pointer, "/input_parameters/0/value");
}

#[tokio::test]
async fn a_book_goes_from_reader_to_reader() {
    let library = library().await;
    let (alice, bob) = (reader(&library, "alice"), reader(&library, "bob"));
    let book = json!({"isbn": EMMA});

    let loan = alice.call("borrow_book", book.clone()).await.unwrap();
    assert_eq!((&loan["title"], &loan["due"]), (&json!("Emma"), &json!("2026-12-16")));
    let lent = bob.call("borrow_book", book.clone()).await.unwrap_err();
    assert_eq!(lent.status(), 409);
    assert_eq!(lent.kind(), "https://library.example/problems/all-lent");
    assert_eq!(lent.detail(), "all copies are lent until 2026-12-16");

    let waiting = bob.call("reserve_book", book.clone()).await.unwrap();
    assert_eq!(waiting["result"][0]["ahead"], 0);
    let loan = json!({"loan": loan["loan"]});
    let renewed = alice.call("renew_loan", loan.clone()).await.unwrap_err();
    assert_eq!(renewed.kind(), "https://library.example/problems/reserved");
    // A loan is its reader's alone.
    assert_eq!(bob.call("return_book", loan.clone()).await.unwrap_err().status(), 404);
    alice.call("return_book", loan).await.unwrap();

    let reserved = alice.call("borrow_book", book.clone()).await.unwrap_err();
    assert_eq!(reserved.kind(), "https://library.example/problems/reserved");
    bob.call("borrow_book", book).await.unwrap();
    let waiting = bob.call("list_reservations", json!({})).await.unwrap();
    assert_eq!(waiting["result"], json!([]));
    let past = alice.call("list_past_loans", json!({"from": "2026-01-01"})).await.unwrap();
    assert_eq!(past["result"][0]["returned"], "2026-11-25");
}

#[tokio::test]
async fn a_book_that_comes_late_costs_a_fee() {
    let library = library().await;
    let alice = reader(&library, "alice");
    let loan = alice.call("borrow_book", json!({"isbn": EMMA})).await.unwrap();
    let loan = json!({"loan": loan["loan"]});

    let later = library.with_today(|| date(2026, 12, 18));
    let alice = reader(&later, "alice");
    assert_eq!(alice.call("read_account", json!({})).await.unwrap()["overdue"], 1);
    assert_eq!(alice.call("renew_loan", loan.clone()).await.unwrap_err().status(), 409);
    let returned = alice.call("return_book", loan).await.unwrap();
    assert_eq!(Value::Object(returned), json!({"days_late": 2, "fee": 50}));

    let refused = alice.call("borrow_book", json!({"isbn": EMMA})).await.unwrap_err();
    assert_eq!(refused.kind(), "https://library.example/problems/fees-owed");
    assert_eq!(alice.call("pay_fees", json!({"amount": 51})).await.unwrap_err().status(), 409);
    let paid = alice.call("pay_fees", json!({"amount": 50})).await.unwrap();
    assert_eq!(paid["result"], 0);
    alice.call("borrow_book", json!({"isbn": EMMA})).await.unwrap();
}

#[tokio::test]
async fn a_loan_is_renewed_twice() {
    let library = library().await;
    let alice = reader(&library, "alice");
    let loan = alice.call("borrow_book", json!({"isbn": EMMA})).await.unwrap();
    let loan = json!({"loan": loan["loan"]});
    for renewals in 1..=2 {
        let renewed = alice.call("renew_loan", loan.clone()).await.unwrap();
        assert_eq!(renewed["renewals"], renewals);
    }
    assert_eq!(alice.call("renew_loan", loan).await.unwrap_err().status(), 409);
}

#[tokio::test]
async fn a_reservation_is_cancelled_by_its_reader() {
    let library = library().await;
    let (alice, bob) = (reader(&library, "alice"), reader(&library, "bob"));
    let on_shelf = bob.call("reserve_book", json!({"isbn": EMMA})).await.unwrap_err();
    assert_eq!(on_shelf.status(), 409);
    alice.call("borrow_book", json!({"isbn": EMMA})).await.unwrap();
    let waiting = bob.call("reserve_book", json!({"isbn": EMMA})).await.unwrap();
    let reservation = json!({"reservation": waiting["result"][0]["reservation"]});
    let refused = alice.call("cancel_reservation", reservation.clone()).await.unwrap_err();
    assert_eq!(refused.status(), 404);
    let left = bob.call("cancel_reservation", reservation).await.unwrap();
    assert_eq!(left["result"], json!([]));
}

#[tokio::test]
async fn each_tool_does_what_its_signature_says() {
    let library = library().await;
    library.add_reader("contract", "token-of-contract", "").await.unwrap();
    let kept = contract(library::tools(), library).await.unwrap();
    assert_eq!(kept.tools, 13);
}

#[tokio::test]
async fn defaults_and_examples_in_the_document_are_valid_by_their_schemas() {
    let document = library::tools().openapi().to_value();
    let found = valid_values(&document["components"]["schemas"]);
    for value in [json!(20), json!(1), json!(EMMA), json!("1815-12-23"), json!("2026-12-31")] {
        assert!(found.contains(&value), "{value} among {found:?}");
    }
}
