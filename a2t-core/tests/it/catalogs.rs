//! All forms of a vendor's catalog, and rules that its tools must obey together.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use a2t_core::wire::page::{DOCUMENT_MAX, read_page};
use a2t_core::{Code, ToolId, ValidationError, catalog};
use serde_json::{Value, json};

fn document(id: u128, name: &str, version: u32, tags: &[&str]) -> Value {
    json!({"toolId": ToolId::from_u128(id).to_string(), "name": name, "description": "",
        "version": version, "currentVersion": version, "tags": tags, "output_parameters": []})
}

fn catalog_violations(value: &Value) -> Vec<(Code, String)> {
    let Err(ValidationError::Rules(found)) = catalog::parse(value.to_string().as_bytes()) else {
        panic!("{value}")
    };
    found.into_iter().map(|violation| (violation.code, violation.pointer)).collect()
}

#[test]
fn a_catalog_is_whatever_a_vendor_gives() {
    let (one, two) = (document(1, "a", 1, &[]), document(2, "b", 1, &[]));
    let names = |value: Value| -> Vec<String> {
        let catalog = catalog::parse(value.to_string().as_bytes()).unwrap();
        catalog.tools.iter().map(|tool| format!("{} {}", tool.name, tool.version)).collect()
    };
    assert_eq!(names(one.clone()), ["a 1"]);
    assert_eq!(names(json!([one, two])), ["a 1", "b 1"]);
    assert_eq!(names(json!({"items": [one, two]})), ["a 1", "b 1"]);
    assert_eq!(names(json!({"items": []})), [""; 0]);
    let versions = json!({"items": [document(1, "a", 2, &[]), one], "paging": {"pageLimit": 9}});
    assert_eq!(names(versions), ["a 2", "a 1"]);
    let mut old = document(1, "a", 1, &[]);
    old["currentVersion"] = json!(2);
    assert_eq!(names(old), ["a 1"]);
}

#[test]
fn tools_of_a_catalog_are_checked_together() {
    let (one, duplicate) = (document(1, "a", 1, &[]), document(2, "a", 1, &[]));
    assert_eq!(
        catalog_violations(&json!({"items": [one, duplicate]})),
        [(Code::DuplicateTool, "/items/1/name".to_owned())]
    );
    assert_eq!(
        catalog_violations(&json!([one, duplicate])),
        [(Code::DuplicateTool, "/1/name".to_owned())]
    );
    assert_eq!(
        catalog_violations(&json!([one, one])),
        [(Code::DuplicateTool, "/1/version".to_owned())]
    );
    assert_eq!(catalog_violations(&json!("tools")), [(Code::WrongMemberType, String::new())]);
}

#[test]
fn a_document_that_is_too_large_is_not_read() {
    let text = vec![b' '; DOCUMENT_MAX + 1];
    for error in [read_page(&text).unwrap_err(), catalog::parse(&text).unwrap_err()] {
        let ValidationError::Rules(found) = error else { panic!() };
        assert_eq!(found.as_slice()[0].code, Code::DocumentTooLarge);
    }
    let many = Value::from(vec![json!(0); 10_001]);
    assert_eq!(catalog_violations(&many), [(Code::TooMany, String::new())]);
    let page = json!({ "items": many });
    let found = a2t_core::wire::rejected::sort(&page).unwrap_err();
    assert_eq!(found.as_slice()[0].code, Code::TooMany);
}

#[test]
fn a_page_that_is_not_the_last_reports_its_cursor() {
    for (paging, next) in
        [(json!({"pageLimit": 1, "next": "c"}), Some("c")), (json!({"pageLimit": 1}), None)]
    {
        let page = json!({"items": [], "paging": paging}).to_string();
        let catalog = catalog::parse(page.as_bytes()).unwrap();
        assert_eq!(catalog.next.as_deref(), next);
    }
}
