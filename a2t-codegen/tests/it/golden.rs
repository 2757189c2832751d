//! Catalogs become exactly the golden files of `tests/codegen`; `A2T_UPDATE=1` writes them again.
#![allow(clippy::unwrap_used)]

use std::fs;

use a2t_codegen::Builder;

use crate::{builder, folder};

const CATALOGS: [&str; 10] = [
    "deprecated",
    "draft_weather",
    "errors",
    "every_type",
    "hostile",
    "lending",
    "records",
    "weather",
    "overridden",
    "versions",
];

fn generated(catalog: &str) -> String {
    match catalog {
        "overridden" => overridden(),
        "versions" => side_by_side().source().unwrap(),
        _ => builder(catalog).source().unwrap(),
    }
}

/// A client with names and derives that its user chose.
fn overridden() -> String {
    builder("every_type")
        .module("overridden")
        .rename("book_flight", "book")
        .rename("book_flight.inputs.passenger", "name")
        .rename("book_flight.inputs.flight_class", "class")
        .rename("book_flight.inputs.side.enum", "Seat")
        .rename("book_flight.inputs.side.enum.AISLE", "Gangway")
        .rename("book_flight.outputs.code", "record_locator")
        .rename("book_flight.outputs.flight_class.enum", "Cabin")
        .rename("book_flight.outputs.flight_class.enum.FIRST", "Front")
        .rename("choose_side.inputs.side.enum", "Street")
        .derive("serde::Serialize, serde::Deserialize")
        .derive_for("choose_side.inputs.side.enum", "PartialOrd, Ord")
        .derive_for("ping", "Eq, Hash")
        .source()
        .unwrap()
}

/// A client of two versions of one tool.
fn side_by_side() -> Builder {
    builder("versions").tool("lookup_weather@1").tool("lookup_weather@2")
}

#[test]
fn each_version_can_have_another_name() {
    let text = side_by_side()
        .rename("lookup_weather@1", "lookup_once")
        .rename("lookup_weather@2", "lookup")
        .rename("lookup_weather@2.inputs.days", "ahead")
        .rename("lookup_weather.inputs.units.enum", "Scale")
        .source()
        .unwrap();
    for name in ["pub fn lookup_once(", "pub fn lookup(", "ahead: impl Into", "pub enum Scale {"] {
        assert!(text.contains(name), "{name} in {text}");
    }
    let newest = builder("versions").rename("lookup_weather", "lookup").source().unwrap();
    assert!(newest.contains("version 2 of the tool") && !newest.contains("version 1 of the tool"));
    let error = side_by_side().rename("lookup_weather@3", "x").source().unwrap_err();
    assert!(error.to_string().contains("did you mean `lookup_weather@"), "{error}");
}

#[test]
fn a_catalog_becomes_its_golden_file() {
    for catalog in CATALOGS {
        let path = folder("golden").join(format!("{catalog}.rs"));
        let text = generated(catalog);
        if std::env::var_os("A2T_UPDATE").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        assert!(text == golden, "{} differs; A2T_UPDATE=1 writes it again", path.display());
    }
}

#[test]
fn a_generated_file_is_ascii() {
    for catalog in CATALOGS {
        assert!(generated(catalog).is_ascii(), "{catalog}");
    }
}
