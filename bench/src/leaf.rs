//! A generated crate of N tools: written, compiled, measured.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use crate::rustc::{self, Cost};
use crate::subject::Subject;

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
    pub fn write(subject: &Subject, tools: usize) -> io::Result<Self> {
        let name = format!("{}-{tools}", subject.name);
        let folder = home().join(&name);
        fs::create_dir_all(folder.join("src"))?;
        let crate_root = folder.join("src/main.rs");
        let source = (subject.source)(tools);
        fs::write(&crate_root, &source)?;
        fs::write(folder.join("Cargo.toml"), manifest(&name, subject.dependencies))?;
        // The versions that this workspace pins; cargo adds the crate itself.
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(Self { folder, name, crate_root, source })
    }

    /// Compiles everything the crate needs and the crate itself, unmeasured.
    pub fn warm(&self, build: Build) -> Result<(), String> {
        eprintln!("   {}: dependencies", self.name);
        self.compile(build, false).map(|_| ())
    }

    /// What compiling the crate takes, from nothing but its compiled dependencies.
    pub fn clean(&self, build: Build) -> Result<Cost, String> {
        self.rewrite(&self.source)?;
        self.compile(build, false)
    }

    /// What compiling takes after the body of one tool changed, with what rustc kept from before.
    pub fn after_edit(&self, build: Build, edit: &dyn Fn(&str) -> String) -> Result<Cost, String> {
        self.rewrite(&self.source)?;
        self.compile(build, true)?;
        self.rewrite(&edit(&self.source))?;
        self.compile(build, true)
    }

    /// The size of the built program without symbols, in bytes.
    pub fn program(&self, build: Build) -> Result<u64, String> {
        let profile = if build == Build::Release { "release" } else { "debug" };
        let program = home().join("target").join(profile).join(&self.name);
        fs::metadata(&program).map(|data| data.len()).map_err(|error| format!("{}: {error}", program.display()))
    }

    /// The crate's source after all macros, as rustc prints it.
    pub fn expanded(&self) -> Result<String, String> {
        let mut cargo = self.cargo("rustc");
        cargo.args(["--profile", "check", "--", "-Zunpretty=expanded"]).env("RUSTC_BOOTSTRAP", "1");
        let output = cargo.output().map_err(|error| error.to_string())?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    fn rewrite(&self, source: &str) -> Result<(), String> {
        fs::write(&self.crate_root, source).map_err(|error| format!("{}: {error}", self.crate_root.display()))
    }

    fn compile(&self, build: Build, incremental: bool) -> Result<Cost, String> {
        let mut cargo = self.cargo(if build == Build::Check { "check" } else { "build" });
        if build == Build::Release {
            cargo.arg("--release");
        }
        cargo.env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" });
        rustc::measure(&mut cargo, &self.folder)
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.arg(command).current_dir(&self.folder).env("CARGO_TARGET_DIR", home().join("target"));
        cargo
    }
}

/// Where generated crates live, and what is compiled of them.
pub fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/leaves")
}

fn manifest(name: &str, dependencies: &str) -> String {
    let product = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let dependencies = dependencies.replace("$PRODUCT", &product.display().to_string());
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{dependencies}\n\
         [profile.dev]\ndebug = 0\n\n[profile.release]\nstrip = true\n"
    )
}
