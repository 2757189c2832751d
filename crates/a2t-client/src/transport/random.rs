//! Random bits from the source that TLS uses: keys that cannot be guessed, waits that do not
//! coincide.

use http::HeaderValue;
use rustls::crypto::SecureRandom;

use crate::error::{Error, Result};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(&'static dyn SecureRandom);

impl Random {
    pub(crate) fn new(source: &'static dyn SecureRandom) -> Self {
        Self(source)
    }

    /// A fresh UUID of version 4: the `Idempotency-Key` of one call.
    pub(crate) fn key(self) -> Result<HeaderValue> {
        let mut bytes = [0; 16];
        let filled = self.0.fill(&mut bytes);
        filled.map_err(|_| Error::setup("the system has no random numbers"))?;
        let uuid = uuid::Builder::from_random_bytes(bytes).into_uuid();
        let mut text = [0; uuid::fmt::Hyphenated::LENGTH];
        let text = uuid.hyphenated().encode_lower(&mut text);
        HeaderValue::from_str(text).map_err(Error::setup)
    }

    /// A number of 64 bits that is not zero.
    #[cfg(feature = "tracing")]
    pub(crate) fn number(self) -> Option<std::num::NonZeroU64> {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes).ok()?;
        std::num::NonZeroU64::new(u64::from_ne_bytes(bytes))
    }

    /// A number from 0 to 1; 1 where the system has no random numbers.
    pub(crate) fn part(self) -> f64 {
        let mut bytes = [0; 4];
        match self.0.fill(&mut bytes) {
            Ok(()) => f64::from(u32::from_ne_bytes(bytes)) / f64::from(u32::MAX),
            Err(_) => 1.0,
        }
    }
}

/// Returns random bytes; `None` where the system has no random numbers.
pub fn random_bytes<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let filled = rustls::crypto::ring::default_provider().secure_random.fill(&mut bytes);
    filled.ok().map(|()| bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rustls::crypto::ring;

    use super::*;

    fn random() -> Random {
        Random::new(ring::default_provider().secure_random)
    }

    #[test]
    fn a_key_is_a_uuid_of_version_4_and_never_comes_twice() {
        let keys: HashSet<_> = (0..1_000).map(|_| random().key().ok()).collect();
        assert_eq!(keys.len(), 1_000);
        for key in keys.into_iter().flatten() {
            let uuid = key.to_str().ok().and_then(|text| uuid::Uuid::try_parse(text).ok());
            assert_eq!(uuid.map(|uuid| uuid.get_version_num()), Some(4), "{key:?}");
        }
    }

    #[test]
    fn parts_cover_the_whole_range() {
        let parts: Vec<_> = (0..1_000).map(|_| random().part()).collect();
        assert!(parts.iter().all(|part| (0.0..=1.0).contains(part)));
        assert!(parts.iter().any(|part| *part < 0.1) && parts.iter().any(|part| *part > 0.9));
    }
}
