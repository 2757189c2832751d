//! This workspace: where it is, where it is compiled to, and the programs among its members.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::OnceLock;

use crate::rustc;

/// The folder of the workspace: the one that cargo runs this from, which need not be the one that it
/// was compiled from where checkouts share a target folder.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let run = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        run.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into())
    })
}

/// Where cargo compiles to: above `release/bench`, which is this program.
pub fn target() -> PathBuf {
    let program = env::current_exe().ok();
    let target = program.as_deref().and_then(|program| program.parent()?.parent());
    target.map_or_else(|| folder().join("target"), Path::to_owned)
}

/// A member that is a program, built alone so that no other member's features are in it.
pub fn program(member: &str, profile: &str) -> Result<PathBuf, String> {
    eprintln!("   {member}");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["build", "--profile", profile, "-p", member]);
    cargo.current_dir(folder()).env("CARGO_TARGET_DIR", target());
    rustc::run(&mut cargo)?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target().join(folder).join(member))
}

/// The port that a server of this workspace prints when it listens.
pub fn port(child: &mut Child) -> Result<u16, String> {
    let mut line = String::new();
    let stdout = child.stdout.take().ok_or("no standard output")?;
    BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
    line.trim().parse().map_err(|_| format!("not a port: {line:?}"))
}
