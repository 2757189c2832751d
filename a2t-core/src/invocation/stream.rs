//! The short way through a right invocation: one pass, nothing built but the values.
//!
//! It answers only for bodies that are plainly right. Whatever else it meets is an error without
//! words, and [`envelope`](super::envelope) reads the body again to find them.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::Scalar;
use super::judge::{fits, listed, short_enough, whole};
use crate::signature::{InputParameter, InputType, ToolSignature};

/// The values by position, each checked; `None` unless the invocation is plainly right.
pub(super) fn read<'a>(
    signature: &ToolSignature,
    body: &'a [u8],
) -> Option<Vec<Option<Scalar<'a>>>> {
    // `Inputs::given` has a bit for each input.
    if signature.input_parameters.len() > u64::BITS as usize {
        return None;
    }
    let text = std::str::from_utf8(body).ok()?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let values = Envelope { signature }.deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    let inputs = signature.input_parameters.iter().zip(&values);
    let complete = inputs
        .clone()
        .all(|(input, value)| value.is_some() || !input.required);
    complete.then_some(values)
}

type Values<'a> = Vec<Option<Scalar<'a>>>;

fn trouble<E: Error>() -> E {
    E::custom("")
}

macro_rules! seed {
    ($seed:ident $(<$life:lifetime>)?, $value:ty, $method:ident) => {
        impl<'de> DeserializeSeed<'de> for $seed $(<$life>)? {
            type Value = $value;

            fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
                from.$method(self)
            }
        }
    };
}

/// `{"name": …, "input_parameters": […]}`, in either order, the name possibly absent.
struct Envelope<'s> {
    signature: &'s ToolSignature,
}

seed!(Envelope<'_>, Values<'de>, deserialize_map);

impl<'de> Visitor<'de> for Envelope<'_> {
    type Value = Values<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an invocation")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut named, mut values) = (false, None);
        while let Some(member) = map.next_key_seed(Member)? {
            match member {
                NAME if !named => {
                    map.next_value_seed(Exactly(&self.signature.name))?;
                    named = true;
                }
                INPUT_PARAMETERS if values.is_none() => {
                    values = Some(map.next_value_seed(Inputs::new(self.signature))?);
                }
                _ => return Err(trouble()),
            }
        }
        values.ok_or_else(trouble)
    }
}

const NAME: u8 = 0;
const VALUE: u8 = 1;
const INPUT_PARAMETERS: u8 = 2;

/// Which member a key names.
struct Member;

seed!(Member, u8, deserialize_identifier);

impl Visitor<'_> for Member {
    type Value = u8;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member of an invocation")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<u8, E> {
        match key {
            "name" => Ok(NAME),
            "value" => Ok(VALUE),
            "input_parameters" => Ok(INPUT_PARAMETERS),
            _ => Err(trouble()),
        }
    }
}

/// The name of the tool.
struct Exactly<'s>(&'s str);

seed!(Exactly<'_>, (), deserialize_str);

impl Visitor<'_> for Exactly<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of the tool")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if text == self.0 {
            Ok(())
        } else {
            Err(trouble())
        }
    }
}

/// The array of pairs.
struct Inputs<'s, 'de> {
    inputs: &'s [InputParameter],
    values: Values<'de>,
    given: u64,
    /// Callers mostly keep the order of the signature: the position to try first.
    guess: usize,
}

impl<'s> Inputs<'s, '_> {
    fn new(signature: &'s ToolSignature) -> Self {
        let inputs = &*signature.input_parameters;
        let mut values = Vec::with_capacity(inputs.len());
        values.resize_with(inputs.len(), || None);
        Self {
            inputs,
            values,
            given: 0,
            guess: 0,
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        match self.inputs.get(self.guess) {
            Some(input) if input.name == name => Some(self.guess),
            _ => self.inputs.iter().position(|input| input.name == name),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Inputs<'_, 'de> {
    type Value = Values<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Inputs<'_, 'de> {
    type Value = Values<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of pairs")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element_seed(Pair(&mut self))?.is_some() {}
        Ok(self.values)
    }
}

/// `{"name": …, "value": …}`, the name first.
struct Pair<'p, 's, 'de>(&'p mut Inputs<'s, 'de>);

impl<'de> DeserializeSeed<'de> for Pair<'_, '_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Pair<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pair of name and value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some(NAME) = map.next_key_seed(Member)? else {
            return Err(trouble());
        };
        let position = map.next_value_seed(Position(self.0))?;
        let Some(VALUE) = map.next_key_seed(Member)? else {
            return Err(trouble());
        };
        let (Some(input), Some(slot)) =
            (self.0.inputs.get(position), self.0.values.get_mut(position))
        else {
            return Err(trouble());
        };
        *slot = map.next_value_seed(Judged(&input.kind))?;
        let bit = 1 << position;
        let ended = map.next_key_seed(Member)?.is_none();
        if !ended || self.0.given & bit != 0 {
            return Err(trouble());
        }
        self.0.given |= bit;
        self.0.guess = position + 1;
        Ok(())
    }
}

/// The name of an input becomes its position.
struct Position<'p, 's, 'de>(&'p Inputs<'s, 'de>);

impl<'de> DeserializeSeed<'de> for Position<'_, '_, '_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<usize, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Position<'_, '_, '_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an input")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        self.0.position(name).ok_or_else(trouble)
    }
}

/// A value that the input takes; `null` is no value.
struct Judged<'s>(&'s InputType);

seed!(Judged<'_>, Option<Scalar<'de>>, deserialize_any);

impl<'s> Judged<'s> {
    fn text<'a, E: Error>(self, text: Cow<'a, str>) -> Result<Option<Scalar<'a>>, E> {
        let right = match self.0 {
            InputType::String { max_length } => short_enough(*max_length, &text),
            InputType::Enum { allowed_values } => listed(allowed_values, &text),
            InputType::Int { .. } | InputType::Boolean => false,
        };
        if right {
            Ok(Some(Scalar::String(text)))
        } else {
            Err(trouble())
        }
    }
}

impl<'de> Visitor<'de> for Judged<'_> {
    type Value = Option<Scalar<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that the input takes")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        self.text(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        self.text(Cow::Owned(text.to_owned()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        match self.0 {
            InputType::Int { min, max } if fits(*min, *max, value) => Ok(Some(Scalar::Int(value))),
            _ => Err(trouble()),
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        self.visit_i64(i64::try_from(value).map_err(|_| trouble())?)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        self.visit_i64(whole(value).ok_or_else(trouble)?)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        match self.0 {
            InputType::Boolean => Ok(Some(Scalar::Boolean(value))),
            _ => Err(trouble()),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }
}
