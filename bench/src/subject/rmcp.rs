//! The official MCP library: `#[tool]` methods with JSON schemas for arguments and results.

use super::{Role, Subject, repeat};

pub const SUBJECT: Subject = Subject {
    name: "rmcp",
    role: Role::Peer,
    dependencies: "rmcp = { version = \"=3.11.0\", features = [\"transport-io\"] }\n\
                   schemars = \"1\"\n\
                   serde = { version = \"1\", features = [\"derive\"] }\n\
                   tokio = { version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }\n",
    source,
};

const TYPES: &str = r#"
/// The cabin of tool $N.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Cabin$N {
    /// At the back.
    Economy,
    /// A little further forward.
    Premium,
    /// In front of that.
    Business,
    /// At the front.
    First,
}

/// What tool $N takes.
#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Search$N {
    /// IATA code of the departure airport.
    pub origin: String,
    /// IATA code of the arrival airport.
    pub destination: String,
    /// Number of travellers; one if absent.
    pub passengers: Option<i32>,
    /// Cabin class.
    pub cabin: Cabin$N,
}

/// What tool $N found.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct Flight$N {
    /// The flight's number.
    pub number: String,
    /// The fare, in whole euros.
    pub fare: i32,
    /// Whether it is sold out.
    pub sold_out: bool,
}
"#;

const METHOD: &str = r#"
    /// Searches flights between two airports, number $N.
    #[tool]
    pub async fn search_flights_$N(
        &self,
        Parameters(Search$N { origin, destination, passengers, cabin }): Parameters<Search$N>,
    ) -> Json<Flight$N> {
        let number = $BODY;
        Json(Flight$N { number, fare: 100, sold_out: matches!(cabin, Cabin$N::First) })
    }
"#;

fn source(tools: usize) -> String {
    format!(
        "use rmcp::handler::server::wrapper::Parameters;\nuse rmcp::{{Json, ServiceExt, tool, tool_handler, tool_router}};\n{}\n\
         #[derive(Clone)]\npub struct Flights;\n\n#[tool_router]\nimpl Flights {{{}}}\n\n\
         #[tool_handler]\nimpl rmcp::ServerHandler for Flights {{}}\n\n\
         #[tokio::main]\nasync fn main() {{\n    \
         if std::env::args().len() > 1 {{\n        return std::mem::forget(Flights::tool_router());\n    }}\n    let service = Flights.serve(rmcp::transport::stdio()).await.unwrap();\n    \
         service.waiting().await.unwrap();\n}}\n",
        repeat(TYPES, tools),
        repeat(METHOD, tools)
    )
}
