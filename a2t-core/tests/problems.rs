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
