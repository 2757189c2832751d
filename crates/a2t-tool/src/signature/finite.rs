//! A serializer that refuses NaN and the infinities, which `serde_json` would write as `null`.

use std::fmt::Display;

use serde::Serialize;
use serde::ser::{self, Error, Serializer};

/// Wrapper of values and serializers: a wrapped value, and each of its parts, is written by a
/// wrapped serializer.
pub(crate) struct Finite<S>(pub(crate) S);

impl<T: Serialize + ?Sized> Serialize for Finite<&T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Finite(serializer))
    }
}

fn refused<E: Error>(value: f64) -> E {
    E::custom(format_args!(
        "{value} is not a number of JSON; return an `Option`, or a text in its place"
    ))
}

macro_rules! scalars {
    ($($method:ident: $type:ty),+ $(,)?) => {$(
        fn $method(self, value: $type) -> Result<S::Ok, S::Error> {
            self.0.$method(value)
        }
    )+};
}

impl<S: Serializer> Serializer for Finite<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Finite<S::SerializeSeq>;
    type SerializeTuple = Finite<S::SerializeTuple>;
    type SerializeTupleStruct = Finite<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Finite<S::SerializeTupleVariant>;
    type SerializeMap = Finite<S::SerializeMap>;
    type SerializeStruct = Finite<S::SerializeStruct>;
    type SerializeStructVariant = Finite<S::SerializeStructVariant>;

    fn serialize_f32(self, value: f32) -> Result<S::Ok, S::Error> {
        if value.is_finite() { self.0.serialize_f32(value) } else { Err(refused(value.into())) }
    }

    fn serialize_f64(self, value: f64) -> Result<S::Ok, S::Error> {
        if value.is_finite() { self.0.serialize_f64(value) } else { Err(refused(value)) }
    }

    scalars! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128,
        serialize_char: char,
        serialize_str: &str,
        serialize_bytes: &[u8],
        serialize_unit_struct: &'static str,
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&Finite(value))
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit_variant(name, index, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_struct(name, &Finite(value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let value = Finite(value);
        self.0.serialize_newtype_variant(name, index, variant, &value)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        self.0.serialize_seq(len).map(Finite)
    }

    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        self.0.serialize_tuple(len).map(Finite)
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        self.0.serialize_tuple_struct(name, len).map(Finite)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        let inner = self.0.serialize_tuple_variant(name, index, variant, len);
        inner.map(Finite)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        self.0.serialize_map(len).map(Finite)
    }

    fn serialize_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        self.0.serialize_struct(name, len).map(Finite)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        let inner = self.0.serialize_struct_variant(name, index, variant, len);
        inner.map(Finite)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.collect_str(value)
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

macro_rules! parts {
    ($($part:ident: $($method:ident($($name:ident: $type:ty),*)),+;)+) => {$(
        impl<S: ser::$part> ser::$part for Finite<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            $(fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: $type,)*
                value: &T,
            ) -> Result<(), S::Error> {
                self.0.$method($($name,)* &Finite(value))
            })+

            fn end(self) -> Result<S::Ok, S::Error> {
                self.0.end()
            }
        }
    )+};
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeMap: serialize_key(), serialize_value();
    SerializeStruct: serialize_field(key: &'static str);
    SerializeStructVariant: serialize_field(key: &'static str);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::value::RawValue;

    use super::*;

    fn written<T: Serialize>(value: T) -> Result<String, String> {
        serde_json::to_string(&Finite(&value)).map_err(|error| error.to_string())
    }

    #[derive(Serialize)]
    struct Newtype(f64);
    #[derive(Serialize)]
    struct Pair(u8, f64);
    #[derive(Serialize)]
    struct Empty;
    #[derive(Serialize)]
    struct Named {
        value: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<&'static str>,
    }
    #[derive(Serialize)]
    enum Each {
        Unit,
        Newtype(f64),
        Pair(u8, f64),
        Named { value: f64 },
    }
    #[derive(Serialize)]
    struct Flat {
        #[serde(flatten)]
        named: Named,
        bytes: &'static [u8],
    }

    /// A float in each place that serde knows.
    fn positions(value: f64) -> Vec<(Result<String, String>, Result<String, String>)> {
        macro_rules! each {
            ($($position:expr),+ $(,)?) => {
                vec![$((
                    written($position),
                    serde_json::to_string(&$position).map_err(|error| error.to_string()),
                )),+]
            };
        }
        let note = None;
        each![
            value,
            value as f32,
            Some(value),
            [1.0, value],
            vec![value],
            Newtype(value),
            Pair(1, value),
            Named { value, note },
            Each::Newtype(value),
            Each::Pair(1, value),
            Each::Named { value },
            BTreeMap::from([("key", value)]),
            Flat { named: Named { value, note }, bytes: b"\x00\xff" },
        ]
    }

    #[test]
    fn a_number_that_json_does_not_have_is_refused_in_every_place() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for (index, (held, _)) in positions(value).into_iter().enumerate() {
                let error = held.expect_err(&index.to_string());
                assert!(error.contains("is not a number of JSON"), "{index}: {error}");
            }
        }
    }

    #[test]
    fn everything_else_is_written_as_it_would_be_without() {
        for value in [0.0, -1.5, f64::MAX, f64::MIN_POSITIVE] {
            let positions = positions(value).into_iter();
            for (index, (held, plain)) in positions.enumerate() {
                // `f64::MAX` becomes infinite as a `f32`.
                let infinite = index == 1 && value == f64::MAX;
                assert!(held == plain || infinite, "{index}: {held:?} {plain:?}");
            }
        }
        let raw = RawValue::from_string("{\"NaN\": 1e999}".into()).unwrap();
        assert_eq!(written(&raw).unwrap(), raw.get());
        assert_eq!(written((Empty, (), Each::Unit)).unwrap(), r#"[null,null,"Unit"]"#);
        assert_eq!(
            written((i128::MIN, u128::MAX, 'x', b"x", format_args!("{}", 1), [0_u8; 0])).unwrap(),
            r#"[-170141183460469231731687303715884105728,340282366920938463463374607431768211455,"x",[120],"1",[]]"#
        );
        let keys = BTreeMap::from([(1_u8, true), (2, false)]);
        assert_eq!(written(keys).unwrap(), r#"{"1":true,"2":false}"#);
        assert!(written(BTreeMap::from([((), 1)])).is_err());
    }
}
