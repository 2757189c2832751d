//! OpenAPI operations as methods.

use super::{Role, Subject, repeat};

pub const SUBJECT: Subject = Subject {
    name: "poem-openapi",
    role: Role::Peer,
    dependencies: "poem = \"=3.1.12\"\npoem-openapi = \"=5.1.16\"\n\
                   tokio = { version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }\n",
    source,
};

const TYPES: &str = r#"
/// The cabin of tool $N.
#[derive(poem_openapi::Enum)]
#[oai(rename_all = "SCREAMING_SNAKE_CASE")]
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
#[derive(poem_openapi::Object)]
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
#[derive(poem_openapi::Object)]
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
    #[oai(path = "/tools/search_flights_$N", method = "post")]
    async fn search_flights_$N(&self, body: Json<Search$N>) -> Json<Flight$N> {
        let Search$N { origin, destination, passengers, cabin } = body.0;
        let number = $BODY;
        Json(Flight$N { number, fare: 100, sold_out: matches!(cabin, Cabin$N::First) })
    }
"#;

fn source(tools: usize) -> String {
    format!(
        "use poem_openapi::payload::Json;\n{}\npub struct Flights;\n\n#[poem_openapi::OpenApi]\nimpl Flights {{{}}}\n\n\
         #[tokio::main]\nasync fn main() {{\n    let service = poem_openapi::OpenApiService::new(Flights, \"flights\", \"1\");\n    \
         let app = poem::Route::new().nest(\"/\", service);\n    \
         poem::Server::new(poem::listener::TcpListener::bind(\"127.0.0.1:8080\")).run(app).await.unwrap();\n}}\n",
        repeat(TYPES, tools),
        repeat(METHOD, tools)
    )
}
