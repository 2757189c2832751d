//! The package of scenarios: data that runners in any language interpret.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use jsonschema::{PatternOptions, Validator};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::bound::{Bound, is_template};
use crate::report::CommandError;

const TEXT: &str = include_str!("../../../conformance/scenarios.json");

#[derive(Deserialize)]
pub(super) struct Package {
    pub(super) version: String,
    pub(super) draft: String,
    pub(super) scenarios: Vec<Scenario>,
    pub(super) not_observable: Vec<NotObservable>,
}

#[derive(Deserialize)]
pub(super) struct NotObservable {
    pub(super) requirement: String,
    pub(super) reason: String,
}

#[derive(Deserialize)]
pub(super) struct Scenario {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) requirements: Vec<String>,
    #[serde(default)]
    pub(super) spec_notes: Vec<String>,
    pub(super) section: String,
    pub(super) level: Level,
    pub(super) for_each: ForEach,
    needs: Option<String>,
    #[serde(default)]
    pub(super) when: BTreeMap<String, Schema>,
    #[serde(default)]
    pub(super) steps: Vec<Step>,
    pub(super) expect: Vec<Expectation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Level {
    Must,
    Should,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ForEach {
    Server,
    Tool,
    Signature,
    Version,
    Call,
    CallInput,
    CallOutput,
    CallVersion,
}

#[derive(Deserialize)]
pub(super) struct Step {
    #[serde(rename = "as")]
    pub(super) name: String,
    pub(super) method: String,
    pub(super) path: String,
    #[serde(default)]
    pub(super) query: BTreeMap<String, String>,
    pub(super) json: Option<Value>,
    pub(super) text: Option<String>,
    #[serde(default)]
    pub(super) pages: bool,
    #[serde(default)]
    pub(super) again: bool,
}

#[derive(Deserialize)]
pub(super) struct Expectation {
    pub(super) at: String,
    pub(super) expected: String,
    #[serde(flatten)]
    pub(super) check: Check,
    #[serde(default)]
    pub(super) ignoring: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Check {
    Schema(Schema),
    Unique(IgnoredAny),
    Descending(IgnoredAny),
    Among(String),
    SameAs(String),
    Compatible(IgnoredAny),
}

/// A JSON Schema, perhaps with templates. One without is compiled once, because there may be thousands of
/// subjects.
#[derive(Deserialize)]
#[serde(from = "Value")]
pub(super) struct Schema {
    template: Value,
    compiled: OnceCell<Option<Validator>>,
}

impl From<Value> for Schema {
    fn from(template: Value) -> Self {
        Self { template, compiled: OnceCell::new() }
    }
}

impl Schema {
    /// Returns which of the values match; `None` if a template has no value.
    pub(super) fn matches(&self, bound: &Bound, values: &[&Value]) -> Option<Vec<bool>> {
        self.with(bound, |compiled| values.iter().map(|value| compiled.is_valid(value)).collect())
    }

    /// Returns where in a value the first mistake is, as a JSON pointer.
    pub(super) fn mistake(&self, bound: &Bound, value: &Value) -> Option<String> {
        let first = |compiled: &Validator| {
            let error = compiled.validate(value).err()?;
            Some(error.instance_path().to_string())
        };
        self.with(bound, first).flatten()
    }

    fn with<T>(&self, bound: &Bound, f: impl FnOnce(&Validator) -> T) -> Option<T> {
        if is_template(&self.template) {
            return compile(&bound.fill(&self.template)?).as_ref().map(f);
        }
        self.compiled.get_or_init(|| compile(&self.template)).as_ref().map(f)
    }
}

/// `None` for a schema that is none, such as one whose `maxItems` is a server's text.
fn compile(schema: &Value) -> Option<Validator> {
    // Values are a server's, and may be long: no pattern may take more than linear time.
    let options = jsonschema::options().with_pattern_options(PatternOptions::regex());
    options.should_validate_formats(false).build(schema).ok()
}

impl Package {
    pub(super) fn read() -> Result<Self, CommandError> {
        serde_json::from_str(TEXT).map_err(CommandError::new)
    }
}

impl Scenario {
    /// Returns what a run without a subject lacks.
    pub(super) fn needs(&self) -> &str {
        self.needs.as_deref().unwrap_or(match self.for_each {
            ForEach::Server => "a value to check",
            ForEach::Tool | ForEach::Signature => "a tool that has what it checks",
            ForEach::Version => "a list of versions",
            ForEach::Call | ForEach::CallInput | ForEach::CallOutput | ForEach::CallVersion => {
                "a tool that is called"
            }
        })
    }

    /// Returns `A2T-11, section 6.1, MUST`.
    pub(super) fn citation(&self) -> String {
        let cited = self.requirements.iter().chain(&self.spec_notes);
        let cited: Vec<_> = cited.map(String::as_str).collect();
        format!("{}; section {}, {}", cited.join(", "), self.section, self.level.label())
    }

    pub(super) fn is_about(&self, wanted: &str) -> bool {
        let mut names = self.requirements.iter().chain([&self.id]);
        names.any(|name| name.eq_ignore_ascii_case(wanted))
    }
}

impl ForEach {
    /// Returns whether subjects are calls, which the user has to allow.
    pub(super) fn is_call(self) -> bool {
        matches!(self, Self::Call | Self::CallInput | Self::CallOutput | Self::CallVersion)
    }
}

impl Level {
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::Should => "SHOULD",
        }
    }

    pub(super) fn severity(self) -> &'static str {
        match self {
            Self::Must => "error",
            Self::Should => "warning",
        }
    }
}
