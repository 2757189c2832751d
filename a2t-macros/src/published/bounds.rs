//! Bounds and formats of types around one value that published tools share: a change is one error at the bound, with the
//! tools that take such an input.

use std::borrow::Cow;

use a2t_core::evolution::{Member, Path, changes, refused};
use a2t_core::{InputParameter, InputType, ToolSignature};
use quote::ToTokens;

use super::edits::Location;
use super::folder::Folder;
use super::forms::{Tool, Versions, names};
use super::lock::range;
use super::types::{Before, Changed, Difference, reported};
use crate::ast::{Newtype, Wire};
use crate::attr::Bound;
use crate::siblings::{self, OwnBounds, TypedNames};

/// Bounds and the format as far as the tokens show them.
enum Own {
    Text(Option<u64>, Format),
    Int(Option<i64>, Option<i64>),
}

enum Format {
    /// The format of the type inside, which the tokens do not show.
    Unknown,
    Known(Option<String>),
}

/// A published input, and its position.
struct Taken<'s> {
    tool: &'s Tool,
    index: usize,
    input: &'s InputParameter,
    /// The bounds that the parameter has in its own attribute.
    own: OwnBounds,
}

/// Changes of the bounds, and the published form that they are changes of.
#[derive(Default)]
pub(crate) struct ChangedBounds {
    pub(crate) changed: Changed,
    pub(crate) from: Option<PublishedForm>,
}

/// A published type of an input.
pub(crate) struct PublishedForm {
    pub(crate) kind: InputType,
    pub(crate) format: Option<String>,
}

/// Returns the changes of the bounds. A macro does not see which published inputs are of this type: they are those of the
/// functions in the package whose parameters name the type, or else those with its name or the name of a parameter of the
/// type, except those of parameters of other types, or else those of the only other bounds that one change leads from. A
/// bound of a parameter does not count. The tools only use the result if it is about what they publish.
pub(crate) fn bounds(newtype: &Newtype) -> ChangedBounds {
    let (Some(folder), Some(own)) = (Folder::find(), own(newtype)) else {
        return ChangedBounds::default();
    };
    let search =
        Search { folder: &folder, versions: &Versions::for_folder(&folder), newtype, own: &own };
    search.changed().unwrap_or_default()
}

fn own(newtype: &Newtype) -> Option<Own> {
    let Newtype { min, max, max_length, wire, .. } = newtype;
    let literal = |bound: &Option<Bound>| match bound {
        None => Some(None),
        Some(bound) => bound.literal.map(Some),
    };
    let ty = match wire {
        Wire::Text(_) => "String".to_owned(),
        Wire::Inner(ty) => ty.to_token_stream().to_string(),
    };
    if max_length.is_some() || ty == "String" {
        let length = literal(max_length)?.map(u64::try_from).transpose().ok()?;
        let format = match wire {
            Wire::Text(text) => Format::Known(Some(text.format_of(&newtype.ident))),
            Wire::Inner(_) if ty == "String" => Format::Known(None),
            Wire::Inner(_) => Format::Unknown,
        };
        return Some(Own::Text(length, format));
    }
    let (low, high) = range(&ty).unzip();
    if range(&ty).is_none() && min.is_none() && max.is_none() {
        return None;
    }
    // A bound that the tokens do not show is taken to be as published.
    let given = |bound: &Option<Bound>, own| match bound {
        Some(bound) => bound.literal.and_then(|bound| i64::try_from(bound).ok()),
        None => own,
    };
    Some(Own::Int(given(min, low), given(max, high)))
}

impl Own {
    /// Returns the input with these bounds and this format. Returns `None` if it has another type.
    fn within(&self, taken: &Taken<'_>) -> Option<InputParameter> {
        let Taken { tool, input, own, .. } = taken;
        let (kind, format) = match (self, &input.kind) {
            (Self::Text(max_length, format), InputType::String { max_length: published }) => {
                let max_length = if own.max_length { published } else { max_length };
                (InputType::String { max_length: *max_length }, format)
            }
            (Self::Int(low, high), InputType::Int { min, max }) => {
                let min = low.filter(|_| !own.min).or(*min);
                let max = high.filter(|_| !own.max).unwrap_or(*max);
                (InputType::Int { min, max }, &Format::Unknown)
            }
            _ => return None,
        };
        let format = match format {
            Format::Known(format) if tool.signature.preconditions.is_some() => {
                format.clone().map(Cow::Owned)
            }
            _ => input.format.clone(),
        };
        Some(InputParameter { kind, format, ..(*input).clone() })
    }
}

