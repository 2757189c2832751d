//! Oxide's OpenAPI server: `#[endpoint]` functions with JSON schemas.

use super::{Role, Subject, each, repeat};

pub const SUBJECT: Subject = Subject {
    name: "dropshot",
    role: Role::Peer,
    dependencies: "dropshot = \"=0.18.0\"\n\
                   schemars = \"0.8\"\n\
                   serde = { version = \"1\", features = [\"derive\"] }\n\
                   tokio = { version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }\n",
    source,
};

const TOOL: &str = r#"
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

/// Searches flights between two airports, number $N.
#[dropshot::endpoint { method = POST, path = "/tools/search_flights_$N" }]
pub async fn search_flights_$N(
    _context: dropshot::RequestContext<()>,
    body: dropshot::TypedBody<Search$N>,
) -> Result<dropshot::HttpResponseOk<Flight$N>, dropshot::HttpError> {
    let Search$N { origin, destination, passengers, cabin } = body.into_inner();
    let number = $BODY;
    Ok(dropshot::HttpResponseOk(Flight$N { number, fare: 100, sold_out: matches!(cabin, Cabin$N::First) }))
}
"#;

fn source(tools: usize) -> String {
    let register = each("    api.register(search_flights_$N).unwrap();\n", tools);
    format!(
        "{}\n#[tokio::main]\nasync fn main() {{\n    let log = dropshot::ConfigLogging::StderrTerminal {{ level: dropshot::ConfigLoggingLevel::Error }};\n    \
         let log = log.to_logger(\"bench\").unwrap();\n    let mut api = dropshot::ApiDescription::new();\n{register}    \
         dropshot::ServerBuilder::new(api, (), log).start().unwrap().await.unwrap();\n}}\n",
        repeat(TOOL, tools)
    )
}
