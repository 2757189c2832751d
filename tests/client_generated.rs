//! Generated clients against a vendor on the loopback interface: what they send, what they refuse
//! to send, and what they make of a reply.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "client/vendor.rs"]
mod vendor;

use vendor::Vendor;

include!("codegen/golden/weather.rs");

const REPLY: &str = r#"{"output_parameters":[
    {"name":"temperature","value":21},{"name":"report","value":{"sky":"clear"}}]}"#;

#[tokio::test]
async fn a_typed_call_is_pinned_to_its_version_and_reads_typed_outputs() {
    let vendor = Vendor::ok([REPLY]).await;
    let weather = weather::Client::new(&vendor.url).unwrap();

    let call = weather
        .lookup_weather_by_city("Omaha, Nebraska")
        .units(weather::Units::Celsius);
    let reply = call.days(3).send().await.unwrap();

    assert_eq!(reply.temperature.to_string(), "21");
    assert!(reply.temperature == 21);
    assert_eq!(reply.report.required().unwrap()["sky"], "clear");
    let requests = vendor.requests();
    let (head, body) = requests[0].split_once("\r\n\r\n").unwrap();
    let path = "POST /tools/6b2f0c8e-7d55-5c0e-9a3b-2f1d8c4e5a60/versions/2:invoke HTTP/1.1\r\n";
    assert!(head.starts_with(path), "{head}");
    let expected = r#"{"name":"lookup_weather_by_city","input_parameters":[{"name":"city","value":"Omaha, Nebraska"},{"name":"units","value":"CELSIUS"},{"name":"days","value":3}]}"#;
    let sent: a2t::Value = body.parse().unwrap();
    assert_eq!(sent, expected.parse::<a2t::Value>().unwrap());
}
