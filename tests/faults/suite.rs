//! The suite with one transport: the default one, or reqwest.

mod effects;
mod given_up;
mod layers;
mod replies;
mod retries;
mod sockets;
mod storms;

use a2t::ToolSignature;
use a2t::client::{Arguments, Builder, Client, Result, reqwest};

use super::{faulty, scripted, seeded, vendor};

/// A client with the transport that this module is named for.
fn builder(url: impl AsRef<str>) -> Builder {
    let builder = Client::builder(url);
    match module_path!() {
        "faults::by_reqwest" => builder.reqwest(reqwest::Client::builder().no_proxy()),
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
