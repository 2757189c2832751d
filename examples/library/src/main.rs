//! `library URL` serves the library whose database is at this URL, such as `sqlite:library.db`.
//! `library URL READER SCOPES` adds a reader, with scopes such as `loans`, and prints the token.

use std::error::Error;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use library::{Library, website};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match &*arguments {
        [url] => serve(Library::open(url).await?).await,
        [url, reader, scopes] => add_reader(Library::open(url).await?, reader, scopes).await,
        _ => Err("usage: library URL [READER SCOPES]".into()),
    }
}

async fn serve(library: Library) -> Result<(), Box<dyn Error>> {
    let server = a2t::Server::from_router(website(library)).bind("127.0.0.1:8080").await?;
    println!("the tools are listed at http://{}/api/v1/tools", server.local_addr());
    Ok(server.serve().await?)
}

async fn add_reader(library: Library, reader: &str, scopes: &str) -> Result<(), Box<dyn Error>> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)?;
    let token = BASE64_URL_SAFE_NO_PAD.encode(secret);
    library.add_reader(reader, &token, scopes).await?;
    println!("{token}");
    Ok(())
}
