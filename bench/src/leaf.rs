//! A generated crate of N tools: written, compiled, measured.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use crate::rustc::{self, Cost};
use crate::subject::Subject;
use crate::workspace;

/// A crate whose only code is the tools.
pub struct Leaf {
    folder: PathBuf,
    name: String,
    crate_root: PathBuf,
    source: String,
}

/// How a crate is compiled.
#[derive(Clone, Copy, PartialEq)]
pub enum Build {
    Check,
    Debug,
    Release,
}

impl Leaf {
    /// Writes the crate of a subject with so many tools.
    pub fn write(subject: &Subject, tools: usize) -> Result<Self, String> {
        let name = format!("{}-{tools}", subject.name.replace(' ', "-"));
        Self::of(&name, subject.dependencies, (subject.source)(tools))
    }

    /// Writes a crate with this `main.rs`.
    pub fn of(name: &str, dependencies: &str, source: String) -> Result<Self, String> {
        let folder = home().join(name);
        let crate_root = folder.join("src/main.rs");
        let write = || -> io::Result<()> {
            fs::create_dir_all(folder.join("src"))?;
            write_if_changed(&crate_root, &source)?;
            write_if_changed(&folder.join("Cargo.toml"), &manifest(name, dependencies))?;
            let lock = folder.join("Cargo.lock");
            // The versions that this workspace pins; cargo adds the crate itself.
            if lock.exists() {
                Ok(())
            } else {
                fs::copy(workspace::folder().join("Cargo.lock"), lock).map(drop)
            }
        };
        write().map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { folder, name: name.to_owned(), crate_root, source })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Compiles everything the crate needs and the crate itself, unmeasured.
    pub fn warm(&self, build: Build) -> Result<(), String> {
        eprintln!("   {}", self.name);
        self.clean(build).map(drop)
    }

    /// What compiling the crate takes, from nothing but its compiled dependencies.
    pub fn clean(&self, build: Build) -> Result<Cost, String> {
        self.rewrite(&self.source)?;
        self.compile(build, false)
    }

    /// Compiles the crate so that rustc keeps what it can use again.
    pub fn before_edits(&self, build: Build) -> Result<(), String> {
        eprintln!("   {}", self.name);
        self.rewrite(&self.source)?;
        self.compile(build, true).map(drop)
    }

    /// What compiling takes after the body of one tool changed, with what rustc kept from before.
    pub fn after_edit(
        &self,
        build: Build,
        edited: impl FnOnce(&str) -> String,
    ) -> Result<Cost, String> {
        self.rewrite(&edited(&self.source))?;
        self.compile(build, true)
    }

    /// The program, built if it is not there.
    pub fn program(&self, build: Build) -> Result<PathBuf, String> {
        let mut cargo = self.cargo(build, false);
        rustc::run(&mut cargo)?;
        let profile = if build == Build::Release { "release" } else { "debug" };
        Ok(home().join("target").join(profile).join(&self.name))
    }

    /// How many distinct crates it takes, itself included, as `cargo tree` counts those of one target.
    pub fn crates(&self) -> Result<usize, String> {
        let mut cargo = self.command("tree");
        let tree = rustc::run(cargo.args([
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--format",
            "{p}",
            "--no-dedupe",
        ]))?;
        let packages = tree
            .lines()
            .filter(|line| line.contains(" v"))
            .map(|line| line.trim_end_matches(" (*)"));
        Ok(packages.collect::<BTreeSet<_>>().len())
    }

    /// What rustc prints when it checks the crate with unstable flags.
    pub fn stdout(&self, flags: &str) -> Result<String, String> {
        self.rewrite(&self.source)?;
        rustc::stdout(&mut self.cargo(Build::Check, false), flags, &self.folder)
    }

    /// How many instructions rustc takes to check the crate.
    pub fn counted(&self) -> Result<f64, String> {
        self.rewrite(&self.source)?;
        rustc::counted(&mut self.cargo(Build::Check, false), &self.folder)
    }

    fn rewrite(&self, source: &str) -> Result<(), String> {
        fs::write(&self.crate_root, source)
            .map_err(|error| format!("{}: {error}", self.crate_root.display()))
    }

    fn compile(&self, build: Build, incremental: bool) -> Result<Cost, String> {
        rustc::measure(&mut self.cargo(build, incremental), &self.folder)
    }

    fn cargo(&self, build: Build, incremental: bool) -> Command {
        let mut cargo = self.command(if build == Build::Check { "check" } else { "build" });
        if build == Build::Release {
            cargo.arg("--release");
        }
        cargo.env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" });
        cargo
    }

    fn command(&self, command: &str) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.arg(command).current_dir(&self.folder).env("CARGO_TARGET_DIR", home().join("target"));
        cargo
    }
}

/// Where generated crates live, and what is compiled of them.
pub fn home() -> PathBuf {
    workspace::target().join("leaves")
}

/// Cargo takes a file that is written anew for a change.
fn write_if_changed(path: &Path, text: &str) -> io::Result<()> {
    match fs::read_to_string(path) {
        Ok(old) if old == text => Ok(()),
        _ => fs::write(path, text),
    }
}

fn manifest(name: &str, dependencies: &str) -> String {
    let bench = workspace::folder();
    let dependencies = dependencies.replace("$PRODUCT", &bench.join("..").display().to_string());
    let dependencies = dependencies.replace("$BENCH", &bench.display().to_string());
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{dependencies}\n\
         [profile.dev]\ndebug = 0\n\n[profile.release]\nstrip = true\n"
    )
}
