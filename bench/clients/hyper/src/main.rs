//! `client-hyper PORT TIMES [list]`: sends bytes over one connection and reads bytes, so often; or a list of structs, by
//! serde_json.

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

const BODY: &[u8] = include_bytes!("../../request.json");

#[derive(serde::Deserialize)]
struct Flights {
    flights: Vec<Flight>,
}

#[derive(serde::Deserialize)]
struct Flight {
    number: String,
    fare: i64,
    sold_out: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (port, times) =
        arguments.next().zip(arguments.next()).ok_or("usage: client-hyper PORT TIMES [list]")?;
    let listed = arguments.next().is_some_and(|argument| argument == "list");
    let stream = TcpStream::connect(format!("127.0.0.1:{port}")).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    for _ in 0..times.parse::<u32>()? {
        let request =
            Request::post("/tools/5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91/versions/1:invoke");
        let request =
            request.header("host", "127.0.0.1").header("content-type", "application/json");
        let reply = sender.send_request(request.body(Full::new(Bytes::from_static(BODY)))?).await?;
        let body = reply.into_body().collect().await?.to_bytes();
        assert!(body.starts_with(b"{"), "an unexpected reply");
        if listed {
            let reply: Flights = serde_json::from_slice(&body)?;
            let fit =
                |flight: &Flight| !flight.sold_out && flight.fare >= 0 && !flight.number.is_empty();
            assert!(reply.flights.iter().all(fit), "an unexpected list");
        }
    }
    Ok(())
}
