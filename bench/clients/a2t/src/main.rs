//! `client-a2t PORT TIMES`: calls one tool through the generated client of this project, so often.

a2t::include_client!("flights");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (port, times) =
        arguments.next().zip(arguments.next()).ok_or("usage: client-a2t PORT TIMES")?;
    let client = flights::Client::new(format!("http://127.0.0.1:{port}"))?;
    for _ in 0..times.parse::<u32>()? {
        let call = client.search_flights("FRA", "JFK", flights::Cabin::Business).passengers(2);
        let flight = call.send().await?;
        assert_eq!(flight.fare.required()?, 300, "an unexpected reply");
    }
    Ok(())
}
