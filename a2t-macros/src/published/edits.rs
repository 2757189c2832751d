//! Changes that lead from the published form of a struct or an enum to the one in the code.

use a2t_core::{AllowedValue, JsonMember, JsonShape, Nested, OutputParameter, OutputType};

use super::forms::Form;
use crate::plain::Plain;

/// The tokens at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// A field or a variant, by its position.
    Item(usize),
    /// The name of the type, because what it lacks has no tokens.
    Name,
    Min,
    Max,
    MaxLength,
    Format,
}

/// A field or a variant.
pub(super) struct Item<'t> {
    pub(super) id: &'t str,
    pub(super) name: &'t str,
    pub(super) description: &'t str,
    /// The type, if the tokens show it.
    pub(super) plain: Option<Plain>,
}

/// One published field or choice.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Was<'f> {
    id: &'f str,
    pub(super) name: &'f str,
    description: &'f str,
}

/// One change of a form.
pub(super) struct Edit<'f> {
    pub(super) at: Location,
    pub(super) form: Form,
    /// The published field or choice; `None` if it is new.
    pub(super) was: Option<Was<'f>>,
    /// Name of a new one.
    pub(super) new: &'f str,
}

impl Form {
    pub(super) fn is_choices(&self) -> bool {
        matches!(self, Self::Choices(_))
    }

