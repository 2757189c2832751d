//! Problem details: what a server writes, a client reads.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use a2t_core::wire::page::PageQuery;
use a2t_core::wire::problem::{Kind, Problem};

#[test]
fn a_problem_survives_writing() {
    for kind in Kind::ALL {
        let problem = Problem::new(*kind, "what happened");
        assert_eq!(Problem::parse(kind.status(), &problem.to_json()), problem);
    }
    let mut found = PageQuery::parse(Some("pageLimit=0&tag=%ff")).unwrap_err();
    (0..200).for_each(|_| found.push(found.as_slice()[0].clone()));
    let problem = Problem::page(found);
    assert_eq!(problem.violations.more(), 102);
    assert_eq!(Problem::parse(400, &problem.to_json()), problem);
}

#[test]
fn the_id_of_a_request_is_told_and_read_if_it_is_one() {
    let problem = Problem::new(Kind::Internal, "it failed").with_request_id("7f9c");
    let value: serde_json::Value = serde_json::from_slice(&problem.to_json()).unwrap();
    assert_eq!(value["request_id"], "7f9c");
    assert_eq!(Problem::parse(500, &problem.to_json()), problem);
    for wrong in [r#""a b""#, r#""""#, "7", "null", r#""\u001b""#] {
        let body = format!(r#"{{"request_id":{wrong}}}"#);
        assert_eq!(Problem::parse(500, body.as_bytes()).request_id(), None, "{wrong}");
    }
}

#[test]
fn a_foreign_problem_is_kept_as_far_as_it_goes() {
    let body = br#"{"type":"https://example.com/quota","title":"No","errors":[{"code":"x"},3,{"code":"too-long"}]}"#;
    let problem = Problem::parse(429, body);
    assert_eq!(
        (problem.status, &*problem.kind, &*problem.title),
        (429, "https://example.com/quota", "No")
    );
    assert_eq!(problem.violations.len(), 1);
    assert_eq!(Problem::parse(502, b"<html>").to_string(), "502");
}
