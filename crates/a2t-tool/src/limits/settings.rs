//! Settings are read from files: each key once, only keys that exist, durations as people write them.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use a2t_core::error::{escaped, nearest};
use a2t_core::parse_duration;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// A group of settings that a file can set.
pub trait Settings: Default {
    /// What a file should have in their place, for errors.
    const EXPECTED: &'static str;
    /// Names of the settings.
    const KEYS: &'static [&'static str];

    /// Sets one of them to its next value.
    ///
    /// # Errors
    /// Fails if there is no such setting ([`unknown`]) or the value does not fit.
    fn set<'de, M: MapAccess<'de>>(self, key: &str, values: &mut M) -> Result<Self, M::Error>;
}

/// Reads settings. Those that are absent keep their defaults.
///
/// # Errors
/// Fails if a key is unknown or occurs twice, or if a value does not fit.
pub fn read<'de, T: Settings, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(Table(PhantomData))
}

struct Table<T>(PhantomData<T>);

impl<'de, T: Settings> Visitor<'de> for Table<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut values: M) -> Result<T, M::Error> {
        let (mut settings, mut set) = (T::default(), Vec::new());
        while let Some(key) = values.next_key::<String>()? {
            if set.contains(&key) {
                return Err(Error::custom(format_args!("`{}` is set twice", escaped(&key))));
            }
            settings = settings.set(&key, &mut values)?;
            set.push(key);
        }
        Ok(settings)
    }
}

/// Returns the error for a key that does not exist, with the nearest one that does.
pub fn unknown<T: Settings, E: Error>(key: &str) -> E {
    let shown = escaped(key);
    match nearest(key, T::KEYS.iter().copied()) {
        Some(near) => E::custom(format_args!("unknown key `{shown}`, did you mean `{near}`?")),
        None => {
            let keys = T::KEYS.join(", ");
            E::custom(format_args!("unknown key `{shown}`, expected one of {keys}"))
        }
    }
}

/// Reads the next value as a duration.
///
/// # Errors
/// Fails if it is not a text such as `30s`.
pub fn duration<'de, M: MapAccess<'de>>(values: &mut M) -> Result<Duration, M::Error> {
    values.next_value().map(|Written(duration)| duration)
}

struct Written(Duration);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a duration such as \"30s\", \"250ms\" or \"1m 30s\"")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Written, E> {
                let unfit = || E::invalid_value(serde::de::Unexpected::Str(text), &self);
                parse_duration(text).map(Written).ok_or_else(unfit)
            }
        }

        deserializer.deserialize_str(Text)
    }
}
