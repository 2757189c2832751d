//! Bounds of types around one value that published tools share: a change is one error at the bound, with the tools that
//! take such an input.

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
use crate::siblings::{self, TypedNames};

/// Bounds as far as the tokens show them.
enum Own {
    Text(Option<u64>),
    Int(Option<i64>, Option<i64>),
}

/// A published input, and its position.
struct Taken<'s> {
    tool: &'s Tool,
    index: usize,
    input: &'s InputParameter,
}

/// Returns the changes of the bounds. Which published inputs are of this type is not written anywhere: they are those
/// with its name or the name of a parameter of the type, except those of parameters of other types, or else those of the only other bounds that one change leads
/// from. A parameter with its own bounds does not count.
pub(crate) fn bounds(newtype: &Newtype) -> Changed {
    let (Some(folder), Some(own)) = (Folder::find(), own(newtype)) else {
        return Changed::default();
    };
    let search =
        Search { folder: &folder, versions: &Versions::for_folder(&folder), newtype, own: &own };
    let published = search.difference(true, true);
    let before = match &published {
        _ if search.is_an_older() => Before::Older(None),
        Some(_) => Before::AsNewest,
        None => Before::Older(search.difference(false, true)),
    };
    Changed { published, before, promised: search.difference(true, false) }
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

struct Search<'s> {
    folder: &'s Folder,
    versions: &'s Versions,
    newtype: &'s Newtype,
    own: &'s Own,
}

impl<'s> Search<'s> {
    /// Returns the inputs of the newest versions, or of all, that may be of the type, except those with its bounds.
    fn inputs(&self, newest: bool) -> Vec<Taken<'s>> {
        let name = self.newtype.ident.to_string();
        let TypedNames { plain, bounded, others } = siblings::names_of_type(&self.newtype.ident);
        let has_bounds_of_type = |taken: &Taken<'_>| !bounded.contains(&*taken.input.name);
        let all: Vec<_> = self
            .all()
            .filter(|taken| (taken.tool.is_newest || !newest) && has_bounds_of_type(taken))
            .collect();
        let differs = |taken: &Taken<'_>| !self.is_own(taken);
        let named = |taken: &Taken<'_>| {
            let input = &*taken.input.name;
            plain.contains(input) || is_named(&name, input) && !others.contains(input)
        };
        if all.iter().any(named) {
            return all.into_iter().filter(|taken| named(taken) && differs(taken)).collect();
        }
        let is_near = |taken: &Taken<'_>| differs(taken) && is_near(self.own, taken.input);
        let near: Vec<_> = all.into_iter().filter(is_near).collect();
        let one = near.first().map(|first| &first.input.kind);
        let is_one = near.iter().all(|taken| Some(&taken.input.kind) == one);
        if is_one { near } else { Vec::new() }
    }

    fn all(&self) -> impl Iterator<Item = Taken<'s>> {
        let all = self.versions.tools.iter().flat_map(|tool| {
            let inputs = tool.signature.input_parameters.iter().enumerate();
            inputs.map(move |(index, input)| Taken { tool, index, input })
        });
        let own = self.own;
        all.filter(move |taken| own.within(taken.input).is_some())
    }

    fn is_own(&self, taken: &Taken<'_>) -> bool {
        self.own.within(taken.input).as_ref() == Some(taken.input)
    }

    /// Returns `true` if an older version has the bounds of the type.
    fn is_an_older(&self) -> bool {
        self.all().any(|taken| !taken.tool.is_newest && self.is_own(&taken))
    }

    fn difference(&self, newest: bool, frozen: bool) -> Option<Difference> {
        let Self { folder, newtype, own, .. } = self;
        let mut inputs = self.inputs(newest);
        let lines = |tool: &Tool| siblings::lines_between(&newtype.ident, &tool.signature.name);
        inputs.sort_by_key(|taken| lines(taken.tool));
        inputs.iter().find_map(|taken| {
            let later = exchanged(&taken.tool.signature, taken.index, own)?;
            let changes = changes(&taken.tool.signature, &later);
            let change = changes.iter().find(|change| refused(change.rule, frozen))?;
            let at = match change.path {
                Path::Member(_, _, Member::Min) => Location::Min,
                Path::Member(_, _, Member::Max) => Location::Max,
                Path::Member(_, _, Member::MaxLength) => Location::MaxLength,
                _ => Location::Name,
            };
            let same = inputs.iter().filter(|other| other.input.kind == taken.input.kind);
            let tools = names(same.map(|same| same.tool));
            let message = reported(folder, taken.tool, change, frozen, &tools);
            Some(Difference { at, message })
        })
    }
}

// Returns `true` if one of two bounds is the same.
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

fn exchanged(signature: &ToolSignature, index: usize, own: &Own) -> Option<ToolSignature> {
    let mut later = signature.clone();
    let input = later.input_parameters.to_mut().get_mut(index)?;
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
