//! Reads `docs/evolving.md` as what it is: a program, changes of it, the compiler's errors for some
//! of them, and commands with their output.

use std::path::PathBuf;

/// The id that stands in the guide for the one in the reader's published file.
const ID: &str = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";
/// Where a change is of the code only, and no new version.
const SAME_VERSION: &str = "Rename in the code";

#[derive(Debug)]
pub(crate) struct Guide {
    pub(crate) program: String,
    pub(crate) changes: Vec<Change>,
    /// The sessions on the command line, each with its section.
    pub(crate) sessions: Vec<(String, String)>,
}

/// A change of the program.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) section: String,
    pub(crate) diff: String,
    /// rustc's error, if it refuses the change.
    pub(crate) error: Option<String>,
}

pub(crate) fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/evolving.md")
}

pub(crate) fn read() -> (String, Guide) {
    let text = std::fs::read_to_string(path()).unwrap();
    let mut guide = Guide { program: String::new(), changes: Vec::new(), sessions: Vec::new() };
    let mut section = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading.to_owned();
        }
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let block = lines.by_ref().take_while(|line| *line != "```");
        let block: String = block.flat_map(|line| [line, "\n"]).collect();
        match language {
            "rust" => guide.program = block,
            "diff" => {
                guide.changes.push(Change { section: section.clone(), diff: block, error: None })
            }
            "text" => guide.changes.last_mut().unwrap().error = Some(block),
            "console" => guide.sessions.push((section.clone(), block)),
            "yaml" | "rust,ignore" => {}
            other => panic!("{other}"),
        }
    }
    (text, guide)
}

impl Change {
    /// The program after it.
    pub(crate) fn applied(&self, program: &str, id: &str) -> String {
        let mut program = program.to_owned();
        for hunk in self.diff.split("@@\n") {
            let side = |without: char| -> String {
                let lines = hunk.lines().filter(|line| !line.starts_with(without));
                lines.flat_map(|line| [line.get(1..).unwrap_or_default(), "\n"]).collect()
            };
            let (before, after) = (side('+'), side('-'));
            assert_eq!(program.matches(&before).count(), 1, "{}: {before}", self.section);
            program = program.replace(&before, &after);
        }
        if !self.diff.contains("#[a2t::tool(") && self.section != SAME_VERSION {
            program = program.replace("version = 1", "version = 2");
        }
        program.replace(ID, id)
    }
}
