//! `cargo a2t mock`: a server on this machine that answers for a catalog.

use std::net::{Ipv4Addr, SocketAddr};

use a2t::BoundServer;
use a2t::testing::{Mock, MockError};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::{Map, Value};

use super::argument;
use crate::catalog::{Source, catalog_argument};
use crate::report::{self, Failure, Format, Outcome, Report};

pub(super) fn command() -> Command {
    Command::new("mock")
        .about("Serve a catalog on this machine, with made-up answers")
        .long_about(
            "Serve a catalog on the loopback interface until ctrl-c: the tools are listed, calls that break their signatures \
             are refused as a real server refuses them, and all others answered with valid values, the same for the same \
             call and seed.\n\n\
             FILE is a snapshot, a page of `GET /tools` or of a tool's versions, a list of signatures, or one signature, \
             such as `published/add/v1.json`; of a folder `published` all versions are served.",
        )
        .after_help(
            "Prints the root of the API when it listens; with --format json an object with `url` and `tools`, and another one \
             when it ends.\n\
             Exit status: 0 it was ended, 2 not a catalog, or a port that cannot be listened on.",
        )
        .arg(catalog_argument())
        .arg(
            Arg::new("port")
                .long("port")
                .value_name("PORT")
                .value_parser(value_parser!(u16))
                .default_value("0")
                .help("The port of 127.0.0.1 to listen on; 0 is any free one"),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("NUMBER")
                .value_parser(value_parser!(u64))
                .default_value("0")
                .help("Other values for another number"),
        )
        .arg(crate::catalog::header_argument())
}

pub(super) fn run(matches: &ArgMatches) -> Outcome {
    let catalog = Source::new(argument(matches, "catalog"), matches)?.required()?;
    let seed = matches.get_one("seed").copied().unwrap_or_default();
    let port = matches.get_one("port").copied().unwrap_or_default();
    let versions = catalog.tools.into_iter().chain(catalog.older);
    let mock = Mock::new(versions).map_err(Failure::new)?.seed(seed);
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().map_err(Failure::new)?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let server = mock.bind(address).await.map_err(unbound)?;
        announce(Format::of(matches), &server, mock.len())?;
        server.serve().await.map_err(Failure::new)?;
        let calls = mock.calls().len();
        let mut report = Report::new(true);
        report.line(format!("answered {}", counted(calls, "call")));
        report.member("calls", calls);
        Ok(report)
    })
}

fn unbound(error: MockError) -> Failure {
    Failure::new(error)
}

/// Who started it learns where it listens before it ends.
fn announce(format: Format, server: &BoundServer, tools: usize) -> Result<(), Failure> {
    let url = format!("http://{}", server.local_addr());
    let line = format!("{url} serves {}; ctrl-c ends it", counted(tools, "tool"));
    let mut members = Map::new();
    members.insert("url".to_owned(), Value::from(url));
    members.insert("tools".to_owned(), Value::from(tools));
    report::begin("mock", format, &line, members)
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
