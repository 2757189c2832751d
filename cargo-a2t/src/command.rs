//! The subcommands, one file each: the arguments it takes and what it does with them.

mod call;
mod check;
mod diff;
mod explain;
mod export;
mod fetch;
mod generate;
mod import;
mod lint;
mod list;
mod mock;
mod procedure;
mod publish;
mod show;

use clap::{ArgMatches, Command};

use crate::report::{Failure, Outcome};

/// Every subcommand, in the order of the help.
pub(crate) fn all() -> [Command; 14] {
    [
        publish::command(),
        check::command(),
        fetch::command(),
        import::command(),
        generate::command(),
        export::command(),
        lint::command(),
        procedure::command(),
        list::command(),
        show::command(),
        call::command(),
        mock::command(),
        diff::command(),
        explain::command(),
    ]
}

/// Runs the subcommand of this name.
pub(crate) fn run(name: &str, matches: &ArgMatches) -> Outcome {
    match name {
        "publish" => publish::run(matches),
        "check" => check::run(matches),
        "fetch" => fetch::run(matches),
        "import" => import::run(matches),
        "generate" => generate::run(matches),
        "export" => export::run(matches),
        "lint" => lint::run(matches),
        "procedure" => procedure::run(matches),
        "list" => list::run(matches),
        "show" => show::run(matches),
        "call" => call::run(matches),
        "mock" => mock::run(matches),
        "diff" => diff::run(matches),
        "explain" => explain::run(matches),
        other => Err(Failure::new(format!("no subcommand `{other}`"))),
    }
}

/// A required argument; the parser has seen to it that it is there.
fn argument<'a>(matches: &'a ArgMatches, name: &str) -> &'a str {
    matches.get_one::<String>(name).map_or("", String::as_str)
}
