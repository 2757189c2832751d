//! `cargo a2t diff`: what changed between two states of a tool or a catalog, and whom it breaks.

mod change;
mod compare;
mod documents;
mod location;
mod renamed;
mod since;

use a2t_core::evolution::Profile;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use crate::catalog::{Headers, shown};
use crate::mcp::changed;
use crate::report::{CommandError, Format, Outcome};
use documents::Read;
pub(super) use since::since;

#[derive(Args)]
#[command(
    about = "Check what changed between two versions, lists of versions or catalogs",
    long_about = "Check every change from OLD to NEW twice: by the protocol, which allows \
                  only additions, and by the effect on callers of OLD. If calls break, one \
                  of them is shown.\n\n\
                  OLD and NEW can be a signature, such as `published/add/v1.json`, a list or page of \
                  a tool's versions, a whole catalog, a snapshot, a folder `published` with all its \
                  versions, or an address: the root of an API or any of its `/tools…` pages. \
                  Tools are paired by their id.

\
                  Both can also be snapshots of MCP servers. Then the protocol is JSON Schema, \
                  and tools are paired by their name, or by their inputs if the name \
                  changed.",
    after_help = "Exit status: 0 no finding is an error, 1 one is, 2 it could not be checked."
)]
pub(crate) struct Diff {
    /// The published side: a file, a folder `published` or an address
    old: String,
    /// The new side: a file, a folder `published` or an address
    new: String,
    /// Strictness: `letter`, the protocol to the letter, also refuses new texts of old parameters
    #[arg(
        long,
        default_value = "default",
        value_parser = PossibleValuesParser::new(["default", "letter"]).map(|name| profile(&name))
    )]
    profile: Profile,
    #[command(flatten)]
    headers: Headers,
}

impl Diff {
    pub(super) fn run(&self, format: Format) -> Outcome {
        self.headers.for_one_server([&*self.old, &*self.new])?;
        let read = |text| Read::new(text, &self.headers);
        match (read(&self.old)?, read(&self.new)?) {
            (Read::Signatures(old), Read::Signatures(new)) => {
                let comparison = compare::compare(&old, &new, self.profile, format)?;
                Ok(comparison.report(format, &old.name, &new.name))
            }
            (Read::Described(old), Read::Described(new)) => {
                let comparison = changed(&old, &new.snapshot, Some(&new), self.profile, format);
                Ok(comparison.report(format, &shown(&old.path), &shown(&new.path)))
            }
            _ => Err(CommandError::new(
                "one is a snapshot of an MCP server and the other is not, so they have nothing in \
                 common; give two of a kind",
            )),
        }
    }
}

fn profile(name: &str) -> Profile {
    match name {
        "letter" => Profile::Letter,
        _ => Profile::Default,
    }
}
