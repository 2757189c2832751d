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
    let reason = format!("it is\u{7}{}", "x".repeat(400));
    found.push(found.as_slice()[0].clone().reason(&reason).example("7"));
    (0..200).for_each(|_| found.push(found.as_slice()[0].clone()));
    let problem = Problem::page(found);
    assert_eq!(problem.violations.more(), 103);
    let told = &problem.violations.as_slice()[2];
    assert_eq!(told.reason.get(..10), Some("it is\\u{7}"));
    assert!(told.reason.len() < 350 && told.message().ends_with("..."), "{told}");
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

#[test]
fn a_type_of_the_vendor_survives_writing_with_its_members() {
    let body = br#"{
        "type": "https://shop.example/out-of-stock", "title": "Out of stock", "status": 409,
        "left": 2, "errors": ["a", "b"], "instance": "/orders/7", "request_id": "7f9c"
    }"#;
    let problem = Problem::parse(409, body);
    assert_eq!((problem.known(), problem.request_id()), (None, Some("7f9c")));
    assert_eq!(problem.type_uri(), "https://shop.example/out-of-stock");
    assert_eq!(problem.member("left"), Some(&2.into()));
    assert_eq!(problem.member("errors"), Some(&serde_json::json!(["a", "b"])));
    assert_eq!(problem.member("instance"), Some(&"/orders/7".into()));
    assert_eq!((problem.member("title"), problem.member("status")), (None, None));
    assert_eq!(Problem::parse(409, &problem.to_json()), problem);
    assert!(problem.members::<std::collections::BTreeMap<String, u32>>().is_none());

    let made = Problem::new(Kind::ToolConflict, "none left").with_member("left", 0);
    let made = made.with_member("status", 200).with_type("https://shop.example/out-of-stock");
    assert_eq!(Problem::parse(409, &made.to_json()), made);
    assert_eq!(made.status, 409);
}

#[test]
fn every_kind_is_found_by_its_slug_and_nothing_else_is_one() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_slug(kind.slug()), Some(*kind));
        assert_eq!(Problem::new(*kind, "").known(), Some(*kind));
    }
    for other in ["", "about:blank", "Timeout", "urn:a2t:problem:timeout", "timeout "] {
        assert_eq!(Kind::from_slug(other), None, "{other}");
    }
    assert_eq!(Problem::parse(404, b"<html>").type_uri(), "about:blank");
}
