//! The agent against the vendor, over HTTP on a free port.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use a2t::client::Result;
use trip_agent::Plan;
use trip_agent::weather::{City, Client};
use weather_vendor::observations::Observations;

/// What comes of talking to the vendor at its URL.
async fn with_vendor<T>(talk: impl AsyncFnOnce(String) -> Result<T>) -> Result<T> {
    let observations = Arc::new(Observations::noaa().unwrap());
    let vendor = a2t::Server::new(weather_vendor::toolset(), observations);
    let vendor = vendor.bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", vendor.local_addr());
    tokio::select! {
        served = vendor.serve() => panic!("the vendor stopped: {served:?}"),
        answer = talk(url) => answer,
    }
}

async fn plan(year: u16, month: u8) -> Result<Plan> {
    with_vendor(async |url| trip_agent::plan(&Client::new(url)?, year, month).await).await
}

#[tokio::test]
async fn the_dryer_city_comes_first_with_its_fair_days() {
    let answer = plan(2014, 7).await.unwrap().to_string();
    assert_eq!(
        answer,
        "Where was it dryer in 2014-07?
  Seattle    19.6 mm on  2 of 31 days, highs of 26.9 °C on average
  New York  122.9 mm on 13 of 31 days, highs of 28.1 °C on average
In Seattle; its first fair days were 2014-07-01, 2014-07-02, 2014-07-03."
    );
    let answer = plan(2015, 12).await.unwrap().to_string();
    assert!(answer.contains("In New York; "), "{answer}");
}

#[tokio::test]
async fn a_month_that_the_vendor_does_not_have_is_never_asked_for() {
    let error = plan(2016, 13).await.unwrap_err().to_string();
    assert!(error.contains("`summarize_weather_of_month` was not called"), "{error}");
    assert!(error.contains("expected an integer from 2012 to 2015, got 2016"), "{error}");
    assert!(error.contains("expected an integer from 1 to 12, got 13"), "{error}");
}

/// The vendor has published later versions since; this agent goes on with those it approved.
#[tokio::test]
async fn the_approved_versions_are_old_and_served_as_they_were_approved() {
    let approved = include_bytes!("../approved/weather.json");
    let approved = a2t_codegen::snapshot::read(approved).unwrap();
    with_vendor(async |url| {
        let vendor = a2t::client::Client::new(url)?;
        for mut tool in approved.tools {
            let served = vendor.version(tool.tool_id, tool.version).await?;
            let current = vendor.tool(tool.tool_id).await?;
            assert!(tool.version < current.version, "{}", tool.name);
            // What the server remarks of a version is no part of it.
            tool.current_version = current.version;
            tool.deprecated.clone_from(&served.deprecated);
            tool.hints = served.hints;
            assert_eq!(tool, served);
        }
        Ok(())
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_reply_has_what_the_approved_version_had() {
    let reply = with_vendor(async |url| {
        let vendor = Client::new(url)?;
        vendor.lookup_weather_of_day(City::Seattle, "2012-01-02").send().await
    });
    let reply = reply.await.unwrap();
    assert_eq!(reply.high_tenths_celsius, 106);
    assert_eq!(reply.weather.to_string(), "RAIN");
}
