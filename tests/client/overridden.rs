//! A client with names and derives that its user chose: what is sent stays what the vendor knows.

include!("../codegen/golden/overridden.rs");

use overridden::output::Cabin;
use overridden::{FlightClass, Seat, Street};
use serde_json::json;

#[tokio::test]
async fn names_of_the_users_go_out_under_the_vendors() {
    let travel = overridden::Fake::new();
    let call = travel.book("Ada", 2, true, FlightClass::First);
    call.side(Seat::Gangway).send().await.unwrap();
    let sent = travel.sent();
    let pairs: Vec<_> = sent.iter().flat_map(|call| call.arguments().iter()).collect();
    let (name, class) = (json!("Ada"), json!("FIRST"));
    assert_eq!(
        (pairs.first().unwrap(), pairs.get(3).unwrap()),
        (&("passenger", &name), &("Flight Class", &class))
    );
    assert_eq!(pairs.last().unwrap(), &("side", &json!("AISLE")));
    assert_eq!(sent.first().unwrap().tool(), "book_flight");
}

#[test]
fn serde_writes_and_reads_the_vendors_names() {
    let reply = overridden::reply::Book {
        record_locator: "QX7".into(),
        flight_class: Cabin::Front.into(),
        details: serde_json::Value::Null.into(),
        ..Default::default()
    };
    let written = json!({"code": "QX7", "flight_class": "FIRST", "details": null});
    assert_eq!(serde_json::to_value(&reply).unwrap(), written);
    assert_eq!(serde_json::from_value::<overridden::reply::Book>(written).unwrap(), reply);

    assert_eq!(serde_json::to_value(Seat::Gangway).unwrap(), "AISLE");
    let unlisted: Cabin = serde_json::from_value(json!("SUITE")).unwrap();
    assert_eq!(unlisted, Cabin::Unknown("SUITE".to_owned()));
    assert_eq!(serde_json::to_value(unlisted).unwrap(), "SUITE");
}

#[test]
fn a_derive_is_for_its_type() {
    assert!(Street::Left < Street::Right);
    let replies = std::collections::HashSet::from([overridden::reply::Ping::default()]);
    assert_eq!(replies.len(), 1);
}

#[test]
fn values_are_printed_and_parsed_by_the_vendors_names() {
    assert_eq!((Seat::Gangway.to_string().as_str(), "WINDOW".parse()), ("AISLE", Ok(Seat::Window)));
    let error = "AISEL".parse::<Seat>().unwrap_err().to_string();
    assert_eq!(error, "`AISEL` is not one of WINDOW, AISLE; did you mean `AISLE`?");
    assert_eq!(format!("{:>6}", Cabin::Unknown("SUITE".to_owned())), " SUITE");
}
