//! The client in a bad world: servers that stall, break off, lie or fail, programs that give up
//! half way, and what of it is tried again.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../scripted/mod.rs"]
mod scripted;
#[path = "../seeded/mod.rs"]
mod seeded;
#[path = "../client/vendor.rs"]
mod vendor;

mod effects;
mod faulty;
mod given_up;
mod layers;
mod replies;
mod retries;
mod sockets;
mod storms;

use a2t::ToolSignature;
use a2t::client::{Arguments, Builder, Client, Result, reqwest};

/// A client by the transport of this suite: the default one, or reqwest.
fn builder(url: impl AsRef<str>) -> Builder {
    let builder = Client::builder(url);
    match env!("CARGO_CRATE_NAME") {
        "faults_by_reqwest" => builder.reqwest(reqwest::Client::builder().no_proxy()),
        _ => builder,
    }
}

fn lookup() -> ToolSignature {
    let text = include_bytes!("../codegen/catalogs/draft_weather.json");
    a2t_core::signature::parse(text).unwrap().signature
}

/// Calls the tool of the draft's own example.
async fn call(client: &Client) -> Result<Vec<(String, a2t::Value)>> {
    client.invoke(&lookup(), &arguments()).await
}

fn arguments() -> Arguments {
    let mut arguments = Arguments::new();
    arguments.push("City", "Omaha, Nebraska");
    arguments
}

const REPLY: &str = r#"{"output_parameters":[{"name":"Temperature in Fahrenheit","value":80}]}"#;
