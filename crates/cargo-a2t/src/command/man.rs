//! `cargo a2t man`: the help of every command as pages of the manual.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::Cli;
use crate::catalog::shown;
use crate::program;
use crate::report::{CommandError, Outcome, Report};

#[derive(Args)]
#[command(
    about = "Write the pages of the manual into a folder",
    long_about = long_about(),
    after_help = "Exit status: 0 written, 2 they could not be written."
)]
pub(crate) struct Man {
    /// The folder to write to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

fn long_about() -> String {
    let file = program::file();
    format!(
        "Write the pages of the manual into a folder, which is made if it is not there: `{file}.1`, \
         and one for each command, such as `{file}-fetch.1`. In a folder `man1` of $MANPATH, such as \
         ~/.local/share/man/man1, `man {file}-fetch` finds them."
    )
}

impl Man {
    pub(super) fn run(&self) -> Outcome {
        let folder = shown(&self.folder);
        fs::create_dir_all(&self.folder)
            .and_then(|()| {
                clap_mangen::generate_to(Cli::whole().disable_help_subcommand(true), &self.folder)
            })
            .map_err(|error| {
                CommandError::new(format!("{folder}: {error}; give a folder to write to"))
            })?;
        let mut report = Report::new(true);
        let first = program::file();
        report.line(format!("{folder}: pages of the manual written, see {first}.1"));
        report.member("folder", folder);
        Ok(report)
    }
}
