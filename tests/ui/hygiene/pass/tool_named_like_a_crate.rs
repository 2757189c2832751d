//! What plain Rust compiles compiles with `marker`: the names of crates, modules, and primitive types.

use a2t::Tool;

mod tools {
    use std::env;

    use uuid::Uuid;

    /// Makes an id.
    ///
    /// # Returns
    /// The id.
    #[a2t::tool(version = 1, marker = "UuidTool")]
    pub(crate) fn uuid() -> String {
        let id: Uuid = Uuid::nil();
        id.to_string()
    }

    /// Tells the time.
    ///
    /// # Returns
    /// Its digits.
    #[a2t::tool(version = 1, marker = "JiffTool")]
    pub(crate) fn jiff() -> String {
        jiff::civil::Time::midnight().to_string()
    }

    /// Reads the environment.
    ///
    /// # Returns
    /// The number of its variables.
    #[a2t::tool(version = 1, marker = "EnvTool")]
    pub(crate) fn env() -> u32 {
        assert!(!env!("CARGO_PKG_NAME").is_empty());
        env::vars_os().count().try_into().unwrap_or(u32::MAX)
    }

    /// Counts.
    ///
    /// # Returns
    /// A number.
    #[a2t::tool(version = 1, name = "count", marker = "Count")]
    pub(crate) fn u32() -> u32 {
        let number: u32 = 7;
        number
    }
}

use tools::*;

pub(crate) fn main() {
    let tools: a2t::Toolset<()> = a2t::toolset![UuidTool, EnvTool, Count, JiffTool];
    let names: Vec<_> = tools.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["count", "env", "jiff", "uuid"]);
    assert_eq!(UuidTool::SIGNATURE.name, "uuid");
    assert_eq!(uuid(), uuid::Uuid::nil().to_string());
    assert_eq!(jiff(), "00:00:00");
    assert!(env() < u32::MAX);
    let seven: u32 = u32();
    assert_eq!(seven, 7);
}
