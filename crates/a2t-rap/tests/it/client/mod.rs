//! The runtime side, by the numbers of the specification, with a server of tools on loopback.

mod calls;
mod discovery;
mod lost;
mod people;
mod receiver;
mod stand;
mod subscriptions;
mod trouble;
mod typed;

#[test]
fn the_table_of_requirements_names_tests_that_there_are() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("../../docs/rap.md")).unwrap();
    let folder = std::fs::read_dir(root.join("tests/it/client")).unwrap();
    let sources = folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let sources: String = sources.collect();
    let (_, ours) = table.split_once("## The runtime's side: tests").unwrap();
    let ours = ours.split("\n## ").next().unwrap();
    let mut named = 0;
    for name in ours.split('`').filter(|name| name.starts_with("cb_")) {
        assert!(sources.contains(&format!("async fn {name}()")), "{name} is not a test");
        named += 1;
    }
    assert!(named > 30, "{named}");
    // Each number of a test's name that is a MUST has a row with that name.
    for name in sources.split("async fn ").skip(1).filter_map(|rest| rest.split('(').next()) {
        let words = name.strip_prefix("cb_").into_iter().flat_map(|rest| rest.split('_'));
        for number in words.map_while(|word| word.parse::<u16>().ok()) {
            let start = format!("| CB-{number} |");
            let rows: Vec<_> = ours.lines().filter(|line| line.starts_with(&start)).collect();
            let listed = rows.is_empty() || rows.iter().any(|row| row.contains(name));
            assert!(listed, "CB-{number}: {name}");
        }
    }
}
