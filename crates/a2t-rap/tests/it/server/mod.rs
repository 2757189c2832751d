//! The RAP server over HTTP, with the tests' own runtime, on every store that needs no server.

mod cancel;
mod delivery;
mod discovery;
mod dynamic;
mod limits;
mod migrate;
mod newtypes;
mod options;
mod questions;
mod restart;
mod results;
mod rig;
mod subscriptions;
mod trouble;

#[test]
fn the_table_of_requirements_names_tests_that_there_are() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(table) = std::fs::read_to_string(root.join("../../docs/rap.md")) else {
        panic!("docs/rap.md cannot be read");
    };
    let folder = std::fs::read_dir(root.join("tests/it/server")).unwrap();
    let sources = folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let sources: String = sources.collect();
    let (_, ours) = table.split_once("## The tool's side: tests").unwrap();
    let ours = ours.split("\n## ").next().unwrap();
    let mut named = 0;
    for name in ours.split('`').filter(|name| name.starts_with("cb_")) {
        assert!(sources.contains(&format!("async fn {name}()")), "{name} is not a test");
        named += 1;
    }
    assert!(named > 60, "{named}");
    // Each number of a test's name has a row with that name.
    for name in sources.split("async fn ").skip(1).filter_map(|rest| rest.split('(').next()) {
        for number in name.split("cb_").skip(1).filter_map(|rest| rest.get(..3)) {
            let number: u16 = number.parse().unwrap();
            let start = format!("| CB-{number} |");
            let rows: Vec<_> = ours.lines().filter(|line| line.starts_with(&start)).collect();
            let listed = rows.is_empty() || rows.iter().any(|row| row.contains(name));
            assert!(listed, "CB-{number}: {name}");
        }
    }
}
