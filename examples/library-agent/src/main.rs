//! `library-agent URL ISBN` gets a book from the library whose tools are below this URL; the variable
//! `LIBRARY_TOKEN` has the token of the reader.

use std::error::Error;

use a2t::client::Client;
use library_agent::{get_book, library};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [url, isbn] = &*arguments else {
        return Err("usage: library-agent URL ISBN".into());
    };
    let token = std::env::var("LIBRARY_TOKEN")?;
    let client = Client::builder(url).bearer_token(token).build()?;
    let errand = get_book(&library::Client::with(client), isbn).await?;
    println!("{errand:?}");
    Ok(())
}
