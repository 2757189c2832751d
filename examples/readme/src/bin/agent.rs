a2t::include_client!("weather");

#[tokio::main]
async fn main() -> Result<(), a2t::client::Error> {
    let weather = weather::Client::new(weather::URL)?;
    let reply = weather
        .lookup_weather_by_city("Omaha, Nebraska")
        .units(weather::Units::Celsius)
        .send()
        .await?;
    println!("{} °C", reply.temperature);
    Ok(())
}
