//! A client generated from an older version against the server of a newer one, over a socket; and a client of
//! two versions side by side.

use std::net::SocketAddr;

use a2t::__private::{self, Entry, Older};
use a2t::{Server, Toolset};
use serde_json::{Value, json};

include!("../codegen/golden/versions.rs");
include!("../codegen/golden/weather.rs");

/// Temperature scale.
#[derive(Clone, Copy, a2t::Enum)]
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

/// The weather, and since version 3 the wind.
#[derive(a2t::Output)]
struct Weather {
    /// What the wind does.
    wind: String,
    /// The station's own report.
    report: a2t::Json<Value>,
    /// The current temperature in the named city.
    temperature: i32,
}

/// Looks up the current weather for a city.
#[a2t::tool(version = 3, id = "6b2f0c8e-7d55-5c0e-9a3b-2f1d8c4e5a60")]
async fn lookup_weather_by_city(
    /// Whether to ask the station again.
    #[a2t(default = false)]
    fresh: bool,
    /// Days ahead.
    #[a2t(max = 14, default = 0)]
    days: u8,
    /// The city. For example, Boston or Los Angeles.
    #[a2t(max_length = 100)]
    city: String,
    /// Temperature scale of the reply; Fahrenheit if absent.
    units: Option<Units>,
) -> Result<Weather, a2t::ToolError> {
    if city.is_empty() {
        return Err(a2t::ToolError::refused("name a city"));
    }
    let scale = match units {
        Some(Units::Celsius) => "C",
        Some(Units::Fahrenheit) | None => "F",
    };
    Ok(Weather {
        wind: "calm".to_owned(),
        report: a2t::Json(json!({"city": city, "days": days, "fresh": fresh, "scale": scale})),
        temperature: 21,
    })
}

/// Serves version 3, and version 2 as the client was generated from it.
async fn serve() -> SocketAddr {
    let approved = include_bytes!("../codegen/catalogs/weather.json");
    let approved = a2t_core::catalog::parse(approved).unwrap();
    let text = a2t_core::published::text(&approved.tools[0]).leak();
    let older = Box::leak(Box::new([Older { version: 2, text }]));
    let [entry] = <lookup_weather_by_city as __private::RunsWith<(), _, _>>::ENTRIES else {
        panic!("one tool");
    };
    let entry = Entry::new(entry.signature, entry.call).older(older);
    let toolset = Toolset::from_entries([&*Box::leak(Box::new(entry))]);
    let server = Server::new(toolset, ()).bind("127.0.0.1:0").await.unwrap();
    let address = server.local_addr();
    tokio::spawn(server.serve_until(std::future::pending()));
    address
}

#[tokio::test]
async fn a_client_of_version_2_is_served_by_version_3() {
    let url = format!("http://{}", serve().await);
    let weather = weather::Client::new(&url).unwrap();
    let call = weather.lookup_weather_by_city("Omaha").units(weather::Units::Celsius);
    let reply = call.days(3).send().await.unwrap();
    assert!(reply.temperature == 21);
    let report = json!({"city": "Omaha", "days": 3, "fresh": false, "scale": "C"});
    assert_eq!(reply.report.required().unwrap(), report);
}

#[tokio::test]
async fn what_the_newer_code_refuses_reaches_the_older_client() {
    let url = format!("http://{}", serve().await);
    let weather = weather::Client::new(&url).unwrap();
    let error = weather.lookup_weather_by_city("").send().await.unwrap_err();
    assert!(error.to_string().contains("name a city"), "{error}");
}

const BOTH: &str = include_str!("../codegen/catalogs/versions.json");

#[tokio::test]
async fn two_versions_are_called_each_by_its_own_method() {
    let vendor = a2t::testing::MockServer::start(BOTH).await.unwrap();
    vendor.reply("lookup_weather@1", json!({"temperature": 1, "units": "CELSIUS"})).unwrap();
    let sky = json!({"temperature": 2, "sky": "HAIL"});
    vendor.reply_to("lookup_weather@2", json!({"city": "Omaha", "days": 2}), sky).unwrap();
    assert!(vendor.reply("lookup_weather@3", json!({})).is_err());

    let weather = versions::Client::new(vendor.url()).unwrap();
    let first = weather.lookup_weather("Omaha").send().await.unwrap();
    let second = weather.lookup_weather_v2("Omaha").days(2_usize).send().await.unwrap();
    assert!(first.temperature == 1 && second.temperature == 2);
    let called: Vec<_> = vendor.calls().iter().map(|call| call.version).collect();
    assert_eq!(called, [1, 2]);

    // The reply of one version is what the other takes, where both have the same type.
    let units = versions::Units::try_from(first.units.required().unwrap()).unwrap();
    assert_eq!(units, versions::Units::Celsius);
    weather.lookup_weather_v2("Omaha").units(units).send().await.unwrap();
    assert_eq!(versions::output::Units::from(units), versions::output::Units::Celsius);
    let unknown = versions::output::Units::Unknown("KELVIN".to_owned());
    let error = versions::Units::try_from(unknown).unwrap_err().to_string();
    assert!(error.starts_with("`KELVIN` is not one of"), "{error}");
    use a2t::client::Choice as _;
    assert!(versions::Sky::from_choice(&second.sky.required().unwrap()).is_err());
    assert_eq!(versions::Sky::from_choice(&versions::output::Sky::Clear), Ok(versions::Sky::Clear));

    let error = weather.lookup_weather_v2("Omaha").days(u64::MAX).send().await.unwrap_err();
    assert!(error.to_string().contains("got 18446744073709551615"), "{error}");
}

