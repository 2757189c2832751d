//! Tokens of callback URLs: they name a call, and prove that their holder was given its URL.

use a2t_store::{Digest, Key};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

/// Name of the queue in which calls of a runtime wait.
pub(crate) const QUEUE: &str = "rap-runtime";

const SECRET: usize = 32;

/// A token as its holder sends it (CB-24, CB-25, CBA-27). The thread and the id in it lead to the
/// call, which has the digest of the 256 random bits.
pub(crate) struct Token {
    pub(crate) key: Key,
    proof: [u8; 32],
}

/// A new token for this call, and the text of its proof; `None` if the system has no random bits.
pub(crate) fn mint(key: &Key) -> Option<(String, String)> {
    let mut secret = [0; SECRET];
    getrandom::fill(&mut secret).ok()?;
    let group = u16::try_from(key.group().len()).ok()?.to_be_bytes();
    let parts = [&secret[..], &group, key.group().as_bytes(), key.id().as_bytes()];
    let proof = URL_SAFE_NO_PAD.encode(Digest::of([secret]).as_bytes());
    Some((URL_SAFE_NO_PAD.encode(parts.concat()), proof))
}

impl Token {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (secret, rest) = bytes.split_at_checked(SECRET)?;
        let (length, rest) = rest.split_first_chunk()?;
        let (group, id) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
        let (group, id) = (std::str::from_utf8(group).ok()?, std::str::from_utf8(id).ok()?);
        let proof = *Digest::of([secret]).as_bytes();
        Some(Self { key: Key::new(QUEUE, group, id).ok()?, proof })
    }

    /// True if the call has this proof. Constant in time, so that the time of a refusal tells
    /// nothing.
    pub(crate) fn is_proved(&self, proof: &str) -> bool {
        let proof = URL_SAFE_NO_PAD.decode(proof).unwrap_or_default();
        self.proof[..].ct_eq(&proof).into()
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
        assert!(token.key == key && token.is_proved(&proof));
        let bytes = URL_SAFE_NO_PAD.decode(&text).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let token = Token::parse(&URL_SAFE_NO_PAD.encode(changed));
            assert!(
                token.is_none_or(|token| token.key != key || !token.is_proved(&proof)),
                "{bit}"
            );
        }
        assert_ne!(text, mint(&key).unwrap().0);
    }

    #[test]
    fn other_texts_lead_nowhere() {
        for text in ["", "a", "../../etc/passwd", &"A".repeat(43), &"A".repeat(10_000), "%00"] {
            assert!(Token::parse(text).is_none(), "{text}");
        }
    }
}
