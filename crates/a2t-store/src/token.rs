//! Tokens: unguessable texts that name a call, and prove that their holder was given one.
//!
//! A token goes into an address that another party gets, such as a callback URL; the store keeps
//! only its [`Proof`], so that a reader of the store has no token.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

use crate::{Digest, Key};

const SECRET: usize = 32;

/// A token as its holder sends it. The group and the id in it lead to the call; its 256 random bits
/// are those of the call's [`Proof`], or it is not believed.
///
/// ```
/// use a2t_store::Key;
/// use a2t_store::token::{Token, mint};
///
/// let key = Key::new("rap", "thread_xyz", "call_abc123")?;
/// let (text, proof) = mint(&key).ok_or("the system has no random bits")?;
/// let token = Token::parse("rap", &text).ok_or("not a token")?;
/// assert_eq!(token.key, key);
/// assert!(token.proof == proof);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Token {
    /// The call that it names.
    pub key: Key,
    /// Proof of its random bits, to be compared with that of the call.
    pub proof: Proof,
}

impl Token {
    /// Returns the token of a call in that queue; `None` if the text is none.
    pub fn parse(queue: &str, text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (secret, rest) = bytes.split_at_checked(SECRET)?;
        let (length, rest) = rest.split_first_chunk()?;
        let (group, id) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
        let (group, id) = (std::str::from_utf8(group).ok()?, std::str::from_utf8(id).ok()?);
        Some(Self { key: Key::new(queue, group, id).ok()?, proof: Proof::new(secret) })
    }
}

/// SHA-256 of the random bits of a token, which is all that is stored of it.
#[derive(Clone, Copy)]
pub struct Proof([u8; 32]);

impl Proof {
    fn new(secret: &[u8]) -> Self {
        Self(*Digest::from_parts([secret]).as_bytes())
    }

    /// Returns the proof as it is stored: 43 characters of base64url.
    pub fn to_text(self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the proof of a stored text; `None` if the text is none.
    pub fn parse(text: &str) -> Option<Self> {
        Some(Self(URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?))
    }
}

/// Constant in time, so that the time of a refusal reveals nothing.
impl PartialEq for Proof {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Proof")
    }
}

/// Returns a new token for this call, and its proof; `None` if the system has no random bits.
///
/// The token is a text for URLs: base64url of its bits, its group and its id, 48 to 1,411 characters.
pub fn mint(key: &Key) -> Option<(String, Proof)> {
    let secret = bits::<SECRET>()?;
    let group = u16::try_from(key.group().len()).ok()?.to_be_bytes();
    let parts = [&secret[..], &group, key.group().as_bytes(), key.id().as_bytes()];
    Some((URL_SAFE_NO_PAD.encode(parts.concat()), Proof::new(&secret)))
}

/// Returns random bytes, for ids that cannot be guessed; `None` if the system has none.
///
/// ```
/// use a2t_store::token::bits;
///
/// assert_ne!(bits::<16>(), bits::<16>());
/// ```
pub fn bits<const BYTES: usize>() -> Option<[u8; BYTES]> {
    let mut bits = [0; BYTES];
    getrandom::fill(&mut bits).ok()?;
    Some(bits)
}

/// Returns a random number for [`Schedule::decide`](crate::Schedule::decide); 0 if the system has
/// none, because waits without jitter do no harm.
pub fn chance() -> u32 {
    bits().map(u32::from_ne_bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEUE: &str = "rap";

    #[test]
    fn a_token_leads_to_its_call_and_no_bit_of_it_can_be_changed() {
        let key = Key::new(QUEUE, "thread_ü", "call.1").unwrap();
        let (text, proof) = mint(&key).unwrap();
        let token = Token::parse(QUEUE, &text).unwrap();
        assert!(token.key == key && token.proof == proof);
        assert!(Proof::parse(&proof.to_text()).unwrap() == proof);
        let bytes = URL_SAFE_NO_PAD.decode(&text).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let token = Token::parse(QUEUE, &URL_SAFE_NO_PAD.encode(changed));
            assert!(token.is_none_or(|token| token.key != key || token.proof != proof), "{bit}");
        }
        let (other, _) = mint(&key).unwrap();
        assert_ne!(text, other);
    }

    #[test]
    fn a_token_of_one_queue_names_no_call_of_another_one() {
        let key = Key::new(QUEUE, "thread", "call").unwrap();
        let (text, _) = mint(&key).unwrap();
        assert_ne!(Token::parse("rap-runtime", &text).unwrap().key, key);
    }

    #[test]
    fn other_texts_lead_nowhere() {
        for text in ["", "a", "../../etc/passwd", &"A".repeat(43), &"A".repeat(10_000), "%00"] {
            assert!(Token::parse(QUEUE, text).is_none(), "{text}");
        }
        for text in ["", "a", &"A".repeat(42), &"A".repeat(44)] {
            assert!(Proof::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn the_longest_names_fit_and_the_lengths_are_those_of_the_documentation() {
        let long = "x".repeat(Key::MAX);
        for (name, length) in [("x", 48), (long.as_str(), 1_411)] {
            let (text, _) = mint(&Key::new(QUEUE, name, name).unwrap()).unwrap();
            assert_eq!(text.len(), length);
        }
    }
}
