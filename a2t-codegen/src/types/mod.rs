//! Types of inputs, outputs and errors, of clients of either kind: a JSON Schema, or a shape that a
//! signature describes, comes in; types of Rust go out, those of the library, and enums and
//! objects of the tool's own, each named for the path of its property. [`expand`] has their text.

mod described;
mod errors;
pub(crate) mod expand;
mod kind;
mod note;
pub(crate) mod pair;
mod schema;

use std::borrow::Cow;

use a2t_core::AllowedValue;
use a2t_core::json::segment;

use crate::docs::{self, Line};
use crate::ident::{self, Ident, Path, Scope};
use crate::names::Side;
use crate::overrides::{Applied, Named};

pub(crate) use errors::{Errors, Listed};
pub(crate) use kind::Kind;

/// Deeper objects are JSON: a path of so many names is none that anybody reads.
const DEPTH_MAX: usize = 8;
/// Types of one side of a tool; what follows is JSON.
const TYPES_MAX: usize = 200;
/// Values of an enum; longer lists are strings that the schema checks.
const VALUES_MAX: usize = 500;

/// Enums, objects and unions of one side of a tool.
pub(crate) struct Types {
    tool: String,
    side: Side,
    pub(crate) declared: Vec<Declared>,
}

/// An enum, an object or a union, which is named once all of them are known.
pub(crate) struct Declared {
    pub(crate) name: Ident,
    /// JSON pointer of names of properties.
    pointer: String,
    /// Path under which the user knows it.
    path: String,
    /// The property that has the type.
    pub(crate) property: String,
    pub(crate) content: Content,
    /// It is converted into an input with the same content.
    pub(crate) written: bool,
    pub(crate) derives: Vec<Path>,
}

pub(crate) enum Content {
    Enum(Vec<(Ident, AllowedValue)>),
    Object(Vec<Member>),
    Union(Union),
}

/// Alternative objects. The value of the property `tag` chooses one.
pub(crate) struct Union {
    pub(crate) tag: String,
    pub(crate) variants: Vec<Variant>,
}

/// An alternative of a union.
pub(crate) struct Variant {
    pub(crate) name: Ident,
    /// The tag's value, and the description of the object.
    pub(crate) value: AllowedValue,
    /// The position of the object without the tag.
    pub(crate) object: usize,
}

/// A property of an object.
pub(crate) struct Member {
    pub(crate) name: Ident,
    pub(crate) wire: String,
    pub(crate) required: bool,
    pub(crate) kind: Kind,
    pub(crate) docs: Vec<Line>,
}

impl Member {
    /// The documentation as one line, for a list of arguments.
    pub(crate) fn line(&self) -> Line {
        docs::joined(&self.docs)
    }
}

/// An enum as it is written, and its values in the order of the first tool that has it.
pub(crate) struct Choice<'a> {
    /// The parameter, as the first tool spells its id.
    pub(crate) id: &'a str,
    pub(crate) name: Ident,
    pub(crate) values: Vec<(Ident, Cow<'a, AllowedValue>)>,
    pub(crate) derives: Vec<Path>,
}

/// Location of a value in a tool.
struct Location<'p> {
    pointer: String,
    path: String,
    property: &'p str,
    depth: usize,
}

impl Location<'_> {
    /// Location of the member with this name on the wire.
    fn member<'p>(&self, name: &'p str) -> Location<'p> {
        Location {
            pointer: format!("{}/{}", self.pointer, segment(name)),
            path: format!("{}.{name}", self.path),
            property: name,
            depth: self.depth + 1,
        }
    }
}

impl Types {
    /// No types yet, of this side of the tool that a user knows by this name.
    pub(crate) fn new(tool: &str, side: Side) -> Self {
        Self { tool: tool.to_owned(), side, declared: Vec::new() }
    }

    fn scope(&self) -> Scope {
        match self.side {
            Side::Inputs => Scope::Method,
            Side::Outputs | Side::Errors => Scope::Field,
        }
    }

    /// Names of the members that an object has on the wire; `kept` has names from before.
    fn names_in<'w>(
        &self,
        at: &Location<'_>,
        wires: impl Iterator<Item = &'w str> + Clone,
        kept: impl Fn(&str) -> Option<Ident>,
        applied: &mut Applied,
    ) -> Vec<Ident> {
        let names = ident::members(self.scope(), wires.clone(), self.side.noun(), kept);
        let paths = wires.map(|name| vec![format!("{}.{name}", at.path)]);
        applied.members(self.scope(), paths, names)
    }

    /// Declares an object before the types of its members, and returns its position.
    fn object(
        &mut self,
        at: &Location<'_>,
        members: impl FnOnce(&mut Self) -> Vec<Member>,
    ) -> usize {
        let index = self.declare(at, Content::Object(Vec::new()));
        let members = members(self);
        if let Some(declared) = self.declared.get_mut(index) {
            declared.content = Content::Object(members);
        }
        index
    }

    fn has_room(&self, at: &Location<'_>) -> bool {
        at.depth <= DEPTH_MAX && self.declared.len() < TYPES_MAX
    }

    fn declare(&mut self, at: &Location<'_>, content: Content) -> usize {
        self.declared.push(Declared {
            name: ident::unnamed(),
            pointer: at.pointer.clone(),
            path: at.path.clone(),
            property: at.property.to_owned(),
            content,
            written: false,
            derives: Vec::new(),
        });
        self.declared.len() - 1
    }

    fn variants(
        &self,
        texts: &[&str],
        at: &Location<'_>,
        applied: &mut Applied,
    ) -> Vec<(Ident, AllowedValue)> {
        let scope = match self.side {
            Side::Inputs => Scope::Variant,
            Side::Outputs | Side::Errors => Scope::OpenVariant,
        };
        let names = ident::members(scope, texts.iter().copied(), "value", |_| None);
        let paths = texts.iter().map(|text| vec![format!("{}.enum.{text}", at.path)]);
        let names = applied.members(scope, paths, names);
        let value =
            |text: &&str| AllowedValue { name: (*text).to_owned().into(), description: "".into() };
        names.into_iter().zip(texts.iter().map(value)).collect()
    }

    /// Names every type: of two that would have one name, the one that is spelt like it has it, and
    /// the other a digest of its path.
    pub(crate) fn finish(&mut self, applied: &mut Applied) {
        let pointers = self.declared.iter().map(|declared| &*declared.pointer);
        let names = ident::members(Scope::Type, pointers, "type", |_| None);
        let paths: Vec<_> = self.declared.iter().map(Declared::path).collect();
        let things = paths.iter().zip(names);
        let things = things.map(|(path, name)| Named { paths: vec![path.clone()], name });
        let names = applied.names(Scope::Type, things.collect());
        for ((declared, path), name) in self.declared.iter_mut().zip(&paths).zip(names) {
            declared.name = name;
            let derivable =
                self.side != Side::Inputs || matches!(declared.content, Content::Enum(_));
            if derivable {
                declared.derives = applied.derives(std::slice::from_ref(path));
            }
        }
    }

    pub(crate) fn name(&self, index: usize) -> Option<&Ident> {
        self.declared.get(index).map(|declared| &declared.name)
    }
}

impl Declared {
    fn path(&self) -> String {
        let ending = match self.content {
            Content::Enum(_) => "enum",
            Content::Object(_) => "struct",
            Content::Union(_) => "enum",
        };
        format!("{}.{ending}", self.path)
    }
}
