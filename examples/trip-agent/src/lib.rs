//! An agent's errand: in which of two cities was a month dryer, and which days were fair there?
//!
//! `build.rs` wrote the module [`weather`] from `approved/weather.json`, the catalog as it was approved.

use std::fmt;

use a2t::client::Result;

a2t::include_client!("weather");

use weather::{City, Tools, Weather};

/// What the agent found out.
#[derive(Debug)]
pub struct Plan {
    year: u16,
    month: u8,
    /// Where less rain fell.
    dryer: Month,
    wetter: Month,
    /// The first fair days in the dryer city, as `YYYY-MM-DD`.
    fair_days: Vec<String>,
}

/// One city's month, as the vendor summarised it.
#[derive(Debug)]
struct Month {
    city: City,
    days: i64,
    wet_days: i64,
    precipitation_tenths_mm: i64,
    mean_high_tenths_celsius: i64,
}

/// Asks about both cities at once, then for the fair days of the dryer one. `vendor` is a client, or
/// a fake in a test.
///
/// # Errors
/// A call that did not reach the vendor, or that it refused.
pub async fn plan(vendor: &impl Tools, year: u16, month: u8) -> Result<Plan> {
    let summary = |city| summarize(vendor, city, year, month);
    let (dryer, wetter) = tokio::try_join!(summary(City::Seattle), summary(City::NewYork))?;
    let (dryer, wetter) = if dryer.precipitation_tenths_mm <= wetter.precipitation_tenths_mm {
        (dryer, wetter)
    } else {
        (wetter, dryer)
    };
    let fair_days = fair_days(vendor, dryer.city, year, month).await?;
    Ok(Plan { year, month, dryer, wetter, fair_days })
}

async fn summarize(vendor: &impl Tools, city: City, year: u16, month: u8) -> Result<Month> {
    let reply = vendor.summarize_weather_of_month(city, year, month).send().await?;
    Ok(Month {
        city,
        days: reply.days.required()?,
        wet_days: reply.wet_days.required()?,
        precipitation_tenths_mm: reply.precipitation_tenths_mm.required()?,
        mean_high_tenths_celsius: reply.mean_high_tenths_celsius.required()?,
    })
}

async fn fair_days(vendor: &impl Tools, city: City, year: u16, month: u8) -> Result<Vec<String>> {
    let call = vendor.find_days_by_weather(city, Weather::Sun, year).month(month).limit(3);
    let days = call.send().await?.days.required()?;
    let dates = days.as_array().into_iter().flatten().filter_map(|day| day.get("date")?.as_str());
    Ok(dates.map(String::from).collect())
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Where was it dryer in {}-{:02}?", self.year, self.month)?;
        writeln!(f, "  {}\n  {}", self.dryer, self.wetter)?;
        write!(f, "In {}", name(self.dryer.city))?;
        match self.fair_days.as_slice() {
            [] => f.write_str(", though no day was fair."),
            days => write!(f, "; its first fair days were {}.", days.join(", ")),
        }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (city, rain) = (name(self.city), Tenths(self.precipitation_tenths_mm));
        let (wet, days) = (self.wet_days, self.days);
        let high = Tenths(self.mean_high_tenths_celsius);
        write!(
            f,
            "{city:<8} {rain:>6} mm on {wet:>2} of {days} days, highs of {high} °C on average"
        )
    }
}

fn name(city: City) -> &'static str {
    match city {
        City::Seattle => "Seattle",
        City::NewYork => "New York",
    }
}

/// A number of tenths, shown with its decimal point.
struct Tenths(i64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let tenths = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_keep_their_sign_below_one() {
        assert_eq!(Tenths(-5).to_string(), "-0.5");
        assert_eq!(Tenths(0).to_string(), "0.0");
        assert_eq!(Tenths(1733).to_string(), "173.3");
    }
}
