//! The tools: small questions over the records, each answered in one call.
//!
//! The protocol has integers only, so every measure travels in the tenths that NOAA recorded, and
//! its name has the unit, so that no model or programmer has to guess it.

use std::sync::Arc;

use a2t::{Json, ToolError};
use axum::extract::State;
use jiff::civil::Date;

use crate::date;
use crate::observations::{City, Day, Observations, Weather};

/// What was recorded on one day.
#[derive(a2t::Output, Debug, PartialEq)]
pub struct DayReport {
    /// The strongest kind of weather seen on that day.
    pub weather: Weather,
    /// The day's highest temperature in tenths of a degree Celsius: 128 means 12.8 °C.
    pub high_tenths_celsius: i16,
    /// The day's lowest temperature in tenths of a degree Celsius: -28 means -2.8 °C.
    pub low_tenths_celsius: i16,
    /// Rain and melted snow in tenths of a millimetre: 109 means 10.9 mm.
    pub precipitation_tenths_mm: u16,
    /// The day's average wind speed in tenths of a metre per second: 47 means 4.7 m/s.
    pub wind_tenths_mps: u16,
    /// The mean of the highest temperatures on this day of all recorded years, in tenths of a degree
    /// Celsius, rounded down.
    pub usual_high_tenths_celsius: i16,
}

/// Looks up the weather that was observed in a city on one day, from 2012-01-01 to 2015-12-31.
#[a2t::tool(version = 2, tags = ["weather", "history"], read_only)]
pub fn lookup_weather_of_day(
    /// The city.
    city: City,
    /// The local day as YYYY-MM-DD, for example 2012-01-31.
    #[a2t(max_length = 10)]
    date: String,
    #[a2t(context)] State(observations): State<Arc<Observations>>,
) -> Result<DayReport, ToolError> {
    let date = date::parse(&date)
        .map_err(|why| ToolError::refused(format!("`{date}` is not a date: {why}")))?;
    let day = observations.day(city, date).ok_or_else(|| nothing_on(&observations, city, date))?;
    Ok(DayReport {
        weather: day.weather,
        high_tenths_celsius: day.high,
        low_tenths_celsius: day.low,
        precipitation_tenths_mm: day.precipitation,
        wind_tenths_mps: day.wind,
        usual_high_tenths_celsius: usual_high(&observations, city, date),
    })
}

/// A month in numbers.
#[derive(a2t::Output, Debug, PartialEq)]
pub struct MonthSummary {
    /// How many days of the month were recorded.
    pub days: u8,
    /// How many of them had measurable precipitation, or as much as was asked for.
    pub wet_days: u8,
    /// How many of them saw snow, sleet or ice pellets.
    pub snow_days: u8,
    /// Rain and melted snow of the whole month in tenths of a millimetre: 1733 means 173.3 mm.
    pub precipitation_tenths_mm: u32,
    /// The mean of the days' highest temperatures in tenths of a degree Celsius, rounded down.
    pub mean_high_tenths_celsius: i16,
    /// The mean of the days' lowest temperatures in tenths of a degree Celsius, rounded down.
    pub mean_low_tenths_celsius: i16,
    /// The kind of weather of most days; of equally frequent kinds, the strongest.
    pub prevailing_weather: Weather,
}

