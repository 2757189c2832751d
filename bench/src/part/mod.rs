//! The parts of the benchmark, each a file.

mod catalog;
mod client;
mod codegen;
mod macros;
mod production;
mod sampling;
mod server;
mod size;
mod strain;
mod types;

use crate::command::Plan;
use crate::report::Work;

#[derive(Clone, Copy)]
pub struct Part {
    name: &'static str,
    purpose: &'static str,
    run: fn(Plan) -> Result<Vec<Work>, String>,
}

impl Part {
    pub const ALL: [Self; 10] = [
        part("macro", "what annotated tools cost to check, and what they expand to", macros::run),
        part("types", "what newtypes, records, errors and enums of one's own cost", types::run),
        part("size", "what whole programs of tools cost to build, how large they are", size::run),
        part("server", "what an invocation costs a server, and its arguments alone", server::run),
        part(
            "production",
            "what callers, rates, spans and metrics add to an invocation",
            production::run,
        ),
        part("strain", "what good callers notice of attacks", strain::run),
        part("overload", "what becomes of five times the calls", strain::overload::run),
        part("catalog", "what a page of the catalog, its memory and its start cost", catalog::run),
        part("client", "what a call costs a generated client", client::run),
        part("codegen", "what generating and checking clients costs", codegen::run),
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name == name)
    }

    pub fn name(self) -> &'static str {
        self.name
    }

    pub fn purpose(self) -> &'static str {
        self.purpose
    }

    pub fn run(self, plan: Plan) -> Result<Vec<Work>, String> {
        (self.run)(plan)
    }
}

const fn part(
    name: &'static str,
    purpose: &'static str,
    run: fn(Plan) -> Result<Vec<Work>, String>,
) -> Part {
    Part { name, purpose, run }
}
