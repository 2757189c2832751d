a2t::include_client!("weather");

async fn advise(tools: &impl weather::Tools, city: &str) -> a2t::client::Result<&'static str> {
    let forecast = tools.lookup_weather_by_city(city).send().await?;
    let advice = if forecast.rain.required()? { "take an umbrella" } else { "leave it at home" };
    Ok(advice)
}

#[tokio::test]
async fn rain_calls_for_an_umbrella() -> a2t::client::Result<()> {
    let weather = weather::Fake::new();
    weather.reply(weather::reply::LookupWeatherByCity { rain: true.into(), ..Default::default() });

    assert_eq!(advise(&weather, "Omaha, Nebraska").await?, "take an umbrella");

    weather.assert_sent(weather.lookup_weather_by_city("Omaha, Nebraska").send());
    Ok(())
}
