//! OpenAPI documents of axum handlers.

use super::{Role, Subject, each, repeat};

pub const SUBJECT: Subject = Subject {
    name: "utoipa",
    role: Role::Peer,
    dependencies: "axum = { version = \"=0.8.9\", default-features = false, features = [\"http1\", \"json\", \"tokio\"] }\n\
                   utoipa = \"=6.0.0\"\nutoipa-axum = \"=0.3.0\"\n\
                   serde = { version = \"1\", features = [\"derive\"] }\n\
                   tokio = { version = \"1\", features = [\"macros\", \"net\", \"rt-multi-thread\"] }\n",
    source,
};

const TOOL: &str = r#"
/// The cabin of tool $N.
#[derive(serde::Deserialize, utoipa::ToSchema)]
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
#[derive(serde::Deserialize, utoipa::ToSchema)]
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
#[derive(serde::Serialize, utoipa::ToSchema)]
pub struct Flight$N {
    /// The flight's number.
    pub number: String,
    /// The fare, in whole euros.
    pub fare: i32,
    /// Whether it is sold out.
    pub sold_out: bool,
}

/// Searches flights between two airports, number $N.
#[utoipa::path(post, path = "/tools/search_flights_$N", request_body = Search$N, responses((status = 200, body = Flight$N)))]
pub async fn search_flights_$N(
    axum::Json(Search$N { origin, destination, passengers, cabin }): axum::Json<Search$N>,
) -> axum::Json<Flight$N> {
    let number = $BODY;
    axum::Json(Flight$N { number, fare: 100, sold_out: matches!(cabin, Cabin$N::First) })
}
"#;

fn source(tools: usize) -> String {
    let routes = each("        .routes(utoipa_axum::routes!(search_flights_$N))\n", tools);
    format!(
        "{}\n#[tokio::main]\nasync fn main() {{\n    let (router, api) = utoipa_axum::router::OpenApiRouter::<()>::new()\n{routes}        \
         .split_for_parts();\n    println!(\"{{}}\", api.to_json().unwrap());\n    \
         let listener = tokio::net::TcpListener::bind(\"127.0.0.1:8080\").await.unwrap();\n    \
         axum::serve(listener, router).await.unwrap();\n}}\n",
        repeat(TOOL, tools)
    )
}
