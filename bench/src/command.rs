//! The command line becomes what to run and where to write.

use std::path::PathBuf;

use crate::part::Part;

pub struct Command {
    pub parts: Vec<Part>,
    pub plan: Plan,
    pub json: Option<PathBuf>,
    pub markdown: Option<PathBuf>,
}

/// How much is measured.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Samples of each figure; the median counts.
    pub samples: usize,
    pub quick: bool,
}

impl Command {
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = arguments.skip_while(|argument| argument == "--");
        let (mut parts, mut quick, mut json, mut markdown) = (Vec::new(), false, None, None);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => quick = true,
                "--json" => json = Some(file(&argument, arguments.next())?),
                "--markdown" => markdown = Some(file(&argument, arguments.next())?),
                "all" => parts.extend(Part::ALL),
                name => parts.push(Part::named(name).ok_or(format!("no part is called `{name}`"))?),
            }
        }
        if parts.is_empty() {
            return Err("name a part, or `all`".to_owned());
        }
        let samples = if quick { 1 } else { 3 };
        let plan = Plan { samples, quick };
        Ok(Self { parts, plan, json, markdown })
    }
}

fn file(option: &str, path: Option<String>) -> Result<PathBuf, String> {
    path.map(PathBuf::from).ok_or(format!("`{option}` wants a file"))
}
