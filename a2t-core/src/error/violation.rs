//! One mistake, and the bounded list of all mistakes of one document.

use std::fmt;

use super::{Code, inert, nearest};

/// One mistake: what is wrong, where, what was expected, what was found.
///
/// The text it prints is one line, safe for a terminal and fit for a model to act on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The kind of mistake.
    pub code: Code,
    /// Location: a JSON pointer (RFC 6901) into the document or body.
    pub pointer: String,
    /// The parameter concerned, by name.
    pub parameter: Option<String>,
    /// Expected value, in words.
    pub expected: String,
    /// Value that was there, as a message shows it.
    pub got: String,
    /// The values that would have been right, at most [`Violation::ALLOWED_MAX`] of them.
    pub allowed: Vec<String>,
    /// The right spelling of what was probably meant.
    pub did_you_mean: Option<String>,
    /// The reason, as the parser or the tool itself gave it.
    pub reason: String,
    /// A value that would have been right.
    pub example: Option<String>,
}

impl Violation {
    /// Maximum number of values that [`Violation::allowed`] keeps.
    pub const ALLOWED_MAX: usize = 100;

    /// Creates a violation of this kind at this location.
    pub fn new(code: Code, pointer: impl Into<String>) -> Self {
        Self {
            code,
            pointer: pointer.into(),
            parameter: None,
            expected: String::new(),
            got: String::new(),
            allowed: Vec::new(),
            did_you_mean: None,
            reason: String::new(),
            example: None,
        }
    }

    /// Sets the parameter concerned.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<String>) -> Self {
        self.parameter = Some(name.into());
        self
    }

    /// Sets what was expected.
    #[must_use]
    pub fn expected(mut self, what: impl Into<String>) -> Self {
        self.expected = what.into();
        self
    }

    /// Sets what was found.
    #[must_use]
    pub fn got(mut self, what: impl Into<String>) -> Self {
        self.got = what.into();
        self
    }

    /// Sets why, made inert and cut at 300 characters.
    #[must_use]
    pub fn reason(mut self, why: &str) -> Self {
        self.reason = inert(why);
        self
    }

    /// Sets a value that would have been right.
    #[must_use]
    pub fn example(mut self, value: impl Into<String>) -> Self {
        self.example = Some(value.into());
        self
    }

    /// Sets the values that would have been right; the nearest to `tried` becomes the suggestion.
    #[must_use]
    pub fn allowed<'a>(mut self, values: impl Iterator<Item = &'a str>, tried: &str) -> Self {
        let values: Vec<_> = values.collect();
        self.did_you_mean = nearest(tried, values.iter().copied()).map(str::to_owned);
        let kept = values.into_iter().take(Self::ALLOWED_MAX);
        self.allowed = kept.map(str::to_owned).collect();
        self
    }

    /// Returns the sentence without the pointer: what was expected, what was found, why, what to
    /// send instead.
    pub fn message(&self) -> String {
        let mut text = String::new();
        if let Some(parameter) = &self.parameter {
            text.push_str(&format!("`{}`: ", inert(parameter)));
        }
        match (&*self.expected, &*self.reason) {
            ("", "") => text.push_str(self.code.hint()),
            ("", reason) => text.push_str(&inert(reason)),
            (expected, _) => text.push_str(&format!("expected {}", inert(expected))),
        }
        if !self.got.is_empty() {
            text.push_str(&format!(", got {}", inert(&self.got)));
        }
        if !self.expected.is_empty() && !self.reason.is_empty() {
            text.push_str(&format!(": {}", inert(&self.reason)));
        }
        if let Some(meant) = &self.did_you_mean {
            text.push_str(&format!("; did you mean `{}`?", inert(meant)));
        }
        text
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = match (&*self.pointer, self.code) {
            ("", Code::BadPageLimit | Code::BadCursor | Code::BadQuery) => "the query",
            ("", _) => "the document",
            (pointer, _) => pointer,
        };
        write!(f, "{}: {} [{}]", inert(at), self.message(), self.code.id())
    }
}

