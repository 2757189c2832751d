//! An export of tools: the value that a request carries, and notes on what it leaves out.

use std::fmt;

use a2t_core::error::inert;
use serde_json::Value;

/// Strictness that a provider is asked to keep its models to the schemas with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The schemas guide the model; they carry all that the dialect has a place for.
    #[default]
    Open,
    /// The provider's strict mode, where it has one: models keep to the schemas, which carry less.
    Strict,
}

/// Tools in the format of a dialect, and notes on what the format cannot express.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Export {
    /// The value of the request's `tools` field, or of what stands for it in the dialect.
    pub value: Value,
    /// Facts that models see in another form than in the signature, or not at all. All of them are
    /// still checked when a tool is called.
    pub notes: Vec<Note>,
}

/// A fact of a signature that an [`Export`] shows in another form, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The tool by its full name; `None` for all tools together.
    pub tool: Option<String>,
    /// The input by its name in the signature; `None` for the tool as a whole.
    pub parameter: Option<String>,
    /// The fact and its other form.
    pub words: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tool) = &self.tool {
            write!(f, "`{}`", inert(tool))?;
            if let Some(parameter) = &self.parameter {
                write!(f, ", `{}`", inert(parameter))?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&inert(&self.words))
    }
}

/// The notes of one export, each placed where it belongs.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    tool: Option<String>,
    parameter: Option<String>,
    pub(crate) all: Vec<Note>,
}

impl Notes {
    pub(crate) fn tool(&mut self, name: &str) {
        self.tool = Some(name.to_owned());
        self.parameter = None;
    }

    /// Goes on with all tools together.
    pub(crate) fn together(&mut self) {
        (self.tool, self.parameter) = (None, None);
    }

    pub(crate) fn parameter(&mut self, name: Option<&str>) {
        self.parameter = name.map(str::to_owned);
    }

    pub(crate) fn note(&mut self, words: impl Into<String>) {
        let note = Note {
            tool: self.tool.clone(),
            parameter: self.parameter.clone(),
            words: words.into(),
        };
        // Members of nested objects often lose the same.
        let mut of_location = self.all.iter().rev();
        let same_location =
            |other: &&Note| (&other.tool, &other.parameter) == (&note.tool, &note.parameter);
        if !of_location.by_ref().take_while(same_location).any(|other| other.words == note.words) {
            self.all.push(note);
        }
    }
}