/// Summarizes the weather that was observed in a city in one month: wet days, total precipitation,
/// mean temperatures and the prevailing kind of weather.
#[a2t::tool(version = 3, tags = ["weather", "history", "statistics"], read_only)]
pub fn summarize_weather_of_month(
    /// The city.
    city: City,
    /// The year.
    #[a2t(min = 2012, max = 2015)]
    year: i16,
    /// The month, from 1 for January to 12 for December.
    #[a2t(min = 1, max = 12)]
    month: i8,
    /// The precipitation that makes a day wet, in tenths of a millimetre; 1 if absent, which is all
    /// that can be measured.
    #[a2t(min = 1, max = 10_000, default = 1)]
    wet_from_tenths_mm: u16,
    #[a2t(context)] State(observations): State<Arc<Observations>>,
) -> Result<MonthSummary, ToolError> {
    let in_month = |date: Date| (date.year(), date.month()) == (year, month);
    let days: Vec<_> =
        observations.of(city).filter(|(date, _)| in_month(*date)).map(|(_, day)| day).collect();
    let prevailing = prevailing(&days);
    let prevailing_weather = prevailing.ok_or_else(|| {
        ToolError::not_found(format!("no records of {city} for {year}-{month:02}"))
    })?;
    Ok(MonthSummary {
        days: days.len() as u8,
        wet_days: days.iter().filter(|day| day.precipitation >= wet_from_tenths_mm).count() as u8,
        snow_days: days.iter().filter(|day| day.weather == Weather::Snow).count() as u8,
        precipitation_tenths_mm: days.iter().map(|day| u32::from(day.precipitation)).sum(),
        mean_high_tenths_celsius: mean(days.iter().map(|day| day.high)),
        mean_low_tenths_celsius: mean(days.iter().map(|day| day.low)),
        prevailing_weather,
    })
}

/// The days of one kind of weather.
#[derive(a2t::Output, Debug, PartialEq)]
pub struct FoundDays {
    /// How many days match, whether listed or not.
    pub matches: u16,
    /// The matching days, the earliest first, each with its date, highest and lowest temperature in
    /// tenths of a degree Celsius and precipitation in tenths of a millimetre.
    pub days: Json<Vec<FoundDay>>,
}

/// One line of the list of [`FoundDays`].
#[derive(serde::Serialize, Debug, PartialEq)]
pub struct FoundDay {
    date: String,
    high_tenths_celsius: i16,
    low_tenths_celsius: i16,
    precipitation_tenths_mm: u16,
}

/// Finds the days on which one kind of weather prevailed in a city in one year, or in one month of it.
#[a2t::tool(version = 2, tags = ["weather", "history", "search"], read_only)]
pub fn find_days_by_weather(
    /// The city.
    city: City,
    /// The kind of weather to look for.
    weather: Weather,
    /// The year to search.
    #[a2t(min = 2012, max = 2015)]
    year: i16,
    /// The month to search, from 1 for January to 12 for December; the whole year if absent.
    #[a2t(min = 1, max = 12)]
    month: Option<i8>,
    /// The most days to list; all of them if absent.
    #[a2t(min = 1, max = 366)]
    limit: Option<u16>,
    #[a2t(context)] State(observations): State<Arc<Observations>>,
) -> FoundDays {
    let asked = |date: Date| date.year() == year && month.is_none_or(|month| date.month() == month);
    let found =
        || observations.of(city).filter(|(date, day)| asked(*date) && day.weather == weather);
    let days = found()
        .take(limit.map_or(usize::MAX, usize::from))
        .map(|(date, day)| FoundDay::new(date, day));
    FoundDays { matches: found().count() as u16, days: Json(days.collect()) }
}

/// Finds the days on which one kind of weather prevailed in a city in one year, or in one month of it.
#[a2t::tool(
    name = "find_days_by_weather",
    version = 1,
    tags = ["weather", "history", "search"],
    read_only,
    deprecated(since = "2026-11-01", note = "use version 2, which lists all days unless told otherwise")
)]
pub fn find_ten_days_by_weather(
    /// The city.
    city: City,
    /// The kind of weather to look for.
    weather: Weather,
    /// The year to search.
    #[a2t(min = 2012, max = 2015)]
    year: i16,
    /// The month to search, from 1 for January to 12 for December; the whole year if absent.
    #[a2t(min = 1, max = 12)]
    month: Option<i8>,
    /// The most days to list; 10 if absent.
    #[a2t(min = 1, max = 366, default = 10)]
    limit: u16,
    #[a2t(context)] observations: State<Arc<Observations>>,
) -> FoundDays {
    find_days_by_weather(city, weather, year, month, Some(limit), observations)
}

impl FoundDay {
    fn new(date: Date, day: &Day) -> Self {
        Self {
            date: date.to_string(),
            high_tenths_celsius: day.high,
            low_tenths_celsius: day.low,
            precipitation_tenths_mm: day.precipitation,
        }
    }
}

