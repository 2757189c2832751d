//! The agent against the vendor, over HTTP on a free port.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use a2t::client::Result;
use trip_agent::Plan;
use trip_agent::weather::Client;
use weather_vendor::observations::Observations;

async fn plan(year: u16, month: u8) -> Result<Plan> {
    let observations = Arc::new(Observations::noaa().unwrap());
    let vendor = a2t::Server::new(weather_vendor::toolset(), observations);
    let vendor = vendor.bind("127.0.0.1:0").await.unwrap();
    let client = Client::new(format!("http://{}", vendor.local_addr()))?;
    tokio::select! {
        served = vendor.serve() => panic!("the vendor stopped: {served:?}"),
        plan = trip_agent::plan(&client, year, month) => plan,
    }
}

#[tokio::test]
async fn the_dryer_city_comes_first_with_its_fair_days() {
    let told = plan(2014, 7).await.unwrap().to_string();
    assert_eq!(
        told,
        "Where was it dryer in 2014-07?
  Seattle    19.6 mm on  2 of 31 days, highs of 26.9 °C on average
  New York  122.9 mm on 13 of 31 days, highs of 28.1 °C on average
In Seattle; its first fair days were 2014-07-01, 2014-07-02, 2014-07-03."
    );
    let told = plan(2015, 12).await.unwrap().to_string();
    assert!(told.contains("In New York; "), "{told}");
}

#[tokio::test]
async fn a_month_that_the_vendor_does_not_have_is_never_asked_for() {
    let error = plan(2016, 13).await.unwrap_err().to_string();
    assert!(
        error.contains("`summarize_weather_of_month` was not called"),
        "{error}"
    );
    assert!(
        error.contains("expected an integer from 2012 to 2015, got 2016"),
        "{error}"
    );
    assert!(
        error.contains("expected an integer from 1 to 12, got 13"),
        "{error}"
    );
}

/// A vendor that changes a signature without a new version would be found out by every agent.
#[test]
fn the_approved_catalog_is_what_the_vendor_offers() {
    let approved = include_bytes!("../approved/weather.json");
    let approved = a2t_codegen::snapshot::read(approved).unwrap();
    let offered: Vec<_> = weather_vendor::toolset().signatures().cloned().collect();
    assert_eq!(
        approved.tools, offered,
        "run `cargo a2t fetch` as the README says, then review the change"
    );
}
