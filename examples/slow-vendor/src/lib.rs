//! A vendor whose report takes a while: it is acknowledged at once, and posted when it is ready, though
//! the program was killed in between.
//!
//! ```console
//! $ cargo run -p slow-vendor -- --store sqlite:calls.db --delay 2s --allow-loopback
//! ```

use std::sync::Arc;
use std::time::Duration;

use a2t::ToolError;
use a2t::rap::{Call, Server, Shown, WorkerLimits};
use axum::extract::State;
use weather_vendor::observations::{City, Observations, Weather};

/// Time after which the calls of a program that was killed run again.
const LEASE: Duration = Duration::from_secs(5);

/// The records, in an archive that is far away.
#[derive(Debug)]
pub struct Archive {
    /// The records.
    pub observations: Observations,
    /// The way to them.
    pub delay: Duration,
}

/// A year in numbers and words.
#[derive(a2t::Output, Debug, PartialEq)]
pub struct YearReport {
    /// Number of recorded days.
    pub days: u16,
    /// Number of days with rain or snow.
    pub wet_days: u16,
    /// Rain and melted snow of the whole year in tenths of a millimetre: 1733 means 173.3 mm.
    pub precipitation_tenths_mm: u32,
    /// The day with the highest temperature, as YYYY-MM-DD.
    pub hottest_day: String,
    /// Its highest temperature in tenths of a degree Celsius: 128 means 12.8 °C.
    pub hottest_tenths_celsius: i16,
    /// The year in a sentence.
    pub summary: String,
}

/// Reports the weather of a whole year in a city, from 2012 to 2015. The archive is far away: this takes
/// a while.
#[a2t::tool(version = 1, tags = ["weather", "history"], read_only, long_running)]
pub async fn report_weather_of_year(
    /// The city.
    city: City,
    /// The year.
    #[a2t(min = 2012, max = 2015)]
    year: i16,
    #[a2t(context)] State(archive): State<Arc<Archive>>,
    #[a2t(context)] call: Call,
) -> Result<YearReport, ToolError> {
    tokio::time::sleep(archive.delay).await;
    let report = report(&archive.observations, city, year)?;
    call.show(Shown::Text(report.summary.clone()))?;
    Ok(report)
}

fn report(observations: &Observations, city: City, year: i16) -> Result<YearReport, ToolError> {
    let days: Vec<_> = observations.of(city).filter(|(date, _)| date.year() == year).collect();
    let is_wet = |weather| matches!(weather, Weather::Rain | Weather::Snow);
    let wet = days.iter().filter(|(_, day)| is_wet(day.weather)).count();
    let hottest = days.iter().max_by_key(|(_, day)| day.high);
    let (date, hottest) =
        hottest.ok_or_else(|| ToolError::not_found(format!("no records of {city} in {year}")))?;
    Ok(YearReport {
        days: days.len() as u16,
        wet_days: wet as u16,
        precipitation_tenths_mm: days.iter().map(|(_, day)| u32::from(day.precipitation)).sum(),
        hottest_day: date.to_string(),
        hottest_tenths_celsius: hottest.high,
        summary: format!("{city} had {wet} wet days in {year}, and was hottest on {date}."),
    })
}

/// The vendor, without a store and without a policy.
pub fn server(archive: Archive) -> Server<Arc<Archive>> {
    Server::new(a2t::toolset![report_weather_of_year], Arc::new(archive))
        .name("slow-weather")
        .description("Reports on NOAA's daily observations of Seattle and New York")
        .limits(WorkerLimits::new().lease_duration(LEASE))
        .on_fault(|fault| tracing::error!(tool = %fault.signature().name, "{fault}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_is_reported_in_numbers_and_words() {
        let observations = Observations::noaa().unwrap();
        let found = report(&observations, City::Seattle, 2014).unwrap();
        assert_eq!((found.days, &*found.hottest_day), (365, "2014-08-11"));
        assert!(found.summary.starts_with("Seattle had "), "{found:?}");
        let leap = report(&observations, City::NewYork, 2012).unwrap();
        assert_eq!(leap.days, 366);
        assert!(report(&observations, City::Seattle, 1700).is_err());
    }
}
