//! Names and derives that a user gives: they are applied, or reported as an error.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use a2t_codegen::Builder;

fn builder() -> Builder {
    let catalogs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/codegen/catalogs");
    Builder::new(catalogs.join("every_type.json"))
}

/// The mistakes that are reported, one per line.
fn mistakes(builder: &Builder) -> Vec<String> {
    let messages = builder.source().unwrap_err().to_string();
    let lines = messages.lines().skip(1);
    lines.map(|line| line.trim_start().to_owned()).collect()
}

#[test]
fn a_rename_of_nothing_suggests_what_was_meant() {
    let builder = builder()
        .rename("book_fligth", "book")
        .rename("book_flight.input.seats", "places")
        .rename("book_flight.inputs.side.enum.AISEL", "Gangway")
        .derive_for("something_else_altogether", "Eq");
    let expected = [
        "rename: nothing in the catalog is `book_fligth`; did you mean `book_flight`?",
        "rename: nothing in the catalog is `book_flight.input.seats`; did you mean `book_flight.inputs.seats`?",
        "rename: nothing in the catalog is `book_flight.inputs.side.enum.AISEL`; did you mean `book_flight.inputs.side.enum.AISLE`?",
        "derive_for: nothing in the catalog is `something_else_altogether`; a path is `TOOL`, `TOOL.inputs.ID`, \
         `TOOL.outputs.ID`, one of the latter with `.enum` or `.enum.VALUE`, or `TOOL.errors.NAME`",
    ];
    assert_eq!(mistakes(&builder), expected);
}

#[test]
fn a_name_that_two_would_have_names_both() {
    let tools = builder().rename("book_flight", "ping");
    assert_eq!(
        mistakes(&tools),
        ["`book_flight` and `ping` would both be called `ping`; give one of them another name"]
    );
    let inputs = builder().rename("book_flight.inputs.note", "bags");
    assert_eq!(
        mistakes(&inputs),
        [
            "`book_flight.inputs.note` and `book_flight.inputs.bags` would both be called `bags`; give one of them another name"
        ]
    );
    let enums = builder().rename("choose_side.inputs.side.enum", "FlightClass");
    let messages = mistakes(&enums);
    assert!(messages[0].contains("would both be called `FlightClass`"), "{messages:?}");
    let values = builder().rename("choose_side.inputs.side.enum.LEFT", "Right");
    let messages = mistakes(&values);
    assert!(messages[0].contains("would both be called `Right`"), "{messages:?}");
}

#[test]
fn names_may_be_swapped() {
    let builder = builder().rename("ping", "shrug").rename("shrug", "ping");
    let text = builder.source().unwrap();
    assert!(text.contains("pub fn shrug(&self) -> call::Shrug"));
}

#[test]
fn a_name_that_rust_or_the_client_has_is_refused() {
    let builder = builder()
        .rename("ping", "new")
        .rename("shrug", "match")
        .rename("cancel_flight", "CancelFlight")
        .rename("book_flight.outputs.flight_class.enum.FIRST", "Unknown")
        .rename("book_flight.inputs.side.enum", "seat");
    let mut messages = mistakes(&builder);
    messages.sort();
    let expected = [
        "`book_flight.inputs.side.enum` cannot be called `seat`: expected a name such as `LookupWeather`",
        "`book_flight.outputs.flight_class.enum.FIRST` cannot be called `Unknown`: Rust or the client itself has that name",
        "`cancel_flight` cannot be called `CancelFlight`: expected snake case such as `lookup_weather`",
        "`ping` cannot be called `new`: Rust or the client itself has that name",
        "`shrug` cannot be called `match`: Rust or the client itself has that name",
    ];
    assert_eq!(messages, expected);
}

