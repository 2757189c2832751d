//! `trip-agent URL [YEAR-MONTH]`: asks the weather vendor at this URL where the month was dryer.

use std::process::ExitCode;

use clap::Parser;
use trip_agent::weather::Client;

/// Finds in which of two cities a month was dryer, by asking the weather vendor
#[derive(Debug, Parser)]
struct Arguments {
    /// The root of the vendor's API, such as http://127.0.0.1:8080
    url: String,
    /// 2012-01 to 2015-12
    #[arg(value_name = "YEAR-MONTH", default_value = "2014-07", value_parser = year_and_month)]
    month: (u16, u8),
}

#[tokio::main]
async fn main() -> ExitCode {
    let Arguments { url, month } = Arguments::parse();
    match plan(&url, month).await {
        Ok(plan) => println!("{plan}"),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

async fn plan(url: &str, (year, month): (u16, u8)) -> a2t::client::Result<trip_agent::Plan> {
    trip_agent::plan(&Client::new(url)?, year, month).await
}

/// Takes months that no calendar has: the vendor's signature lists the ones there are.
fn year_and_month(text: &str) -> Result<(u16, u8), &'static str> {
    let fields = text.split_once('-');
    fields
        .and_then(|(year, month)| Some((year.parse().ok()?, month.parse().ok()?)))
        .ok_or("write it as YYYY-MM, for example 2014-07")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<(u16, u8), String> {
        let words = std::iter::once("trip-agent").chain(line.split_whitespace());
        let arguments = Arguments::try_parse_from(words).map_err(|error| error.to_string())?;
        Ok(arguments.month)
    }

    #[test]
    fn the_month_is_the_one_asked_for_or_the_one_that_the_help_says() {
        assert_eq!(parse("http://127.0.0.1:8080 2013-01"), Ok((2013, 1)));
        let (year, month) = parse("http://127.0.0.1:8080").unwrap();
        let help = parse("--help").unwrap_err();
        let default = format!("[default: {year}-{month:02}]");
        assert!(help.contains(&default), "{help}");
    }

    #[test]
    fn a_month_of_another_spelling_or_a_missing_url_is_named() {
        let month = parse("http://127.0.0.1:8080 July").unwrap_err();
        assert!(month.contains("write it as YYYY-MM"), "{month}");
        let missing = parse("").unwrap_err();
        assert!(missing.contains("<URL>"), "{missing}");
    }

    #[test]
    fn a_month_that_no_calendar_has_is_left_to_the_vendor() {
        assert_eq!(parse("http://127.0.0.1:8080 2016-13"), Ok((2016, 13)));
    }
}
