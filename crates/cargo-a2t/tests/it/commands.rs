//! Checks the commands in the pages: packages, tests, examples, features, scripts, subcommands and
//! flags that they name must exist. Other tests compare their output (`guide.rs`, `lifecycle.rs`,
//! `publish.rs`).
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::vendor::{run, scratch};
use serde_json::Value;

/// Programs of other projects that the pages install from crates.io.
const OTHERS: [&str; 4] = ["cargo-deny", "cargo-mutants", "cargo-release", "cargo-semver-checks"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().canonicalize().unwrap()
}

/// Returns the pages that git tracks, and the workflows to copy.
fn pages() -> Vec<PathBuf> {
    let mut open = vec![root()];
    let mut pages = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_page = name.ends_with(".md") && name != "CHANGELOG.md";
            let is_workflow = name.ends_with(".yml") && folder.ends_with("docs/workflows");
            let left_out = ["target", "node_modules"].contains(&&*name) || name.starts_with('.');
            if path.is_dir() && !left_out {
                open.push(path);
            } else if is_page || is_workflow {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// Returns the commands of a page: in blocks after `$ ` and `run: `, and between backticks in its
/// text.
fn commands(text: &str) -> Vec<Vec<String>> {
    let text = text.replace("\\\n", " ");
    let mut found = Vec::new();
    let mut is_block = false;
    for line in text.lines() {
        let line = line.trim();
        is_block ^= line.starts_with("```");
        let block = [line.strip_prefix("$ "), line.split_once("run: ").map(|(_, rest)| rest)];
        found.extend(block.into_iter().flatten().map(str::to_owned));
        if !is_block && !line.starts_with("$ ") {
            found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
        if is_block && line.starts_with("cargo ") {
            found.push(line.to_owned());
        }
    }
    found.iter().flat_map(|line| parts(line)).collect()
}

/// Splits each command of a line into words, without its variables and its `#` comment.
fn parts(line: &str) -> Vec<Vec<String>> {
    let line = line.split(" #").next().unwrap().replace(" || ", " && ").replace(" | ", " && ");
    let words = |part: &str| -> Vec<String> {
        let words = part.split(" > ").next().unwrap().split_whitespace();
        let is_variable = |word: &&str| word.contains('=') && !word.starts_with('-');
        words.skip_while(is_variable).map(str::to_owned).collect()
    };
    line.split(" && ").map(words).filter(|words: &Vec<String>| !words.is_empty()).collect()
}

struct Package {
    folder: PathBuf,
    /// Names of targets by kind.
    targets: BTreeMap<String, BTreeSet<String>>,
    features: BTreeSet<String>,
}

/// Returns the packages of this workspace, and of the neighbouring ones that the pages mention.
fn packages() -> BTreeMap<String, Package> {
    let workspaces = ["Cargo.toml", "bench/Cargo.toml", "tests/fuzz/Cargo.toml"];
    workspaces.into_iter().flat_map(packages_of).collect()
}

fn packages_of(manifest: &str) -> BTreeMap<String, Package> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    cargo.args(["--manifest-path", manifest]);
    let output = cargo.current_dir(root()).output().unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let package = |package: &Value| {
        let mut targets = BTreeMap::<String, BTreeSet<String>>::new();
        for target in package["targets"].as_array().unwrap() {
            let kind = text(&target["kind"][0]);
            targets.entry(kind).or_default().insert(text(&target["name"]));
        }
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let features = package["features"].as_object().unwrap().keys().cloned().collect();
        let folder = manifest.parent().unwrap().to_owned();
        (text(&package["name"]), Package { folder, targets, features })
    };
    metadata["packages"].as_array().unwrap().iter().map(package).collect()
}

/// Returns the values of a flag. A word in capitals or angle brackets stands for any value.
fn values<'w>(words: &'w [String], names: &[&str]) -> Vec<&'w str> {
    let pairs = words.windows(2).filter(|pair| names.contains(&&*pair[0]));
    let is_name = |value: &&str| {
        !value.starts_with('<') && value.chars().any(|character| character.is_ascii_lowercase())
    };
    pairs.map(|pair| &*pair[1]).filter(is_name).collect()
}

/// Returns the problems of a cargo command on the project's own packages.
fn of_cargo(words: &[String], packages: &BTreeMap<String, Package>) -> Option<String> {
    let (ours, _) =
        words.split_at(words.iter().position(|word| word == "--").unwrap_or(words.len()));
    let named = values(ours, &["-p", "--package"]);
    for name in &named {
        let Some(package) = packages.get(*name) else {
            return Some(format!("there is no package `{name}`"));
        };
        for (flag, kind) in [("--test", "test"), ("--example", "example"), ("--bin", "bin")] {
            for target in values(ours, &[flag]) {
                if !package.targets.get(kind).is_some_and(|targets| targets.contains(target)) {
                    return Some(format!("`{name}` has no {kind} `{target}`"));
                }
            }
        }
        let features = values(ours, &["--features", "-F"]);
        for feature in features.iter().flat_map(|features| features.split(',')) {
            if !package.features.contains(feature) {
                return Some(format!("`{name}` has no feature `{feature}`"));
            }
        }
    }
    let filter = ours.last().filter(|_| ours[1] == "test" && !named.is_empty())?;
    let before = &ours[ours.len() - 2];
    let is_filter = !filter.starts_with('-') && (!before.starts_with('-') || before == "--lib");
    let package = packages.get(named[0])?;
    (is_filter && !tests(&package.folder).contains(&**filter))
        .then(|| format!("no test of `{}` is called `{filter}`", named[0]))
}

