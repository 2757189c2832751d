//! Does with generated code what cargo does with a user's library, in one edition.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::compile::kept;

/// A folder with a library, `lib.rs`, and with the files that it includes from `OUT_DIR`.
#[derive(Clone, Copy)]
pub struct Library<'a> {
    /// The arguments of [`arguments!`](crate::arguments).
    pub arguments: &'a [&'a str],
    /// The folder, in which the compiler runs.
    pub folder: &'a Path,
    /// The edition, a year.
    pub edition: &'a str,
}

impl Library<'_> {
    /// Compiles the library without code generation.
    ///
    /// # Panics
    /// Panics with the output of the compiler if there is an error or a warning.
    pub fn check(&self) {
        self.compile("rustc");
    }

    /// Does what [`check`](Self::check) does, with the lints of clippy, or without them and with a printed line where
    /// clippy is not installed.
    ///
    /// # Panics
    /// Panics with the output of the compiler if there is an error or a warning.
    pub fn lint(&self) {
        let version = Command::new("clippy-driver").arg("-V").output();
        if version.is_ok_and(|output| output.status.success()) {
            self.compile("clippy-driver");
        } else {
            println!("skipped: the lints of clippy, which is not installed");
            self.check();
        }
    }

    fn compile(&self, program: &str) {
        let output = self.run(program, &["--emit", "metadata", "--out-dir", "."]);
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    }

    /// Writes the documentation, without a warning.
    ///
    /// # Panics
    /// Panics with the output of rustdoc if there is an error or a warning.
    pub fn document(&self) {
        let output = self.run("rustdoc", &["-D", "warnings", "--out-dir", "doc"]);
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
        fs::remove_dir_all(self.folder.join("doc")).unwrap();
    }

    /// Checks that the documentation has no programs, which `cargo test` would run.
    ///
    /// # Panics
    /// Panics with the output of rustdoc if there is one.
    pub fn has_no_doctests(&self) {
        let output = self.run("rustdoc", &["--test"]);
        let found = text(&output.stdout);
        assert!(found.contains("running 0 tests"), "{found}{}", text(&output.stderr));
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(["--crate-name", "library", "--crate-type", "lib", "--edition", self.edition]);
        command.args(arguments).args(self.crates()).arg("lib.rs").current_dir(self.folder);
        command.env("OUT_DIR", self.folder).env("CARGO_MANIFEST_DIR", self.folder);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
        output
    }

    /// Returns the arguments that name crates.
    fn crates(&self) -> Vec<String> {
        let is_edition = |argument: &String| argument.starts_with("--edition");
        kept(self.arguments).into_iter().filter(|argument| !is_edition(argument)).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Calls a function for each of these items, as many at a time as there are processors.
pub fn each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..crate::workers() {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}