fn new_name<'n>(name: &'n str, names: &[(&str, &'n str)]) -> &'n str {
    names.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}

/// The text with these names where others stand between backticks.
fn renamed(text: &str, names: &[(&str, &str)]) -> String {
    let parts = text.split('`').enumerate();
    let parts =
        parts.map(|(index, part)| if index % 2 == 1 { new_name(part, names) } else { part });
    parts.collect::<Vec<_>>().join("`")
}

/// Every violation that was found, in the order of discovery; never empty where it is an error.
///
/// The first [`Violations::MAX`] are kept and the rest are counted, so that a hostile document
/// costs no more memory than its own size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Violations {
    kept: Vec<Violation>,
    more: usize,
}

impl Violations {
    /// Maximum number of violations that are kept.
    pub const MAX: usize = 100;

    /// Returns the violations that are kept.
    pub fn as_slice(&self) -> &[Violation] {
        &self.kept
    }

    /// Returns whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Returns the number of violations that are kept.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Returns the number of violations beyond those that are kept.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Returns the violations that are kept.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.kept.iter()
    }

    /// Returns the violations that are kept, to be placed in a larger document.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Violation> {
        self.kept.iter_mut()
    }

    /// Gives inputs other names, in pairs of the old one and the new one: where a violation is about
    /// an input, and where its reason has one between backticks.
    pub fn rename<'n>(&mut self, names: impl Iterator<Item = (&'n str, &'n str)>) {
        let names: Vec<_> = names.filter(|(old, new)| old != new).collect();
        for violation in &mut self.kept {
            violation.reason = renamed(&violation.reason, &names);
            let parameter = violation.parameter.take();
            violation.parameter = parameter.map(|name| new_name(&name, &names).to_owned());
        }
    }

    /// Adds one.
    pub fn push(&mut self, violation: Violation) {
        self.push_with(|| violation);
    }

    /// Adds one that is put together only where it is kept.
    pub fn push_with(&mut self, violation: impl FnOnce() -> Violation) {
        if self.is_full() {
            self.more = self.more.saturating_add(1);
        } else {
            self.kept.push(violation());
        }
    }

    /// Counts `more` that were found elsewhere.
    pub(crate) fn count(&mut self, more: usize) {
        self.more = self.more.saturating_add(more);
    }

    /// Takes back what was kept of this location.
    pub(crate) fn remove(&mut self, pointer: &str) {
        self.kept.retain(|violation| violation.pointer != pointer);
    }

    /// Takes back what was kept of this location, or of one that it is in.
    pub(crate) fn remove_around(&mut self, pointer: &str) {
        let inside = |prefix: &str| {
            let rest = pointer.strip_prefix(prefix);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.kept.retain(|violation| !inside(&violation.pointer));
    }

    /// Adds all of `others`, also the count of those it does not have.
    pub fn append(&mut self, others: Self) {
        self.count(others.more);
        self.extend(others.kept);
    }

    /// Returns whether further violations are only counted.
    pub fn is_full(&self) -> bool {
        self.kept.len() >= Self::MAX
    }

    /// Returns `Err` with the violations, or `Ok` if there are none.
    ///
    /// # Errors
    /// These violations, when there is at least one.
    pub fn into_result(self) -> Result<(), Self> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl From<Violation> for Violations {
    fn from(violation: Violation) -> Self {
        Self::from(vec![violation])
    }
}

impl From<Vec<Violation>> for Violations {
    fn from(violations: Vec<Violation>) -> Self {
        violations.into_iter().collect()
    }
}

impl FromIterator<Violation> for Violations {
    fn from_iter<T: IntoIterator<Item = Violation>>(violations: T) -> Self {
        let mut found = Self::default();
        found.extend(violations);
        found
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.into_iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Extend<Violation> for Violations {
    fn extend<T: IntoIterator<Item = Violation>>(&mut self, violations: T) {
        violations.into_iter().for_each(|violation| self.push(violation));
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{violation}")?;
        }
        if self.more > 0 {
            write!(f, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}
