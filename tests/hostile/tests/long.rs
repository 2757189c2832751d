//! Everything a user's cargo would do with the clients of all hostile catalogs and many more made
//! at random, in both editions. Minutes long, so only by hand:
//!
//! ```console
//! $ cargo test -p hostile-catalogs --test long -- --ignored
//! ```
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use hostile_catalogs::MARKER;

/// Runs cargo on both packages of clients; what it printed.
fn cargo(arguments: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("long");
    let packages = ["-p", "hostile-clients-2021", "-p", "hostile-clients-2024"];
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).args(packages).args(["--offline", "--locked"]);
    command.current_dir(root).env("CARGO_TARGET_DIR", target);
    command.env("A2T_HOSTILE", "150").env("RUSTDOCFLAGS", "-D warnings");
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {stdout}{stderr}");
    assert!(!stderr.contains("warning"), "{arguments:?}: {stderr}");
    stdout
}

#[test]
#[ignore = "minutes long"]
fn more_than_500_clients_are_checked_documented_and_run_nothing() {
    cargo(&["check"]);
    let tested = cargo(&["test", "--doc"]);
    assert_eq!(tested.matches("running 0 tests").count(), 2, "{tested}");
    cargo(&["doc", "--no-deps"]);
    for folder in ["edition-2021", "edition-2024"] {
        let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("clients").join(folder);
        assert!(!package.join(MARKER).exists(), "a program of a vendor ran in {folder}");
    }
}
