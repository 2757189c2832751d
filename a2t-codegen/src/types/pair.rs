//! Types of an output or an error, and of an input, with the same content, so that one converts
//! into the other.

use std::collections::{BTreeMap, BTreeSet};

use a2t_core::AllowedValue;

use super::{Choice, Content, Kind, Types, Union, Variant};
use crate::ident::{self, Ident};
use crate::names::Side;

/// Pairs of one meaning across all tools. A meaning with more has one for each output, so that the
/// code of many tools with one type stays linear in their number.
const PAIRS_MAX: usize = 256;

/// The property as Rust names it, and the content of its type on the wire.
type Meaning<'p> = (String, WireType<'p>);

/// A type as the wire has it, in any order. Bounds are no part of it: they are checked when a call
/// is sent.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum WireType<'p> {
    Integer,
    Number,
    Boolean,
    Text,
    Any,
    List(Box<WireType<'p>>),
    Map(Box<WireType<'p>>),
    Nullable(Box<WireType<'p>>),
    Enum(BTreeSet<&'p str>),
    Object(BTreeMap<&'p str, WireType<'p>>),
    Union(&'p str, BTreeMap<&'p str, WireType<'p>>),
}

/// Members that must be there, each as the names on the way to it.
type Required<'p> = BTreeSet<Vec<&'p str>>;

/// A type of a client, and the location of its name.
#[derive(Clone)]
pub(crate) struct End {
    pub(crate) side: Side,
    /// The tool whose module has it; `None` for one that all tools share.
    pub(crate) tool: Option<Ident>,
    pub(crate) name: Ident,
}

/// A type of inputs, and one of what servers send.
pub(crate) type Pair = (End, End);

/// The types of a client by their meaning.
#[derive(Default)]
pub(crate) struct Meanings<'p>(BTreeMap<Meaning<'p>, Same<'p>>);

#[derive(Default)]
struct Same<'p> {
    inputs: Vec<(End, Required<'p>)>,
    sent: Vec<(End, Required<'p>)>,
}

impl<'p> Meanings<'p> {
    /// Adds enums that all tools share.
    pub(crate) fn share(&mut self, side: Side, choices: &'p [Choice<'_>]) {
        for choice in choices {
            let values = choice.values.iter().map(|(_, value)| &**value);
            let end = End { side, tool: None, name: choice.name.clone() };
            self.add(choice.id, enum_content(values), end, Required::new());
        }
    }

    /// Adds the types of one side of this tool.
    pub(crate) fn own(&mut self, tool: &Ident, types: &'p Types) {
        for declared in &types.declared {
            let mut required = Required::new();
            let wire_type = types.content_of(&declared.content, &mut Vec::new(), &mut required);
            let (tool, name) = (Some(tool.clone()), declared.name.clone());
            let end = End { side: types.side, tool, name };
            self.add(&declared.property, wire_type, end, required);
        }
    }

    fn add(&mut self, id: &str, wire_type: WireType<'p>, end: End, required: Required<'p>) {
        let same = self.0.entry((ident::choice_base(id), wire_type)).or_default();
        match end.side {
            Side::Inputs => same.inputs.push((end, required)),
            Side::Outputs | Side::Errors => same.sent.push((end, required)),
        }
    }

    /// Each enum of inputs with each of those that have the same values.
    pub(crate) fn enums(&self) -> Vec<Pair> {
        self.pairs(|wire_type| matches!(wire_type, WireType::Enum(_)))
    }

    /// Each object of inputs with each of those that have the same members.
    pub(crate) fn objects(&self) -> Vec<Pair> {
        self.pairs(|wire_type| matches!(wire_type, WireType::Object(_)))
    }

    fn pairs(&self, of: fn(&WireType<'_>) -> bool) -> Vec<Pair> {
        let same = self.0.iter().filter(|((_, wire_type), _)| of(wire_type));
        same.flat_map(|(_, same)| same.pairs()).collect()
    }
}

impl Same<'_> {
    fn pairs(&self) -> Vec<Pair> {
        let few = self.inputs.len().saturating_mul(self.sent.len()) <= PAIRS_MAX;
        let most = if few { usize::MAX } else { 1 };
        let mut pairs = Vec::new();
        for (sent, always) in &self.sent {
            let near = |input: &End| few || input.tool.is_none() || input.tool == sent.tool;
            let fits =
                |(input, needed): &&(End, Required<'_>)| near(input) && needed.is_subset(always);
            let inputs = self.inputs.iter().filter(fits).take(most);
            pairs.extend(inputs.map(|(input, _)| (input.clone(), sent.clone())));
        }
        pairs
    }
}

fn enum_content<'p>(values: impl Iterator<Item = &'p AllowedValue>) -> WireType<'p> {
    WireType::Enum(values.map(|value| &*value.name).collect())
}

impl Types {
    fn content_of<'p>(
        &'p self,
        content: &'p Content,
        at: &mut Vec<&'p str>,
        required: &mut Required<'p>,
    ) -> WireType<'p> {
        let members = match content {
            Content::Enum(values) => return enum_content(values.iter().map(|(_, value)| value)),
            Content::Object(members) => members,
            Content::Union(union) => return self.union_of(union, at, required),
        };
        let member = |member: &'p super::Member| {
            at.push(&member.wire);
            if member.required {
                required.insert(at.clone());
            }
            let wire_type = self.of_kind(&member.kind, at, required);
            at.pop();
            (&*member.wire, wire_type)
        };
        WireType::Object(members.iter().map(member).collect())
    }

    fn union_of<'p>(
        &'p self,
        union: &'p Union,
        at: &mut Vec<&'p str>,
        required: &mut Required<'p>,
    ) -> WireType<'p> {
        let variant = |variant: &'p Variant| {
            at.push(&variant.value.name);
            let wire_type = self.declared(variant.object, at, required);
            at.pop();
            (&*variant.value.name, wire_type)
        };
        WireType::Union(&union.tag, union.variants.iter().map(variant).collect())
    }

    fn of_kind<'p>(
        &'p self,
        kind: &'p Kind,
        at: &mut Vec<&'p str>,
        required: &mut Required<'p>,
    ) -> WireType<'p> {
        match kind {
            Kind::Integer { .. } => WireType::Integer,
            Kind::Number => WireType::Number,
            Kind::Boolean => WireType::Boolean,
            Kind::Text { .. } => WireType::Text,
            Kind::Any => WireType::Any,
            Kind::List(item) => WireType::List(self.of_kind(item, at, required).into()),
            Kind::Map(value) => WireType::Map(self.of_kind(value, at, required).into()),
            Kind::Nullable(inner) => WireType::Nullable(self.of_kind(inner, at, required).into()),
            Kind::Declared(index) => self.declared(*index, at, required),
        }
    }

    fn declared<'p>(
        &'p self,
        index: usize,
        at: &mut Vec<&'p str>,
        required: &mut Required<'p>,
    ) -> WireType<'p> {
        match self.declared.get(index) {
            Some(declared) => self.content_of(&declared.content, at, required),
            None => WireType::Any,
        }
    }

    /// Notes that the object of this name becomes one of inputs, and so all that are in it.
    pub(crate) fn write(&mut self, name: &Ident) {
        let mut next: Vec<_> =
            self.declared.iter().position(|declared| declared.name == *name).into_iter().collect();
        while let Some(declared) = next.pop().and_then(|index| self.declared.get_mut(index)) {
            declared.written = true;
            match &declared.content {
                Content::Enum(_) => {}
                Content::Object(members) => {
                    next.extend(members.iter().filter_map(|member| member.kind.declared()));
                }
                Content::Union(union) => {
                    next.extend(union.variants.iter().map(|variant| variant.object));
                }
            }
        }
    }
}
