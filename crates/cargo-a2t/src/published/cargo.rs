//! Which packages, targets and features are meant, in cargo's own words.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;

use clap::{Args, Parser};

#[derive(Args)]
#[command(next_help_heading = "Cargo")]
pub(crate) struct Selection {
    /// Only this package
    #[arg(long = "package", short, value_name = "NAME")]
    pub(super) packages: Vec<String>,
    /// All packages of the workspace
    #[arg(long)]
    pub(super) workspace: bool,
    #[command(flatten)]
    flags: Flags,
    /// The flags of one build; may be repeated: `--build "--features a" --build "--features b"` finds
    /// the tools of both builds
    #[arg(
        long = "build",
        value_name = "FLAGS",
        value_parser = Flags::parse_line,
        allow_hyphen_values = true,
        conflicts_with_all = ["features", "all_features", "no_default_features", "target"],
    )]
    builds: Vec<Flags>,
    /// Include the tools of this example
    #[arg(long = "example", value_name = "NAME")]
    pub(super) examples: Vec<String>,
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Assert that `Cargo.lock` stays as it is
    #[arg(long)]
    locked: bool,
    /// Do not touch the network
    #[arg(long)]
    offline: bool,
    /// `--locked` and `--offline`
    #[arg(long)]
    frozen: bool,
}

/// What decides which code a build compiles.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Cargo")]
pub(super) struct Flags {
    /// Features to activate
    #[arg(long, short = 'F', value_name = "FEATURES")]
    features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    all_features: bool,
    /// Do not activate the `default` feature
    #[arg(long)]
    no_default_features: bool,
    /// Build for this target; its programs are run if cargo has a runner for them
    #[arg(long, value_name = "TRIPLE")]
    pub(super) target: Option<String>,
}

impl Flags {
    fn parse_line(text: &str) -> Result<Self, String> {
        #[derive(Parser)]
        #[command(no_binary_name = true, disable_help_flag = true)]
        struct Line {
            #[command(flatten)]
            flags: Flags,
        }
        let line = Line::try_parse_from(text.split_whitespace());
        let line = line.map_err(|error| {
            let error = error.to_string();
            let reason = error.lines().next().unwrap_or_default();
            let reason = reason.trim_start_matches("error: ");
            format!(
                "{reason}; expected `--features`, `--all-features`, `--no-default-features` and `--target`"
            )
        });
        Ok(line?.flags)
    }

    fn arguments(&self) -> Vec<&str> {
        let mut arguments = Vec::new();
        arguments.extend(self.all_features.then_some("--all-features"));
        arguments.extend(self.no_default_features.then_some("--no-default-features"));
        for feature in &self.features {
            arguments.extend(["--features", feature]);
        }
        if let Some(target) = &self.target {
            arguments.extend(["--target", target]);
        }
        arguments
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.arguments().join(" "))
    }
}

impl Selection {
    /// Returns the builds to look at: that of the flags, or each of the given ones.
    pub(super) fn builds(&self) -> Vec<&Flags> {
        if self.builds.is_empty() { vec![&self.flags] } else { self.builds.iter().collect() }
    }

    /// `cargo COMMAND`, with what concerns every command.
    pub(super) fn cargo(&self, command: &str) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut process = Command::new(cargo);
        process.arg(command);
        process.args(self.locked.then_some("--locked"));
        process.args(self.offline.then_some("--offline"));
        process.args(self.frozen.then_some("--frozen"));
        if let Some(path) = &self.manifest_path {
            process.arg("--manifest-path").arg(path);
        }
        process
    }

    /// Returns `cargo test` with the flags of one build.
    pub(super) fn test(&self, flags: &Flags) -> Command {
        let mut process = self.cargo("test");
        process.args(flags.arguments());
        process
    }
}
