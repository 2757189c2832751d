//! Calls of a tool that replies a list of records, each of which is read.

a2t::include_client!("list");

pub async fn calls(port: &str, times: &str) -> Result<(), Box<dyn std::error::Error>> {
    let client = list::Client::new(format!("http://127.0.0.1:{port}"))?;
    for _ in 0..times.parse::<u32>()? {
        let reply = client.list_flights(100).send().await?;
        let flights = reply.flights.required()?;
        assert!(flights.iter().all(|flight| !flight.sold_out), "an unexpected reply");
    }
    Ok(())
}
