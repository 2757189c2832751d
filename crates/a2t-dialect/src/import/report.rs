//! Losses of an import: facts of a foreign definition that a signature cannot express, as a list
//! that people and programs read.

use std::fmt;

use a2t_core::error::inert;
pub use a2t_core::rule::Loss;
use a2t_core::rule::Severity;

/// Effect of a loss on the signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Effect {
    /// There is no signature of the tool.
    ToolDropped,
    /// The signature is without the input, which was optional.
    InputDropped,
    /// The input travels in another form, as [`Options::lossy`](super::Options::lossy) allows: a
    /// whole number, or JSON as text.
    Reshaped,
    /// The signature takes values that the tool may refuse.
    Widened,
    /// The signature does not take every value that the tool takes.
    Narrowed,
    /// No call is lost or gained: only words differ, or the type of a result, which is `json`.
    Text,
}

impl Effect {
    /// Returns the stable name, such as `tool-dropped`.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::ToolDropped => "tool-dropped",
            Self::InputDropped => "input-dropped",
            Self::Reshaped => "reshaped",
            Self::Widened => "widened",
            Self::Narrowed => "narrowed",
            Self::Text => "text-only",
        }
    }

    /// Returns the severity of such a loss: a note where nothing but words is lost.
    pub const fn severity(self) -> Severity {
        match self {
            Self::ToolDropped => Severity::Error,
            Self::InputDropped | Self::Reshaped | Self::Widened | Self::Narrowed => {
                Severity::Warning
            }
            Self::Text => Severity::Note,
        }
    }
}

/// A fact that a signature cannot express. It prints as one line, safe for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Kind of loss.
    pub rule: Loss,
    /// Effect on the signature.
    pub effect: Effect,
    /// The tool, by name, unless it is about the document or a tool without one.
    pub tool: Option<String>,
    /// JSON pointer into the foreign document.
    pub pointer: String,
    /// The fact, on one line, safe for a terminal.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = if self.pointer.is_empty() { "the document" } else { &self.pointer };
        let (severity, rule) = (self.effect.severity().label(), self.rule.id());
        write!(f, "{severity}[{rule}]: {}: ", inert(at))?;
        if let Some(tool) = &self.tool {
            write!(f, "tool `{}`: ", inert(tool))?;
        }
        let (message, hint) = (&self.message, self.rule.hint());
        write!(f, "{message} ({}); {hint}", self.effect.slug())
    }
}

/// Everything that was found, in the order of the document. [`Diagnostics::MAX`] are kept, the worst
/// before the others, and the rest are counted: a lost tool never stands behind notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    mildest: Option<Effect>,
    more: usize,
    counts: Vec<(Loss, usize)>,
    lossy: bool,
}

impl Diagnostics {
    /// Maximum number of diagnostics that are kept.
    pub const MAX: usize = 1_000;

    /// Returns the diagnostics that are kept.
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.kept
    }

    /// Returns the diagnostics that are kept.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.kept.iter()
    }

    /// Returns the number of diagnostics that are not kept.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Returns the number of diagnostics of each rule, those included that were not kept.
    pub fn counts(&self) -> impl Iterator<Item = (Loss, usize)> {
        self.counts.iter().copied()
    }

    /// Returns whether nothing was lost but words: there are notes at most.
    pub fn is_lossless(&self) -> bool {
        !self.lossy
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.lossy |= diagnostic.effect != Effect::Text;
        match self.counts.iter_mut().find(|(rule, _)| *rule == diagnostic.rule) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => self.counts.push((diagnostic.rule, 1)),
        }
        if self.kept.len() < Self::MAX {
            self.mildest = self.mildest.max(Some(diagnostic.effect));
            self.kept.push(diagnostic);
            return;
        }
        self.more = self.more.saturating_add(1);
        // Effects are in the order of how bad they are; of equals, the last one goes. Each removal
        // makes the list worse, so that there are few.
        if Some(diagnostic.effect) >= self.mildest {
            return;
        }
        let mut kept = self.kept.iter();
        if let Some(index) = kept.rposition(|found| Some(found.effect) == self.mildest) {
            self.kept.remove(index);
            self.kept.push(diagnostic);
        }
        self.mildest = self.kept.iter().map(|found| found.effect).max();
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
