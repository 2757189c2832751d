//! `client-progenitor PORT TIMES`: calls one operation through progenitor's client, so often.

progenitor::generate_api!("openapi.json");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (port, times) =
        arguments.next().zip(arguments.next()).ok_or("usage: client-progenitor PORT TIMES")?;
    let http = reqwest::Client::builder().no_proxy().build()?;
    let client = Client::new_with_client(&format!("http://127.0.0.1:{port}"), http);
    for _ in 0..times.parse::<u32>()? {
        let (origin, destination) = ("FRA".to_owned(), "JFK".to_owned());
        let search = types::Search0 {
            origin,
            destination,
            passengers: Some(2),
            cabin: types::Cabin0::Business,
        };
        let flight = client.search_flights_0(&search).await?;
        assert_eq!(flight.fare, 300, "an unexpected reply");
    }
    Ok(())
}
