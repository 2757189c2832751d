use a2t::{Caller, Toolset, ToolSignature};

mod sums {
    /// Adds.
    ///
    /// # Returns
    /// The sum.
    #[a2t::tool(version = 1)]
    pub(super) fn add(
        /// Added.
        a: u8,
    ) -> u8 {
        a
    }

    /// Adds, as version 2 does.
    ///
    /// # Returns
    /// The sum.
    #[a2t::tool(
        version = 2,
        name = "add",
        deprecated(version = 1, since = "2026-11-01", note = "use version 2")
    )]
    pub(super) fn add_more(
        /// Added.
        a: u8,
        /// Added as well.
        b: Option<u8>,
    ) -> u8 {
        a + b.unwrap_or(0)
    }

    /// Has a name that another tool has.
    ///
    /// # Returns
    /// Nothing of use.
    #[a2t::tool(version = 1, name = "negate", id = "0479a45d-ad0a-49d4-94db-75edf00d2ca4")]
    pub(super) fn other() -> u8 {
        1
    }
}

use sums::{add, add_more, other};

/// Negates.
///
/// # Returns
/// The opposite.
#[a2t::tool(version = 1)]
fn negate() -> i8 {
    -1
}

fn names(tools: &Toolset<()>) -> String {
    let names: Vec<_> = tools.signatures().map(|tool| tool.name.to_string()).collect();
    names.join(" ")
}

fn nobody(_: Option<&Caller>, tool: &ToolSignature) -> bool {
    tool.name == "negate"
}

pub(crate) fn main() {
    let merged = a2t::toolset![negate].and(a2t::toolset![add]).unwrap();
    assert_eq!(names(&merged), "add negate");

    // Versions of one tool in two sets, and the remark of one about the other.
    let merged = a2t::toolset![negate, add].and(a2t::toolset![add_more]).unwrap();
    assert_eq!(names(&merged), "add negate");
    let id = merged.signatures().next().unwrap().tool_id;
    let versions: Vec<_> = merged.versions(id).collect();
    assert_eq!(versions, [2, 1]);

    let twice = merged.and(a2t::toolset![add, other]).unwrap_err().to_string();
    let (first, second) = (line!() - 7, line!() - 1);
    assert!(twice.contains("version 1 is there twice"), "{twice}");
    assert!(twice.contains(&format!("merged.rs:{first}:")), "{twice}");
    assert!(twice.contains(&format!("merged.rs:{second}:")), "{twice}");

    let one: Toolset<()> = a2t::toolset![negate];
    let named = one.and(a2t::toolset![other]).unwrap_err().to_string();
    assert!(named.contains("has this name"), "{named}");
    assert_eq!(named.matches("merged.rs:").count(), 2, "{named}");

    let ruled: Toolset<()> = a2t::toolset![negate].visible(nobody);
    let both = ruled.and(a2t::toolset![add]).unwrap();
    let client = a2t::testing::TestClient::new(both);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let listed = runtime.block_on(client.get("/tools")).text();
    assert!(listed.contains("negate") && !listed.contains("add"), "{listed}");
}
