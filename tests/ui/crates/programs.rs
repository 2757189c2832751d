//! Programs that are crates of their own, because they depend on the crate root or are the first that a user writes:
//! each compiles, and ends well.
#![allow(clippy::unwrap_used)]

use std::process::Command;

const PROGRAMS: [&str; 7] = [
    env!("CARGO_BIN_EXE_ui_denied_lints"),
    env!("CARGO_BIN_EXE_ui_shadowed_prelude"),
    env!("CARGO_BIN_EXE_ui_tools_in_modules"),
    env!("CARGO_BIN_EXE_ui_without_prelude"),
    env!("CARGO_BIN_EXE_ui_shortest"),
    env!("CARGO_BIN_EXE_ui_station"),
    env!("CARGO_BIN_EXE_ui_vendor"),
];

#[test]
fn each_program_ends_well() {
    for program in PROGRAMS {
        let status = Command::new(program).status().unwrap();
        assert!(status.success(), "{program}: {status}");
    }
}