    pub(super) fn items(&self) -> Vec<Was<'_>> {
        fn was<'f>(id: &'f str, name: &'f str, description: &'f str) -> Was<'f> {
            Was { id, name, description }
        }
        match self {
            Self::Outputs(outputs) => {
                outputs.iter().map(|one| was(&one.id, &one.name, &one.description)).collect()
            }
            Self::Record(members) => {
                members.iter().map(|one| was(&one.name, &one.name, &one.description)).collect()
            }
            Self::Choices(values) => {
                values.iter().map(|one| was(&one.name, &one.name, &one.description)).collect()
            }
        }
    }

    /// Returns `true` if this is the published form of the item.
    fn is(&self, was: Was<'_>, item: &Item<'_>) -> bool {
        match self {
            Self::Outputs(outputs) => {
                let is_known = || outputs.iter().any(|output| output.id == item.id);
                was.id == item.id || was.name == item.name && !is_known()
            }
            Self::Record(_) | Self::Choices(_) => was.name == item.name,
        }
    }

    /// Counts the differences. Returns `None` if half of the fields or choices are others.
    pub(super) fn distance(&self, items: &[Item<'_>]) -> Option<usize> {
        let all = self.items();
        let is_lost = |was: &&Was<'_>| !items.iter().any(|item| self.is(**was, item));
        let is_new = |item: &&Item<'_>| !all.iter().any(|was| self.is(*was, item));
        let lost: Vec<_> = all.iter().filter(is_lost).collect();
        let new: Vec<_> = items.iter().filter(is_new).collect();
        let is_renamed =
            |item: &&&Item<'_>| lost.iter().any(|was| was.description == item.description);
        let renamed = new.iter().filter(is_renamed).count();
        let is_changed = |(index, was): &(usize, &Was<'_>)| {
            let item = items.iter().find(|item| self.is(**was, item));
            item.is_some_and(|item| {
                was.name != item.name
                    || matches!(self, Self::Outputs(_)) && was.id != item.id
                    || was.description != item.description
                    || self.retyped(*index, item).is_some()
            })
        };
        let changed = all.iter().enumerate().filter(is_changed).count();
        let fitting = all.len().saturating_sub(lost.len()).saturating_add(renamed);
        let unmatched = lost.len().saturating_add(new.len()).saturating_sub(2 * renamed);
        let longest = all.len().max(items.len());
        (fitting > 0 && 2 * fitting >= longest).then_some(changed + renamed + 2 * unmatched)
    }

    /// Returns all changes, each as the only one.
    pub(super) fn edits<'f>(&'f self, items: &'f [Item<'_>]) -> Vec<Edit<'f>> {
        let all = self.items();
        let is_new = |item: &Item<'_>| !all.iter().any(|was| self.is(*was, item));
        let new: Vec<_> =
            items.iter().enumerate().filter(|(_, item)| is_new(item)).map(|(at, _)| at).collect();
        let lost = |was: &Was<'_>| !items.iter().any(|item| self.is(*was, item));
        let only_lost = all.iter().filter(|was| lost(was)).count() == 1;
        let mut edits = Vec::new();
        for (index, was) in all.iter().enumerate() {
            let kept = items.iter().enumerate().find(|(_, item)| self.is(*was, item));
            let (at, form) = match (kept, &*new) {
                (Some((at, item)), _) => match self.edited(index, item) {
                    Some(form) => (Location::Item(at), form),
                    None => continue,
                },
                (None, [renamed]) if only_lost => (Location::Item(*renamed), self.without(index)),
                (None, _) => (Location::Name, self.without(index)),
            };
            edits.push(Edit { at, form, was: Some(*was), new: "" });
        }
        for at in new {
            let Some(item) = items.get(at) else { continue };
            let form = self.with(item);
            edits.extend(form.map(|form| Edit {
                at: Location::Item(at),
                form,
                was: None,
                new: item.name,
            }));
        }
        edits
    }

    /// Returns the form with the item's texts and type. Returns `None` if they are equal.
    fn edited(&self, index: usize, item: &Item<'_>) -> Option<Self> {
        let retyped = self.retyped(index, item);
        let (name, description) = (item.name.to_owned(), item.description.to_owned());
        let mut form = self.clone();
        match &mut form {
            Self::Outputs(outputs) => {
                let output = outputs.get_mut(index)?;
                output.id = item.id.to_owned().into();
                (output.name, output.description) = (name.into(), description.into());
                if let Some(plain) = retyped {
                    output.kind = as_output(&plain.shape)?;
                }
            }
            Self::Record(members) => {
                let member = members.get_mut(index)?;
                member.description = description.into();
                if let Some(plain) = retyped {
                    member.required = !plain.optional;
                    member.shape = nested(plain.shape);
                }
            }
            Self::Choices(values) => values.get_mut(index)?.description = description.into(),
        }
        (form != *self).then_some(form)
    }

    fn without(&self, index: usize) -> Self {
        let mut form = self.clone();
        match &mut form {
            Self::Outputs(outputs) => drop(outputs.remove(index)),
            Self::Record(members) => drop(members.remove(index)),
            Self::Choices(values) => drop(values.remove(index)),
        }
        form
    }

    /// Returns the form with another item. Returns `None` if the type of an output is not known.
    fn with(&self, item: &Item<'_>) -> Option<Self> {
        let (name, description) = (item.name.to_owned(), item.description.to_owned());
        let mut form = self.clone();
        match &mut form {
            Self::Outputs(outputs) => outputs.push(OutputParameter {
                id: item.id.to_owned().into(),
                name: name.into(),
                kind: as_output(&item.plain.as_ref()?.shape)?,
                description: description.into(),
            }),
            Self::Record(members) => members.push(JsonMember {
                name: name.into(),
                description: description.into(),
                shape: nested(
                    item.plain.as_ref().map_or(JsonShape::Any, |plain| plain.shape.clone()),
                ),
                required: item.plain.as_ref().is_none_or(|plain| !plain.optional),
            }),
            Self::Choices(values) => {
                values.push(AllowedValue { name: name.into(), description: description.into() });
            }
        }
        Some(form)
    }

    /// Returns the type of the item if its tokens show that it is another one.
    fn retyped(&self, index: usize, item: &Item<'_>) -> Option<Plain> {
        let plain = item.plain.clone()?;
        let differs = match self {
            Self::Outputs(outputs) => as_output(&plain.shape)? != outputs.get(index)?.kind,
            Self::Record(members) => {
                let member = members.get(index)?;
                plain.shape != *member.shape || plain.optional == member.required
            }
            Self::Choices(_) => false,
        };
        differs.then_some(plain)
    }
}

fn nested(shape: JsonShape) -> Nested {
    Nested::Owned(Box::new(shape))
}

/// Returns the type of an output whose values have this shape.
fn as_output(shape: &JsonShape) -> Option<OutputType> {
    Some(match shape {
        JsonShape::String => OutputType::String,
        JsonShape::Int => OutputType::Int,
        JsonShape::Boolean => OutputType::Boolean,
        JsonShape::Any => OutputType::Json,
        JsonShape::List { .. } => OutputType::Described { shape: nested(shape.clone()) },
        _ => return None,
    })
}
