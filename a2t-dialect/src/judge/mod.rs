//! A model's call and the tools that it was shown become checked arguments, or everything that is
//! wrong with the call, in words that the model can act on.
//!
//! # What is bent
//!
//! Models write values in other types than the schema says. A value is read leniently only where
//! one reading of it is possible, and what was [bent](Bent) is told; all else is a violation. The
//! value that comes out is held to every constraint of the signature, also to those that the
//! dialect has no place for.
//!
//! | for an input of type | given | read as |
//! | --- | --- | --- |
//! | `int` | a text of a whole number in decimal digits: `"5"`, `"-5"`, `"5.0"` | `5`, `-5`, `5` |
//! | `int` | a whole number with a point or an exponent: `5.0`, `5e0` | `5` |
//! | `int` | `5.5`, `"5.5"`, `"007"`, `"+5"`, `"1e3"`, `"1,000"`, `"0x10"`, `""`, `true` | refused |
//! | `boolean` | the words `"true"` and `"false"`, in any case: `"True"` | `true`, `false` |
//! | `boolean` | `1`, `0`, `"1"`, `"yes"`, `"on"`, `""` | refused |
//! | `enum` | a name in another case, where only one allowed value has it: `"celsius"` | `CELSIUS` |
//! | `enum` | a name misspelt, a description, the position in the list | refused |
//! | `int`, `boolean`, `enum` | any of these texts with blanks around it: `" 5 "` | as without |
//! | `string` | a text, blanks included | as it is: nothing is trimmed, nothing cut |
//! | `string` | `5`, `true` | refused: `5` may have been `"5"`, `"05"` or `"5.0"` |
//! | any, optional | `null` | absent; this is how strict modes write it, so it is not told as bent |
//! | any, required | `null` | missing |
//! | any | `["5"]`, `{"value": 5}` | refused |
//! | all arguments | a text that holds the object, also as JSON text in JSON text | the object |
//! | all arguments | nothing, `null`, a text of blanks | no arguments |
//! | all arguments | a member twice in the text; a list; a text that is not JSON | refused |
//!
//! Names of tools and inputs are never bent: what the model may have meant is suggested.

mod bend;
mod refusal;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use a2t_core::invocation::{Arguments, check_arguments};
use a2t_core::{InputParameter, ToolSignature, Violations, json};
use serde_json::{Map, Value};

use crate::call::{Call, Given};
use crate::selection::{Selected, Selection};
pub use bend::Bent;
pub use refusal::Refusal;

/// A call that its tool takes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Judged<'s> {
    /// The tool that is called.
    pub tool: &'s Selected,
    /// The arguments under the names of the signature, each inside its constraints.
    pub arguments: Arguments,
    /// The values that were read leniently.
    pub bent: Vec<Bent>,
}

impl Selection {
    /// The tool that a call names, and its arguments, checked.
    ///
    /// [The module](crate::judge) tells how leniently values are read.
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
    /// let judged = selection.judge(&calls[0]).unwrap();
    /// assert_eq!(judged.arguments.iter().next(), Some(("days", &json!(5))));
    /// assert_eq!(judged.bent[0].to_string(), "/days: \"5\" was read as 5");
    ///
    /// let calls = call(json!({"day": 99}))?;
    /// let refusal = selection.judge(&calls[0]).unwrap_err();
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
    pub fn judge(&self, call: &Call) -> Result<Judged<'_>, Refusal> {
        let tool = self.called(call)?;
        // The model's own words: it was found by this name.
        let shown = tool.shown(call.dialect(), call.name());
        let mut bent = Vec::new();
        let given = read(&shown, call.given(), &mut bent)?;
        let arguments = arguments(&shown, &given, &mut bent);
        let found = at_members(check_arguments(&shown, &arguments), &arguments);
        if !found.is_empty() {
            return Err(Refusal::Arguments {
                tool: shown.name.into_owned(),
                violations: found,
            });
        }
        let inputs = shown.input_parameters.iter();
        let named = inputs.zip(&*tool.signature().input_parameters);
        let named = named.filter_map(|(shown, input)| {
            let mut pairs = arguments.iter();
            let (_, value) = pairs.find(|(name, _)| *name == shown.name)?;
            (!value.is_null()).then(|| (&*input.name, value.clone()))
        });
        Ok(Judged {
            tool,
            arguments: named.collect(),
            bent,
        })
    }

    fn called(&self, call: &Call) -> Result<&Selected, Refusal> {
        let found = self.find(call.dialect(), call.name());
        found.ok_or_else(|| Refusal::unknown(call.name(), self.names_in(call.dialect())))
    }
}

impl Selected {
    /// The signature in the names that a dialect shows: what the model knows.
    fn shown(&self, dialect: crate::Dialect, name: &str) -> ToolSignature {
        let mut shown = self.signature().clone();
        shown.name = Cow::Owned(name.to_owned());
        let names = dialect.input_names(self.signature());
        for (input, name) in shown.input_parameters.to_mut().iter_mut().zip(names) {
            input.name = Cow::Owned(name);
        }
        shown
    }
}

/// The members of the arguments, also out of text.
fn read<'g>(
    shown: &ToolSignature,
    given: &'g Given,
    bent: &mut Vec<Bent>,
) -> Result<Cow<'g, Map<String, Value>>, Refusal> {
    let (text, why) = match given {
        Given::Object(members) => return Ok(Cow::Borrowed(members)),
        Given::Unreadable { text, why } => (text, why),
        Given::Withheld { why } => {
            return Err(Refusal::Withheld {
                tool: shown.name.clone().into_owned(),
                why: why.clone(),
            });
        }
    };
    if let Ok(Value::String(inner)) = json::parse(text.as_bytes())
        && let Ok(Value::Object(members)) = json::parse(inner.as_bytes())
    {
        let taken = Value::Object(members.clone());
        bent.push(Bent::new("", Value::String(inner), taken));
        return Ok(Cow::Owned(members));
    }
    Err(Refusal::Unreadable {
        tool: shown.name.clone().into_owned(),
        why: why.clone(),
        inputs: shown.input_parameters.iter().map(name).collect(),
    })
}

fn name(input: &InputParameter) -> String {
    input.name.clone().into_owned()
}

/// The arguments in the names of the model, their values read leniently; absent ones left out.
fn arguments(shown: &ToolSignature, given: &Map<String, Value>, bent: &mut Vec<Bent>) -> Arguments {
    let mut arguments = Arguments::new();
    for (name, value) in given {
        let mut inputs = shown.input_parameters.iter();
        let taken = inputs
            .find(|input| input.name == *name)
            .and_then(|input| bend::read(&input.kind, value));
        if let Some(taken) = &taken {
            let at = format!("/{}", json::segment(name));
            bent.push(Bent::new(&at, value.clone(), taken.clone()));
        }
        arguments.push(name, taken.unwrap_or_else(|| value.clone()));
    }
    arguments
}

/// The same violations, each at the member that the model wrote or left out.
fn at_members(mut found: Violations, arguments: &Arguments) -> Violations {
    for violation in found.iter_mut() {
        let mut segments = violation.pointer.split('/').skip(2);
        let index = segments.next().and_then(|index| index.parse().ok());
        let member = match index {
            Some(index) => arguments.iter().nth(index).map(|(name, _)| name),
            None => violation.parameter.as_deref(),
        };
        let member = member.unwrap_or_default();
        violation.pointer = format!("/{}", json::segment(member));
        if index.is_none() && arguments.iter().any(|(name, _)| name == member) {
            "null".clone_into(&mut violation.got);
        }
    }
    found
}
