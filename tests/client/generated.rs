//! Generated clients against a vendor on the loopback interface: what they send, what they refuse
//! to send, and what they make of a reply.

use a2t::client::{Choice as _, Kind};

use super::vendor::Vendor;

include!("../codegen/golden/every_type.rs");
include!("../codegen/golden/records.rs");
include!("../codegen/golden/weather.rs");

const REPLY: &str = r#"{"output_parameters":[
    {"name":"temperature","value":21},{"name":"report","value":{"sky":"clear"}}]}"#;

#[tokio::test]
async fn a_typed_call_is_pinned_to_its_version_and_reads_typed_outputs() {
    let vendor = Vendor::ok([REPLY]).await;
    let weather = weather::Client::new(&vendor.url).unwrap();

    let call = weather.lookup_weather_by_city("Omaha, Nebraska").units(weather::Units::Celsius);
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

#[test]
fn constants_of_an_enum_stand_in_patterns() {
    const DEFAULT: weather::Units = weather::Units::Fahrenheit;
    let is_default = |units| matches!(units, DEFAULT);
    assert!(is_default(weather::Units::Fahrenheit) && !is_default(weather::Units::Celsius));
}

#[tokio::test]
async fn ranges_and_lengths_are_checked_before_the_wire_all_at_once() {
    let vendor = Vendor::ok([REPLY]).await;
    let weather = weather::Client::new(&vendor.url).unwrap();
    let call = weather.lookup_weather_by_city("x".repeat(101)).days(15);
    let error = call.send().await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Invalid { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("`city`: expected a string of at most 100 characters"), "{text}");
    assert!(text.contains("`days`: expected an integer from 0 to 14, got 15"), "{text}");
    assert_eq!(error.violations().unwrap().len(), 2);
    assert!(vendor.requests().is_empty());
}

#[tokio::test]
async fn every_type_goes_out_and_comes_back_as_its_own() {
    let body = r#"{"output_parameters":[{"name":"confirmed","value":true},{"name":"code","value":"QX7"},
        {"name":"price","value":80.0},{"name":"flight_class","value":"PREMIUM_ECONOMY"},
        {"name":"remark","value":"anything"},{"name":"details","value":null}]}"#;
    let vendor = Vendor::ok([body]).await;
    let travel = every_type::Client::new(&vendor.url).unwrap();
    let call = travel.book_flight("Ada", 2, true, every_type::FlightClass::PremiumEconomy);
    let call = call.note("quiet").note("aisle").bags(1).meal(false);
    let reply = call.side(every_type::BookFlightSide::Window).send().await.unwrap();

    assert_eq!((reply.code.get().unwrap().as_str(), reply.price.get()), ("QX7", Some(&80)));
    assert!(reply.code == "QX7" && reply.confirmed == true && reply.remark == "anything");
    assert!(reply.flight_class == every_type::output::FlightClass::PremiumEconomy);
    assert_eq!(reply.flight_class.to_string(), "PREMIUM_ECONOMY");
    assert_eq!(reply.details.get(), Some(&a2t::Value::Null));

    let request = vendor.requests().remove(0);
    let sent: a2t::Value = request.split("\r\n\r\n").nth(1).unwrap().parse().unwrap();
    let pairs = sent["input_parameters"].as_array().unwrap().iter();
    let pairs: Vec<_> = pairs.map(|pair| format!("{}={}", pair["name"], pair["value"])).collect();
    let expected = [
        r#""passenger"="Ada""#,
        r#""seats"=2"#,
        r#""refundable"=true"#,
        r#""Flight Class"="PREMIUM_ECONOMY""#,
        r#""note"="aisle""#,
        r#""bags"=1"#,
        r#""meal"=false"#,
        r#""side"="WINDOW""#,
    ];
    assert_eq!(pairs, expected);
}

#[tokio::test]
async fn missing_and_unknown_outputs_are_no_error_and_no_invention() {
    let body = r#"{"output_parameters":[{"name":"flight_class","value":"SUITE"},{"name":"price","value":null},
        {"name":"later","value":[1]}]}"#;
    let vendor = Vendor::ok([body]).await;
    let travel = every_type::Client::new(&vendor.url).unwrap();
    let call = travel.book_flight("Ada", 2, true, every_type::FlightClass::First);
    let reply = call.send().await.unwrap();

    assert_eq!((reply.price.get(), reply.price.to_string().as_str()), (None, "(absent)"));
    assert!(reply.price != 0 && !(reply.price < 1));
    assert_eq!(
        reply.code.required().unwrap_err().to_string(),
        "the server left out the output `code`"
    );
    let class = reply.flight_class.required().unwrap();
    assert_eq!(class, every_type::output::FlightClass::Unknown("SUITE".to_owned()));
    assert_eq!(
        (class.wire_name(), every_type::FlightClass::from_wire_name("SUITE")),
        ("SUITE", None)
    );
}

