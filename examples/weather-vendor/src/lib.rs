//! A weather vendor: NOAA's daily observations of Seattle and New York, served as tools.
//!
//! ```console
//! $ cargo run -p weather-vendor -- --listen 127.0.0.1:8080
//! ```

pub mod date;
pub mod observations;
pub mod tools;

use std::sync::Arc;

use a2t::Toolset;

use crate::observations::Observations;
use crate::tools::{
    find_days_by_weather, find_ten_days_by_weather, lookup_weather_of_day,
    summarize_weather_of_month,
};

/// Everything this vendor offers.
pub fn toolset() -> Toolset<Arc<Observations>> {
    a2t::toolset![
        lookup_weather_of_day,
        summarize_weather_of_month,
        find_days_by_weather,
        find_ten_days_by_weather
    ]
}
