//! `cargo a2t mock`: a server on this machine that answers for a catalog.

mod replies;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use a2t::BoundServer;
use a2t::testing::{self, MockError};
use a2t_core::error::inert;
use clap::{Args, value_parser};
use serde_json::{Map, Value};

use crate::catalog::{Named, Opened, shown};
use crate::report::{self, CommandError, Format, Outcome, Report};

/// The file of replies, as the help has it.
const REPLIES: &str = "\
With --replies FILE the mock answers by the file: an object with a list of replies for each tool, given in \
their order, the last one to every later call; those with `arguments` go before the others. `add@1` for a tool is \
version 1 of `add`, where the catalog has several. A reply has

  arguments    an object: it is only for calls with exactly these inputs
  outputs      an object: outputs by name; those that are left out are made up
  as_is        true: these outputs and no others, without a check,
               as a newer vendor may reply (a value that an enum does not list)
  problem      the kind of a problem, such as overloaded, in place of outputs
  status       the status of a problem, 400 to 599, with or without its kind
  error        an error that the signature lists, by its name, such as SOLD_OUT
  members      an object: the members of that error, by name
  detail       the message of the problem or the error
  retry_after  the header Retry-After of a problem or an error, in seconds
  failure      timeout (there is no reply), interrupted (the connection breaks)
  delay_ms     how long the reply takes, in milliseconds

  {\"lookup_weather\": [
    {\"problem\": \"overloaded\", \"retry_after\": 7},
    {\"outputs\": {\"temperature\": -3}, \"delay_ms\": 2500},
    {\"arguments\": {\"city\": \"Atlantis\"}, \"status\": 404},
    {\"outputs\": {\"sky\": \"PURPLE\"}, \"as_is\": true}
  ]}

A file that does not fit the catalog is refused before anything is served.";

/// Output and exit status, as the help has them.
const STATUS: &str = "\
Prints the root of the API when it listens; with --format json an object with `url` and `tools`, and another one \
when it ends.
Exit status: 0 it was ended, 2 not a catalog, replies that do not fit it, or a port that cannot be listened on.";

#[derive(Args)]
#[command(
    about = "Serve a catalog on this machine, with made-up answers",
    long_about = "Serve a catalog on the loopback interface until ctrl-c: the tools are listed, \
                  calls that break their signatures are refused as a real server refuses them, and \
                  all others answered with valid values, the same for the same call and seed.\n\n\
                  FILE is a snapshot, a page of `GET /tools` or of a tool's versions, a list of \
                  signatures, or one signature, such as `published/add/v1.json`; of a folder \
                  `published` all versions are served.",
    after_help = STATUS,
    after_long_help = format!("{REPLIES}\n\n{STATUS}")
)]
pub(crate) struct Mock {
    /// The port of 127.0.0.1 to listen on; 0 is any free one
    #[arg(long, default_value = "0")]
    port: u16,
    /// Other values for another number
    #[arg(long, value_name = "NUMBER", default_value = "0")]
    seed: u64,
    #[arg(
        long,
        value_name = "COUNT",
        value_parser = value_parser!(u64).range(1..=1_000),
        help = "Pages of at most COUNT items, even if a client asks for more [default: what it \
                asks for, or 100]"
    )]
    page_size: Option<u64>,
    /// Answers by tool, in JSON; `--help` has the members of a reply
    #[arg(long, value_name = "FILE")]
    replies: Option<PathBuf>,
    #[command(flatten)]
    named: Named,
}

impl Mock {
    pub(super) fn run(&self, format: Format) -> Outcome {
        let mock = self.tools()?;
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().map_err(CommandError::new)?;
        runtime.block_on(async {
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
            let server = mock.bind(address).await.map_err(unbound)?;
            announce(format, &server, mock.len())?;
            server.serve().await.map_err(CommandError::new)?;
            let calls = mock.calls().len();
            let mut report = Report::new(true);
            report.line(format!("answered {}", counted(calls, "call")));
            report.member("calls", calls);
            Ok(report)
        })
    }

    fn tools(&self) -> Result<testing::Mock, CommandError> {
        let catalog = match self.named.source()?.open()? {
            Opened::Signed(catalog) => catalog,
            Opened::Described(document) => {
                return Err(CommandError::new(format!(
                    "{}: a snapshot of an MCP server, and the mock speaks A2T only; test an agent with the `Fake` of \
                     its generated client",
                    shown(&document.path)
                )));
            }
        };
        if catalog.goes_on {
            let page = "is one page of a longer list; only its tools are served";
            let name = inert(self.named.name());
            report::to_stderr(&format!("warning: {name} {page}\n"));
        }
        let versions = catalog.tools.iter().chain(&catalog.older).cloned();
        let mock = testing::Mock::new(versions).map_err(CommandError::new)?;
        let mut mock = mock.seed(self.seed);
        if let Some(size) = self.page_size {
            mock = mock.page_size(usize::try_from(size).unwrap_or(usize::MAX));
        }
        if let Some(path) = &self.replies {
            replies::load(path, &catalog, &mock)?;
        }
        Ok(mock)
    }
}

fn unbound(error: MockError) -> CommandError {
    CommandError::new(error)
}

/// Prints the address at once: the command runs until it is stopped.
fn announce(format: Format, server: &BoundServer, tools: usize) -> Result<(), CommandError> {
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
