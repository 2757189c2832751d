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
    let violation = &problem.violations.as_slice()[2];
    assert_eq!(violation.reason.get(..10), Some("it is\\u{7}"));
    assert!(violation.reason.len() < 350 && violation.message().ends_with("..."), "{violation}");
    assert_eq!(Problem::parse(400, &problem.to_json()), problem);
}

#[test]
fn the_id_of_a_request_is_reported_and_read_if_it_is_one() {
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

#[test]
fn what_a_vendor_says_in_its_own_form_is_the_detail() {
    for (body, expected) in [
        (r#"{"error":"no such city"}"#, "no such city"),
        (r#"{"error":{"code":7,"message":"no such city"}}"#, "no such city"),
        (r#"{"message":"no such city","statusCode":404}"#, "no such city"),
        (r#"{"error":"invalid_request","error_description":"no such city"}"#, "no such city"),
        (r#"{"detail":"no such city"}"#, "no such city"),
        (
            r#"{"detail":[{"type":"missing","loc":["body","city"],"msg":"Field required","input":{}}]}"#,
            "body.city: Field required",
        ),
        (
            r#"{"errors":[{"type":"field","msg":"Invalid value","path":"city"},"too far"]}"#,
            "city: Invalid value\ntoo far",
        ),
        (
            r#"{"message":"Invalid.","errors":{"city":["is required","is short"]}}"#,
            "Invalid.\ncity: is required\nis short",
        ),
        ("no such city\n", "no such city"),
        (r#""no such city""#, "no such city"),
        (r#"{"code":17}"#, r#"{"code":17}"#),
        ("<html><h1>Not Found</h1>", ""),
        ("", ""),
        ("null", ""),
    ] {
        let problem = Problem::parse(404, body.as_bytes());
        assert_eq!(problem.detail, expected, "{body}");
        assert_eq!((problem.known(), problem.is_typed()), (None, false), "{body}");
        assert_eq!(Problem::parse(404, &problem.to_json()).detail, expected, "{body}");
    }
    let long = Problem::parse(400, "x".repeat(100_000).as_bytes());
    assert_eq!(long.detail.len(), 1_003);
    let many: Vec<_> = (0..100).collect();
    let many = Problem::parse(400, serde_json::json!({"errors": many}).to_string().as_bytes());
    assert!(many.detail.ends_with("\nand 84 more"), "{}", many.detail);
}

#[test]
fn the_detail_of_problem_details_stays_as_it_is() {
    for body in [
        r#"{"type":"https://shop.example/sold","message":"x"}"#,
        r#"{"title":"Sold","message":"x"}"#,
        r#"{"type":"urn:a2t:problem:tool-not-found","error":"x"}"#,
    ] {
        assert_eq!(Problem::parse(409, body.as_bytes()).detail, "", "{body}");
    }
}