/// Returns the text of all sources of a package, and the names of its folders.
fn tests(folder: &Path) -> String {
    let mut text = String::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                text.push_str(&path.file_name().unwrap().to_string_lossy());
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                text.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    text
}

/// Returns the problems of a `cargo install`: the project's programs are not in a registry yet.
fn of_install(words: &[String], packages: &BTreeMap<String, Package>) -> Option<String> {
    if let [path] = *values(words, &["--path"]) {
        let is_ours = packages.values().any(|package| {
            let folder = package.folder.strip_prefix(root()).unwrap();
            package.targets.contains_key("bin") && Path::new(path).ends_with(folder)
        });
        return (!is_ours).then(|| format!("no program is in `{path}`"));
    }
    let name = words.last().unwrap();
    match *values(words, &["--git"]) {
        [url] if url == env!("CARGO_PKG_REPOSITORY") && packages.contains_key(name) => None,
        [url] => Some(format!("`{url}` has no package `{name}`")),
        _ if OTHERS.contains(&&**name) => None,
        _ => Some(format!("`{name}` is not on crates.io: install it with --git or --path")),
    }
}

/// Returns the problems of a `cargo a2t` command.
fn of_a2t(words: &[String], help: &mut BTreeMap<String, String>) -> Option<String> {
    let command = words.get(2).filter(|command| command.chars().all(|c| c.is_ascii_lowercase()))?;
    let help = help.entry(command.clone()).or_insert_with(|| {
        let ran = run(&scratch("commands-help"), &[command, "--help"]);
        if ran.status == 0 { ran.stdout } else { String::new() }
    });
    if help.is_empty() {
        return Some(format!("there is no command `{command}`"));
    }
    let ours = words.iter().skip(3).take_while(|word| *word != "--");
    let flags = ours.filter(|word| word.starts_with("--"));
    let has =
        |flag: &str| help.split_whitespace().any(|word| word.trim_end_matches([',', ']']) == flag);
    let unknown = flags.map(|flag| flag.split(['=', '"', '…', ')']).next().unwrap());
    let unknown = unknown.map(|flag| flag.trim_end_matches([',', '.', ';', ':']));
    let mut unknown = unknown.filter(|flag| !has(flag));
    unknown.next().map(|flag| format!("`{command}` has no flag `{flag}`"))
}

fn wrong(
    words: &[String],
    packages: &BTreeMap<String, Package>,
    help: &mut BTreeMap<String, String>,
) -> Option<String> {
    let is_script = |word: &str| word == ".ci/run" || word.contains('/') && word.ends_with(".sh");
    match (&*words[0], words.get(1).map(|word| &**word)) {
        ("cargo", Some("a2t")) => of_a2t(words, help),
        ("cargo", Some("install")) => of_install(words, packages),
        (
            "cargo",
            Some("test" | "run" | "build" | "check" | "bench" | "clippy" | "doc" | "mutants"),
        ) => {
            // A page may refer to the reader's own package.
            let is_elsewhere = words.iter().any(|word| word == "--manifest-path");
            (!is_elsewhere).then(|| of_cargo(words, packages)).flatten()
        }
        (script, _) if is_script(script) => {
            (!root().join(script).exists()).then(|| format!("there is no `{script}`"))
        }
        _ => None,
    }
}

#[test]
fn commands_in_our_pages_name_what_there_is() {
    let (packages, mut help) = (packages(), BTreeMap::new());
    let (mut found, mut mistakes) = (0, Vec::new());
    for page in pages() {
        for words in commands(&fs::read_to_string(&page).unwrap()) {
            found += usize::from(words[0] == "cargo");
            let page = page.strip_prefix(root()).unwrap().display();
            let mistake = wrong(&words, &packages, &mut help);
            mistakes.extend(mistake.map(|why| format!("{page}: `{}`: {why}", words.join(" "))));
        }
    }
    assert!(mistakes.is_empty(), "\n{}", mistakes.join("\n"));
    assert!(found > 150, "{found} commands");
}

#[test]
fn a_command_that_names_nothing_is_found() {
    let (packages, mut help) = (packages(), BTreeMap::new());
    let mut why = |line: &str| {
        let words = parts(line).remove(0);
        wrong(&words, &packages, &mut help)
    };
    for (line, reason) in [
        ("cargo install --debug --locked cargo-a2t", "is not on crates.io"),
        ("cargo install --git https://example.org/a2t cargo-a2t", "has no package `cargo-a2t`"),
        ("cargo install --path ../a2t/crates/cargo-b2t", "no program is in"),
        ("cargo install --path ../a2t/cargo-a2t", "no program is in"),
        ("cargo test -p a2t-ui --test ui evolutoin", "no test of `a2t-ui` is called `evolutoin`"),
        ("cargo test -p a2t-ui --test iu", "has no test `iu`"),
        ("A=b cargo test -p a2t-cor", "no package `a2t-cor`"),
        ("cargo run -p a2t-core --example none", "has no example `none`"),
        ("cargo a2t chek --against main", "no command `chek`"),
        ("cargo a2t check --againts main", "`check` has no flag `--againts`"),
        ("tests/no-interop/install.sh", "there is no"),
    ] {
        let line_reason = why(line).unwrap_or_else(|| panic!("{line}"));
        assert!(line_reason.contains(reason), "{line}: {line_reason}");
    }
    for line in [
        "cargo install --path ../a2t/crates/cargo-a2t",
        "cargo test -p a2t-ui --test ui evolution",
        "cargo a2t check --build \"--features a\"",
        "cargo run -p quickstart        # a vendor",
    ] {
        assert_eq!(why(line), None, "{line}");
    }
}
