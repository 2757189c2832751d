//! One mistake, one error: mistakes are inserted into the passing programs of this package, published or not. `cargo test
//! -p a2t-ui --test one_mistake -- --ignored` inserts all of them; the default is one sample.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use a2t_one_mistake::{Program, arguments, sample, whole};

const ARGUMENTS: &[&str] = arguments!();

/// Programs with several tools of one name, whose versions break each other.
const INCOMPATIBLE: [&str; 2] = ["attribute/pass/id_derived.rs", "toolset/pass/merged.rs"];

/// Programs whose tools are inside a function, where rustc collects no test that would publish them.
const INSIDE_A_FUNCTION: [&str; 1] = ["hygiene/pass/declared_inside_a_function.rs"];

/// Programs at the limits: the errors show their long texts, a line more exceeds a limit, and the versions below the
/// greatest are too many to publish.
const AT_LIMITS: [&str; 3] =
    ["attribute/pass/limits.rs", "docs/pass/limits.rs", "enums/pass/a_thousand_values.rs"];

/// Returns the passing programs and those of `one_mistake`, each published and not, except those that
/// need the files in `published`, which were published from `evolution/sources`.
fn programs() -> Vec<Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let published = root.join("published");
    let tools = names(&published);
    let mut programs = Vec::new();
    for path in sources(root) {
        let program = Program::file(&path, "a2t-ui");
        let is_at_limits = AT_LIMITS.iter().any(|name| path.ends_with(name));
        if program.is_part() || program.is_from_macros() || is_at_limits {
            continue;
        }
        let mut not_published = INCOMPATIBLE.iter().chain(&INSIDE_A_FUNCTION);
        let is_published = !not_published.any(|name| path.ends_with(name));
        let is_compared = program.mentions(&tools);
        if is_compared {
            programs.push(program.published_in(&published));
        } else if program.has_tools() && is_published {
            programs.push(program.published());
        }
        if !is_compared || path.starts_with(root.join("evolution/sources")) {
            programs.push(program.unpublished());
        }
    }
    programs
}

fn sources(root: &Path) -> Vec<PathBuf> {
    let topics = entries(root).into_iter().filter(|path| path.is_dir());
    let folders = topics.map(|topic| topic.join("pass")).filter(|folder| folder.is_dir());
    let others = ["evolution/sources", "one_mistake", "toolset/sources"];
    let folders = folders.chain(others.map(|name| root.join(name)));
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    folders.flat_map(|folder| entries(&folder)).filter(is_source).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let names = entries(folder).into_iter().filter(|path| path.is_dir());
    names.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut entries: Vec<_> = entries.collect();
    entries.sort();
    entries
}

#[test]
fn a_sample_of_mistakes_is_one_error_each() {
    sample(ARGUMENTS, &programs(), 40);
}

#[test]
#[ignore = "all mistakes"]
fn every_mistake_is_one_error() {
    whole(ARGUMENTS, &programs());
}
