//! Structs and enums that published tools share: a change is one error at the field or the choice, with the tools that
//! publish it.

use a2t_core::evolution::{Change, Subject, changes, message, refused};
use a2t_core::{
    AllowedValue, JsonMember, JsonShape, Nested, OutputParameter, OutputType, ToolSignature,
};
use syn::Type;

use super::folder::Folder;
use super::forms::{Exchange, Form, Shared, Tool, Versions};
use super::places::Places;
use crate::ast::{Choice, Field};
use crate::attr::At;
use crate::plain::{Plain, in_option, plain};

/// The first change against a published version that a type makes: of the version itself, and of the promises to its
/// callers.
#[derive(Default)]
pub(crate) struct Changed {
    pub(crate) published: Option<Difference>,
    pub(crate) promised: Option<Difference>,
}

pub(crate) struct Difference {
    pub(crate) at: Place,
    pub(crate) message: String,
}

/// The tokens at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A field or a variant, by its position.
    Item(usize),
    /// The name of the type, because what it lacks has no tokens.
    Name,
    Min,
    Max,
    MaxLength,
}

/// A field or a variant.
struct Item<'t> {
    id: &'t str,
    name: &'t str,
    description: &'t str,
    /// The type, if the tokens show it.
    plain: Option<Plain>,
}

/// One published field or choice.
#[derive(Clone, Copy, PartialEq)]
struct Was<'f> {
    id: &'f str,
    name: &'f str,
    description: &'f str,
}

pub(crate) fn fields(fields: &[Field]) -> Changed {
    let items = fields.iter().map(|field| Item {
        id: &field.id.value,
        name: &field.name.value,
        description: described(field.description.as_ref()),
        plain: if field.text { text(&field.ty) } else { plain(&field.ty) },
    });
    changed(&items.collect::<Vec<_>>(), false)
}

pub(crate) fn choices(choice: &Choice) -> Changed {
    let items = choice.variants.iter().map(|variant| Item {
        id: &variant.name.value,
        name: &variant.name.value,
        description: described(variant.description.as_ref()),
        plain: None,
    });
    changed(&items.collect::<Vec<_>>(), true)
}

fn described(description: Option<&At<String>>) -> &str {
    description.map_or("", |text| &text.value)
}

/// A field that `Display` shows.
fn text(ty: &Type) -> Option<Plain> {
    let optional = plain(ty).is_some_and(|plain| plain.optional) || in_option(ty).is_some();
    Some(Plain { shape: JsonShape::String, optional })
}

fn changed(items: &[Item<'_>], choices: bool) -> Changed {
    let Some(folder) = Folder::find() else {
        return Changed::default();
    };
    changed_in(&folder, &Versions::of(&folder), items, choices)
}

fn changed_in(folder: &Folder, versions: &Versions, items: &[Item<'_>], choices: bool) -> Changed {
    let of_kind = versions.forms.iter().filter(|form| form.form.is_choices() == choices);
    let mut fitting: Vec<_> =
        of_kind.filter_map(|form| Some((form.form.distance(items)?, form))).collect();
    fitting.sort_by_key(|(distance, _)| *distance);
    let Some((distance, closest)) = fitting.first() else {
        return Changed::default();
    };
    if *distance == 0 {
        return Changed::default();
    }
    let search = Search { folder, versions, closest, fitting: &fitting };
    let edits = closest.form.edits(items);
    let promised = || edits.iter().find_map(|edit| search.difference(edit, false, false));
    let breaking = || edits.iter().find_map(|edit| search.difference(edit, true, false));
    let any = || edits.iter().find_map(|edit| search.difference(edit, true, true));
    Changed { published: breaking().or_else(any), promised: promised() }
}

/// One change of a form.
struct Edit<'f> {
    at: Place,
    form: Form,
    /// The published field or choice; `None` if it is new.
    was: Option<Was<'f>>,
    /// Name of a new one.
    new: &'f str,
}

struct Search<'s> {
    folder: &'s Folder,
    versions: &'s Versions,
    closest: &'s Shared,
    fitting: &'s [(usize, &'s Shared)],
}

