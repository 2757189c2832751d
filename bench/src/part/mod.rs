//! The parts of the benchmark, each a file.

mod macros;

use crate::command::Plan;
use crate::report::Table;

#[derive(Clone, Copy)]
pub enum Part {
    Macro,
}

impl Part {
    pub const ALL: [Self; 1] = [Self::Macro];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Macro => "macro",
        }
    }

    pub fn run(self, plan: Plan) -> Result<Vec<Table>, String> {
        match self {
            Self::Macro => macros::run(plan),
        }
    }
}
