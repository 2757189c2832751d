//! `docs/extending.md` names files that are there, and has a list for each kind of addition.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

const PAGE: &str = include_str!("../docs/extending.md");

/// Code spans that name a file or a folder.
fn paths(text: &str) -> Vec<&str> {
    let spans = text.split('`').skip(1).step_by(2);
    spans
        .filter(|span| span.contains('/') || span.ends_with(".md") || span.ends_with(".toml"))
        .collect()
}

fn sections(page: &str) -> Vec<(&str, &str)> {
    let sections = page.split("\n## ").skip(1);
    sections.map(|section| section.split_once('\n').unwrap()).collect()
}

#[test]
fn every_path_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in paths(PAGE) {
        // Links are relative to `docs/`, the rest to the repository.
        let there = root.join(path).exists() || root.join("docs").join(path).exists();
        assert!(there, "docs/extending.md names `{path}`, which is not there");
    }
}

#[test]
fn each_kind_of_addition_has_its_list() {
    let kinds = ["An input type", "A rule", "A dialect", "A subcommand", "A face", "A store"];
    let sections = sections(PAGE);
    let titles: Vec<_> = sections.iter().map(|(title, _)| *title).collect();
    assert_eq!(titles, kinds);
    for (title, text) in sections {
        assert!(paths(text).len() >= 3, "{title}: {:?}", paths(text));
    }
}
