use a2t::ToolError;

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
    /// The temperature in the named city, in the scale asked for.
    temperature: i32,
    /// Whether rain is expected.
    rain: bool,
}

/// Looks up the weather forecast for a city.
#[a2t::tool(version = 1, tags = ["weather"], read_only)]
async fn lookup_weather_by_city(
    /// The city. For example, Boston or Los Angeles.
    #[a2t(max_length = 100)]
    city: String,
    /// Temperature scale of the reply; Fahrenheit if absent.
    units: Option<Units>,
    /// Days ahead.
    #[a2t(min = 0, max = 14, default = 0)]
    days: u8,
) -> Result<Weather, ToolError> {
    let celsius = match city.as_str() {
        "Omaha, Nebraska" => 21 + i32::from(days) % 3,
        _ => return Err(ToolError::not_found(format!("no forecast for {city}"))),
    };
    let temperature = match units {
        Some(Units::Celsius) => celsius,
        Some(Units::Fahrenheit) | None => celsius * 9 / 5 + 32,
    };
    Ok(Weather { temperature, rain: days > 3 })
}

#[tokio::main]
async fn main() -> Result<(), a2t::ServeError> {
    a2t::serve("127.0.0.1:8080", a2t::toolset![lookup_weather_by_city], ()).await
}
