//! The tools' own code and nothing else: what no library can go below.

use super::{Role, Subject, each, repeat};

pub const SUBJECT: Subject = Subject { name: BARE, role: Role::Floor, dependencies: "", source };

pub const BARE: &str = "tools alone";

const TOOL: &str = r#"
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
pub fn search_flights_$N(origin: String, destination: String, passengers: Option<i32>, cabin: Cabin$N) -> Flight$N {
    let number = $BODY;
    Flight$N { number, fare: 100, sold_out: matches!(cabin, Cabin$N::First) }
}
"#;

fn source(tools: usize) -> String {
    let calls = each(
        "    let _ = search_flights_$N(String::new(), String::new(), None, Cabin$N::Economy);\n",
        tools,
    );
    format!("#![allow(dead_code)]\n{}\nfn main() {{\n{calls}}}\n", repeat(TOOL, tools))
}
