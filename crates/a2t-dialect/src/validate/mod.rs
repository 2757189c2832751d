//! A model's call and the tools that it was shown become checked arguments, or everything that is
//! wrong with the call, in words that the model can act on.
//!
//! # What is coerced
//!
//! Models write values in other types than the schema asks for. A value is read leniently only
//! where one reading of it is possible, by the table of [`coerce`](a2t_core::invocation::coerce),
//! and what was [coerced](Coerced) is reported; anything else is a violation. The resulting value
//! is checked against every constraint of the signature, also those that the dialect has no place
//! for. For arguments:
//!
//! | given | read as |
//! | --- | --- |
//! | `null` for an optional input | absent; strict modes write it this way, so it is not reported as coerced |
//! | `null` for a required input | missing |
//! | a text that holds the object of all arguments, also as JSON text in JSON text | the object |
//! | nothing, `null`, a text of blanks | no arguments |
//! | a member twice in the text; a list; a text that is not JSON | refused |
//!
//! Arguments of a tool of MCP are read by its schema, with the same leniency: numbers, truth values
//! and values of an enum in texts, JSON in a text where the schema has an object or an array,
//! `null` for an optional property that does not take it, at any depth. An input that the schema
//! does not name is refused, unless it invites others (`additionalProperties`) or names none. Then
//! the arguments are validated against the whole schema, also against what the dialect has no place
//! for; patterns take linear time, references are bounded.
//!
//! Names of tools and inputs are never coerced: what the model may have meant is suggested.

mod described;
mod error;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use a2t_core::invocation::Coerced;
use a2t_core::invocation::{Arguments, check_named, coerce_named};
use a2t_core::{InputParameter, ToolSignature, json};
use serde_json::{Map, Value};

use crate::Dialect;
use crate::call::{Call, Given};
use crate::names::are_accepted;
use crate::selected::{Kept, Selected};
use crate::selection::Selection;
pub use error::ToolCallError;

/// A call that its tool takes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValidatedCall<'s> {
    /// The tool that is called.
    pub tool: &'s Selected,
    /// The arguments under the names of the signature, each inside its constraints.
    pub arguments: Arguments,
    /// The values that were read leniently.
    pub coerced: Vec<Coerced>,
}

impl Selection {
    /// Returns the tool that a call names, and its arguments, checked.
    ///
    /// [The module](crate::validate) describes how leniently values are read.
    ///
    /// ```
    /// use a2t_dialect::{Anthropic, Selection};
    /// use serde_json::json;
    ///
    /// # let tool = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
    /// #   "name":"forecast","description":"","version":1,"currentVersion":1,"input_parameters":[
    /// #   {"id":"days","name":"days","type":"int","description":"","min":1,"max":14}]}"#).unwrap().signature;
    /// # let selection = Selection::approved([tool]);
    /// let call = |input| Anthropic::calls(&json!({"type": "tool_use", "id": "toolu_1", "name": "forecast", "input": input}));
    ///
    /// let calls = call(json!({"days": "5"}))?;
    /// let validated = selection.validate(&calls[0]).unwrap();
    /// assert_eq!(validated.arguments.iter().next(), Some(("days", &json!(5))));
    /// assert_eq!(validated.coerced[0].to_string(), "/days: \"5\" was read as 5");
    ///
    /// let calls = call(json!({"day": 99}))?;
    /// let refusal = selection.validate(&calls[0]).unwrap_err();
    /// assert_eq!(refusal.to_string(), "\
    /// `forecast` was not called, its arguments are not what it takes:
    /// - /day: expected an input of `forecast`, got `day`; did you mean `days`?
    /// Correct this and call it again.");
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    ///
    /// # Errors
    /// A tool that is not selected, arguments that cannot be read, or everything that is wrong with
    /// them.
    pub fn validate(&self, call: &Call) -> Result<ValidatedCall<'_>, ToolCallError> {
        let tool = self.called(call)?;
        match tool.kept() {
            Kept::Signature(signature) => signed(tool, signature, call),
            Kept::Schema(schema) => described::validate(tool, schema, call),
        }
    }

    fn called(&self, call: &Call) -> Result<&Selected, ToolCallError> {
        let found = self.find(call.dialect(), call.name());
        found.ok_or_else(|| ToolCallError::unknown(call.name(), self.names_in(call.dialect())))
    }
}

