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
    let expected = ["find_days_by_weather", "lookup_weather_of_day", "summarize_weather_of_month"];
    assert_eq!(names, expected);
    assert_eq!(tools[0]["input_parameters"][1]["allowed-values"][4]["name"], "SNOW");
}

#[tokio::test]
async fn every_tool_does_what_its_signature_says() {
    let observations = Arc::new(Observations::noaa().unwrap());
    let kept = a2t::testing::contract(weather_vendor::toolset(), observations).await.unwrap();
    assert!(kept.tools == 3 && kept.accepted > 50, "{kept}");
}

#[tokio::test]
async fn a_day_is_looked_up() {
    let asked = json!({"city": "SEATTLE", "date": "2013-12-07"});
    let day = call("lookup_weather_of_day", asked).await.unwrap();
    assert_eq!((&day["weather"], &day["low_tenths_celsius"]), (&json!("SUN"), &json!(-71)));
}

#[tokio::test]
async fn a_city_is_not_known_by_another_name() {
    let asked = json!({"city": "NYC", "date": "2013-12-07"});
    let error = call("lookup_weather_of_day", asked).await.unwrap_err();
    assert_eq!(error.status(), 400);
    assert_eq!(error.violations().len(), 1);
}

#[tokio::test]
async fn a_day_without_a_record_and_no_day_at_all_are_distinguished() {
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
async fn version_1_still_lists_ten_days_where_no_limit_is_given() {
    let asked = json!({"city": "NEW_YORK", "weather": "SNOW", "year": 2015});
    for (version, listed) in [(1, 10), (2, 20)] {
        let call = vendor();
        let call = call.call_version("find_days_by_weather", version, asked.clone());
        let found = call.await.unwrap();
        assert_eq!(found["matches"], 20);
        assert_eq!(found["days"].as_array().unwrap().len(), listed);
        assert_eq!(found["days"][0]["date"], "2015-01-06");
    }
}

#[tokio::test]
async fn version_1_of_the_search_is_listed_as_deprecated() {
    let page = vendor().get("/tools").await.json();
    let id = page["items"][0]["toolId"].as_str().unwrap();
    let path = format!("/tools/{id}/versions");
    let versions = vendor().get(&path).await.json()["items"].take();
    let since = |index: usize| &versions[index]["deprecated"]["since"];
    assert_eq!(versions[1]["version"], 1);
    assert_eq!((since(0), since(1)), (&Value::Null, &json!("2026-11-01")));
}

#[tokio::test]
async fn each_version_of_a_summary_has_the_outputs_it_was_published_with() {
    let asked = json!({"city": "SEATTLE", "year": 2012, "month": 1});
    for (version, outputs) in [(1, 6), (2, 7), (3, 7)] {
        let call = vendor();
        let call = call.call_version("summarize_weather_of_month", version, asked.clone());
        let month = call.await.unwrap();
        assert_eq!(month.len(), outputs, "version {version}");
        assert_eq!((&month["days"], &month["wet_days"]), (&json!(31), &json!(22)));
    }
}

#[tokio::test]
async fn what_makes_a_day_wet_may_be_said() {
    let asked = json!({"city": "SEATTLE", "year": 2012, "month": 1, "wet_from_tenths_mm": 100});
    let month = call("summarize_weather_of_month", asked).await.unwrap();
    assert_eq!((&month["wet_days"], &month["snow_days"]), (&json!(6), &json!(7)));
}
