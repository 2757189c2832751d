#![allow(non_camel_case_types)]

use ::a2t::Tool;

/// Calls.
///
/// # Returns
/// Nothing of use.
#[::a2t::tool(version = 1)]
async fn call(
    /// The call.
    call: String,
) -> String {
    call
}

/// Says which tool.
///
/// # Returns
/// Nothing of use.
#[::a2t::tool(version = 1)]
fn tool() -> u8 {
    1
}

/// Says which toolset.
///
/// # Returns
/// Nothing of use.
#[::a2t::tool(version = 1)]
fn a2t(
    /// The protocol.
    a2t: String,
) -> String {
    a2t
}

/// Tabulates.
///
/// # Returns
/// Nothing of use.
#[::a2t::tool(version = 1)]
fn main_table(
    /// The table.
    table: u8,
    /// Its entries.
    entries: u8,
) -> u8 {
    table + entries
}

pub(crate) fn main() {
    assert_eq!(tool(), 1);
    assert_eq!(main_table(1, 1), 2);
    assert_eq!(a2t("x".into()), "x");
    assert_eq!(call::SIGNATURE.name, "call");
    let toolset: ::a2t::Toolset<()> = ::a2t::toolset![call, tool, a2t, main_table];
    assert_eq!(toolset.len(), 4);
}
