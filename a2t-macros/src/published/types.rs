//! Structs and enums that published tools share: a change is one error at the field or the choice, with the tools that
//! publish it.

use a2t_core::evolution::{Bounds, Change, Subject, changes, message, refused};
use a2t_core::{JsonShape, ToolSignature};
use syn::{Ident, Type};

use super::edits::{Edit, Item, Location};
use super::folder::Folder;
use super::forms::{Exchange, Shared, Tool, Versions, names};
use super::lines::Lines;
use crate::ast::{Choice, Field};
use crate::attr::At;
use crate::plain::{Plain, in_option, plain};
use crate::siblings;

/// The first change that a type makes: of the newest published version, of an older one, of which the code still has a
/// function, and of the promises to callers.
#[derive(Default)]
pub(crate) struct Changed {
    pub(crate) published: Option<Difference>,
    pub(crate) before: Before,
    pub(crate) promised: Option<Difference>,
}

/// The change of an older version.
pub(crate) enum Before {
    /// The newest version has the same form, and reports the change.
    AsNewest,
    Older(Option<Difference>),
}

impl Default for Before {
    fn default() -> Self {
        Self::Older(None)
    }
}

impl Changed {
    pub(crate) fn is_empty(&self) -> bool {
        let Self { published, before, promised } = self;
        published.is_none() && promised.is_none() && matches!(before, Before::Older(None))
    }
}

pub(crate) struct Difference {
    pub(crate) at: Location,
    pub(crate) message: String,
}

pub(crate) fn fields(ident: &Ident, fields: &[Field]) -> Changed {
    let items = fields.iter().map(|field| Item {
        id: &field.id.value,
        name: &field.name.value,
        description: described(field.description.as_ref()),
        plain: if field.text { text(&field.ty) } else { plain(&field.ty) },
    });
    changed(ident, &items.collect::<Vec<_>>(), false)
}

pub(crate) fn choices(choice: &Choice) -> Changed {
    let items = choice.variants.iter().map(|variant| Item {
        id: &variant.name.value,
        name: &variant.name.value,
        description: described(variant.description.as_ref()),
        plain: None,
    });
    changed(&choice.ident, &items.collect::<Vec<_>>(), true)
}

fn described(description: Option<&At<String>>) -> &str {
    description.map_or("", |text| &text.value)
}

/// A field that `Display` shows.
fn text(ty: &Type) -> Option<Plain> {
    let optional = plain(ty).is_some_and(|plain| plain.optional) || in_option(ty).is_some();
    Some(Plain { shape: JsonShape::String, optional })
}

fn changed(ident: &Ident, items: &[Item<'_>], choices: bool) -> Changed {
    let Some(folder) = Folder::find() else {
        return Changed::default();
    };
    let versions = Versions::for_folder(&folder);
    let of_kind = versions.forms.iter().filter(|form| form.form.is_choices() == choices);
    let mut fitting: Vec<_> =
        of_kind.filter_map(|form| Some((form.form.distance(items)?, form))).collect();
    fitting.sort_by_key(|(distance, _)| *distance);
    let search = Search { folder: &folder, versions: &versions, fitting: &fitting, ident };
    let is_newest = |shared: &Shared| search.tools(shared, true).next().is_some();
    let newest = fitting.iter().find(|(_, shared)| is_newest(shared));
    let Some((distance, closest)) = fitting.first() else {
        return Changed::default();
    };
    let as_newest = *distance > 0 && newest.is_some_and(|(newest, _)| newest == distance);
    Changed {
        published: newest.and_then(|(_, newest)| search.change(newest, items, true, true)),
        before: if as_newest {
            Before::AsNewest
        } else {
            Before::Older(search.change(closest, items, false, true))
        },
        promised: newest.and_then(|(_, newest)| search.change(newest, items, true, false)),
    }
}

struct Search<'s> {
    folder: &'s Folder,
    versions: &'s Versions,
    /// Forms that the type may have had, with their distances from it.
    fitting: &'s [(usize, &'s Shared)],
    ident: &'s Ident,
}

impl<'s> Search<'s> {
    /// Returns the versions of tools with this form, or only the newest ones.
    fn tools(&self, shared: &Shared, newest: bool) -> impl Iterator<Item = &'s Tool> {
        let tools = shared.tools.iter().filter_map(|tool| self.versions.tools.get(*tool));
        tools.filter(move |tool| tool.is_newest || !newest)
    }

    /// Returns the first change that a published version (`frozen`) or a promise does not allow. Changes that even a
    /// new version must not make come first.
    fn change(
        &self,
        shared: &Shared,
        items: &[Item<'_>],
        newest: bool,
        frozen: bool,
    ) -> Option<Difference> {
        let edits = shared.form.edits(items);
        let mut tools: Vec<_> = self.tools(shared, newest).filter(|_| !edits.is_empty()).collect();
        tools.sort_by_key(|tool| siblings::lines_between(self.ident, &tool.signature.name));
        let first = |text| {
            edits.iter().find_map(|edit| self.difference(shared, edit, &tools, frozen, text))
        };
        first(false).or_else(|| first(true).filter(|_| frozen))
    }

    /// Returns the difference that a change makes. Changes that a new version may make count only for `text`.
    fn difference(
        &self,
        shared: &Shared,
        edit: &Edit<'_>,
        tools: &[&Tool],
        frozen: bool,
        text: bool,
    ) -> Option<Difference> {
        let exchange = Exchange { old: &shared.form, new: &edit.form };
        tools.iter().find_map(|tool| {
            let later = exchange.within(&tool.signature);
            let change = changes(&tool.signature, &later);
            let change = change.iter().find(|change| refused(change.rule, text))?;
            let message = reported(self.folder, tool, change, frozen, &self.names(edit));
            Some(Difference { at: edit.at, message })
        })
    }

    /// Names the tools that the change concerns.
    fn names(&self, edit: &Edit<'_>) -> String {
        let concerned = self.fitting.iter().filter(|(_, shared)| match edit.was {
            Some(was) => shared.form.items().contains(&was),
            None => shared.form.items().iter().all(|was| was.name != edit.new),
        });
        names(concerned.flat_map(|(_, shared)| self.tools(shared, false)))
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
    let line = Lines::new(&tool.text).line(&tool.signature, change.path);
    let location = format!("{}:{line}", folder.shown_file(&tool.file));
    let subject = Subject {
        tool: name,
        code: if frozen { *version } else { next },
        published: *version,
        location: &location,
        next,
        newest: *version,
        bounds: Bounds::Changed,
    };
    format!("{}\n  used by: {tools}", message(change, subject))
}
