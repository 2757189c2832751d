//! Chores of this repository, run as `cargo xtask <chore>`.

use std::path::Path;
use std::process::ExitCode;

mod ci;
mod command;
mod diagrams;
mod packages;
mod prose;
mod public_api;
mod quick;
mod release;
mod text;
mod workspace;

const USAGE: &str = "usage: cargo xtask quick
       cargo xtask ci [--list] [STEP...]
       cargo xtask prose [--list] [PATH...]
       cargo xtask diagrams [--check]
       cargo xtask packages [--verify]
       cargo xtask public-api [--check]
       cargo xtask release VERSION DATE | --check [TAG]

quick   Checks format, prose, clippy and tests of the packages that
        changes since the merge base with main affect.
ci      Runs what a change must pass, or only the named steps. --list prints
        their names.
prose   Checks comments, messages and pages against xtask/prose.txt.
        PATH limits what is read to files whose path starts with it.
        --list prints every occurrence, also of words within their limit.
diagrams
        Writes the SVG files in docs/diagrams; --check only compares them.
packages
        Packs what is published, and builds a vendor and an agent outside the
        workspace from the packed files; --verify builds each package alone too.
public-api
        Writes the public API of the crate a2t to public-api.txt; --check only
        compares it.
release Writes the version into the files that `cargo release` does not know.
        --check compares it in all files, and with the tag of a release.";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let result = match arguments.next().as_deref() {
        Some("quick") => quick::run(&root),
        Some("ci") => ci::run_steps(&root, arguments),
        Some("prose") => prose::run(&root, arguments),
        Some("diagrams") => diagrams::run(&root, arguments.any(|argument| argument == "--check")),
        Some("packages") => packages::pack(&root, arguments.any(|argument| argument == "--verify")),
        Some("public-api") => {
            public_api::run(&root, arguments.any(|argument| argument == "--check"))
        }
        Some("release") => release::run(&root, arguments),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
