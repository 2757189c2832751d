//! This project.

use super::{Role, Subject, each, repeat};

pub const SUBJECT: Subject = Subject {
    name: "a2t",
    role: Role::Ours,
    dependencies: "a2t = { path = \"$PRODUCT\" }\ntokio = { version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }\n",
    source,
};

const TOOL: &str = r#"
/// The cabin of tool $N.
#[derive(a2t::Enum)]
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

/// What tool $N found.
#[derive(a2t::Output)]
pub struct Flight$N {
    /// The flight's number.
    pub number: String,
    /// The fare, in whole euros.
    pub fare: i32,
    /// Whether it is sold out.
    pub sold_out: bool,
}

/// Searches flights between two airports, number $N.
#[a2t::tool(version = 1)]
pub async fn search_flights_$N(
    /// IATA code of the departure airport.
    origin: String,
    /// IATA code of the arrival airport.
    destination: String,
    /// Number of travellers; one if absent.
    passengers: Option<i32>,
    /// Cabin class.
    cabin: Cabin$N,
) -> Flight$N {
    let number = $BODY;
    Flight$N { number, fare: 100, sold_out: matches!(cabin, Cabin$N::First) }
}
"#;

fn source(tools: usize) -> String {
    let names = each("search_flights_$N, ", tools);
    format!(
        "{}\n#[tokio::main]\nasync fn main() -> Result<(), a2t::ServeError> {{\n    let tools = a2t::toolset![{names}];\n    \
         if std::env::args().len() > 1 {{\n        std::mem::forget(tools.into_router());\n        return Ok(());\n    }}\n    \
         a2t::serve(\"127.0.0.1:8080\", tools, ()).await\n}}\n",
        repeat(TOOL, tools)
    )
}
