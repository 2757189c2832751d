//! axum and this wire by hand: the least that a library which speaks the protocol could expand to.

use super::{Role, Subject, each, repeat};

pub const SUBJECT: Subject = Subject {
    name: "by hand",
    role: Role::Floor,
    dependencies: "floor = { path = \"$BENCH/floor\" }\n\
                   axum = { version = \"=0.8.9\", default-features = false, features = [\"http1\", \"json\", \"tokio\"] }\n\
                   tokio = { version = \"1\", features = [\"macros\", \"net\", \"rt-multi-thread\"] }\n",
    source,
};

const TOOL: &str = r##"
/// The cabin of tool $N.
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

impl Cabin$N {
    fn of(name: &str) -> Result<Self, &'static str> {
        match name {
            "ECONOMY" => Ok(Self::Economy),
            "PREMIUM" => Ok(Self::Premium),
            "BUSINESS" => Ok(Self::Business),
            "FIRST" => Ok(Self::First),
            _ => Err("cabin"),
        }
    }
}

/// What tool $N found.
pub struct Flight$N {
    /// The flight's number.
    pub number: String,
    /// The fare, in whole euros.
    pub fare: i32,
    /// Whether it is sold out.
    pub sold_out: bool,
}

/// Searches flights between two airports, number $N.
pub async fn search_flights_$N(
    /* IATA code of the departure airport. */
    origin: String,
    /* IATA code of the arrival airport. */
    destination: String,
    /* Number of travellers; one if absent. */
    passengers: Option<i32>,
    /* Cabin class. */
    cabin: Cabin$N,
) -> Flight$N {
    let number = $BODY;
    Flight$N { number, fare: 100, sold_out: matches!(cabin, Cabin$N::First) }
}

static TOOL_$N: floor::Tool = floor::Tool {
    id: 0x5f0c2a6e_3b1d_4e7a_9c58_000000000000 + $N,
    signature: r#"{"toolId":"5f0c2a6e-3b1d-4e7a-9c58-000000000000","name":"search_flights_$N","description":"Searches flights between two airports, number $N.","version":1,"currentVersion":1,"input_parameters":[{"id":"origin","name":"origin","type":"string","description":"IATA code of the departure airport."},{"id":"destination","name":"destination","type":"string","description":"IATA code of the arrival airport."},{"id":"passengers","name":"passengers","type":"int","description":"Number of travellers; one if absent.","required":false},{"id":"cabin","name":"cabin","type":"enum","description":"Cabin class.","allowed-values":[{"name":"ECONOMY","description":"At the back."},{"name":"PREMIUM","description":"A little further forward."},{"name":"BUSINESS","description":"In front of that."},{"name":"FIRST","description":"At the front."}]}],"output_parameters":[{"id":"number","name":"number","type":"string","description":"The flight's number."},{"id":"fare","name":"fare","type":"int","description":"The fare, in whole euros."},{"id":"sold_out","name":"sold_out","type":"boolean","description":"Whether it is sold out."}]}"#,
    call: call_$N,
};

fn call_$N(body: axum::body::Bytes) -> floor::Reply {
    Box::pin(async move {
        let arguments = floor::Arguments::read(&body)?;
        let flight = search_flights_$N(
            arguments.text("origin")?.to_owned(),
            arguments.text("destination")?.to_owned(),
            arguments.optional_int("passengers")?,
            Cabin$N::of(arguments.text("cabin")?)?,
        );
        let flight = flight.await;
        let outputs = floor::Outputs::default().with("number", &flight.number);
        Ok(outputs.with("fare", &flight.fare).with("sold_out", &flight.sold_out).finish())
    })
}
"##;

fn source(tools: usize) -> String {
    let statics = each("&TOOL_$N, ", tools);
    format!(
        "{}\nstatic TOOLS: [&floor::Tool; {tools}] = [{statics}];\n\n#[tokio::main]\nasync fn main() {{\n    \
         let router = floor::router(TOOLS);\n    \
         if std::env::args().len() > 1 {{\n        return std::mem::forget(router);\n    }}\n    \
         let listener = tokio::net::TcpListener::bind(\"127.0.0.1:8080\").await.unwrap();\n    \
         axum::serve(listener, router).await.unwrap();\n}}\n",
        repeat(TOOL, tools)
    )
}
