//! Report of a comparison: each change with its verdicts, and the verdict of all together.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use super::change::{Change, Quoted};
use super::differ::changes;
use super::rule::{Profile, Rule, Severity, Verdict};
use super::shape_path::ShapePath;
use super::witness::{LETTERS_MAX, Sample, Shows, Witness};
use crate::error::inert;
use crate::signature::{
    AllowedValue, InputParameter, OutputParameter, ProblemType, Text, ToolId, ToolSignature,
};

/// One change with its verdict.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CheckedChange {
    /// The rule that speaks of it.
    pub rule: Rule,
    /// Severity under the profile that was asked for.
    pub severity: Severity,
    /// Verdict by the protocol's letter.
    pub letter: Verdict,
    /// Verdict on the wire: old callers go on working, or break.
    pub wire: Verdict,
    /// Location: `inputs[i2].max`.
    pub path: String,
    /// Value in the earlier signature; `null` where it has none.
    pub old: Value,
    /// Value in the later signature; `null` where it has none.
    pub new: Value,
    /// Help, in words.
    pub hint: String,
    /// Proof of a break: `{"call": {..}}` that the earlier signature takes and the later
    /// refuses, or `{"reply": {..}}` or `{"problem": {..}}` that a reader of the earlier does not expect. A text of more
    /// than 100,000 characters is named by its length: `{"input": .., "length": ..}`.
    pub witness: Option<Value>,
    /// The two versions, where more than two were compared.
    pub versions: Option<(u32, u32)>,
}

/// All changes of one comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    changes: Vec<CheckedChange>,
}

/// Returns every change from one signature to another, with its verdict.
///
/// ```
/// # let old = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add",
/// #   "description":"Adds.","version":1,"currentVersion":1,"input_parameters":[
/// #   {"id":"a","name":"a","type":"int","max":9,"description":""}]}"#).unwrap().signature;
/// # let new = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add",
/// #   "description":"Adds.","version":2,"currentVersion":2,"input_parameters":[
/// #   {"id":"a","name":"a","type":"int","max":6,"description":""}]}"#).unwrap().signature;
/// use a2t_core::evolution::{Profile, Verdict, diff};
/// let report = diff(&old, &new, Profile::Default); // the input `a` took 9, now it takes 6
/// assert_eq!(report.wire(), Verdict::Breaking);
/// let change = &report.changes()[0];
/// assert_eq!(change.rule.id(), "A2T-I112");
/// assert_eq!(change.path, "inputs[a].max");
/// assert_eq!(change.witness, Some(serde_json::json!({"call": {"a": 9}})));
/// ```
pub fn diff(old: &ToolSignature, new: &ToolSignature, profile: Profile) -> Report {
    let checked = |change: Change<'_>| CheckedChange::from_change(&change, old, new, profile);
    Report::new(changes(old, new).into_iter().map(checked).collect())
}

impl Report {
    pub(super) fn collected(changes: Vec<CheckedChange>) -> Self {
        Self { changes }
    }

    pub(super) fn new(mut changes: Vec<CheckedChange>) -> Self {
        let breaking = |change: &CheckedChange| change.wire == Verdict::Breaking;
        // An edit breaks callers exactly when what was edited does.
        if changes.iter().any(breaking) {
            let edits = |change: &&mut CheckedChange| change.rule == Rule::PublishedVersionEdited;
            changes.iter_mut().filter(edits).for_each(|change| change.wire = Verdict::Breaking);
        }
        Self { changes }
    }

    /// Returns the changes, in the order of the document.
    pub fn changes(&self) -> &[CheckedChange] {
        &self.changes
    }

    /// Returns the worst verdict by the protocol's letter.
    pub fn letter(&self) -> Verdict {
        worst(self.changes.iter().map(|change| change.letter))
    }

    /// Returns the verdict on the wire: old callers go on working, or break.
    pub fn wire(&self) -> Verdict {
        worst(self.changes.iter().map(|change| change.wire))
    }

    /// Returns the most severe of the changes; `None` when there are none.
    pub fn severity(&self) -> Option<Severity> {
        self.changes.iter().map(|change| change.severity).max()
    }

    /// Returns whether any change is an error.
    pub fn has_errors(&self) -> bool {
        self.severity() == Some(Severity::Error)
    }

