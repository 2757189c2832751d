//! Types of what a JSON Schema describes.

use a2t_schema::shape::{self, Object, Property, Rest};
use a2t_schema::{Schema, Shape};
use serde_json::Value;

use super::{
    Content, DEPTH_MAX, Kind, Location, Member, TYPES_MAX, Types, Union, VALUES_MAX, Variant, note,
};
use crate::docs;
use crate::ident::Ident;
use crate::names::Side;
use crate::overrides::Applied;

impl Types {
    /// The members of an object, or the type of anything else that the schema describes.
    pub(crate) fn root(
        &mut self,
        schema: &Schema,
        applied: &mut Applied,
    ) -> Result<Vec<Member>, Kind> {
        let path = format!("{}.{}", self.tool, self.side.as_str());
        let location = Location { pointer: String::new(), path, property: "value", depth: 0 };
        match schema.shape() {
            Shape::Object(object) if self.is_known(&object) || self.is_empty(&object) => {
                Ok(self.members(&object, &location, applied))
            }
            other => Err(self.kind(&other, &location, applied)),
        }
    }

    /// A program can express every value of such an object. Of one that is sent it reads what it
    /// knows.
    fn is_known(&self, object: &Object) -> bool {
        let open = self.side == Side::Inputs && matches!(object.rest, Rest::Each(_));
        !object.properties.is_empty() && !open
    }

    /// An object that takes nothing.
    fn is_empty(&self, object: &Object) -> bool {
        let open = matches!(object.rest, Rest::Each(_));
        self.side == Side::Inputs && object.properties.is_empty() && !open
    }

    fn members(
        &mut self,
        object: &Object,
        at: &Location<'_>,
        applied: &mut Applied,
    ) -> Vec<Member> {
        let wires = object.properties.iter().map(|property| &*property.name);
        let names = self.names_in(at, wires, |_| None, applied);
        let named = object.properties.iter().zip(names);
        named.map(|(property, name)| self.member(property, name, at, applied)).collect()
    }

    fn member(
        &mut self,
        property: &Property,
        name: Ident,
        at: &Location<'_>,
        applied: &mut Applied,
    ) -> Member {
        let docs = docs::lines(&note::documented(property, self.side));
        let kind = self.kind(&property.shape, &at.member(&property.name), applied);
        let (wire, required) = (property.name.clone(), property.required);
        Member { name, wire, required, kind, docs }
    }

    fn kind(&mut self, shape: &Shape, at: &Location<'_>, applied: &mut Applied) -> Kind {
        match shape {
            Shape::Integer(bounds) => Kind::integer(bounds.min, bounds.max),
            Shape::Number(_) => Kind::Number,
            Shape::Boolean => Kind::Boolean,
            Shape::String(text) => Kind::Text { max: text.max_length },
            Shape::Array(array) => Kind::list(self.kind(&array.items, at, applied)),
            Shape::Nullable(inner) => self.kind(inner, at, applied).nullable(),
            Shape::Enum(values) => self.choice(values, at, applied),
            Shape::Const(value) => self.choice(std::slice::from_ref(value), at, applied),
            Shape::Object(object) if self.is_known(object) && self.has_room(at) => {
                Kind::Declared(self.object(at, |types| types.members(object, at, applied)))
            }
            Shape::Object(Object { properties, rest: Rest::Each(value), .. })
                if properties.is_empty() =>
            {
                Kind::map(self.kind(value, at, applied))
            }
            Shape::Union(union) if self.is_closed(union) && self.has_room_for(union, at) => {
                self.union(union, at, applied)
            }
            _ => Kind::Any,
        }
    }

    /// A program can express every object of a union.
    fn is_closed(&self, union: &shape::Union) -> bool {
        let is_open = |object: &Object| matches!(object.rest, Rest::Each(_));
        self.side != Side::Inputs || !union.variants.iter().any(|variant| is_open(&variant.object))
    }

    fn has_room_for(&self, union: &shape::Union, at: &Location<'_>) -> bool {
        at.depth < DEPTH_MAX && self.declared.len() + union.variants.len() < TYPES_MAX
    }

    /// Declares a union before its objects, which do not have the tag.
    fn union(&mut self, union: &shape::Union, at: &Location<'_>, applied: &mut Applied) -> Kind {
        let values: Vec<_> = union.variants.iter().map(|variant| &*variant.value).collect();
        let named = self.variants(&values, at, applied);
        let index = self.declare(at, Content::Object(Vec::new()));
        let mut variants = Vec::with_capacity(named.len());
        for ((name, mut value), variant) in named.into_iter().zip(&union.variants) {
            let mut object = variant.object.clone();
            object.properties.retain(|property| property.name != union.tag);
            value.description = object.description.clone().unwrap_or_default().into();
            let at = at.member(&variant.value);
            let object = self.object(&at, |types| types.members(&object, &at, applied));
            variants.push(Variant { name, value, object });
        }
        if let Some(declared) = self.declared.get_mut(index) {
            declared.content = Content::Union(Union { tag: union.tag.clone(), variants });
        }
        Kind::Declared(index)
    }

    /// An enum of strings; of other values, the type that they have in common.
    fn choice(&mut self, values: &[Value], at: &Location<'_>, applied: &mut Applied) -> Kind {
        let texts: Option<Vec<_>> = values.iter().map(Value::as_str).collect();
        match texts {
            Some(texts) if texts.len() <= VALUES_MAX && self.has_room(at) => {
                let values = self.variants(&texts, at, applied);
                Kind::Declared(self.declare(at, Content::Enum(values)))
            }
            Some(_) => Kind::Text { max: None },
            None if values.iter().all(Value::is_i64) => Kind::integer(None, None),
            None if values.iter().all(Value::is_number) => Kind::Number,
            None if values.iter().all(Value::is_boolean) => Kind::Boolean,
            None => Kind::Any,
        }
    }
}
