//! The errors of two signatures: those of the earlier version must stay as callers know them; a
//! later version may add others.

use super::change::{Change, Member, Path, Quoted, Step};
use super::rule::Rule;
use super::shapes::{Of, Shapes};
use super::text::{as_slice, as_str, item, same};
use super::witness::Witness;
use crate::message::Message;
use crate::signature::{ProblemType, ToolId, ToolSignature};

/// Kept and lost errors in their old order, then the added ones, then the order of all.
pub(super) fn compare<'a>(old: &'a ToolSignature, new: &'a ToolSignature) -> Vec<Change<'a>> {
    let (tool, old, new) = (new.tool_id, &*old.errors, &*new.errors);
    let mut found = Vec::new();
    let mut positions = Vec::new();
    for (index, before) in old.iter().enumerate() {
        let position = partner(tool, old, index, new);
        match position.and_then(|position| new.get(position)) {
            Some(after) => {
                let kept = KeptError { tool, old: before, new: after, text: true };
                found.extend(super::change::collect(|step| kept.next(step)));
            }
            None => found.extend(removed(before).change()),
        }
        positions.extend(position);
    }
    for (index, error) in new.iter().enumerate() {
        if partner(tool, new, index, old).is_none() {
            found.extend(added(error).change());
        }
    }
    if !positions.is_sorted() {
        let (old, new) = (Quoted::Errors(old), Quoted::Errors(new));
        found.push(Change::new(Rule::ErrorsReordered, Path::Errors, old, new));
    }
    found
}

/// One error in two signatures.
pub(super) struct KeptError<'a> {
    pub(super) tool: ToolId,
    pub(super) old: &'a ProblemType,
    pub(super) new: &'a ProblemType,
    pub(super) text: bool,
}

/// First of the steps that compare the members.
const MEMBERS: usize = 4;

impl<'a> KeptError<'a> {
    pub(super) const fn next(&self, step: &mut usize) -> Step<'a> {
        loop {
            match self.step(*step) {
                Step::Same => *step += 1,
                found @ (Step::Changed(_) | Step::End) => return found,
            }
        }
    }

    const fn step(&self, step: usize) -> Step<'a> {
        let ProblemType { name, uri: _, status, description, members } = self.old;
        match step {
            0 => self.uri(),
            1 => self.status(*status),
            2 => self.text(Rule::ErrorRenamed, Member::Name, as_str(name), as_str(&self.new.name)),
            3 => {
                let (old, new) = (as_str(description), as_str(&self.new.description));
                self.text(Rule::ErrorDescriptionChanged, Member::Description, old, new)
            }
            _ => {
                let of = Of::Error { name: as_str(name), tool: self.tool, new: self.new };
                let walk = Shapes { of, text: self.text, left: step.saturating_sub(MEMBERS) };
                match walk.member_change(as_slice(members), as_slice(&self.new.members)) {
                    Some(change) => Step::Changed(change),
                    None => Step::End,
                }
            }
        }
    }

    const fn at(&self, member: Member) -> Path<'a> {
        Path::ErrorMember(as_str(&self.old.name), member)
    }

    const fn shown(&self) -> Option<Witness<'a>> {
        Some(Witness::Problem { tool: self.tool, error: self.new, member: None })
    }

    const fn uri(&self) -> Step<'a> {
        if has_type(self.tool, self.old, self.new) {
            return Step::Same;
        }
        let (old, new) =
            (Quoted::ErrorType(self.tool, self.old), Quoted::ErrorType(self.tool, self.new));
        Step::changed(Rule::ErrorTypeChanged, self.at(Member::Type), old, new)
            .witnessed(self.shown())
    }

    const fn status(&self, old: u16) -> Step<'a> {
        let new = self.new.status;
        if old == new {
            return Step::Same;
        }
        let (old, new) = (Quoted::Integer(old as i64), Quoted::Integer(new as i64));
        Step::changed(Rule::ErrorStatusChanged, self.at(Member::Status), old, new)
            .witnessed(self.shown())
    }

    const fn text(&self, rule: Rule, member: Member, old: &'a str, new: &'a str) -> Step<'a> {
        if !self.text || same(old, new) {
            return Step::Same;
        }
        Step::changed(rule, self.at(member), Quoted::Text(old), Quoted::Text(new))
    }
}

pub(super) const fn removed(old: &ProblemType) -> Step<'_> {
    let name = as_str(&old.name);
    Step::changed(Rule::ErrorRemoved, Path::Error(name), Quoted::Text(name), Quoted::Absent)
}

pub(super) const fn added(new: &ProblemType) -> Step<'_> {
    let name = as_str(&new.name);
    Step::changed(Rule::ErrorAdded, Path::Error(name), Quoted::Absent, Quoted::Text(name))
}

/// The form that the error at `index` of `from` has in `to`.
pub(super) const fn later<'a>(
    tool: ToolId,
    from: &[ProblemType],
    index: usize,
    to: &'a [ProblemType],
) -> Option<&'a ProblemType> {
    match partner(tool, from, index, to) {
        Some(position) => item(to, position),
        None => None,
    }
}

/// The position in `to` of the error that `from` has at `index`: of its type, else of its name with a type
/// that `from` does not know.
pub(super) const fn partner(
    tool: ToolId,
    from: &[ProblemType],
    index: usize,
    to: &[ProblemType],
) -> Option<usize> {
    let Some(wanted) = item(from, index) else {
        return None;
    };
    if let Some(likely) = item(to, index)
        && has_type(tool, wanted, likely)
    {
        return Some(index);
    }
    if let Some(position) = of_type(tool, to, wanted) {
        return Some(position);
    }
    let mut position = 0;
    while let Some(error) = item(to, position) {
        if same(as_str(&error.name), as_str(&wanted.name)) {
            return if of_type(tool, from, error).is_none() { Some(position) } else { None };
        }
        position += 1;
    }
    None
}

const fn of_type(tool: ToolId, errors: &[ProblemType], wanted: &ProblemType) -> Option<usize> {
    let mut position = 0;
    while let Some(error) = item(errors, position) {
        if has_type(tool, wanted, error) {
            return Some(position);
        }
        position += 1;
    }
    None
}

/// Returns whether problems of both have one `type`.
const fn has_type(tool: ToolId, one: &ProblemType, other: &ProblemType) -> bool {
    match (&one.uri, &other.uri) {
        (None, None) => same(as_str(&one.name), as_str(&other.name)),
        (Some(one), Some(other)) => same(as_str(one), as_str(other)),
        (Some(uri), None) => is_default(as_str(uri), tool, as_str(&other.name)),
        (None, Some(uri)) => is_default(as_str(uri), tool, as_str(&one.name)),
    }
}

/// Returns whether the `type` is the one that an error of this name has without it.
const fn is_default(uri: &str, tool: ToolId, name: &str) -> bool {
    let mut spelt = Message::new("urn:uuid:");
    spelt.hex(tool.as_u128());
    same(uri, spelt.text("#").text(name).as_str())
}
