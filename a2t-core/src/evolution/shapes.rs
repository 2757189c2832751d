//! The shapes of one output, or the members of one error, in two signatures: a record only grows, the rest
//! stays what it is.

use super::change::{Change, Path, Quoted, Side};
use super::rule::Rule;
use super::shape_path::ShapePath;
use super::text::{as_slice, as_str, item, same};
use super::values::{is_reordered, value_at};
use super::witness::{Shows, Witness};
use crate::signature::{AllowedValue, JsonMember, JsonShape, ProblemType, ToolId};

/// A walk that stops at one of the changes.
pub(super) struct Shapes<'a> {
    pub(super) of: Of<'a>,
    pub(super) text: bool,
    /// Changes to pass by.
    pub(super) left: usize,
}

/// Owner of the shapes.
#[derive(Clone, Copy)]
pub(super) enum Of<'a> {
    Output {
        id: &'a str,
        name: &'a str,
        /// The later shape, whole.
        new: &'a JsonShape,
    },
    Error {
        /// Name in the earlier signature.
        name: &'a str,
        tool: ToolId,
        new: &'a ProblemType,
    },
}

impl<'a> Shapes<'a> {
    /// The change from this shape to a later one that the walk stops at, if there are so many.
    pub(super) const fn change(
        mut self,
        old: &'a JsonShape,
        new: &'a JsonShape,
    ) -> Option<Change<'a>> {
        self.shapes(old, new, ShapePath::ROOT)
    }

    /// The same of the members of an error.
    pub(super) const fn member_change(
        mut self,
        old: &'a [JsonMember],
        new: &'a [JsonMember],
    ) -> Option<Change<'a>> {
        self.records(old, new, ShapePath::ROOT)
    }

    const fn shapes(
        &mut self,
        old: &'a JsonShape,
        new: &'a JsonShape,
        at: ShapePath<'a>,
    ) -> Option<Change<'a>> {
        use JsonShape::{Any, Boolean, Enum, Int, List, Number, Record, String};
        if let Some(change) = self.null(old, new, at) {
            return Some(change);
        }
        match (old.bare(), new.bare()) {
            (Any, Any) | (String, String) | (Int, Int) | (Number, Number) | (Boolean, Boolean) => {
                None
            }
            (Any, _) => self.kinds(Rule::OutputShapeAdded, old, new, None, at),
            (_, Any) => self.kinds(Rule::OutputShapeRemoved, old, new, Some(Shows::Given(old)), at),
            (Enum { allowed_values: old }, Enum { allowed_values: new }) => {
                self.choices(as_slice(old), as_slice(new), at)
            }
            (Record { members: old }, Record { members: new }) => {
                self.records(as_slice(old), as_slice(new), at)
            }
            (List { items: old }, List { items: new }) => {
                self.shapes(old.get(), new.get(), at.then(""))
            }
            (String, Enum { .. }) | (Number, Int) => {
                self.kinds(Rule::OutputTypeNarrowed, old, new, None, at)
            }
            (Enum { .. }, String) | (Int, Number) => {
                self.kinds(Rule::OutputTypeWidened, old, new, Some(Shows::Given(old)), at)
            }
            _ => self.kinds(Rule::OutputTypeChanged, old, new, Some(Shows::Given(old)), at),
        }
    }

    const fn null(
        &mut self,
        old: &'a JsonShape,
        new: &'a JsonShape,
        at: ShapePath<'a>,
    ) -> Option<Change<'a>> {
        let (quoted, rule, shows) = match (old.bare(), new.bare()) {
            // A shape of any JSON has `null`, which another rule reports.
            (JsonShape::Any, _) | (_, JsonShape::Any) => return None,
            _ => match (old.takes_null(), new.takes_null()) {
                (false, true) => ((false, true), Rule::OutputBecameNullable, Some(Shows::Null)),
                (true, false) => ((true, false), Rule::OutputNeverNull, None),
                _ => return None,
            },
        };
        let (before, after) = (Quoted::Boolean(quoted.0), Quoted::Boolean(quoted.1));
        self.changed(rule, at.keyword("nullable"), before, after, shows)
    }

    const fn kinds(
        &mut self,
        rule: Rule,
        old: &'a JsonShape,
        new: &'a JsonShape,
        shows: Option<Shows<'a>>,
        at: ShapePath<'a>,
    ) -> Option<Change<'a>> {
        let (old, new) = (Quoted::Type(old.name()), Quoted::Type(new.name()));
        self.changed(rule, at.keyword("type"), old, new, shows)
    }

    const fn records(
        &mut self,
        old: &'a [JsonMember],
        new: &'a [JsonMember],
        at: ShapePath<'a>,
    ) -> Option<Change<'a>> {
        let mut index = 0;
        while let Some(before) = item(old, index) {
            let found = match named(new, as_str(&before.name), index) {
                Some(after) => self.members(before, after, at),
                None => self.lost(before, at),
            };
            if found.is_some() {
                return found;
            }
            index += 1;
        }
        let mut index = 0;
        while let Some(added) = item(new, index) {
            let name = as_str(&added.name);
            if named(old, name, index).is_none() {
                let (rule, location) = (Rule::OutputMemberAdded, at.then(name));
                let found = self.changed(rule, location, Quoted::Absent, Quoted::Text(name), None);
                if found.is_some() {
                    return found;
                }
            }
            index += 1;
        }
        None
    }

    const fn lost(&mut self, old: &'a JsonMember, at: ShapePath<'a>) -> Option<Change<'a>> {
        let name = as_str(&old.name);
        let shows = Some(Shows::Lacks);
        let (rule, location) = (Rule::OutputMemberRemoved, at.then(name));
        self.changed(rule, location, Quoted::Text(name), Quoted::Absent, shows)
    }

    const fn members(
        &mut self,
        old: &'a JsonMember,
        new: &'a JsonMember,
        at: ShapePath<'a>,
    ) -> Option<Change<'a>> {
        let location = at.then(as_str(&old.name));
        let (before, after) = (as_str(&old.description), as_str(&new.description));
        if self.text && !same(before, after) {
            let (rule, location) =
                (Rule::OutputMemberDescriptionChanged, location.keyword("description"));
            let (before, after) = (Quoted::Text(before), Quoted::Text(after));
            if let Some(change) = self.changed(rule, location, before, after, None) {
                return Some(change);
            }
        }
        if old.required != new.required {
            let (rule, shows) = if old.required {
                (Rule::OutputMemberBecameOptional, Some(Shows::Lacks))
            } else {
                (Rule::OutputMemberBecameRequired, None)
            };
            let (before, after) = (Quoted::Boolean(old.required), Quoted::Boolean(new.required));
            let location = location.keyword("required");
            if let Some(change) = self.changed(rule, location, before, after, shows) {
                return Some(change);
            }
        }
        self.shapes(old.shape.get(), new.shape.get(), location)
    }

    const fn choices(
        &mut self,
        old: &'a [AllowedValue],
        new: &'a [AllowedValue],
        at: ShapePath<'a>,
    ) -> Option<Change<'a>> {
        let mut index = 0;
        while let Some(before) = item(old, index) {
            let found = self.choice(before, value_at(new, as_str(&before.name), index), at);
            if found.is_some() {
                return found;
            }
            index += 1;
        }
        let mut index = 0;
        while let Some(added) = item(new, index) {
            let name = as_str(&added.name);
            if value_at(old, name, index).is_none() {
                let (rule, shows) = (Rule::OutputEnumValueAdded, Some(Shows::Text(name)));
                let (location, new) = (at.value(name), Quoted::Text(name));
                let found = self.changed(rule, location, Quoted::Absent, new, shows);
                if found.is_some() {
                    return found;
                }
            }
            index += 1;
        }
        if !self.text || !is_reordered(old, new) {
            return None;
        }
        let (rule, location) = (Rule::OutputEnumValuesReordered, at.keyword("oneOf"));
        self.changed(rule, location, Quoted::AllowedValues(old), Quoted::AllowedValues(new), None)
    }

    const fn choice(
        &mut self,
        old: &'a AllowedValue,
        new: Option<&'a AllowedValue>,
        at: ShapePath<'a>,
    ) -> Option<Change<'a>> {
        let location = at.value(as_str(&old.name));
        let Some(new) = new else {
            let name = Quoted::Text(as_str(&old.name));
            return self.changed(
                Rule::OutputEnumValueRemoved,
                location,
                name,
                Quoted::Absent,
                None,
            );
        };
        let (before, after) = (as_str(&old.description), as_str(&new.description));
        if !self.text || same(before, after) {
            return None;
        }
        let rule = Rule::OutputEnumValueDescriptionChanged;
        let (before, after) = (Quoted::Text(before), Quoted::Text(after));
        self.changed(rule, location.keyword("description"), before, after, None)
    }

    const fn changed(
        &mut self,
        rule: Rule,
        location: ShapePath<'a>,
        old: Quoted<'a>,
        new: Quoted<'a>,
        shows: Option<Shows<'a>>,
    ) -> Option<Change<'a>> {
        if self.left > 0 {
            self.left -= 1;
            return None;
        }
        let (rule, path) = match self.of {
            Of::Output { id, .. } => (rule, Path::Shape(Side::Outputs, id, location)),
            Of::Error { name, .. } => (of_error(rule), Path::ErrorShape(name, location)),
        };
        let witness = match (shows, self.of) {
            (Some(shows), Of::Output { name: output, new: shape, .. }) => {
                Some(Witness::Shape { output, shape, location, shows })
            }
            (Some(shows), Of::Error { tool, new: error, .. }) => {
                Some(Witness::Problem { tool, error, member: Some((location, shows)) })
            }
            (None, _) => None,
        };
        Some(Change { witness, ..Change::new(rule, path, old, new) })
    }
}

