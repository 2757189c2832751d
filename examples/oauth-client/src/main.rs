//! `oauth-client` prints the balance of its account. The variables `TOKEN_URL`, `CLIENT_ID` and
//! `CLIENT_SECRET` are the credentials, which the token server gave when the agent was registered
//! there; `ACCOUNTS_URL` is another address of the vendor, such as that of its sandbox.

use std::env::var;

use a2t::client::Client;
use a2t::client::middleware::BoxError;
use oauth_client::{ClientCredentials, accounts};

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let credentials =
        ClientCredentials::new(var("TOKEN_URL")?, var("CLIENT_ID")?, var("CLIENT_SECRET")?)?
            .scope("accounts:read");
    let url = var("ACCOUNTS_URL").unwrap_or(accounts::URL.to_owned());

    let client = Client::builder(url).bearer_token_from(credentials).build()?;
    let accounts = accounts::Client::with(client);

    let balance = accounts.read_balance().send().await?.result.required()?;
    println!("{balance} cents");
    Ok(())
}
