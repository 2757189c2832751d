//! Types of outputs and errors whose shape a signature declares (spec notes AMB-46, AMB-48).

use a2t_core::json::segment;
use a2t_core::{AllowedValue, JsonMember, JsonShape, ProblemType};

use super::{Content, Kind, Location, Member, Types, VALUES_MAX};
use crate::docs;
use crate::ident::Ident;
use crate::overrides::Applied;

impl Types {
    /// The type of the output with this id; what it declares is named for `noun`, and for the members on the
    /// way to it.
    pub(crate) fn described(
        &mut self,
        id: &str,
        noun: &str,
        shape: &JsonShape,
        applied: &mut Applied,
    ) -> Kind {
        let location = Location {
            pointer: format!("/{}", segment(noun)),
            path: format!("{}.{}.{id}", self.tool, self.side.as_str()),
            property: id,
            depth: 1,
        };
        self.shape(shape, &location, applied)
    }

    /// The members of an error; what they declare is named for it, and for the members on the way to it.
    /// `kept` has names of members from before.
    pub(crate) fn of_error(
        &mut self,
        error: &ProblemType,
        kept: impl Fn(&str) -> Option<Ident>,
        applied: &mut Applied,
    ) -> Vec<Member> {
        let location = Location {
            pointer: format!("/{}", segment(&error.name)),
            path: format!("{}.{}.{}", self.tool, self.side.as_str(), error.name),
            property: &error.name,
            depth: 1,
        };
        self.members_of(&error.members, &location, kept, applied)
    }

    fn shape(&mut self, shape: &JsonShape, at: &Location<'_>, applied: &mut Applied) -> Kind {
        match shape {
            JsonShape::String => Kind::Text { max: None },
            JsonShape::Int => Kind::integer(None, None),
            JsonShape::Number => Kind::Number,
            JsonShape::Boolean => Kind::Boolean,
            JsonShape::List { items } => Kind::list(self.shape(items, at, applied)),
            JsonShape::Nullable { shape } => self.shape(shape, at, applied).nullable(),
            JsonShape::Enum { allowed_values } => self.names(allowed_values, at, applied),
            JsonShape::Record { members } if !members.is_empty() && self.has_room(at) => {
                Kind::Declared(
                    self.object(at, |types| types.members_of(members, at, |_| None, applied)),
                )
            }
            JsonShape::Any | JsonShape::Record { .. } => Kind::Any,
        }
    }

    fn names(&mut self, values: &[AllowedValue], at: &Location<'_>, applied: &mut Applied) -> Kind {
        if values.len() > VALUES_MAX || !self.has_room(at) {
            return Kind::Text { max: None };
        }
        let texts: Vec<_> = values.iter().map(|value| &*value.name).collect();
        let named = self.variants(&texts, at, applied).into_iter();
        let named = named.map(|(name, _)| name).zip(values.iter().cloned());
        Kind::Declared(self.declare(at, Content::Enum(named.collect())))
    }

    fn members_of(
        &mut self,
        members: &[JsonMember],
        at: &Location<'_>,
        kept: impl Fn(&str) -> Option<Ident>,
        applied: &mut Applied,
    ) -> Vec<Member> {
        let wires = members.iter().map(|member| &*member.name);
        let names = self.names_in(at, wires, kept, applied);
        let named = members.iter().zip(names);
        named.map(|(member, name)| self.member_of(member, name, at, applied)).collect()
    }

    fn member_of(
        &mut self,
        member: &JsonMember,
        name: Ident,
        at: &Location<'_>,
        applied: &mut Applied,
    ) -> Member {
        let kind = self.shape(&member.shape, &at.member(&member.name), applied);
        let (wire, docs) = (member.name.to_string(), docs::lines(&member.description));
        Member { name, wire, required: member.required, kind, docs }
    }
}

#[cfg(test)]
impl Types {
    /// The same types under names that a test gives, for things with this prefix.
    pub(crate) fn renamed(&self, mut name: impl FnMut(&str, &Ident) -> Ident) -> Self {
        let declared = self.declared.iter().map(|declared| super::Declared {
            name: name("ZzType", &declared.name),
            pointer: String::new(),
            path: String::new(),
            property: "type".to_owned(),
            content: match &declared.content {
                Content::Enum(values) => Content::Enum(
                    values
                        .iter()
                        .map(|(value, text)| (name("ZzValue", value), text.clone()))
                        .collect(),
                ),
                Content::Object(members) => Content::Object(
                    members
                        .iter()
                        .map(|member| Member {
                            name: name("zz_member", &member.name),
                            wire: "member".to_owned(),
                            required: member.required,
                            kind: member.kind.clone(),
                            docs: docs::lines("A member."),
                        })
                        .collect(),
                ),
                // A signature describes none.
                Content::Union(_) => Content::Object(Vec::new()),
            },
            written: declared.written,
            derives: declared.derives.clone(),
        });
        Self { tool: "tool".to_owned(), side: self.side, declared: declared.collect() }
    }
}
