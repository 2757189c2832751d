//! A schema becomes types of Rust: those of the library, and enums and objects of its tool's own,
//! each named for the path of its property.

mod described;

use a2t_core::AllowedValue;
use a2t_core::json::segment;
use a2t_schema::shape::{Object, Property, Rest};
use a2t_schema::{Schema, Shape};
use serde_json::Value;

use super::note;
use super::plan::Member;
use crate::docs;
use crate::ident::{self, Ident, Path, Scope};
pub(crate) use crate::names::Side;
use crate::overrides::{Applied, Named};

/// Deeper objects are JSON: a path of so many names is none that anybody reads.
const DEPTH_MAX: usize = 8;
/// Types of one side of a tool; what follows is JSON.
const TYPES_MAX: usize = 200;
/// Values of an enum; longer lists are strings that the schema checks.
const VALUES_MAX: usize = 500;

/// Type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer {
        min: i64,
        max: i64,
    },
    Number,
    Boolean,
    Text {
        max: Option<u64>,
    },
    List(Box<Kind>),
    Nullable(Box<Kind>),
    /// The type at this position of [`Types`].
    Declared(usize),
    /// JSON.
    Any,
}

/// Enums and objects of one side of a tool.
pub(crate) struct Types {
    tool: String,
    side: Side,
    pub(crate) declared: Vec<Declared>,
}

/// An enum or an object, which is named once all of them are known.
pub(crate) struct Declared {
    pub(crate) name: Ident,
    /// JSON pointer of names of properties.
    pointer: String,
    /// Path under which the user knows it.
    path: String,
    /// The property that has the type.
    pub(crate) property: String,
    pub(crate) content: Content,
    pub(crate) derives: Vec<Path>,
}

pub(crate) enum Content {
    Enum(Vec<(Ident, AllowedValue)>),
    Object(Vec<Member>),
}

/// Place of a value in a tool.
struct Place<'p> {
    pointer: &'p str,
    path: &'p str,
    property: &'p str,
    depth: usize,
}

impl Types {
    /// No types yet, of this side of the tool that a user knows by this name.
    pub(crate) fn new(tool: &str, side: Side) -> Self {
        Self { tool: tool.to_owned(), side, declared: Vec::new() }
    }

    /// The members of an object, or the type of whatever else the schema describes.
    pub(crate) fn root(
        &mut self,
        schema: &Schema,
        applied: &mut Applied,
    ) -> Result<Vec<Member>, Kind> {
        let path = format!("{}.{}", self.tool, self.side.as_str());
        let place = Place { pointer: "", path: &path, property: "value", depth: 0 };
        match schema.shape() {
            Shape::Object(object) if self.is_known(&object) || self.is_empty(&object) => {
                Ok(self.members(&object, &place, applied))
            }
            other => Err(self.kind(&other, &place, applied)),
        }
    }

    fn scope(&self) -> Scope {
        match self.side {
            Side::Inputs => Scope::Method,
            Side::Outputs => Scope::Field,
        }
    }

    /// A program can say all that such an object may have. Of one that is sent it reads what it knows.
    fn is_known(&self, object: &Object) -> bool {
        let open = self.side == Side::Inputs && matches!(object.rest, Rest::Each(_));
        !object.properties.is_empty() && !open
    }

    /// An object that takes nothing.
    fn is_empty(&self, object: &Object) -> bool {
        let open = matches!(object.rest, Rest::Each(_));
        self.side == Side::Inputs && object.properties.is_empty() && !open
    }

    fn members(&mut self, object: &Object, at: &Place<'_>, applied: &mut Applied) -> Vec<Member> {
        let wires = object.properties.iter().map(|property| &*property.name);
        let names = self.names_in(at, wires, applied);
        let named = object.properties.iter().zip(names);
        named.map(|(property, name)| self.member(property, name, at, applied)).collect()
    }

