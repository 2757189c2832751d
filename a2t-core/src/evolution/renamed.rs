//! Pairs tools that are gone with tools that are new: which of these is probably a renamed one of
//! those.

use serde_json::Value;

use crate::ToolSignature;
use crate::error::nearest;

/// Pairs of a tool that is gone and one that is new, of which no more are compared.
const PAIRS_MAX: usize = 40_000;

/// Returns the tools that are gone and have their parameters under another id and name now:
/// positions in `gone` and `new`.
///
/// Both have the same inputs and outputs except for their texts, and one thing more in common: the tool's
/// description, every text of a parameter, a similar name, or several inputs. A tool is paired only
/// if it is like only one other, so that a pair is never a choice.
///
/// ```
/// use a2t_core::evolution::renamed;
/// # let tool = |id: u8, name: &str| a2t_core::signature::parse(format!(r#"{{
/// #     "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2c{id:02x}", "name": "{name}",
/// #     "description": "Looks it up.", "version": 1, "currentVersion": 1,
/// #     "input_parameters": [{{"id": "city", "name": "city", "description": "The city."}}]
/// # }}"#).as_bytes()).unwrap().signature;
/// let (old, new) = (tool(1, "lookup"), tool(2, "lookup_weather"));
/// assert_eq!(renamed(&[&old], &[&new]), [(0, 0)]);
/// // Of two that are as likely, neither is meant.
/// let similar = tool(3, "lookup_climate");
/// assert_eq!(renamed(&[&old], &[&new, &similar]), []);
/// ```
pub fn renamed(gone: &[&ToolSignature], new: &[&ToolSignature]) -> Vec<(usize, usize)> {
    pairs(gone, new, |tool| Facts::new(tool), |was, is| was.is(is).then_some(1))
}

/// Returns the pairs tools that are gone with new ones by their facts: positions in `gone` and
/// `new`. Each of a pair is the likeliest for the other, and no third tool is as likely, so that a
/// pair is never a choice.
#[doc(hidden)]
pub fn pairs<T, F>(
    gone: &[T],
    new: &[T],
    facts: impl Fn(&T) -> F,
    likeness: impl Fn(&F, &F) -> Option<usize>,
) -> Vec<(usize, usize)> {
    if gone.len().saturating_mul(new.len()) > PAIRS_MAX {
        return Vec::new();
    }
    let before: Vec<_> = gone.iter().map(&facts).collect();
    let after: Vec<_> = new.iter().map(&facts).collect();
    let pair = |(index, was): (usize, &F)| {
        let other = likeliest(after.iter().map(|is| likeness(was, is)))?;
        let is = after.get(other)?;
        let back = likeliest(before.iter().map(|was| likeness(was, is)))?;
        (back == index).then_some((index, other))
    };
    before.iter().enumerate().filter_map(pair).collect()
}

/// Returns the position of the largest likeness, unless two are equal.
fn likeliest(all: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    let scored = all.enumerate().filter_map(|(index, likeness)| Some((likeness?, index)));
    let scored: Vec<_> = scored.collect();
    let (most, index) = *scored.iter().max()?;
    let is_only = scored.iter().filter(|(likeness, _)| *likeness == most).count() == 1;
    is_only.then_some(index)
}

/// Facts by which a tool is known without its id and name.
struct Facts {
    name: String,
    description: String,
    parameters: Value,
    /// The parameters without their texts.
    meaning: Value,
    inputs: usize,
}

impl Facts {
    fn new(tool: &ToolSignature) -> Self {
        let value = serde_json::to_value(tool).unwrap_or_default();
        let side = |name| value.get(name).cloned().unwrap_or_default();
        let parameters = Value::from(vec![side("input_parameters"), side("output_parameters")]);
        let mut meaning = parameters.clone();
        wordless(&mut meaning);
        let (name, description) = (tool.name.to_string(), tool.description.to_string());
        Self { name, description, parameters, meaning, inputs: tool.input_parameters.len() }
    }

    fn is(&self, other: &Self) -> bool {
        let same_words = self.inputs > 0 && self.parameters == other.parameters;
        self.meaning == other.meaning
            && (self.inputs > 1
                || same_words
                || self.description == other.description
                || nearest(&self.name, [&*other.name]).is_some())
    }
}

/// Takes every description out.
fn wordless(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(wordless),
        Value::Object(members) => {
            members.remove("description");
            members.values_mut().for_each(wordless);
        }
        _ => {}
    }
}
