//! Serves the tools: `authenticated-vendor ADDRESS URL ISSUER KEYS`, where KEYS is the file of a JWK set.

use std::error::Error;

use authenticated_vendor::{Accounts, Issuer, router};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [address, url, issuer, keys] = &*arguments else {
        return Err("usage: authenticated-vendor ADDRESS URL ISSUER KEYS".into());
    };
    let issuer = Issuer::new(issuer, &std::fs::read_to_string(keys)?)?;
    let router = router(url, issuer, Accounts::default())?;
    let server = a2t::Server::from_router(router).bind(address).await?;
    println!("http://{}", server.local_addr());
    Ok(server.serve().await?)
}