#[tokio::test]
async fn a_client_is_shared_between_catalogs_and_tasks() {
    let vendor = Vendor::ok([r#"{"output_parameters":[]}"#]).await;
    let client =
        a2t::client::Client::builder(&vendor.url).header("x-tenant", "acme").build().unwrap();
    let travel = every_type::Client::with(client.clone());
    let weather = weather::Client::with(client);
    let task = tokio::spawn(travel.clone().ping().send());
    assert!(!task.await.unwrap().unwrap().result.is_present());
    weather.lookup_weather_by_city("Omaha").send().await.unwrap();
    assert!(vendor.requests().iter().all(|request| request.contains("x-tenant: acme")));

    fn shared<T: Clone + std::fmt::Debug + Send + Sync>(_: &T) {}
    shared(&travel);
}

#[tokio::test]
async fn an_integer_beyond_64_bits_is_an_error_and_not_an_absence() {
    let vendor = Vendor::ok([
        r#"{"output_parameters":[{"name":"temperature","value":9223372036854775808}]}"#,
    ])
    .await;
    let weather = weather::Client::new(&vendor.url).unwrap();
    let error = weather.lookup_weather_by_city("Omaha").send().await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Malformed { .. }), "{error}");
    let expected =
        "`temperature`: expected an integer of 64 bits with sign, got 9223372036854775808";
    assert!(error.to_string().contains(expected), "{error}");
}

#[tokio::test]
async fn an_integer_within_an_output_may_be_spelt_with_a_point() {
    let days = r#"{"output_parameters":[{"name":"result","value":[
        {"high":1,"hours":[20.0,null,-3],"sky":"CLEAR","station":{"name":"a"}}]}]}"#;
    let vendor = Vendor::ok([days]).await;
    let weather = records::Client::new(&vendor.url).unwrap();
    let reply = weather.forecast_days().send().await.unwrap();
    assert_eq!(reply.result.required().unwrap()[0].hours, [Some(20), None, Some(-3)]);
}

#[tokio::test]
async fn an_enum_within_an_output_or_an_error_goes_into_the_input_that_says_the_same() {
    use records::output::{forecast_days, output, plan_day};
    use records::{Same, Sky, error};

    let days = r#"{"output_parameters":[{"name":"result","value":[
        {"high":1,"hours":[],"sky":"CLOUDY","station":{"name":"a"}},
        {"high":2,"hours":[],"sky":"HAIL","station":{"name":"a"}}]}]}"#;
    let vendor = Vendor::ok([days, r#"{"output_parameters":[]}"#]).await;
    let weather = records::Client::new(&vendor.url).unwrap();
    let mut days = weather.forecast_days().send().await.unwrap().result.required().unwrap();

    let unlisted = Sky::try_from(days.remove(1).sky).unwrap_err().to_string();
    assert!(unlisted.starts_with("`HAIL` is not one of CLOUDY, CLEAR"), "{unlisted}");
    let sky: Sky = days.remove(0).sky.try_into().unwrap();
    weather.plan_day(sky).send().await.unwrap();
    assert!(vendor.requests()[1].ends_with(r#"[{"name":"sky","value":"CLOUDY"}]}"#));

    // Each of the enums with the same values, and back.
    assert_eq!(forecast_days::ForecastDaysSky::from(sky), forecast_days::ForecastDaysSky::Cloudy);
    assert_eq!(Sky::try_from(plan_day::Sky::Clear), Ok(Sky::Clear));
    assert_eq!(Sky::try_from(error::plan_day::NoSuchDaySky::Clear), Ok(Sky::Clear));
    assert_eq!(Same::try_from(output::OddSame::Self_), Ok(Same::Self_));
    assert_eq!(Same::try_from(output::OddSame::Unknown_), Ok(Same::Unknown));
    assert!(Same::try_from(output::OddSame::Unknown("OTHER".to_owned())).is_err());
}
