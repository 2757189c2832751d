//! An agent's errand over an MCP server: when did it first snow in a year, and how cold was it?
//!
//! `build.rs` wrote the module [`weather`] from `approved/weather.json`, the tools as they were approved:
//!
//! ```console
//! $ cargo a2t fetch -o approved/weather.json --mcp-stdio -- weather-vendor --mcp-stdio
//! ```
//!
//! A server has no versions of its tools. What this agent calls is what it approved: arguments are
//! checked against those schemas before they are sent, and [`changed`] asks the server whether its
//! tools are still the same. [`model::executor`] lets a model call them, together with a tool of
//! this program.

pub mod model;

use std::fmt;

use a2t::mcp::client::Result;

a2t::include_client!("weather");

use weather::Tools;
use weather::input::{find_days_by_weather as find, lookup_weather_of_day as look_up};

/// Findings of the agent.
#[derive(Debug, PartialEq)]
pub struct FirstSnow {
    /// The day as `YYYY-MM-DD`, and its lowest temperature in tenths of a degree Celsius; `None` for a
    /// year without snow.
    day: Option<(String, Option<i64>)>,
    /// Number of days with snow.
    days: i64,
}

/// Asks for the days with snow, and about the first of them. `server` is a client, or a fake in a
/// test.
///
/// # Errors
/// A call that did not reach the server, or that a tool refused.
pub async fn first_snow(server: &impl Tools, year: u16) -> Result<FirstSnow> {
    let call = server.find_days_by_weather(find::City::Seattle, find::Weather::Snow, year);
    let found = call.limit(1).send().await?;
    let days = found.matches.unwrap_or_default();
    let listed = found.days.unwrap_or_default();
    let Some(date) = listed.get(0).and_then(|day| day.get("date")?.as_str()) else {
        return Ok(FirstSnow { day: None, days });
    };
    let day = server.lookup_weather_of_day(look_up::City::Seattle, date).send().await?;
    Ok(FirstSnow { day: Some((date.to_owned(), day.low_tenths_celsius)), days })
}

/// Changes of the server since its tools were approved, a line each; empty if there are none.
///
/// # Errors
/// A server that cannot be asked.
pub async fn changed(server: &impl Tools) -> Result<String> {
    let drift = server.verify().await?;
    Ok(if drift.is_none() { String::new() } else { drift.to_string() })
}

impl fmt::Display for FirstSnow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((day, low)) = &self.day else {
            return f.write_str("It never snowed.");
        };
        write!(f, "It snowed on {} days, first on {day}", self.days)?;
        match low {
            Some(low) => {
                let (sign, tenths) = (if *low < 0 { "-" } else { "" }, low.unsigned_abs());
                write!(f, ", at {sign}{}.{} °C.", tenths / 10, tenths % 10)
            }
            None => f.write_str("."),
        }
    }
}
