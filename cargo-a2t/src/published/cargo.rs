//! Which packages, targets and features are meant, in cargo's own words.

use std::ffi::OsString;
use std::process::Command;

use clap::{Arg, ArgAction, ArgMatches};

/// The arguments that are passed on to cargo.
pub(crate) fn arguments() -> [Arg; 10] {
    let flag = |name: &'static str, help: &'static str| {
        let arg = Arg::new(name).long(name).action(ArgAction::SetTrue);
        arg.help(help).help_heading("Cargo")
    };
    let list = |name: &'static str, value: &'static str, help: &'static str| {
        let arg = Arg::new(name).long(name).value_name(value);
        let arg = arg.action(ArgAction::Append).help(help);
        arg.help_heading("Cargo")
    };
    [
        list("package", "NAME", "Only this package").short('p'),
        flag("workspace", "All packages of the workspace"),
        list("features", "FEATURES", "Features to activate").short('F'),
        flag("all-features", "Activate all features"),
        flag(
            "no-default-features",
            "Do not activate the `default` feature",
        ),
        list("example", "NAME", "The tools of this example, too"),
        list("manifest-path", "PATH", "Path to Cargo.toml").action(ArgAction::Set),
        flag("locked", "Assert that `Cargo.lock` stays as it is"),
        flag("offline", "Do not touch the network"),
        flag("frozen", "`--locked` and `--offline`"),
    ]
}

/// What the arguments say.
pub(crate) struct Selection {
    pub(super) packages: Vec<String>,
    pub(super) workspace: bool,
    pub(super) examples: Vec<String>,
    /// For `cargo metadata` and `cargo test` alike.
    common: Vec<OsString>,
    features: Vec<OsString>,
}

impl Selection {
    pub(crate) fn new(matches: &ArgMatches) -> Self {
        let flags = |names: &[&str]| {
            let given = names.iter().filter(|name| matches.get_flag(name));
            given
                .map(|name| format!("--{name}").into())
                .collect::<Vec<OsString>>()
        };
        let list = |name: &str| -> Vec<String> {
            let values = matches.get_many::<String>(name);
            values.into_iter().flatten().cloned().collect()
        };
        let mut common = flags(&["locked", "offline", "frozen"]);
        if let Some(path) = matches.get_one::<String>("manifest-path") {
            common.extend(["--manifest-path".into(), path.into()]);
        }
        let mut features = flags(&["all-features", "no-default-features"]);
        for feature in list("features") {
            features.extend(["--features".into(), feature.into()]);
        }
        Self {
            packages: list("package"),
            workspace: matches.get_flag("workspace"),
            examples: list("example"),
            common,
            features,
        }
    }

    /// `cargo COMMAND`, with what concerns every command.
    pub(super) fn cargo(&self, command: &str) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut process = Command::new(cargo);
        process.arg(command).args(&self.common);
        process
    }

    /// `cargo test` with the features.
    pub(super) fn test(&self) -> Command {
        let mut process = self.cargo("test");
        process.args(&self.features);
        process
    }
}