    /// Names of the members that an object has on the wire.
    fn names_in<'w>(
        &self,
        at: &Place<'_>,
        wires: impl Iterator<Item = &'w str> + Clone,
        applied: &mut Applied,
    ) -> Vec<Ident> {
        let names = ident::members(self.scope(), wires.clone(), self.side.noun(), |_| None);
        let paths = wires.map(|name| vec![format!("{}.{name}", at.path)]);
        applied.members(self.scope(), paths, names)
    }

    fn member(
        &mut self,
        property: &Property,
        name: Ident,
        at: &Place<'_>,
        applied: &mut Applied,
    ) -> Member {
        let place = Place {
            pointer: &format!("{}/{}", at.pointer, segment(&property.name)),
            path: &format!("{}.{}", at.path, property.name),
            property: &property.name,
            depth: at.depth + 1,
        };
        let docs = docs::lines(&note::documented(property, self.side));
        let kind = self.kind(&property.shape, &place, applied);
        let (wire, required) = (property.name.clone(), property.required);
        Member { name, wire, required, kind, docs }
    }

    fn kind(&mut self, shape: &Shape, at: &Place<'_>, applied: &mut Applied) -> Kind {
        match shape {
            Shape::Integer(bounds) => integer(bounds.min, bounds.max),
            Shape::Number(_) => Kind::Number,
            Shape::Boolean => Kind::Boolean,
            Shape::String(text) => Kind::Text { max: text.max_length },
            Shape::Array(array) => Kind::List(Box::new(self.kind(&array.items, at, applied))),
            Shape::Nullable(inner) => nullable(self.kind(inner, at, applied)),
            Shape::Enum(values) => self.choice(values, at, applied),
            Shape::Const(value) => self.choice(std::slice::from_ref(value), at, applied),
            Shape::Object(object) if self.is_known(object) && self.has_room(at) => {
                self.object(at, |types| types.members(object, at, applied))
            }
            _ => Kind::Any,
        }
    }

    /// Declares an object before the types of its members.
    fn object(&mut self, at: &Place<'_>, members: impl FnOnce(&mut Self) -> Vec<Member>) -> Kind {
        let index = self.declare(at, Content::Object(Vec::new()));
        let members = members(self);
        if let Some(declared) = self.declared.get_mut(index) {
            declared.content = Content::Object(members);
        }
        Kind::Declared(index)
    }

    fn has_room(&self, at: &Place<'_>) -> bool {
        at.depth <= DEPTH_MAX && self.declared.len() < TYPES_MAX
    }

    fn declare(&mut self, at: &Place<'_>, content: Content) -> usize {
        let (name, derives) = (ident::unnamed(), Vec::new());
        let [pointer, path, property] = [at.pointer, at.path, at.property].map(str::to_owned);
        self.declared.push(Declared { name, pointer, path, property, content, derives });
        self.declared.len() - 1
    }

    /// An enum of strings; of other values, the type that they have in common.
    fn choice(&mut self, values: &[Value], at: &Place<'_>, applied: &mut Applied) -> Kind {
        let texts: Option<Vec<_>> = values.iter().map(Value::as_str).collect();
        match texts {
            Some(texts) if texts.len() <= VALUES_MAX && self.has_room(at) => {
                let values = self.variants(&texts, at, applied);
                Kind::Declared(self.declare(at, Content::Enum(values)))
            }
            Some(_) => Kind::Text { max: None },
            None if values.iter().all(Value::is_i64) => integer(None, None),
            None if values.iter().all(Value::is_number) => Kind::Number,
            None if values.iter().all(Value::is_boolean) => Kind::Boolean,
            None => Kind::Any,
        }
    }

    fn variants(
        &self,
        texts: &[&str],
        at: &Place<'_>,
        applied: &mut Applied,
    ) -> Vec<(Ident, AllowedValue)> {
        let scope = match self.side {
            Side::Inputs => Scope::Variant,
            Side::Outputs => Scope::OpenVariant,
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
                self.side == Side::Outputs || matches!(declared.content, Content::Enum(_));
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
        };
        format!("{}.{ending}", self.path)
    }
}

/// Bounds beyond 64 bits with sign are those of the type, which the schema checks the rest of.
fn integer(min: Option<i64>, max: Option<i64>) -> Kind {
    let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
    Kind::Integer { min, max }
}

fn nullable(kind: Kind) -> Kind {
    match kind {
        Kind::Any | Kind::Nullable(_) => kind,
        other => Kind::Nullable(Box::new(other)),
    }
}