fn nothing_on(observations: &Observations, city: City, date: Date) -> ToolError {
    ToolError::not_found(match observations.span(city) {
        Some((first, last)) => {
            format!("no record of {city} on {date}; there are days from {first} to {last}")
        }
        None => format!("no records of {city}"),
    })
}

/// What is usual on this day of the year.
fn usual_high(observations: &Observations, city: City, date: Date) -> i16 {
    let day = |date: Date| (date.month(), date.day());
    let same = observations.of(city).filter(|(other, _)| day(*other) == day(date));
    let highs: Vec<_> = same.map(|(_, day)| day.high).collect();
    mean(highs.into_iter())
}

fn prevailing(days: &[&Day]) -> Option<Weather> {
    let frequency = |kind| days.iter().filter(|day| day.weather == kind).count();
    days.iter().map(|day| day.weather).max_by_key(|kind| (frequency(*kind), *kind))
}

/// Rounded down, also below zero; 0 for nothing.
fn mean(values: impl ExactSizeIterator<Item = i16>) -> i16 {
    let count = values.len().max(1) as i32;
    values.map(i32::from).sum::<i32>().div_euclid(count) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noaa() -> State<Arc<Observations>> {
        State(Arc::new(Observations::noaa().unwrap()))
    }

    #[test]
    fn a_day_is_reported_as_recorded() {
        let report = lookup_weather_of_day(City::Seattle, "2012-01-02".into(), noaa()).unwrap();
        let recorded = DayReport {
            weather: Weather::Rain,
            high_tenths_celsius: 106,
            low_tenths_celsius: 28,
            precipitation_tenths_mm: 109,
            wind_tenths_mps: 45,
            usual_high_tenths_celsius: 82,
        };
        assert_eq!(report, recorded);
    }

    #[test]
    fn a_day_outside_the_records_is_not_found() {
        let error = lookup_weather_of_day(City::NewYork, "2016-01-01".into(), noaa()).unwrap_err();
        assert_eq!(error.status(), 404);
        assert_eq!(
            error.message(),
            "no record of New York on 2016-01-01; there are days from 2012-01-01 to 2015-12-31"
        );
    }

    #[test]
    fn what_is_not_a_date_is_refused_with_the_spelling_wanted() {
        let error = lookup_weather_of_day(City::Seattle, "2 Jan 2012".into(), noaa()).unwrap_err();
        assert_eq!(error.status(), 422);
        assert_eq!(
            error.message(),
            "`2 Jan 2012` is not a date: write it as YYYY-MM-DD, for example 2012-01-31"
        );
    }

    #[test]
    fn a_month_is_summed_up() {
        let summary = summarize_weather_of_month(City::Seattle, 2012, 1, 1, noaa()).unwrap();
        assert_eq!((summary.days, summary.precipitation_tenths_mm), (31, 1733));
        assert_eq!(summary.prevailing_weather, Weather::Rain);
    }

    #[test]
    fn a_dry_month_has_no_wet_day() {
        let summary = summarize_weather_of_month(City::Seattle, 2013, 7, 1, noaa()).unwrap();
        assert_eq!((summary.wet_days, summary.precipitation_tenths_mm), (0, 0));
    }

    #[test]
    fn a_mean_below_zero_is_rounded_down_too() {
        assert_eq!(mean([-1, -2].into_iter()), -2);
        assert_eq!(mean([1, 2].into_iter()), 1);
        assert_eq!(mean([].into_iter()), 0);
    }

    #[test]
    fn all_days_are_counted_and_a_limited_number_listed() {
        let found = find_days_by_weather(City::Seattle, Weather::Snow, 2012, None, Some(2), noaa());
        let Json(days) = found.days;
        assert_eq!(found.matches, 21);
        assert_eq!(
            days.iter().map(|day| &*day.date).collect::<Vec<_>>(),
            ["2012-01-14", "2012-01-15"]
        );
    }

    #[test]
    fn a_month_narrows_the_search() {
        let found = find_days_by_weather(City::NewYork, Weather::Snow, 2012, Some(7), None, noaa());
        assert_eq!((found.matches, found.days.0.len()), (0, 0));
    }
}
