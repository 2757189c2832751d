//! `client-reqwest PORT TIMES`: sends bytes with reqwest and reads bytes, so often.

const BODY: &[u8] = include_bytes!("../../request.json");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (port, times) =
        arguments.next().zip(arguments.next()).ok_or("usage: client-reqwest PORT TIMES")?;
    let client = reqwest::Client::builder().no_proxy().build()?;
    let url = format!(
        "http://127.0.0.1:{port}/tools/5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91/versions/1:invoke"
    );
    for _ in 0..times.parse::<u32>()? {
        let request = client.post(&url).header("content-type", "application/json").body(BODY);
        let body = request.send().await?.error_for_status()?.bytes().await?;
        assert!(body.starts_with(b"{"), "an unexpected reply");
    }
    Ok(())
}