#[test]
fn one_thing_is_not_given_two_names() {
    let twice = builder().rename("ping", "a").rename("ping", "b");
    assert_eq!(mistakes(&twice)[0], "`ping` is given two names; leave one of them");
    let shared = builder()
        .rename("book_flight.inputs.side.enum", "Seat")
        .rename("cancel_flight.inputs.side.enum", "Chair");
    assert_eq!(
        mistakes(&shared),
        [
            "`book_flight.inputs.side.enum` and `cancel_flight.inputs.side.enum` are one type and cannot be both \
          `Seat` and `Chair`; leave one of them"
        ]
    );
}

fn lending() -> Builder {
    let catalogs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/codegen/catalogs");
    Builder::new(catalogs.join("lending.json"))
}

#[test]
fn errors_and_their_members_have_the_names_that_a_user_gives() {
    let text = lending()
        .rename("lend_book", "lend")
        .rename("lend_book.errors.ALREADY_LENT", "Out")
        .rename("lend_book.errors.ALREADY_LENT.until", "due")
        .rename("lend_book.errors.FEES_OWED.fees.struct", "Fee")
        .rename("lend_book.errors.FEES_OWED.fees.reason.enum", "Reason")
        .rename("lend_book.errors.FEES_OWED.fees.reason.enum.LATE", "Overdue")
        .derive_for("lend_book.errors.FEES_OWED.fees.reason.enum", "PartialOrd, Ord")
        .source()
        .unwrap();
    for name in [
        "pub enum Lend {",
        "Out {",
        "due: _t::String = \"until\",",
        "fees: _t::Vec<lend::Fee> = \"fees\",",
        "pub struct Fee {",
        "#[derive(PartialOrd, Ord)]\n                pub enum Reason {",
        "Overdue = \"LATE\",",
    ] {
        assert!(text.contains(name), "{name} in {text}");
    }
}

#[test]
fn a_name_that_errors_cannot_have_is_refused() {
    let builder = lending()
        .rename("lend_book.errors.ALREADY_LENT", "Unknown")
        .rename("lend_book.errors.UNKNOWN_BOOK", "FeesOwed")
        .rename("lend_book.errors.ALREADY_LENT.until", "Due")
        .rename("lend_book.errors.FEE_OWED", "Fees");
    let mut messages = mistakes(&builder);
    messages.sort();
    let expected = [
        "`lend_book.errors.ALREADY_LENT.until` cannot be called `Due`: expected snake case such as `lookup_weather`",
        "`lend_book.errors.ALREADY_LENT` cannot be called `Unknown`: Rust or the client itself has that name",
        "`lend_book.errors.FEES_OWED` and `lend_book.errors.UNKNOWN_BOOK` would both be called `FeesOwed`; give one of them another name",
        "rename: nothing in the catalog is `lend_book.errors.FEE_OWED`; did you mean `lend_book.errors.FEES_OWED`?",
    ];
    assert_eq!(messages, expected);
}

/// An unknown error holds its problem, of which not every derive is possible.
#[test]
fn a_derive_for_every_type_is_not_that_of_errors() {
    let text = lending().derive("serde::Serialize").source().unwrap();
    assert!(!text.contains("#[derive(serde::Serialize)]\n            pub enum LendBook"));
    assert!(text.contains("#[derive(serde::Serialize)]\n                pub struct FeesOwedFees"));
}

#[test]
fn a_list_of_something_else_than_derives_is_refused() {
    assert_eq!(
        mistakes(&builder().derive("Eq; fn evil() {}")),
        ["`Eq; fn evil() {}` is not a list of derives such as `serde::Serialize`"]
    );
}

#[test]
fn a_derive_for_every_type_is_that_of_every_reply_and_enum() {
    let text = builder().derive("serde::Serialize").source().unwrap();
    let types = ["pub struct ", "pub enum "].map(|item| {
        let modules = ["pub struct Client", "pub struct Calls"];
        let lines = text.lines().map(str::trim);
        let items = lines.filter(|line| line.starts_with(item));
        items.filter(|line| !modules.iter().any(|module| line.starts_with(module))).count()
    });
    let calls = builder().source().unwrap().matches("/// A call of").count();
    let derives = text.matches("#[derive(serde::Serialize)]").count();
    assert_eq!(derives, types[0] - calls + types[1]);
}