impl Search<'_> {
    /// Returns the difference if a published version (`frozen`) or a promise does not allow it. Changes that a new
    /// version may make count only for `text`.
    fn difference(&self, edit: &Edit<'_>, frozen: bool, text: bool) -> Option<Difference> {
        let exchange = Exchange { old: &self.closest.form, new: &edit.form };
        let tools = self.closest.tools.iter().filter_map(|tool| self.versions.tools.get(*tool));
        tools.into_iter().find_map(|tool| {
            let later = exchange.within(&tool.signature);
            let change = changes(&tool.signature, &later);
            let change = change.iter().find(|change| refused(change.rule, text))?;
            let message = reported(self.folder, tool, change, frozen, &self.tools(edit));
            Some(Difference { at: edit.at, message })
        })
    }

    /// Names the tools that the change concerns.
    fn tools(&self, edit: &Edit<'_>) -> String {
        let concerned = self.fitting.iter().filter(|(_, shared)| match edit.was {
            Some(was) => shared.form.items().contains(&was),
            None => shared.form.items().iter().all(|was| was.name != edit.new),
        });
        self.versions.names(concerned.flat_map(|(_, shared)| shared.tools.iter().copied()))
    }
}

/// Returns the message of the first of these tools, and names all of them.
pub(super) fn reported(
    folder: &Folder,
    tool: &Tool,
    change: &Change<'_>,
    frozen: bool,
    tools: &str,
) -> String {
    let (ToolSignature { name, version, .. }, next) = (&tool.signature, tool.next);
    let line = Places::of(&tool.text).line(&tool.signature, change.path);
    let place = format!("{}:{line}", folder.shown_file(&tool.file));
    let subject = Subject {
        tool: name,
        code: if frozen { *version } else { next },
        published: *version,
        place: &place,
        next,
        bounds: None,
    };
    format!("{}\n  published by: {tools}", message(change, subject))
}

impl Form {
    fn is_choices(&self) -> bool {
        matches!(self, Self::Choices(_))
    }

    fn items(&self) -> Vec<Was<'_>> {
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
    fn distance(&self, items: &[Item<'_>]) -> Option<usize> {
        let all = self.items();
        let pairs: Vec<_> = all
            .iter()
            .enumerate()
            .filter_map(|(index, was)| {
                items.iter().find(|item| self.is(*was, item)).map(|item| (index, was, item))
            })
            .collect();
        let (shared, longest) = (pairs.len(), all.len().max(items.len()));
        let is_new = |item: &&Item<'_>| !all.iter().any(|was| self.is(*was, item));
        let renamed = |item: &&Item<'_>| all.iter().any(|was| was.description == item.description);
        let renamed = items.iter().filter(is_new).filter(renamed).count();
        let differs = |(index, was, item): &&(usize, &Was<'_>, &Item<'_>)| {
            was.name != item.name
                || matches!(self, Self::Outputs(_)) && was.id != item.id
                || was.description != item.description
                || self.retyped(*index, item).is_some()
        };
        let changed = pairs.iter().filter(differs).count();
        let apart = all.len().saturating_add(items.len()).saturating_sub(2 * shared);
        let fitting = shared.saturating_add(renamed);
        (fitting > 0 && 2 * fitting >= longest).then_some(changed + 2 * apart)
    }

    /// Returns all changes, each as the only one.
    fn edits<'f>(&'f self, items: &'f [Item<'_>]) -> Vec<Edit<'f>> {
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
                    Some(form) => (Place::Item(at), form),
                    None => continue,
                },
                (None, [renamed]) if only_lost => (Place::Item(*renamed), self.without(index)),
                (None, _) => (Place::Name, self.without(index)),
            };
            edits.push(Edit { at, form, was: Some(*was), new: "" });
        }
        for at in new {
            let Some(item) = items.get(at) else { continue };
            let form = self.with(item);
            edits.extend(form.map(|form| Edit {
                at: Place::Item(at),
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
