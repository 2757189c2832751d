//! The agent without a vendor: the test sets what the tools reply, and asks what the agent called.
#![allow(clippy::unwrap_used)]

use a2t::client::fake::Failure;
use trip_agent::plan;
use trip_agent::weather::reply::{FindDaysByWeather, SummarizeWeatherOfMonth};
use trip_agent::weather::{City, Fake, Weather};

fn rain(precipitation_tenths_mm: i64) -> SummarizeWeatherOfMonth {
    SummarizeWeatherOfMonth {
        days: 31.into(),
        wet_days: 9.into(),
        precipitation_tenths_mm: precipitation_tenths_mm.into(),
        mean_high_tenths_celsius: 250.into(),
        ..Default::default()
    }
}

#[tokio::test]
async fn fair_days_are_looked_for_where_less_rain_fell() {
    let vendor = Fake::new();
    let seattle = vendor.summarize_weather_of_month(City::Seattle, 2014, 7);
    vendor.reply_to(seattle.send(), rain(900)).reply(rain(100));

    let answer = plan(&vendor, 2014, 7).await.unwrap().to_string();

    assert!(answer.ends_with("In New York, though no day was fair."), "{answer}");
    let days = vendor.find_days_by_weather(City::NewYork, Weather::Sun, 2014);
    vendor.assert_sent(days.month(7).limit(3).send());
    vendor.assert_sent_times(3);
}

#[tokio::test]
async fn a_vendor_that_is_away_ends_the_errand() {
    let vendor = Fake::new();
    vendor.reply(rain(0));
    vendor.fail::<FindDaysByWeather>(Failure::unavailable("the station is being repaired"));
    let error = plan(&vendor, 2014, 7).await.unwrap_err();
    assert!(error.is_retryable(), "{error}");
}