    /// Converts the comparison into its changes, in the order of the document.
    pub fn into_changes(self) -> Vec<CheckedChange> {
        self.changes
    }
}

fn worst(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    verdicts.max().unwrap_or(Verdict::Compatible)
}

impl CheckedChange {
    pub(super) fn new(rule: Rule, path: String, profile: Profile) -> Self {
        Self {
            rule,
            severity: rule.severity_in(profile),
            letter: rule.letter(),
            wire: rule.wire(),
            path,
            old: Value::Null,
            new: Value::Null,
            hint: rule.row().help(),
            witness: None,
            versions: None,
        }
    }

    pub(super) fn from_change(
        change: &Change<'_>,
        old: &ToolSignature,
        new: &ToolSignature,
        profile: Profile,
    ) -> Self {
        let witness = change.witness.and_then(|witness| witness.to_json(old, new));
        Self {
            old: change.old.to_json(),
            new: change.new.to_json(),
            hint: hint(change.rule, old.version),
            witness,
            ..Self::new(change.rule, change.path.to_string(), profile)
        }
    }
}

pub(super) fn hint(rule: Rule, version: u32) -> String {
    let numbered = matches!(
        rule,
        Rule::PublishedVersionEdited | Rule::PublishedTextEdited | Rule::PublishedVersionMissing
    );
    if !numbered {
        return rule.row().help();
    }
    let next = format!("version {}", version.saturating_add(1));
    let hint = rule.hint().replace("version N+1", &next).replace("as N+1", &format!("as {next}"));
    hint.replace("version N", &format!("version {version}"))
}

impl Quoted<'_> {
    /// Returns the value as JSON: `null` for nothing, a parameter as in a document, lists of
    /// parameters by their ids and lists of choices and errors by their names.
    pub fn to_json(self) -> Value {
        match self {
            Self::Absent => Value::Null,
            Self::Text(text) => text.into(),
            Self::Integer(integer) => integer.into(),
            Self::Length(length) => length.into(),
            Self::Version(version) => version.into(),
            Self::Boolean(value) => value.into(),
            Self::Hints(hints) => json!(hints),
            Self::ToolId(id) => id.to_string().into(),
            Self::Type(name) => name.into(),
            Self::Tags(tags) | Self::Scopes(tags) => texts(tags, |tag| tag),
            Self::AllowedValues(values) => texts(values, |value: &AllowedValue| &value.name),
            Self::Input(input) => json!(input),
            Self::Output(output) => json!(output),
            Self::Inputs(inputs) => texts(inputs, |input: &InputParameter| &input.id),
            Self::Outputs(outputs) => texts(outputs, |output: &OutputParameter| &output.id),
            Self::ErrorType(tool, error) => error.type_uri(tool).into(),
            Self::Errors(errors) => texts(errors, |error: &ProblemType| &error.name),
        }
    }
}

fn texts<T>(items: &[T], text: impl Fn(&T) -> &Text) -> Value {
    items.iter().map(|item| Value::from(&**text(item))).collect()
}

impl Serialize for Report {
    /// One object: `{"verdict": {"letter", "wire"}, "findings": [..]}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let verdict = json!({"letter": self.letter().name(), "wire": self.wire().name()});
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("verdict", &verdict)?;
        map.serialize_entry("findings", &self.changes)?;
        map.end()
    }
}

impl Serialize for CheckedChange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", self.rule.id())?;
        map.serialize_entry("severity", self.severity.name())?;
        map.serialize_entry("letter", self.letter.name())?;
        map.serialize_entry("wire", self.wire.name())?;
        map.serialize_entry("path", &self.path)?;
        map.serialize_entry("old", &self.old)?;
        map.serialize_entry("new", &self.new)?;
        map.serialize_entry("hint", &self.hint)?;
        map.serialize_entry("witness", &self.witness)?;
        if let Some((from, to)) = self.versions {
            map.serialize_entry("from", &from)?;
            map.serialize_entry("to", &to)?;
        }
        map.end()
    }
}

impl fmt::Display for CheckedChange {
    /// One line, safe for a terminal: `error[A2T-I112] inputs[i2].max: 9, now 6. Restore the max.`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.change(f)?;
        write!(f, ". {}", self.hint)
    }
}

