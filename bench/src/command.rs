//! The command line becomes what to run and where to write.

use std::path::PathBuf;

use crate::part::Part;
use crate::subject;

const OPTIONS: &str = "\
  --quick       one sample of everything and fewer tools: does it still run?
  --only NAME   of the annotated tools, this library alone (a2t, rmcp, ...); may be repeated
  --json FILE   write the figures as JSON too
  --write FILE  put the tables into a Markdown file, between the marks of their parts
";

pub struct Command {
    pub parts: Vec<Part>,
    pub plan: Plan,
    pub json: Option<PathBuf>,
    pub write: Option<PathBuf>,
}

/// How much is measured.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Samples of ours and of the floors; the median counts.
    pub samples: usize,
    /// Samples of the peers, which are far away and slow.
    pub peers: usize,
    pub quick: bool,
}

impl Plan {
    const FULL: Self = Self { samples: 5, peers: 2, quick: false };
    const QUICK: Self = Self { samples: 1, peers: 1, quick: true };

    /// The same, with at most so many samples.
    pub fn at_most(self, samples: usize, peers: usize) -> Self {
        Self { samples: self.samples.min(samples), peers: self.peers.min(peers), ..self }
    }
}

impl Command {
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = arguments.skip_while(|argument| argument == "--");
        let mut only = Vec::new();
        let mut command = Self { parts: Vec::new(), plan: Plan::FULL, json: None, write: None };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => command.plan = Plan::QUICK,
                "--only" => only.push(arguments.next().ok_or("`--only` wants a name")?),
                "--json" => command.json = Some(file(&argument, arguments.next())?),
                "--write" => command.write = Some(file(&argument, arguments.next())?),
                "all" => command.parts.extend(Part::ALL),
                name => command
                    .parts
                    .push(Part::named(name).ok_or(format!("no part is called `{name}`"))?),
            }
        }
        subject::only(only);
        if command.parts.is_empty() {
            return Err("name a part, or `all`".to_owned());
        }
        Ok(command)
    }
}

pub fn usage() -> String {
    let line = |part: Part| format!("  {:8} {}\n", part.name(), part.purpose());
    let parts: String = Part::ALL.into_iter().map(line).collect();
    format!(
        "usage: bench [OPTION...] PART...\n\nparts:\n  all      every part below\n{parts}\noptions:\n{OPTIONS}"
    )
}

fn file(option: &str, path: Option<String>) -> Result<PathBuf, String> {
    path.map(PathBuf::from).ok_or(format!("`{option}` wants a file"))
}
