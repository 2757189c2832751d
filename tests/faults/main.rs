//! The client in a bad world: servers that stall, break off, lie or fail, programs that give up
//! half way, and what of it is tried again.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

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
use a2t::client::{Arguments, Client, Result};

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

/// Numbers that look random and are the same on every run (splitmix64).
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}
