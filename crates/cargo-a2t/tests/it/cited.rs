//! Every requirement and spec note that a message cites is explained, and the table of limits is that
//! of the code.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::vendor::{run, scratch, weather};
use a2t_core::rule::Row;
use a2t_core::signature::rule;
use a2t_core::wire::page;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
}

/// `A2T-14`, `A2T-W403`, `AMB-35` wherever they stand in the text of a line.
fn ids(line: &str) -> Vec<String> {
    let starts = ["A2T-", "AMB-"].iter().flat_map(|mark| line.match_indices(mark));
    let id = |(at, mark): (usize, &str)| {
        let rest = &line[at + mark.len()..];
        let letter = rest.starts_with(|c: char| c.is_ascii_uppercase()) as usize;
        let digits = rest[letter..].chars().take_while(char::is_ascii_digit).count();
        (digits > 0).then(|| line[at..at + mark.len() + letter + digits].to_owned())
    };
    starts.filter_map(id).collect()
}

#[test]
fn whatever_a_message_cites_is_explained() {
    let folder = scratch("cited");
    let mut texts = Vec::new();
    for part in [
        "src",
        "a2t-core/src",
        "a2t-macros/src",
        "a2t-codegen/src",
        "crates/a2t-dialect/src",
        "crates/cargo-a2t/src",
    ] {
        sources(&root().join(part), &mut texts);
    }
    let lines = texts.iter().flat_map(|text| {
        let code = text.split("#[cfg(test)]").next().unwrap().lines();
        code.filter(|line| !line.trim_start().starts_with("//"))
    });
    let mut cited: BTreeSet<_> = lines.flat_map(ids).collect();
    cited.extend(Row::all().map(|(row, _)| row.id.to_owned()));
    cited.extend(ids(&fs::read_to_string(root().join("docs/spec-notes.md"))
        .unwrap()
        .replace('\n', " ")));
    assert!(cited.len() > 100 && cited.contains("AMB-35") && cited.contains("A2T-14"));
    for id in &cited {
        let explained = run(&folder, &["explain", id]);
        assert!(
            explained.status == 0 && explained.stdout.starts_with(&**id),
            "{id}: {explained:#?}"
        );
        assert_eq!(run(&folder, &["explain", &id.to_lowercase()]).stdout, explained.stdout);
    }
    for (row, _) in Row::all() {
        let explained = run(&folder, &["explain", row.slug]);
        let is_it = explained.stdout.starts_with(row.id) && explained.stdout.contains(row.slug);
        assert!(explained.status == 0 && is_it, "{row:?}: {explained:#?}");
    }
    let all = run(&folder, &["explain"]).stdout;
    assert!(
        all.lines().any(|line| line.starts_with("AMB-35 ") && line.contains("look-alike")),
        "{all}"
    );
}

#[test]
fn the_limits_are_those_of_the_code() {
    let explained = run(&scratch("limits"), &["explain", "AMB-35"]).stdout;
    let with_commas = |number: usize| match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    };
    for (what, number) in [
        ("the name of a tool: ", (rule::TOOL_NAME_LIMIT - 1).to_string()),
        ("the description of a tool: ", (rule::TOOL_DESCRIPTION_LIMIT - 1).to_string()),
        ("the id and the name of a parameter: ", rule::DESCRIPTION_MAX.to_string()),
        ("the description of a parameter: ", with_commas(rule::PARAMETER_DESCRIPTION_MAX)),
        ("the name of an allowed value: ", rule::VALUE_NAME_MAX.to_string()),
        ("the inputs, and the outputs, of a tool: ", rule::PARAMETERS_MAX.to_string()),
        ("the allowed values of a parameter: ", with_commas(rule::ALLOWED_VALUES_MAX)),
        ("the nesting of a document: ", a2t_core::json::DEPTH_MAX.to_string()),
        ("the tools of a catalog: ", with_commas(rule::TOOLS_MAX)),
        ("all pages of a list together: ", format!("{} MiB", page::DOCUMENT_MAX >> 20)),
        ("the pages of a list: ", with_commas(page::PAGES_MAX)),
        ("a cursor: ", with_commas(page::CURSOR_MAX)),
    ] {
        assert!(explained.contains(&format!("{what}{number}")), "{what}{number}\n{explained}");
    }
}

#[test]
fn the_spec_notes_that_are_explained_are_those_of_the_documentation() {
    let copy = root().join("crates/cargo-a2t/src/command/explain/spec-notes.md");
    let (copy, original) = (fs::read_to_string(copy).unwrap(), root().join("docs/spec-notes.md"));
    let same = copy == fs::read_to_string(original).unwrap();
    assert!(same, "copy docs/spec-notes.md to crates/cargo-a2t/src/command/explain/spec-notes.md");
}

#[test]
fn what_explain_says_of_a_rule_is_what_commands_print() {
    let folder = scratch("cited-agrees");
    let all = run(&folder, &["explain", "--all"]).stdout;
    for word in ["blessed", "merge base", "the lock", "the checker"] {
        assert!(!all.contains(word), "{word}");
    }
    let explain = |rule: &str| {
        let text = run(&folder, &["explain", rule]).stdout;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // An undefined member is a warning when it is read, and an error when it is compared.
    let mut misspelt = weather();
    misspelt["tag"] = misspelt["tags"].take();
    fs::write(folder.join("old.json"), weather().to_string()).unwrap();
    fs::write(folder.join("new.json"), misspelt.to_string()).unwrap();
    let listed = run(&folder, &["lint", "new.json"]);
    assert!(listed.stdout.contains("warning[A2T-W409]"), "{listed:#?}");
    assert!(listed.stdout.contains("help: remove it, or correct its spelling"), "{listed:#?}");
    let compared = run(&folder, &["diff", "old.json", "new.json"]);
    assert!(compared.stdout.contains("error[A2T-W409]"), "{compared:#?}");
    let explained = explain("A2T-W409");
    for part in [
        "such as `list`, ignores the member with a warning",
        "it is an error",
        "Remove it, or correct its spelling",
    ] {
        assert!(explained.contains(part), "{part}: {explained}");
    }
    let gap = explain("A2T-L005");
    for part in ["error of `publish`, `check` and the compiler", "--retire TOOL@N"] {
        assert!(gap.contains(part), "{part}: {gap}");
    }
}