#[tokio::test]
async fn the_newest_of_the_approved_versions_is_no_drift() {
    let vendor = a2t::testing::MockServer::start(BOTH).await.unwrap();
    let weather = versions::Client::new(vendor.url()).unwrap();
    let drift = weather.verify().await.unwrap();
    assert!(drift.is_none() && drift.tools().len() == 2, "{drift}");
    let tools = weather.tools();
    assert_eq!(tools.get("lookup_weather").unwrap().unwrap().version, 2);
    assert_eq!(tools.version("lookup_weather", 1).unwrap().unwrap().version, 1);
    assert!(tools.version("lookup_weather", 3).unwrap().is_none());
}

#[tokio::test]
async fn a_fake_distinguishes_versions() {
    let weather = versions::Fake::new();
    weather.reply(versions::reply::LookupWeatherV2 { temperature: 2.into(), ..Default::default() });
    assert!(weather.lookup_weather("Omaha").send().await.unwrap().temperature == 0);
    assert!(weather.lookup_weather_v2("Omaha").send().await.unwrap().temperature == 2);
    weather.assert_sent(weather.lookup_weather("Omaha").send());
    weather.assert_not_sent(weather.lookup_weather("Boston").send());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        weather.assert_sent(weather.lookup_weather_v2("Boston").send());
    }));
    let message = *panicked.unwrap_err().downcast::<String>().unwrap();
    assert!(
        message.contains("not sent: version 2 of lookup_weather(city: \"Boston\")"),
        "{message}"
    );
    assert!(message.contains("\n  version 1 of lookup_weather(city: \"Omaha\")"), "{message}");
}

#[tokio::test]
async fn a_model_calls_each_version_by_a_name_of_its_own() {
    use a2t::dialect::{Consent, Dialect, Executor};
    let vendor = a2t::testing::MockServer::start(BOTH).await.unwrap();
    let weather = versions::Client::new(vendor.url()).unwrap();
    let executor = Executor::builder().client(&weather).consent(|_| Consent::Allow);
    let executor = executor.build().unwrap();
    let names = executor.tools().names_in(Dialect::Anthropic);
    assert_eq!(names, ["lookup_weather", "lookup_weather_v1"]);
    let call = |id: &str, name: &str| json!({"type": "tool_use", "id": id, "name": name, "input": {"city": "Omaha"}});
    let calls = names.iter().map(|name| call(name, name)).collect::<Vec<_>>();
    let message = json!({"role": "assistant", "content": calls});
    executor.answer(Dialect::Anthropic, &message).await.unwrap();
    let mut called: Vec<_> = vendor.calls().iter().map(|call| call.version).collect();
    called.sort_unstable();
    assert_eq!(called, [1, 2]);
}

#[test]
fn enums_are_compared_hashed_and_printed_by_their_values() {
    use std::collections::HashSet;
    use versions::output::Sky;
    let unknown = |name: &str| Sky::Unknown(name.to_owned());
    let all: HashSet<_> =
        [Sky::Clear, Sky::Hail, Sky::Clear, unknown("FOG"), unknown("FOG"), unknown("CLEAR")]
            .into();
    assert_eq!(all.len(), 4);
    assert!(unknown("CLEAR") != Sky::Clear && unknown("FOG") == unknown("FOG"));
    assert_eq!(format!("{:?} {:?}", Sky::Hail, unknown("FOG")), r#"HAIL Unknown("FOG")"#);
    let closed: HashSet<_> =
        [versions::Units::Celsius, versions::Units::Celsius, versions::Units::Fahrenheit].into();
    assert_eq!(
        (closed.len(), format!("{:?}", versions::Units::Celsius)),
        (2, "CELSIUS".to_owned())
    );
}
