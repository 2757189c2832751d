//! Outcome of a contract: what was tried, or what is broken.

use std::fmt;

use a2t_core::ToolSignature;
use a2t_core::invocation::Arguments;

use crate::CallError;

/// Breaches that are listed; the rest are counted.
const SHOWN_MAX: usize = 20;
/// Maximum number of breaches of one tool with the same text that are printed. The rest are counted.
const ALIKE: usize = 2;
/// Characters of arguments that are shown.
const ARGUMENTS: usize = 300;

/// Calls of a contract that was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Kept {
    /// Tools that are listed.
    pub tools: usize,
    /// Versions of them that are served.
    pub versions: usize,
    /// Calls with valid arguments that were answered with outputs.
    pub accepted: usize,
    /// Calls with valid arguments that their tools, or the types of their inputs, refused with
    /// their own messages.
    pub refused_by_tools: usize,
    /// Calls that were refused by the rule that they broke.
    pub refused: usize,
    /// Seed of the values.
    pub seed: u64,
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tools, versions, accepted, refused_by_tools, refused, seed } = self;
        write!(
            f,
            "{tools} tools, {versions} versions: {accepted} calls answered, {refused_by_tools} refused \
             by their tools, {refused} by the rule that they broke; A2T_SEED={seed}"
        )
    }
}

/// Point at which a tool does not do what its signature declares.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Breach {
    /// The tool's name.
    pub tool: String,
    /// The version.
    pub version: u32,
    /// Arguments of the call, as JSON; at most 300 characters of them.
    pub arguments: Option<String>,
    /// Expectation, and the reply that came.
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` version {}: {}", self.tool, self.version, self.what)?;
        match &self.arguments {
            Some(arguments) => write!(f, "\n  arguments: {arguments}"),
            None => Ok(()),
        }
    }
}

/// A contract that is broken.
pub struct Broken {
    breaches: Vec<Breach>,
    seed: u64,
}

impl Broken {
    /// Returns every breach.
    pub fn breaches(&self) -> &[Breach] {
        &self.breaches
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: Vec<Vec<&Breach>> = Vec::new();
        for breach in &self.breaches {
            let alike = |group: &&mut Vec<&Breach>| {
                let mut group = group.iter();
                group.any(|other| (&other.tool, &other.what) == (&breach.tool, &breach.what))
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.push(breach),
                None => groups.push(vec![breach]),
            }
        }
        for group in groups.iter().take(SHOWN_MAX) {
            for breach in group.iter().take(ALIKE) {
                writeln!(f, "{breach}")?;
            }
            let more = group.len().saturating_sub(ALIKE);
            if more > 0 {
                writeln!(f, "  and {more} more calls like these")?;
            }
        }
        let more = groups.len().saturating_sub(SHOWN_MAX);
        if more > 0 {
            writeln!(f, "and {more} more")?;
        }
        write!(f, "A2T_SEED={} repeats this", self.seed)
    }
}

/// Prints as [`Display`](fmt::Display) does, because a test that ends in `unwrap` prints this.
impl fmt::Debug for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for Broken {}

/// Counts and breaches so far.
pub(super) struct Tally {
    pub(super) kept: Kept,
    breaches: Vec<Breach>,
}

impl Tally {
    pub(super) fn new(seed: u64) -> Self {
        Self { kept: Kept { seed, ..Kept::default() }, breaches: Vec::new() }
    }

    pub(super) fn seed(&self) -> u64 {
        self.kept.seed
    }

    pub(super) fn breach(
        &mut self,
        version: &ToolSignature,
        arguments: Option<&Arguments>,
        what: impl fmt::Display,
    ) {
        self.breaches.push(Breach {
            tool: version.name.to_string(),
            version: version.version,
            arguments: arguments.map(render),
            what: what.to_string(),
        });
    }

    /// Adds a breach of the code, which every call would repeat, unless the tool already has it.
    pub(super) fn breach_once(
        &mut self,
        version: &ToolSignature,
        arguments: &Arguments,
        what: String,
    ) {
        let is_known = |breach: &Breach| breach.tool == version.name && breach.what == what;
        if !self.breaches.iter().any(is_known) {
            self.breach(version, Some(arguments), what);
        }
    }

    /// Nothing can be tried, because the list cannot be read.
    pub(super) fn unlisted(&mut self, error: CallError) {
        let what = error.to_string();
        self.breaches.push(Breach {
            tool: "GET /tools".to_owned(),
            version: 0,
            arguments: None,
            what,
        });
    }

    pub(super) fn ended(self) -> Result<Kept, Broken> {
        if self.breaches.is_empty() {
            Ok(self.kept)
        } else {
            Err(Broken { breaches: self.breaches, seed: self.kept.seed })
        }
    }
}

fn render(arguments: &Arguments) -> String {
    let pairs = arguments.iter().map(|(name, value)| format!("{name}: {value}"));
    let text = pairs.collect::<Vec<_>>().join(", ");
    match text.char_indices().nth(ARGUMENTS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
