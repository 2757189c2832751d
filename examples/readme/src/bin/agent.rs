a2t::include_client!("weather");

#[tokio::main]
async fn main() -> Result<(), a2t::client::Error> {
    let weather = weather::Client::new("http://127.0.0.1:8080")?;
    let reply = weather
        .lookup_weather_by_city("Omaha, Nebraska")
        .units(weather::Units::Celsius)
        .send()
        .await?;
    println!("{} °C", reply.temperature);
    Ok(())
}
