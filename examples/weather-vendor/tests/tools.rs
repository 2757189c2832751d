//! The tools as their callers meet them: through the router, without a socket.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use a2t::testing::{CallError, TestClient};
use serde_json::{Map, Value, json};
use weather_vendor::observations::Observations;

fn vendor() -> TestClient {
    let observations = Arc::new(Observations::noaa().unwrap());
    TestClient::with_state(weather_vendor::toolset(), observations)
}

async fn call(tool: &str, arguments: Value) -> Result<Map<String, Value>, CallError> {
    vendor().call(tool, arguments).await
}

#[tokio::test]
async fn every_tool_is_listed_with_the_values_it_takes() {
    let page = vendor().get("/tools").await.json();
    let tools = page["items"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    let expected = [
        "find_days_by_weather",
        "lookup_weather_of_day",
        "summarize_weather_of_month",
    ];
    assert_eq!(names, expected);
    assert_eq!(
        tools[0]["input_parameters"][1]["allowed-values"][4]["name"],
        "SNOW"
    );
}

#[tokio::test]
async fn a_day_is_looked_up() {
    let asked = json!({"city": "SEATTLE", "date": "2013-12-07"});
    let day = call("lookup_weather_of_day", asked).await.unwrap();
    assert_eq!(
        (&day["weather"], &day["low_tenths_celsius"]),
        (&json!("SUN"), &json!(-71))
    );
}

#[tokio::test]
async fn a_city_is_not_known_by_another_name() {
    let asked = json!({"city": "NYC", "date": "2013-12-07"});
    let error = call("lookup_weather_of_day", asked).await.unwrap_err();
    assert_eq!(error.status(), 400);
    assert_eq!(error.violations().len(), 1);
}

#[tokio::test]
async fn a_day_without_a_record_and_no_day_at_all_are_told_apart() {
    for (date, status) in [("2020-02-29", 404), ("2019-02-29", 422)] {
        let asked = json!({"city": "SEATTLE", "date": date});
        let error = call("lookup_weather_of_day", asked).await.unwrap_err();
        assert_eq!(error.status(), status, "{date}");
    }
}

#[tokio::test]
async fn a_month_outside_the_records_is_refused_by_the_signature() {
    let asked = json!({"city": "SEATTLE", "year": 2016, "month": 13});
    let error = call("summarize_weather_of_month", asked).await.unwrap_err();
    assert_eq!((error.status(), error.violations().len()), (400, 2));
}

#[tokio::test]
async fn ten_days_are_listed_where_no_limit_is_given() {
    let asked = json!({"city": "NEW_YORK", "weather": "SNOW", "year": 2015});
    let found = call("find_days_by_weather", asked).await.unwrap();
    assert_eq!(found["matches"], 20);
    assert_eq!(found["days"].as_array().unwrap().len(), 10);
    assert_eq!(found["days"][0]["date"], "2015-01-06");
}
