//! The agent against the vendor over MCP, on a free port, and with a fake.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::sync::Arc;

use a2t::dialect::{Batch, Dialect, Turn};
use a2t::mcp::client::fake::Failure;
use mcp_agent::weather::reply::{FindDaysByWeather, LookupWeatherOfDay};
use mcp_agent::weather::{Client, Fake};
use mcp_agent::{changed, first_snow, model};
use serde_json::json;
use weather_vendor::observations::Observations;

async fn vendor() -> Client {
    let observations = Arc::new(Observations::noaa().unwrap());
    let router = axum::Router::new().nest_service("/mcp", weather_vendor::mcp(observations));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    Client::http(url).unwrap()
}

#[tokio::test]
async fn the_vendor_knows_when_it_snowed_and_is_as_it_was_approved() {
    let vendor = vendor().await;
    // Hints may be another day's; what the tools take and return may not.
    let changed = changed(&vendor).await.unwrap();
    assert!(changed.lines().all(|line| line.contains(": other annotations than")), "{changed}");
    let answer = first_snow(&vendor, 2014).await.unwrap().to_string();
    assert!(answer.starts_with("It snowed on ") && answer.contains("first on 2014-"), "{answer}");
}

#[tokio::test]
async fn a_year_that_the_vendor_does_not_have_is_never_asked_for() {
    let error = first_snow(&vendor().await, 2016).await.unwrap_err();
    assert_eq!(error.attempts(), 0);
    assert!(error.to_string().contains("/year"), "{error}");
}

#[tokio::test]
async fn a_year_without_snow_asks_about_no_day() {
    let server = Fake::new();
    server.reply(FindDaysByWeather { matches: Some(0), ..Default::default() });
    assert_eq!(first_snow(&server, 2013).await.unwrap().to_string(), "It never snowed.");
    server.assert_sent_times(1);
}

#[tokio::test]
async fn what_a_tool_says_of_its_failure_ends_the_errand() {
    let server = Fake::new();
    let days = json!([{"date": "2014-02-08"}]);
    server.reply(FindDaysByWeather { matches: Some(1), days: Some(days) });
    server.reply(LookupWeatherOfDay { low_tenths_celsius: Some(-5), ..Default::default() });
    server.fail::<LookupWeatherOfDay>(Failure::tool("no record of that day"));
    let answer = first_snow(&server, 2014).await.unwrap().to_string();
    assert_eq!(answer, "It snowed on 1 days, first on 2014-02-08, at -0.5 °C.");
    let error = first_snow(&server, 2014).await.unwrap_err();
    assert!(error.to_string().contains("no record of that day"), "{error}");
}

#[tokio::test]
async fn a_model_calls_the_server_and_this_program_in_one_message() {
    let executor = model::executor(&vendor().await).unwrap();
    let call =
        |id, name, input| json!({"type": "tool_use", "id": id, "name": name, "input": input});
    let day = json!({"city": "SEATTLE", "date": "2014-02-08"});
    let message = json!({"role": "assistant", "stop_reason": "tool_use", "content": [
        call("1", "lookup_weather_of_day", day),
        call("2", "convert_to_fahrenheit", json!({"tenths_celsius": 0})),
        call("3", "convert_to_fahrenheit", json!({"tenths_celsius": "cold"})),
    ]});
    let turn = executor.answer(Dialect::Anthropic, &message).await.unwrap();
    let Turn::Called(Batch::Done(results)) = turn else { panic!("{turn}") };
    let contents: Vec<_> = results["content"].as_array().unwrap().iter().collect();
    let text = |index: usize| contents[index]["content"].to_string();
    assert!(text(0).contains("low_tenths_celsius"), "{}", text(0));
    assert!(text(1).contains("320"), "{}", text(1));
    assert!(contents[2]["is_error"] == true && text(2).contains("/tenths_celsius"), "{}", text(2));
}
