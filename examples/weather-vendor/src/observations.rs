//! The records: CSV text comes in, days found by city and date go out.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;

use crate::date;

const HEADER: &str = "location,date,precipitation,temp_max,temp_min,wind,weather";

/// A city whose weather was observed.
#[derive(a2t::Enum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum City {
    /// Seattle, Washington.
    Seattle,
    /// New York City, New York.
    NewYork,
}

/// The strongest kind of weather seen on a day. Snow outranks rain, rain outranks drizzle, and
/// drizzle outranks fog.
#[derive(a2t::Enum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weather {
    /// A fair day: no fog, drizzle, rain or snow was recorded. Sunshine itself was not measured.
    Sun,
    /// Fog, without measurable precipitation.
    Fog,
    /// Drizzle, mist, smoke or haze, without measurable precipitation.
    Drizzle,
    /// Rain, freezing rain or hail.
    Rain,
    /// Snow, sleet or ice pellets, with or without rain.
    Snow,
}

/// What was recorded in one city on one day, in the tenths that NOAA records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Day {
    /// The strongest kind of weather.
    pub weather: Weather,
    /// The highest temperature, tenths of a degree Celsius.
    pub high: i16,
    /// The lowest temperature, tenths of a degree Celsius.
    pub low: i16,
    /// Rain and melted snow, tenths of a millimetre.
    pub precipitation: u16,
    /// The average wind speed, tenths of a metre a second.
    pub wind: u16,
}

/// Every recorded day of every city.
#[derive(Debug)]
pub struct Observations {
    days: BTreeMap<(City, Date), Day>,
}

/// A row that could not be read.
#[derive(Debug, PartialEq, Eq)]
pub struct RecordError {
    line: usize,
    problem: String,
}

impl Observations {
    /// NOAA's observations of 2012 to 2015, which are part of this program.
    ///
    /// # Errors
    /// The first row that could not be read.
    pub fn noaa() -> Result<Self, RecordError> {
        Self::parse(include_str!("../data/weather.csv"))
    }

    /// Reads comma-separated rows below a header line.
    ///
    /// # Errors
    /// The first row that could not be read.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let mut lines = (1..).zip(text.lines());
        let header = lines.next().map_or("", |(_, header)| header);
        if header != HEADER {
            let problem = format!("the header is `{header}`, expected `{HEADER}`");
            return Err(RecordError { line: 1, problem });
        }
        let mut days = BTreeMap::new();
        for (line, row) in lines {
            let (key, day) = record(row).map_err(|problem| RecordError { line, problem })?;
            if days.insert(key, day).is_some() {
                let problem = format!("a second row for {} on {}", key.0, key.1);
                return Err(RecordError { line, problem });
            }
        }
        Ok(Self { days })
    }

    /// One city's day, if it was recorded.
    pub fn day(&self, city: City, date: Date) -> Option<&Day> {
        self.days.get(&(city, date))
    }

    /// All days of a city, the earliest first.
    pub fn of(&self, city: City) -> impl DoubleEndedIterator<Item = (Date, &Day)> {
        let days = self.days.iter().filter(move |((of, _), _)| *of == city);
        days.map(|((_, date), day)| (*date, day))
    }

    /// The first and the last recorded day of a city.
    pub fn span(&self, city: City) -> Option<(Date, Date)> {
        let mut dates = self.of(city).map(|(date, _)| date);
        let first = dates.next()?;
        Some((first, dates.next_back().unwrap_or(first)))
    }
}

/// One row; the file quotes nothing, so a comma always ends a field.
fn record(row: &str) -> Result<((City, Date), Day), String> {
    let mut fields = row.split(',');
    let mut field = |name| fields.next().ok_or_else(|| format!("`{name}` is missing"));
    let city = choice(field("location")?, "location", &CITIES)?;
    let date = field("date")?;
    let date = date::parse(date).map_err(|problem| format!("`date` is `{date}`: {problem}"))?;
    let precipitation = tenths(field("precipitation")?, "precipitation")?;
    let high = tenths(field("temp_max")?, "temp_max")?;
    let low = tenths(field("temp_min")?, "temp_min")?;
    let wind = tenths(field("wind")?, "wind")?;
    let weather = choice(field("weather")?, "weather", &KINDS)?;
    match fields.next() {
        Some(extra) => Err(format!("`{extra}` follows the last column, `weather`")),
        None => Ok(((city, date), Day { weather, high, low, precipitation, wind })),
    }
}

