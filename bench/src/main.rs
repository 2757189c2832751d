//! `cargo run --release -p bench -- PART…`: builds a2t and its peers, measures them in one run and prints ratios.

use std::process::ExitCode;

mod command;
mod leaf;
mod part;
mod report;
mod rustc;
mod subject;

const USAGE: &str = "\
usage: bench [--quick] [--json FILE] [--markdown FILE] PART...

parts:
  all       every part below
  macro     what annotated tools cost to compile, beside the peers' macros

options:
  --quick          one sample of everything, fewer tools: does it still run?
  --json FILE      write the figures as JSON too
  --markdown FILE  write the tables as Markdown too
";

fn main() -> ExitCode {
    if let Some(code) = rustc::as_wrapper() {
        return code;
    }
    match command::Command::parse(std::env::args().skip(1)) {
        Ok(command) => run(&command),
        Err(error) => {
            eprint!("bench: {error}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &command::Command) -> ExitCode {
    let mut report = report::Report::default();
    for part in &command.parts {
        eprintln!("== {}", part.name());
        match part.run(command.plan) {
            Ok(tables) => report.tables.extend(tables),
            Err(error) => {
                eprintln!("bench: {}: {error}", part.name());
                return ExitCode::FAILURE;
            }
        }
    }
    match report.deliver(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}
