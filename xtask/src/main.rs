//! Chores of this repository, run as `cargo xtask <chore>`.

use std::process::ExitCode;

mod prose;
mod text;

const USAGE: &str = "usage: cargo xtask prose [--list] [PATH...]

prose   Checks comments, messages and pages against xtask/prose.txt.
        PATH limits what is read to files whose path starts with it.
        --list prints every occurrence, also of words within their limit.";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let result = match arguments.next().as_deref() {
        Some("prose") => prose::run(arguments),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
