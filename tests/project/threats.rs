//! `tests/threats.md`: each threat has a test that exists, or a reason why it has none.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// How many threats there are of each kind.
const KINDS: [(char, u32); 7] =
    [('A', 13), ('B', 8), ('C', 10), ('D', 7), ('E', 6), ('F', 5), ('G', 9)];

/// Returns why this test is none.
fn missing(root: &Path, test: &str) -> Option<String> {
    let Some((file, name)) = test.split_once("::") else {
        return (!root.join(test).exists()).then(|| format!("there is no `{test}`"));
    };
    let Ok(text) = fs::read_to_string(root.join(file)) else {
        return Some(format!("there is no file `{file}`"));
    };
    let function = format!("fn {name}(");
    match text.split_once(&*function) {
        Some((before, _)) => {
            let above = before.rsplit("\n\n").next().unwrap().lines();
            let is_test =
                above.map(str::trim).any(|line| line.starts_with("#[") && line.contains("test"));
            (!is_test).then(|| format!("`{name}` of `{file}` is not a test"))
        }
        None => Some(format!("`{file}` has no test `{name}`")),
    }
}

#[test]
fn each_threat_has_a_test_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("tests/threats.md")).unwrap();
    let (mut problems, mut covered) = (Vec::new(), BTreeSet::new());
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, id, _, test, _] = cells[..] else { panic!("{row}") };
        if id.is_empty() {
            continue;
        }
        covered.insert(id.to_owned());
        let named: Vec<_> =
            test.split('`').skip(1).step_by(2).filter(|name| name.contains('/')).collect();
        if named.is_empty() && !test.starts_with("no test: ") {
            problems.push(format!("{id}: `{test}` is neither a test nor a reason"));
        }
        problems.extend(named.iter().filter_map(|test| missing(root, test)));
    }
    let all =
        KINDS.into_iter().flat_map(|(kind, count)| (1..=count).map(move |n| format!("{kind}{n}")));
    problems.extend(all.filter(|id| !covered.contains(id)).map(|id| format!("{id} has no row")));
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn a_test_that_does_not_exist_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (test, is_missing) in [
        ("tests/project/threats.rs::a_test_that_does_not_exist_is_found", false),
        ("tests/project/threats.rs::missing", true),
        ("tests/project/threats.rs::no_such_test", true),
        ("tests/no_such_file.rs::a", true),
        ("tests/no_such_file.rs", true),
        (".ci/run", false),
    ] {
        assert_eq!(missing(root, test).is_some(), is_missing, "{test}");
    }
}