const CITIES: [(&str, City); 2] = [("Seattle", City::Seattle), ("New York", City::NewYork)];

const KINDS: [(&str, Weather); 5] = [
    ("sun", Weather::Sun),
    ("fog", Weather::Fog),
    ("drizzle", Weather::Drizzle),
    ("rain", Weather::Rain),
    ("snow", Weather::Snow),
];

fn choice<T: Copy>(text: &str, column: &str, choices: &[(&str, T)]) -> Result<T, String> {
    let known = choices.iter().find(|(name, _)| *name == text);
    known.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(name, _)| format!("`{name}`")).collect();
        format!("`{column}` is `{text}`, expected one of {}", names.join(", "))
    })
}

/// `12.8` is 128: the decimal point goes, so no float comes near the numbers.
fn tenths<T: FromStr>(text: &str, column: &str) -> Result<T, String> {
    let number = text.split_once('.').filter(|(_, decimals)| decimals.len() == 1);
    let number = number.and_then(|(whole, tenth)| format!("{whole}{tenth}").parse().ok());
    number.ok_or_else(|| {
        format!("`{column}` is `{text}`, expected a number with one decimal, such as 12.8")
    })
}

impl fmt::Display for City {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Seattle => "Seattle",
            Self::NewYork => "New York",
        })
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl Error for RecordError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(row: &str) -> String {
        Observations::parse(&format!("{HEADER}\n{row}\n")).unwrap_err().to_string()
    }

    #[test]
    fn every_city_has_every_day_of_four_years() {
        let noaa = Observations::noaa().unwrap();
        for city in [City::Seattle, City::NewYork] {
            assert_eq!(noaa.of(city).count(), 366 + 3 * 365);
            let (first, last) = noaa.span(city).unwrap();
            assert_eq!(
                (first.to_string(), last.to_string()),
                ("2012-01-01".into(), "2015-12-31".into())
            );
        }
    }

    #[test]
    fn numbers_keep_their_tenths_and_their_sign() {
        let noaa = Observations::noaa().unwrap();
        let day = noaa.day(City::Seattle, "2013-12-07".parse().unwrap()).unwrap();
        assert_eq!((day.high, day.low, day.weather), (0, -71, Weather::Sun));
        assert_eq!(tenths::<i16>("-0.5", "x"), Ok(-5));
    }

    #[test]
    fn a_bad_row_is_named_by_line_column_and_value() {
        let rows = [
            (
                "Boston,2012-01-01,0.0,12.8,5.0,4.7,rain",
                "line 2: `location` is `Boston`, expected one of `Seattle`, `New York`",
            ),
            (
                "Seattle,2012-02-30,0.0,12.8,5.0,4.7,rain",
                "line 2: `date` is `2012-02-30`: there is no day 30 in that month; its days run from 01 to 29",
            ),
            (
                "Seattle,2012-01-01,-0.1,12.8,5.0,4.7,rain",
                "line 2: `precipitation` is `-0.1`, expected a number with one decimal, such as 12.8",
            ),
            (
                "Seattle,2012-01-01,0.0,12.85,5.0,4.7,rain",
                "line 2: `temp_max` is `12.85`, expected a number with one decimal, such as 12.8",
            ),
            (
                "Seattle,2012-01-01,0.0,12.8,5,4.7,rain",
                "line 2: `temp_min` is `5`, expected a number with one decimal, such as 12.8",
            ),
            ("Seattle,2012-01-01,0.0,12.8,5.0,4.7", "line 2: `weather` is missing"),
            (
                "Seattle,2012-01-01,0.0,12.8,5.0,4.7,rain,",
                "line 2: `` follows the last column, `weather`",
            ),
        ];
        for (row, expected) in rows {
            assert_eq!(complaint(row), expected);
        }
    }

    #[test]
    fn a_day_recorded_twice_is_refused() {
        let row = "New York,2012-01-01,0.0,12.8,5.0,4.7,sun";
        assert_eq!(
            complaint(&format!("{row}\n{row}")),
            "line 3: a second row for New York on 2012-01-01"
        );
    }

    #[test]
    fn a_file_of_other_columns_is_refused() {
        let error = Observations::parse("date,weather\n").unwrap_err().to_string();
        assert_eq!(error, format!("line 1: the header is `date,weather`, expected `{HEADER}`"));
    }
}
