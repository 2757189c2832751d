//! Tokens of questions: they name a call, and prove that their holder was asked.

use a2t_store::{Digest, Key};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

/// Name of the queue in which calls of this face wait.
pub(crate) const QUEUE: &str = "rap";

const SECRET: usize = 32;

/// A token as its holder sends it. The group and the id in it lead to the call, whose checkpoint has the
/// digest of the 256 random bits.
pub(crate) struct Token {
    pub(crate) key: Key,
    pub(crate) proof: Proof,
}

/// SHA-256 of the random bits of a token, which is all that is stored of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proof([u8; 32]);

/// Constant in time, so that the time of a refusal tells nothing.
impl PartialEq for Proof {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Proof {
    fn of(secret: &[u8]) -> Self {
        Self(*Digest::of([secret]).as_bytes())
    }

    pub(crate) fn to_text(self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(Self(URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?))
    }
}

/// A new token for this call, and its proof; `None` if the system has no random bits.
pub(crate) fn mint(key: &Key) -> Option<(String, Proof)> {
    let mut secret = [0; SECRET];
    getrandom::fill(&mut secret).ok()?;
    let group = u16::try_from(key.group().len()).ok()?.to_be_bytes();
    let parts = [&secret[..], &group, key.group().as_bytes(), key.id().as_bytes()];
    Some((URL_SAFE_NO_PAD.encode(parts.concat()), Proof::of(&secret)))
}

impl Token {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (secret, rest) = bytes.split_at_checked(SECRET)?;
        let (length, rest) = rest.split_first_chunk()?;
        let (group, id) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
        let (group, id) = (std::str::from_utf8(group).ok()?, std::str::from_utf8(id).ok()?);
        Some(Self { key: Key::new(QUEUE, group, id).ok()?, proof: Proof::of(secret) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_leads_to_its_call_and_no_bit_of_it_can_be_changed() {
        let key = Key::new(QUEUE, "thread_ü", "call.1").unwrap();
        let (text, proof) = mint(&key).unwrap();
        let token = Token::parse(&text).unwrap();
        assert!(token.key == key && token.proof == proof);
        assert!(Proof::parse(&proof.to_text()).unwrap() == proof);
        let bytes = URL_SAFE_NO_PAD.decode(&text).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let token = Token::parse(&URL_SAFE_NO_PAD.encode(changed));
            assert!(token.is_none_or(|token| token.key != key || token.proof != proof), "{bit}");
        }
        let (other, _) = mint(&key).unwrap();
        assert_ne!(text, other);
    }

    #[test]
    fn other_texts_lead_nowhere() {
        for text in ["", "a", "../../etc/passwd", &"A".repeat(43), &"A".repeat(10_000), "%00"] {
            assert!(Token::parse(text).is_none(), "{text}");
        }
    }
}