struct Search<'s> {
    folder: &'s Folder,
    versions: &'s Versions,
    newtype: &'s Newtype,
    own: &'s Own,
}

impl<'s> Search<'s> {
    fn changed(&self) -> Option<ChangedBounds> {
        let all = self.inputs();
        let newest = || all.iter().filter(|taken| taken.tool.is_newest);
        let first = newest().chain(&all).next()?;
        let newest: Vec<_> = newest().collect();
        let published = self.difference(&newest, true);
        let before = match &published {
            _ if self.is_an_older() => Before::Older(None),
            Some(_) => Before::AsNewest,
            None => Before::Older(self.difference(&all.iter().collect::<Vec<_>>(), true)),
        };
        let from = PublishedForm {
            kind: first.input.kind.clone(),
            format: first.input.format.as_deref().map(str::to_owned),
        };
        let changed = Changed { published, before, promised: self.difference(&newest, false) };
        Some(ChangedBounds { from: (!changed.is_empty()).then_some(from), changed })
    }

    /// Returns the inputs that may be of the type and differ from it, those of the nearest tools first.
    fn inputs(&self) -> Vec<Taken<'s>> {
        if self.all().all(|taken| self.is_own(&taken)) {
            return Vec::new();
        }
        let mut inputs = self.inputs_of_type();
        inputs.retain(|taken| !self.is_own(taken));
        let ident = &self.newtype.ident;
        inputs.sort_by_key(|taken| siblings::lines_between(ident, &taken.tool.signature.name));
        inputs
    }

    fn inputs_of_type(&self) -> Vec<Taken<'s>> {
        let parameters = siblings::parameters_of_type(&self.newtype.ident);
        let parameter = |taken: Taken<'s>| {
            let names = (taken.tool.signature.name.to_string(), taken.input.name.to_string());
            Some(Taken { own: *parameters.get(&names)?, ..taken })
        };
        let taken: Vec<_> = self.all().filter_map(parameter).collect();
        if !taken.is_empty() {
            // If one of them is as it was, the type of another parameter changed.
            let is_kept = |taken: &Taken<'_>| {
                taken.tool.is_newest && taken.own.is_empty() && self.is_own(taken)
            };
            return if taken.iter().any(is_kept) { Vec::new() } else { taken };
        }
        let name = self.newtype.ident.to_string();
        let TypedNames { plain, bounded, others } = siblings::names_of_type(&self.newtype.ident);
        let has_bounds_of_type = |taken: &Taken<'_>| !bounded.contains(&*taken.input.name);
        let all: Vec<_> = self.all().filter(has_bounds_of_type).collect();
        let named = |taken: &Taken<'_>| {
            let input = &*taken.input.name;
            plain.contains(input) || is_named(&name, input) && !others.contains(input)
        };
        if all.iter().any(named) {
            return all.into_iter().filter(named).collect();
        }
        let is_near = |taken: &Taken<'_>| !self.is_own(taken) && is_near(self.own, taken.input);
        let (newest, older): (Vec<_>, Vec<_>) =
            all.into_iter().filter(is_near).partition(|taken| taken.tool.is_newest);
        let near = if newest.is_empty() { older } else { newest };
        let one = near.first().map(|first| first.input);
        let is_one =
            near.iter().all(|near| one.is_some_and(|one| is_same(near.input, one, Location::Name)));
        if is_one { near } else { Vec::new() }
    }

    fn all(&self) -> impl Iterator<Item = Taken<'s>> {
        let all = self.versions.tools.iter().flat_map(|tool| {
            let inputs = tool.signature.input_parameters.iter().enumerate();
            let own = OwnBounds::default();
            inputs.map(move |(index, input)| Taken { tool, index, input, own })
        });
        let own = self.own;
        all.filter(move |taken| own.within(taken).is_some())
    }

    fn is_own(&self, taken: &Taken<'_>) -> bool {
        self.own.within(taken).as_ref() == Some(taken.input)
    }

    /// Returns `true` if an older version has the bounds of the type.
    fn is_an_older(&self) -> bool {
        self.all().any(|taken| !taken.tool.is_newest && self.is_own(&taken))
    }

    fn difference(&self, inputs: &[&Taken<'_>], frozen: bool) -> Option<Difference> {
        inputs.iter().find_map(|taken| {
            let later = exchanged(taken, self.own)?;
            let changes = changes(&taken.tool.signature, &later);
            let change = changes.iter().find(|change| refused(change.rule, frozen))?;
            let at = match change.path {
                Path::Member(_, _, Member::Min) => Location::Min,
                Path::Member(_, _, Member::Max) => Location::Max,
                Path::Member(_, _, Member::MaxLength) => Location::MaxLength,
                // One parameter may have another type.
                Path::Member(_, _, Member::Format) if inputs.len() == 1 => return None,
                Path::Member(_, _, Member::Format) => Location::Format,
                _ => Location::Name,
            };
            let same = inputs.iter().filter(|other| {
                let own = self.own.within(other);
                is_same(other.input, taken.input, at)
                    && own.is_some_and(|own| !is_same(other.input, &own, at))
            });
            let tools = names(same.map(|same| same.tool));
            let message = reported(self.folder, taken.tool, change, frozen, &tools);
            Some(Difference { at, message })
        })
    }
}

