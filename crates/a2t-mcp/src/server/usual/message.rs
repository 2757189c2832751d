//! The body of a request, if it is spelled as clients spell it, in one pass over its text.

use std::fmt;
use std::marker::PhantomData;

use a2t_core::json::{check_within, value_within};
use rmcp::model::JsonObject;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

/// Objects around the value of a parameter: the message and its `params`.
const PARAMETER: usize = 2;

/// Members of `_meta` that change nothing here.
const PASSED_OVER: [&str; 6] = [
    "io.modelcontextprotocol/clientInfo",
    "io.modelcontextprotocol/logLevel",
    "progressToken",
    "traceparent",
    "tracestate",
    "baggage",
];

/// A request of JSON-RPC. Its texts have no escapes, so that they are borrowed.
#[derive(Default)]
pub(super) struct Message<'b> {
    pub(super) jsonrpc: Option<&'b str>,
    pub(super) id: Option<Id<'b>>,
    pub(super) method: Option<&'b str>,
    pub(super) params: Option<Params<'b>>,
}

#[derive(Clone, Copy)]
pub(super) enum Id<'b> {
    Number(i64),
    Text(&'b str),
}

#[derive(Default)]
pub(super) struct Params<'b> {
    pub(super) name: Option<&'b str>,
    pub(super) arguments: Option<JsonObject>,
    pub(super) cursor: Option<&'b str>,
    pub(super) meta: Option<Meta<'b>>,
}

#[derive(Default)]
pub(super) struct Meta<'b> {
    pub(super) version: Option<&'b str>,
    pub(super) capabilities: Option<Value>,
    pub(super) others: JsonObject,
    /// A bit for each member that was passed over.
    passed_over: u8,
}

impl From<Id<'_>> for Value {
    fn from(id: Id<'_>) -> Self {
        match id {
            Id::Number(number) => number.into(),
            Id::Text(text) => text.into(),
        }
    }
}

impl<'b> Message<'b> {
    /// Reads a body that is one such request.
    pub(super) fn read(body: &'b [u8]) -> Option<Self> {
        let mut text = serde_json::Deserializer::from_str(std::str::from_utf8(body).ok()?);
        let message = object(&mut text).ok()?;
        text.end().ok()?;
        Some(message)
    }
}

/// An object whose members are read one by one, each at most once.
trait Members<'de>: Default {
    /// Reads the value of a member.
    ///
    /// # Errors
    /// A member that is not known, or is not spelled as usual.
    fn read<A: MapAccess<'de>>(&mut self, name: &'de str, map: &mut A) -> Result<(), A::Error>;
}

impl<'de> Members<'de> for Message<'de> {
    fn read<A: MapAccess<'de>>(&mut self, name: &'de str, map: &mut A) -> Result<(), A::Error> {
        match name {
            "jsonrpc" => set(&mut self.jsonrpc, map.next_value()?),
            "id" => set(&mut self.id, map.next_value()?),
            "method" => set(&mut self.method, map.next_value()?),
            "params" => set(&mut self.params, map.next_value::<Object<_>>()?.0),
            _ => Err(unusual()),
        }
    }
}

impl<'de> Members<'de> for Params<'de> {
    fn read<A: MapAccess<'de>>(&mut self, name: &'de str, map: &mut A) -> Result<(), A::Error> {
        match name {
            "name" => set(&mut self.name, map.next_value()?),
            "arguments" => match map.next_value_seed(value_within(PARAMETER))? {
                Value::Object(arguments) => set(&mut self.arguments, arguments),
                _ => Err(unusual()),
            },
            "cursor" => set(&mut self.cursor, map.next_value()?),
            "_meta" => set(&mut self.meta, map.next_value::<Object<_>>()?.0),
            _ => Err(unusual()),
        }
    }
}

impl<'de> Members<'de> for Meta<'de> {
    fn read<A: MapAccess<'de>>(&mut self, name: &'de str, map: &mut A) -> Result<(), A::Error> {
        let outer = PARAMETER + 1;
        if let Some(position) = PASSED_OVER.iter().position(|passed_over| *passed_over == name) {
            map.next_value_seed(check_within(outer))?;
            let before = self.passed_over;
            self.passed_over |= 1 << position;
            return if self.passed_over == before { Err(unusual()) } else { Ok(()) };
        }
        match name {
            "io.modelcontextprotocol/protocolVersion" => set(&mut self.version, map.next_value()?),
            "io.modelcontextprotocol/clientCapabilities" => {
                set(&mut self.capabilities, map.next_value_seed(value_within(outer))?)
            }
            _ => {
                let value = map.next_value_seed(value_within(outer))?;
                let before = self.others.insert(name.to_owned(), value);
                if before.is_some() { Err(unusual()) } else { Ok(()) }
            }
        }
    }
}

fn set<T, E: Error>(slot: &mut Option<T>, value: T) -> Result<(), E> {
    if slot.replace(value).is_some() { Err(unusual()) } else { Ok(()) }
}

/// No one reads the words: the SDK reads the request again.
fn unusual<E: Error>() -> E {
    E::custom("unusual")
}

/// A value that is an object, and not an array of its members.
struct Object<M>(M);

impl<'de, M: Members<'de>> Deserialize<'de> for Object<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer).map(Self)
    }
}

fn object<'de, D: Deserializer<'de>, M: Members<'de>>(deserializer: D) -> Result<M, D::Error> {
    deserializer.deserialize_map(Reader(PhantomData))
}

struct Reader<M>(PhantomData<M>);

impl<'de, M: Members<'de>> Visitor<'de> for Reader<M> {
    type Value = M;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<M, A::Error> {
        let mut members = M::default();
        while let Some(name) = map.next_key()? {
            members.read(name, &mut map)?;
        }
        Ok(members)
    }
}

impl<'de> Deserialize<'de> for Id<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IdReader)
    }
}

struct IdReader;

impl<'de> Visitor<'de> for IdReader {
    type Value = Id<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer or a string")
    }

    fn visit_i64<E>(self, number: i64) -> Result<Id<'de>, E> {
        Ok(Id::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Id<'de>, E> {
        i64::try_from(number).map(Id::Number).map_err(E::custom)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Id<'de>, E> {
        Ok(Id::Text(text))
    }
}
