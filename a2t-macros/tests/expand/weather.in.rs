/// Temperature scale.
#[derive(a2t::Enum)]
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

#[derive(a2t::Output)]
struct Weather {
    /// The current temperature in the named city.
    temperature: i32,
    /// The station's own report.
    report: a2t::Json<Report>,
}

/// Looks up the current weather for a city.
#[a2t::tool(version = 2, tags = ["weather"])]
async fn lookup_weather_by_city(
    /// The city. For example, Boston or Los Angeles.
    #[a2t(max_length = 100)]
    city: String,
    /// Temperature scale of the reply; Fahrenheit if absent.
    units: Option<Units>,
    /// Days ahead.
    #[a2t(min = 0, max = 14, default = 0)]
    days: u8,
    /// Hours ahead.
    hours: u8,
    #[a2t(context)] State(stations): State<Stations>,
) -> Result<Weather, a2t::ToolError> {
    stations.report(city, units, days, hours).await
}
