//! `cargo run --release -p bench -- PART…`: builds a2t and its peers, measures them in one run and prints ratios.

use std::process::ExitCode;

mod command;
mod http;
mod leaf;
mod part;
mod report;
mod rustc;
mod subject;
mod valgrind;
mod workspace;

fn main() -> ExitCode {
    if let Some(code) = rustc::as_wrapper() {
        return code;
    }
    match command::Command::parse(std::env::args().skip(1)) {
        Ok(command) => run(&command),
        Err(error) => {
            eprint!("bench: {error}\n\n{}", command::usage());
            ExitCode::from(2)
        }
    }
}

/// Each part by itself: one that fails takes nothing from the others, and what is measured is
/// written down at once.
fn run(command: &command::Command) -> ExitCode {
    let mut report = report::Report::default();
    let mut failed = false;
    for part in &command.parts {
        eprintln!("== {}", part.name());
        let measured = part.run(command.plan).and_then(|mut works| {
            if command.plan.quick {
                // The targets are those of the whole.
                works.iter_mut().for_each(|work| work.target = None);
            }
            failed |= works.iter().any(report::Work::is_incomplete);
            report.take(part.name(), works, command)
        });
        if let Err(error) = measured {
            eprintln!("bench: {}: {error}", part.name());
            failed = true;
        }
    }
    print!("{}", report.markdown());
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