impl CheckedChange {
    /// Returns the description for those who call the tool: the text of the change without what the
    /// vendor could do about it.
    ///
    /// ```
    /// # use a2t_core::evolution::{self, Profile};
    /// # let read = |max: u32| a2t_core::signature::parse(format!(r#"{{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
    /// #   "name":"add","description":"Adds.","version":1,"currentVersion":1,"input_parameters":[{{"id":"i2",
    /// #   "name":"a","description":"A.","type":"int","required":true,"max":{max}}}]}}"#).as_bytes()).unwrap().signature;
    /// let report = evolution::diff(&read(9), &read(6), Profile::Default);
    /// let change = report.changes()[0].seen_by_callers().to_string();
    /// assert_eq!(change, "error[A2T-I112] inputs[i2].max: 9, now 6");
    /// ```
    pub fn seen_by_callers(&self) -> impl fmt::Display {
        fmt::from_fn(|f| self.change(f))
    }

    fn change(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}] {}: ", self.severity, self.rule, inert(&self.path))?;
        match (&self.old, &self.new) {
            (Value::Null, Value::Null) => f.write_str(self.rule.slug()),
            (Value::Null, new) => write!(f, "now {}", inert(&new.to_string())),
            (old, Value::Null) => write!(f, "no longer {}", inert(&old.to_string())),
            (old, new) => {
                write!(f, "{}, now {}", inert(&old.to_string()), inert(&new.to_string()))
            }
        }
    }
}

impl Witness<'_> {
    /// The witness as JSON; `None` where it cannot be written down as one call.
    fn to_json(self, old: &ToolSignature, new: &ToolSignature) -> Option<Value> {
        match self {
            Self::Tool(id) => Some(json!({"tool": id.to_string()})),
            Self::Scopeless(scope) => Some(json!({"scope": scope})),
            Self::Keyless => Some(json!({"header": "Idempotency-Key"})),
            Self::Id(id) => Some(json!({"id": id})),
            Self::Lacks(name) => Some(json!({"reply": {}, "lacks": name})),
            Self::Returns(name, sample) => Some(json!({"reply": {name: sample.to_json()}})),
            Self::Shape { output, shape, location, shows } => {
                Some(json!({"reply": {output: shows.within(shape, location.parts())}}))
            }
            Self::Problem { tool, error, member } => Some(problem(tool, error, member)),
            Self::Sends(name, Sample::Letters(length)) if length > LETTERS_MAX => {
                Some(json!({"input": name, "length": length}))
            }
            Self::Without(_) | Self::Sends(..) => self.refused_call(old, new),
            Self::Redirected(name, _) => {
                let holds = |input: &&InputParameter| input.name == name;
                let meant = old.input_parameters.iter().find(holds)?;
                let now = new.input_parameters.iter().find(holds)?;
                let call = self.call(old)?;
                let call = object(call.iter());
                Some(json!({"call": call, "meant": meant.id, "means": now.id}))
            }
        }
    }

    /// The call, only if the earlier signature takes it and the later refuses it.
    fn refused_call(self, old: &ToolSignature, new: &ToolSignature) -> Option<Value> {
        let call = self.call(old)?;
        let taken = crate::invocation::check_arguments(old, &call).is_empty();
        let refused = !crate::invocation::check_arguments(new, &call).is_empty();
        (taken && refused).then(|| json!({"call": object(call.iter())}))
    }
}

/// The smallest problem that shows this at a location.
fn problem(tool: ToolId, error: &ProblemType, member: Option<(ShapePath<'_>, Shows<'_>)>) -> Value {
    let shape = error.shape();
    let mut problem = match member {
        Some((location, shows)) => shows.within(&shape, location.parts()),
        None => shape.smallest(),
    };
    if let Value::Object(members) = &mut problem {
        members.insert("type".to_owned(), error.type_uri(tool).into());
        members.insert("status".to_owned(), error.status.into());
    }
    json!({ "problem": problem })
}

fn object<'a>(pairs: impl Iterator<Item = (&'a str, &'a Value)>) -> Value {
    pairs.map(|(name, value)| (name.to_owned(), value.clone())).collect()
}
