//! The program without cargo: as `a2t`, from the packages of npm and PyPI.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use crate::vendor::scratch;

fn output(program: &Path, arguments: &[&str], folder: &Path) -> Output {
    Command::new(program).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Runs a program to its end, which must be a success, and returns its standard output.
fn run(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = output(Path::new(program), arguments, folder);
    assert!(output.status.success(), "{program} {arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Checks that the installed program works under its own name.
fn works(program: &Path, folder: &Path) {
    let version = output(program, &["--version"], folder);
    assert_eq!(text(&version.stdout), concat!("a2t ", env!("CARGO_PKG_VERSION"), "\n"));
    let help = output(program, &["fetch", "--help"], folder);
    let help = text(&help.stdout);
    assert!(help.contains("Usage: a2t fetch") && !help.contains("cargo a2t"), "{help}");
    let twice = output(program, &["a2t", "fetch"], folder);
    assert_eq!(twice.status.code(), Some(2), "{}", text(&twice.stdout));
    let pages = output(program, &["man", "man1"], folder);
    assert!(text(&pages.stdout).contains("see a2t.1") && folder.join("man1/a2t.1").exists());
    for page in fs::read_dir(folder.join("man1")).unwrap() {
        let page = fs::read_to_string(page.unwrap().path()).unwrap().replace("\\-", "-");
        assert!(!page.contains("cargo a2t") && !page.contains("cargo-a2t"), "{page}");
    }
    let refused = output(program, &["fetsch"], folder);
    assert_eq!(refused.status.code(), Some(2));
    let message = text(&refused.stderr);
    assert!(message.contains("Usage: a2t ") && !message.contains("cargo a2t"), "{message}");
    let script = output(program, &["completions", "bash"], folder);
    let script = text(&script.stdout);
    assert!(script.contains("complete -F _a2t") && !script.contains("cargo"), "{script}");
    let help = output(program, &["completions", "--help"], folder);
    let help = text(&help.stdout);
    assert!(help.contains("a2t completions zsh > ~/.zfunc/_a2t"), "{help}");
    assert!(!help.contains("cargo"), "{help}");
}

#[test]
fn commands_and_help_have_the_name_that_the_program_is_called_by() {
    let folder = scratch("called-a2t");
    let program = folder.join("a2t");
    symlink(env!("CARGO_BIN_EXE_cargo-a2t"), &program).unwrap();
    works(&program, &folder);
}

#[test]
#[ignore = "packs the program, half a minute; needs npm, python3 and their registries"]
fn packages_of_npm_and_pypi_install_and_run_in_a_clean_folder() {
    let folder = scratch("packed-a2t");
    let build = concat!(env!("CARGO_MANIFEST_DIR"), "/dist/build.sh");
    let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let (system, tag) =
        if cfg!(target_os = "macos") { ("darwin", "any") } else { ("linux", "any") };
    let system = format!("{system}-{architecture}");
    run(build, &[env!("CARGO_BIN_EXE_cargo-a2t"), &system, tag, "packed"], &folder);

    let version = env!("CARGO_PKG_VERSION");
    let packages =
        [format!("packed/a2t-cli-{system}-{version}.tgz"), format!("packed/a2t-cli-{version}.tgz")];
    let [of_system, main] = packages.each_ref().map(|package| format!("./{package}"));
    run("npm", &["install", "--no-audit", "--no-fund", "--offline", &of_system, &main], &folder);
    works(&folder.join("node_modules/.bin/a2t"), &folder);

    run("python3", &["-m", "venv", "python"], &folder);
    let pip = ["install", "--no-index", "--find-links", "packed", "a2t-cli"];
    run(folder.join("python/bin/pip").to_str().unwrap(), &pip, &folder);
    works(&folder.join("python/bin/a2t"), &folder);
}
