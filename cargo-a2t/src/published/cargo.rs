//! Which packages, targets and features are meant, in cargo's own words.

use std::path::PathBuf;
use std::process::Command;

use clap::Args;

#[derive(Args)]
#[command(next_help_heading = "Cargo")]
pub(crate) struct Selection {
    /// Only this package
    #[arg(long = "package", short, value_name = "NAME")]
    pub(super) packages: Vec<String>,
    /// All packages of the workspace
    #[arg(long)]
    pub(super) workspace: bool,
    /// Features to activate
    #[arg(long, short = 'F', value_name = "FEATURES")]
    features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    all_features: bool,
    /// Do not activate the `default` feature
    #[arg(long)]
    no_default_features: bool,
    /// The tools of this example, too
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

impl Selection {
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

    /// `cargo test` with the features.
    pub(super) fn test(&self) -> Command {
        let mut process = self.cargo("test");
        process.args(self.all_features.then_some("--all-features"));
        process.args(self.no_default_features.then_some("--no-default-features"));
        for feature in &self.features {
            process.args(["--features", feature]);
        }
        process
    }
}
