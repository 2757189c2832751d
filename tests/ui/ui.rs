//! Compiler messages: `<topic>/fail` holds one mistake a file, named for it, beside the message that its author reads.
//! Programs that compile and hold when run, in `<topic>/pass`, are tests of `programs.rs` and of the package in
//! `crates`, because trybuild would build all dependencies again to run one.
//!
//! `TRYBUILD=overwrite cargo test -p a2t-ui` rewrites the messages; read every line that changed before keeping it.

#![allow(clippy::unwrap_used)]

use std::env;
use std::process::Command;

/// What the programs of `evolution` are compared with. trybuild compiles them in a crate of its own, which is why its
/// `cargo` has to be told.
const PUBLISHED: (&str, &str) =
    ("A2T_PUBLISHED_DIR", concat!(env!("CARGO_MANIFEST_DIR"), "/published"));

#[test]
fn mistakes_are_explained() {
    if env::var_os(PUBLISHED.0).is_some() {
        return trybuild::TestCases::new().compile_fail("*/fail/*.rs");
    }
    let arguments = env::args().skip(1).filter(|argument| argument.starts_with("trybuild="));
    let mut again = Command::new(env::current_exe().unwrap());
    again.args(["--exact", "mistakes_are_explained", "--nocapture"]).args(arguments);
    assert!(again.env(PUBLISHED.0, PUBLISHED.1).status().unwrap().success());
}
