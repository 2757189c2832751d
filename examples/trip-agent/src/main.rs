//! `trip-agent URL [YEAR-MONTH]`: asks the weather vendor at this URL where the month was dryer.

use std::process::ExitCode;

use trip_agent::weather::Client;

const USAGE: &str = "\
Tells in which of two cities a month was dryer, by asking the weather vendor.

Usage: trip-agent URL [YEAR-MONTH]

  URL         the root of the vendor's API, such as http://127.0.0.1:8080
  YEAR-MONTH  2012-01 to 2015-12 [default: 2014-07]";

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = match arguments.as_slice() {
        [url] if !url.starts_with('-') => Some((url, Some((2014, 7)))),
        [url, month] => Some((url, year_and_month(month))),
        _ => None,
    };
    let Some((url, Some((year, month)))) = asked else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match plan(url, year, month).await {
        Ok(plan) => println!("{plan}"),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

async fn plan(url: &str, year: u16, month: u8) -> a2t::client::Result<trip_agent::Plan> {
    trip_agent::plan(&Client::new(url)?, year, month).await
}

/// Whether the vendor has that month is for the vendor's signature to say.
fn year_and_month(text: &str) -> Option<(u16, u8)> {
    let (year, month) = text.split_once('-')?;
    Some((year.parse().ok()?, month.parse().ok()?))
}