/// Returns `true` if two inputs have the same bound or format, or the same of all at any other location.
fn is_same(one: &InputParameter, other: &InputParameter, at: Location) -> bool {
    let (bounds, others) = (one.kind.constraints(), other.kind.constraints());
    match at {
        Location::Min => bounds.min == others.min,
        Location::Max => bounds.max == others.max,
        Location::MaxLength => bounds.max_length == others.max_length,
        Location::Format => one.format == other.format,
        Location::Name | Location::Item(_) => one.kind == other.kind && one.format == other.format,
    }
}

/// Returns `true` if one of two bounds is the same, or the length or the format of a text.
fn is_near(own: &Own, input: &InputParameter) -> bool {
    match (own, &input.kind) {
        (Own::Int(low, high), InputType::Int { min, max }) => low == min || *high == Some(*max),
        (Own::Text(own, Format::Known(format)), InputType::String { max_length }) => {
            own == max_length || format.as_deref() == input.format.as_deref()
        }
        _ => true,
    }
}

/// Returns `true` if the words of one name are among those of the other: `LoanId` and `loan`.
fn is_named(ty: &str, input: &str) -> bool {
    let mut words: Vec<String> = Vec::new();
    for letter in ty.chars() {
        match words.last_mut() {
            Some(word) if !letter.is_uppercase() => word.push(letter),
            _ => words.push(letter.to_lowercase().collect()),
        }
    }
    let input: Vec<_> = input.split('_').collect();
    let (fewer, more) = (words.iter().map(String::as_str).collect::<Vec<_>>(), input);
    let among = |fewer: &[&str], more: &[&str]| fewer.iter().all(|word| more.contains(word));
    among(&fewer, &more) || among(&more, &fewer)
}

fn exchanged(taken: &Taken<'_>, own: &Own) -> Option<ToolSignature> {
    let mut later = taken.tool.signature.clone();
    let input = later.input_parameters.to_mut().get_mut(taken.index)?;
    *input = own.within(taken)?;
    Some(later)
}

#[cfg(test)]
mod tests {
    use super::is_named;

    #[test]
    fn an_input_is_named_after_its_type() {
        for (ty, input) in
            [("Isbn", "isbn"), ("LoanId", "loan"), ("LoanId", "loan_id"), ("Isbn", "first_isbn")]
        {
            assert!(is_named(ty, input), "{ty} {input}");
        }
        for (ty, input) in [("Cents", "price"), ("LoanId", "reader_id"), ("Isbn", "is")] {
            assert!(!is_named(ty, input), "{ty} {input}");
        }
    }
}
