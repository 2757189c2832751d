//! Files that only the list of all files has.

use super::*;

/// The list of files with these in it.
fn sums_of(paths: &[&str]) -> (&'static str, String) {
    let line = |path: &&str| format!("{}  {path}\n", "0".repeat(64));
    ("SHA256SUMS", paths.iter().map(line).collect())
}

#[test]
fn a_file_that_only_the_list_has_is_an_error() {
    let (first, second) = (version(ADD, "add", 1), version(ADD, "add", 2));
    let gone = |test: &str, files: &[(&str, String)], listed: &[&str]| {
        let mut files = files.to_vec();
        files.push(sums_of(listed));
        Package::new(test, &files).says(&add(2, "add", ADD))
    };
    let listed = ["add/v1.json", "add/v2.json"];
    let newest = gone("lost-newest", &[("add/v1.json", first.clone())], &listed);
    let says = "published/add/v2.json: published, as SHA256SUMS says, and gone";
    assert!(newest.contains(says), "{newest}");
    let only = gone("lost-only", &[], &listed[..1]);
    assert!(only.contains("published/add/v1.json: published"), "{only}");
    let files = [("add/v1.json", first.clone())];
    let grave = ["add/v1.json", "add/v2.retired.json"];
    let grave = gone("lost-tombstone", &files, &grave);
    assert!(grave.contains("published/add/v2.retired.json"), "{grave}");

    let files = [("add/v1.json", first), ("add/v2.json", second.clone())];
    assert_eq!(gone("lost-none", &files, &listed), "");
    let files = [("plus/v1.json", version(ADD, "add", 1)), ("plus/v2.json", second)];
    let listed = ["plus/v1.json", "plus/v2.json"];
    assert_eq!(gone("lost-renamed", &files, &listed), "");
    let renamed = gone("lost-of-renamed", &files[..1], &listed);
    assert!(renamed.contains("published/plus/v2.json"), "{renamed}");
}