/// The rule for an error that corresponds to this rule for an output.
const fn of_error(rule: Rule) -> Rule {
    match rule {
        Rule::OutputTypeChanged => Rule::ErrorMemberTypeChanged,
        Rule::OutputTypeNarrowed => Rule::ErrorMemberTypeNarrowed,
        Rule::OutputTypeWidened => Rule::ErrorMemberTypeWidened,
        Rule::OutputEnumValueAdded => Rule::ErrorEnumValueAdded,
        Rule::OutputEnumValueRemoved => Rule::ErrorEnumValueRemoved,
        Rule::OutputEnumValueDescriptionChanged => Rule::ErrorEnumValueDescriptionChanged,
        Rule::OutputEnumValuesReordered => Rule::ErrorEnumValuesReordered,
        Rule::OutputShapeAdded => Rule::ErrorMemberShapeAdded,
        Rule::OutputShapeRemoved => Rule::ErrorMemberShapeRemoved,
        Rule::OutputMemberAdded => Rule::ErrorMemberAdded,
        Rule::OutputMemberRemoved => Rule::ErrorMemberRemoved,
        Rule::OutputMemberBecameOptional => Rule::ErrorMemberBecameOptional,
        Rule::OutputMemberBecameRequired => Rule::ErrorMemberBecameRequired,
        Rule::OutputBecameNullable => Rule::ErrorMemberBecameNullable,
        Rule::OutputNeverNull => Rule::ErrorMemberNeverNull,
        Rule::OutputMemberDescriptionChanged => Rule::ErrorMemberDescriptionChanged,
        rule => rule,
    }
}

/// The member of this name, looked for first where it is likely to be.
const fn named<'a>(members: &'a [JsonMember], name: &str, likely: usize) -> Option<&'a JsonMember> {
    if let Some(member) = item(members, likely)
        && same(as_str(&member.name), name)
    {
        return Some(member);
    }
    let mut rest = members;
    while let [first, tail @ ..] = rest {
        if same(as_str(&first.name), name) {
            return Some(first);
        }
        rest = tail;
    }
    None
}
