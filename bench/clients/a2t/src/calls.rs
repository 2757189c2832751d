//! Calls of one tool through the generated client of this project.

a2t::include_client!("flights");

pub async fn calls(port: &str, times: &str) -> Result<(), Box<dyn std::error::Error>> {
    let client = flights::Client::new(format!("http://127.0.0.1:{port}"))?;
    for _ in 0..times.parse::<u32>()? {
        let call = client.search_flights("FRA", "JFK", flights::Cabin::Business).passengers(2);
        let flight = call.send().await?;
        assert_eq!(flight.fare.required()?, 300, "an unexpected reply");
    }
    Ok(())
}
