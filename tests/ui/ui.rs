//! What the compiler says to those who use the macros: `<topic>/pass` holds programs that compile and hold when run,
//! `<topic>/fail` holds one mistake a file, named for it, beside the message that its author reads.
//!
//! `TRYBUILD=overwrite cargo test -p a2t-ui` rewrites the messages; read every line that changed before keeping it.

#[test]
fn mistakes_are_explained() {
    trybuild::TestCases::new().compile_fail("*/fail/*.rs");
}

/// What depends on the crate root, or is the first thing that a user writes; the others are in `programs.rs`, because
/// trybuild builds and links each program by itself.
#[test]
fn crates_compile_and_hold() {
    let cases = trybuild::TestCases::new();
    cases.pass("crate_root/pass/*.rs");
    cases.pass("product/pass/*.rs");
}