impl Dialect {
    /// Returns the arguments of a call that names this tool by `name`, for programs that find the
    /// tool themselves.
    ///
    /// An object under the signature's own names is only [coerced](crate::validate): the tool itself
    /// checks it. Any other form that a model may have written, such as a text that holds the
    /// object, is checked as [`Selection::validate`] does it.
    ///
    /// ```
    /// use a2t_dialect::Dialect;
    /// use serde_json::json;
    ///
    /// # let tool = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
    /// #   "name":"forecast","description":"","version":1,"currentVersion":1,"input_parameters":[
    /// #   {"id":"days","name":"days","type":"int","description":"","min":1,"max":14}]}"#).unwrap().signature;
    /// for given in [json!({"days": "5"}), json!(r#"{"days": 5}"#)] {
    ///     let arguments = Dialect::Mcp.arguments(&tool, "forecast", given).unwrap();
    ///     assert_eq!(arguments.iter().next(), Some(("days", &json!(5))));
    /// }
    /// let refusal = Dialect::Mcp.arguments(&tool, "forecast", json!([5])).unwrap_err();
    /// assert!(refusal.to_string().contains("expected an object"));
    /// ```
    ///
    /// # Errors
    /// Arguments that cannot be read, or every violation of those that were checked.
    pub fn arguments(
        self,
        tool: &ToolSignature,
        name: &str,
        given: Value,
    ) -> Result<Arguments, ToolCallError> {
        let own = tool.input_parameters.iter().map(|input| &*input.name);
        let is_own = are_accepted(own, self.limits().parameter_name.as_ref());
        match given {
            Value::Null if is_own => Ok(Arguments::default()),
            Value::Object(members) if is_own => Ok(coerce_named(tool, members).0),
            given => Ok(checked(tool, self, name, &Given::from_value(Some(&given)))?.0),
        }
    }
}

fn signed<'s>(
    tool: &'s Selected,
    signature: &ToolSignature,
    call: &Call,
) -> Result<ValidatedCall<'s>, ToolCallError> {
    // The model's own words: it was found by this name.
    let (arguments, coerced) = checked(signature, call.dialect(), call.name(), call.given())?;
    Ok(ValidatedCall { tool, arguments, coerced })
}

/// The arguments under the names of the signature, and what was read leniently.
fn checked(
    signature: &ToolSignature,
    dialect: Dialect,
    name: &str,
    given: &Given,
) -> Result<(Arguments, Vec<Coerced>), ToolCallError> {
    let shown = shown(signature, dialect, name);
    let names: Vec<_> = shown.input_parameters.iter().map(input_name).collect();
    let mut coerced = Vec::new();
    let given = read(&shown.name, &names, given, &mut coerced)?.into_owned();
    let (arguments, values) = coerce_named(&shown, given);
    coerced.extend(values);
    let found = check_named(&shown, &arguments);
    if !found.is_empty() {
        return Err(ToolCallError::Arguments { tool: shown.name.into_owned(), violations: found });
    }
    let inputs = shown.input_parameters.iter();
    let named = inputs.zip(&*signature.input_parameters);
    let named = named.filter_map(|(shown, input)| {
        let mut pairs = arguments.iter();
        let (_, value) = pairs.find(|(name, _)| *name == shown.name)?;
        (!value.is_null()).then(|| (&*input.name, value.clone()))
    });
    Ok((named.collect(), coerced))
}

fn shown(signature: &ToolSignature, dialect: Dialect, name: &str) -> ToolSignature {
    let mut shown = signature.clone();
    shown.name = Cow::Owned(name.to_owned());
    let names = dialect.input_names(signature);
    for (input, name) in shown.input_parameters.to_mut().iter_mut().zip(names) {
        input.name = Cow::Owned(name);
    }
    shown
}

fn read<'g>(
    tool: &str,
    inputs: &[String],
    given: &'g Given,
    coerced: &mut Vec<Coerced>,
) -> Result<Cow<'g, Map<String, Value>>, ToolCallError> {
    let (text, why) = match given {
        Given::Object(members) => return Ok(Cow::Borrowed(members)),
        Given::Unreadable { text, why } => (text, why),
        Given::Withheld { why } => {
            return Err(ToolCallError::Withheld { tool: tool.to_owned(), why: why.clone() });
        }
    };
    if let Ok(Value::String(inner)) = json::parse(text.as_bytes())
        && let Ok(Value::Object(members)) = json::parse(inner.as_bytes())
    {
        let taken = Value::Object(members.clone());
        coerced.push(Coerced::new("", Value::String(inner), taken));
        return Ok(Cow::Owned(members));
    }
    Err(ToolCallError::Unreadable {
        tool: tool.to_owned(),
        why: why.clone(),
        inputs: inputs.to_vec(),
    })
}

fn input_name(input: &InputParameter) -> String {
    input.name.clone().into_owned()
}
