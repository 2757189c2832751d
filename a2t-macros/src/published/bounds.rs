//! Bounds of types around one value that published tools share: a change is one error at the bound, with the tools that
//! take such an input.

use a2t_core::evolution::{Member, Path, changes, refused};
use a2t_core::{InputParameter, InputType, ToolSignature};
use quote::ToTokens;

use super::folder::Folder;
use super::forms::Versions;
use super::lock::range;
use super::types::{Changed, Difference, Place, reported};
use crate::ast::{Newtype, Wire};
use crate::attr::Bound;

/// Bounds as far as the tokens show them.
enum Own {
    Text(Option<u64>),
    Int(Option<i64>, Option<i64>),
}

/// A published input, by the positions of its tool and of itself.
struct Taken<'n> {
    tool: usize,
    place: usize,
    input: &'n InputParameter,
}

/// Returns the changes of the bounds. Which published inputs are of this type is not written anywhere: they are those
/// with its name, or else those of the only other bounds that one change leads from.
pub(crate) fn bounds(newtype: &Newtype) -> Changed {
    let (Some(folder), Some(own)) = (Folder::find(), own(newtype)) else {
        return Changed::default();
    };
    let versions = Versions::of(&folder);
    let inputs = inputs(newtype, &versions, &own);
    let difference =
        |frozen: bool, text: bool| difference(&folder, &versions, &inputs, &own, frozen, text);
    Changed { published: difference(true, true), promised: difference(false, false) }
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
        return Some(Own::Text(length));
    }
    let (low, high) = range(&ty).unzip();
    let (min, max) = (literal(min)?, literal(max)?);
    if range(&ty).is_none() && min.is_none() && max.is_none() {
        return None;
    }
    let given = |bound: Option<i128>, own| match bound {
        Some(bound) => i64::try_from(bound).ok(),
        None => own,
    };
    Some(Own::Int(given(min, low), given(max, high)))
}

impl Own {
    /// Returns the input with these bounds. Returns `None` if it has another type.
    fn within(&self, input: &InputParameter) -> Option<InputParameter> {
        let kind = match (self, &input.kind) {
            (Self::Text(max_length), InputType::String { .. }) => {
                InputType::String { max_length: *max_length }
            }
            (Self::Int(low, high), InputType::Int { min, max }) => {
                InputType::Int { min: low.or(*min), max: high.unwrap_or(*max) }
            }
            _ => return None,
        };
        Some(InputParameter { kind, ..input.clone() })
    }
}

fn inputs<'n>(newtype: &Newtype, versions: &'n Versions, own: &Own) -> Vec<Taken<'n>> {
    let tools = versions.tools.iter().enumerate();
    let all = tools.flat_map(|(tool, known)| {
        let inputs = known.signature.input_parameters.iter().enumerate();
        inputs.map(move |(place, input)| Taken { tool, place, input })
    });
    let fits = |taken: &Taken<'_>| own.within(taken.input).is_some();
    let all: Vec<_> = all.filter(fits).collect();
    let named = |taken: &Taken<'_>| is_named(&newtype.ident.to_string(), &taken.input.name);
    let differs = |taken: &Taken<'_>| own.within(taken.input).as_ref() != Some(taken.input);
    if all.iter().any(named) {
        return all.into_iter().filter(|taken| named(taken) && differs(taken)).collect();
    }
    let near: Vec<_> =
        all.into_iter().filter(|taken| differs(taken) && is_near(own, taken.input)).collect();
    let one = near.first().map(|first| &first.input.kind);
    let is_one = near.iter().all(|taken| Some(&taken.input.kind) == one);
    if is_one { near } else { Vec::new() }
}

/// Returns `true` if one of two bounds is the same.
fn is_near(own: &Own, input: &InputParameter) -> bool {
    match (own, &input.kind) {
        (Own::Int(low, high), InputType::Int { min, max }) => low == min || *high == Some(*max),
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

fn difference(
    folder: &Folder,
    versions: &Versions,
    inputs: &[Taken<'_>],
    own: &Own,
    frozen: bool,
    text: bool,
) -> Option<Difference> {
    inputs.iter().find_map(|taken| {
        let tool = versions.tools.get(taken.tool)?;
        let later = exchanged(&tool.signature, taken.place, own)?;
        let changes = changes(&tool.signature, &later);
        let change = changes.iter().find(|change| refused(change.rule, text))?;
        let at = match change.path {
            Path::Member(_, _, Member::Min) => Place::Min,
            Path::Member(_, _, Member::Max) => Place::Max,
            Path::Member(_, _, Member::MaxLength) => Place::MaxLength,
            _ => Place::Name,
        };
        let same = inputs.iter().filter(|other| other.input.kind == taken.input.kind);
        let tools = versions.names(same.map(|same| same.tool));
        let message = reported(folder, tool, change, frozen, &tools);
        Some(Difference { at, message })
    })
}

fn exchanged(signature: &ToolSignature, place: usize, own: &Own) -> Option<ToolSignature> {
    let mut later = signature.clone();
    let input = later.input_parameters.to_mut().get_mut(place)?;
    *input = own.within(input)?;
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
